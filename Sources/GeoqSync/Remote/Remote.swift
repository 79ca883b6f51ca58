public import Geoq
public import GeoqStore

/// A database whose rows can be mirrored. What is behind it (libpq, later HTTP)
/// is its own business.
public protocol Remote: Sendable {
    /// Opens a session.
    ///
    /// - Parameter user: whose rows are to be seen; nil for those that the
    ///   login may see.
    /// - Throws: `SyncError`.
    func open(as user: FeatureID?) async throws -> any RemoteSession

    /// Opens a connection that hears when the remote says that something has
    /// changed.
    ///
    /// - Throws: `SyncError`.
    func openDoorbell() async throws -> any RemoteDoorbell
}

/// One conversation with a remote. Its methods are called one after the other.
public protocol RemoteSession: Sendable {
    /// Begins to read, all tables of one moment.
    ///
    /// Until `finish()`, nothing that others write is seen, and no one can
    /// rebuild or truncate the tables.
    func begin(_ request: RemoteRequest) async throws -> RemoteMoment

    /// What the remote lacks.
    func findings(_ mapping: TableMapping) async throws -> [SchemaFinding]

    /// Reads rows.
    ///
    /// - Parameter take: gets them in batches, on the session's own thread.
    /// - Returns: how many there were, exactly as many as the remote says that
    ///   it sent.
    func rows(
        of table: MirrorTable, _ selection: RowSelection, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int

    /// The sums over ids and versions of all rows that belong to the mirror.
    func digest(of table: MirrorTable) async throws -> TableDigest

    /// Ids and versions of all rows whose id begins with one of some bytes.
    func tokens(of table: MirrorTable, in ranges: [ClosedRange<UInt8>]) async throws -> [RowToken]

    /// How many rows belong to the mirror.
    func count(of table: MirrorTable) async throws -> Int

    /// How many rows belong to the mirror, and about how many bytes they are.
    ///
    /// - Parameter region: rows that lie in it are not counted; nil for none.
    func estimate(of table: MirrorTable, outside region: Region?) async throws -> RemoteEstimate

    /// Asks the remote itself.
    ///
    /// - Parameter hidden: rows that are passed over.
    /// - Precondition: the moment has the tables that the question is about,
    ///   and the function.
    func answer(_ question: RemoteQuestion, hiding hidden: HiddenRows) async throws -> [RemoteHit]

    /// Which functions the remote has, and the session may call.
    func functions() async throws -> Set<RemoteFunction>

    /// Ends the moment.
    func finish() async throws

    /// Whether all that was visible at a moment survives a crash of the server.
    func isDurable(_ moment: RemoteMoment) async throws -> Bool

    /// Ends the moment, and has the remote bring all before it to its disk soon.
    func hurry() async throws

    /// Bytes that came, of rows and answers.
    func bytesReceived() async -> Int

    func close() async
}

/// Hears that something has changed. What it says may be lost, doubled or
/// forged: it is a reason to look and nothing more.
public protocol RemoteDoorbell: Sendable {
    /// Waits for a ring.
    ///
    /// - Returns: whether one came in time.
    /// - Throws: `SyncError` when the connection is lost.
    func ring(within time: Duration) async throws -> Bool
    func close() async
}

/// What is to be read.
public struct RemoteRequest: Sendable {
    public var mapping: TableMapping
    public var region: Region?

    public init(mapping: TableMapping = .standard, region: Region? = nil) {
        (self.mapping, self.region) = (mapping, region)
    }
}

/// One moment of a remote.
public struct RemoteMoment: Sendable {
    public var identity: MirrorIdentity
    public var cursor: MirrorCursor
    /// Whether the server follows another.
    public var isStandby: Bool
    /// Up to where the server's log must be on disk for the moment to last; nil
    /// on a standby, which has only what is.
    public var logPosition: LogPosition?
    /// ISO 8601.
    public var serverTime: String
    /// The tables that can be read.
    public var tables: [MirrorTable: RemoteTable]
    /// Why others cannot.
    public var problems: [MirrorTable: SyncError]
}

/// A table as the remote has it.
public struct RemoteTable: Hashable, Sendable {
    /// Its `oid`.
    public var relation: UInt32
    /// `schema.table`.
    public var name: String
    /// Whether the remote says when it changes.
    public var rings: Bool
    /// Whether it depends on who asks which rows are seen: they come into sight
    /// and go out of it without a change.
    public var isSeenByRight = false
}

/// Which rows.
public enum RowSelection: Hashable, Sendable {
    /// All that belong to the mirror, by id.
    case all
    /// Those after an id, by id, and those before that have changed since.
    case rest(after: FeatureID, changedSince: MirrorCursor)
    /// Those that may have changed since; those that do not belong to the
    /// mirror any more come as gone.
    case changed(since: MirrorCursor)
    case ids([FeatureID])
}

/// Some rows.
public struct RowBatch: Sendable {
    public var rows: [MirrorRow]
    /// As they travelled.
    public var bytes: Int
}

/// The id of a row and its version.
public struct RowToken: Hashable, Sendable {
    public var id: FeatureID
    public var token: Int64
}

/// What a part of a remote would cost.
public struct RemoteEstimate: Hashable, Sendable {
    public var rows: Int
    public var bytes: Int
}

/// What a region would cost, and how much of that is not in the mirror yet.
public struct RegionEstimate: Hashable, Sendable {
    public var all: RemoteEstimate
    public var new: RemoteEstimate
    /// The region that the mirror is of, as options of the command; nil for no
    /// mirror.
    public var mirrored: String?
}
