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
    /// Where the server was reached, without user and password.
    func address() async throws -> String

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

    /// The sums over ids and versions, or contents, of all rows that belong to
    /// the mirror.
    ///
    /// - Parameter hidden: rows that are passed over.
    func digest(
        of table: MirrorTable, by measure: RowMeasure, hiding hidden: Set<FeatureID>
    ) async throws -> TableDigest

    /// Of some first bytes of ids, the sums by the first two bytes
    /// (`TableDigest`); what is not there has no rows.
    func fineSums(
        of table: MirrorTable, by measure: RowMeasure, in firstBytes: [UInt8], hiding hidden: Set<FeatureID>
    ) async throws -> [UInt16: UInt32]

    /// Ids and versions, or hashes of contents, of all rows in some ranges.
    func tokens(
        of table: MirrorTable, by measure: RowMeasure, in ranges: [IDRange], hiding hidden: Set<FeatureID>
    ) async throws -> [RowToken]

    /// How many rows belong to the mirror.
    func count(of table: MirrorTable) async throws -> Int

    /// Why places of a table cannot be asked for: one that belongs to the mirror
    /// is no point in degrees. nil when all are.
    func oddPlace(of table: MirrorTable) async throws -> SyncError?

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
    ///
    /// Asked before `finish()`: within the moment it is certain that no crash has
    /// come between; later a pooler may have gone on with a restarted server.
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
    /// Why nothing will ever ring; nil when it may. It may come up later.
    var obstacle: DoorbellObstacle? { get }

    /// Waits for a ring.
    ///
    /// - Returns: whether one came in time.
    /// - Throws: `SyncError` when the connection is lost.
    /// - Precondition: there is no obstacle.
    func ring(within time: Duration) async throws -> Bool
    func close() async
}

/// Why a remote cannot say when it changes. It is asked again and again instead.
public enum DoorbellObstacle: String, Hashable, Sendable {
    /// It follows another server, and takes no LISTEN.
    case standby
    /// A connection pooler stands between, and shares sessions among clients.
    case pooler
}

/// What is to be read.
public struct RemoteRequest: Hashable, Sendable {
    /// What the rows are for.
    public enum Purpose: Hashable, Sendable {
        /// A mirror: their versions count, and where the server stands.
        case mirror
        /// Questions that the remote answers itself.
        case questions
    }

    public var mapping: TableMapping
    public var region: Region?
    /// Whose rows are to be seen; nil for those of the session's user.
    public var user: FeatureID?
    public var purpose: Purpose

    public init(
        mapping: TableMapping = .standard, region: Region? = nil, user: FeatureID? = nil, purpose: Purpose = .mirror
    ) {
        (self.mapping, self.region, self.user, self.purpose) = (mapping, region, user, purpose)
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
    /// What the remote does not tell of itself.
    public var lacks: Set<RemoteLack> = []
    /// When the server was started, as it says; nil when it does not.
    public var startedAt: String?
    /// Whether its texts are kept in UTF-8.
    public var isUTF8 = true
    /// ISO 8601.
    public var serverTime: String
    /// The tables that can be read.
    public var tables: [MirrorTable: RemoteTable]
    /// Why others cannot.
    public var problems: [MirrorTable: SyncError]

    public init(
        identity: MirrorIdentity, cursor: MirrorCursor, isStandby: Bool, logPosition: LogPosition?,
        serverTime: String, tables: [MirrorTable: RemoteTable] = [:], problems: [MirrorTable: SyncError] = [:]
    ) {
        (self.identity, self.cursor, self.isStandby) = (identity, cursor, isStandby)
        (self.logPosition, self.serverTime) = (logPosition, serverTime)
        (self.tables, self.problems) = (tables, problems)
    }
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
    /// How its columns are defined, as one text; nil when that is not known.
    public var definition: String?
    /// Ids that several rows have: these rows do not belong to the mirror.
    public var doubled: [FeatureID] = []
    /// Rows that have no id and so do not belong to the mirror.
    public var withoutID = 0

    public init(
        relation: UInt32, name: String, rings: Bool, isSeenByRight: Bool = false, definition: String? = nil,
        doubled: [FeatureID] = [], withoutID: Int = 0
    ) {
        (self.relation, self.name, self.rings) = (relation, name, rings)
        (self.isSeenByRight, self.definition) = (isSeenByRight, definition)
        (self.doubled, self.withoutID) = (doubled, withoutID)
    }
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

    public init(rows: [MirrorRow], bytes: Int) {
        (self.rows, self.bytes) = (rows, bytes)
    }
}

/// The id of a row and its version.
public struct RowToken: Hashable, Sendable {
    public var id: FeatureID
    public var token: Int64

    public init(id: FeatureID, token: Int64) {
        (self.id, self.token) = (id, token)
    }
}

/// What a part of a remote would cost.
public struct RemoteEstimate: Hashable, Sendable {
    public var rows: Int
    public var bytes: Int

    public init(rows: Int, bytes: Int) {
        (self.rows, self.bytes) = (rows, bytes)
    }
}

/// What a region would cost, and how much of that is not in the mirror yet.
public struct RegionEstimate: Hashable, Sendable {
    public var all: RemoteEstimate
    public var new: RemoteEstimate
    /// The region that the mirror is of, as options of the command; nil for no
    /// mirror.
    public var mirrored: String?
}
