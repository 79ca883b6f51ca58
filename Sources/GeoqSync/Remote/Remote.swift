public import Geoq
public import GeoqStore

/// A database whose rows can be mirrored. How it talks to its server is left to
/// the type that conforms.
public protocol Remote: Sendable {
    /// Opens a session.
    ///
    /// - Parameter user: the user whose rows are to be seen; nil for all that
    ///   the login may see.
    /// - Throws: `SyncError`.
    func open(as user: FeatureID?) async throws -> any RemoteSession

    /// Opens a connection on which the remote says when something has changed.
    ///
    /// - Throws: `SyncError`.
    func openDoorbell() async throws -> any RemoteDoorbell
}

/// One conversation with a remote. Its methods are called one after the other.
public protocol RemoteSession: Sendable {
    /// Where the server was reached, without user and password.
    func address() async throws -> String

    /// Begins to read all tables as of one moment.
    ///
    /// Until `finish()`, the session sees nothing that others write, and no
    /// other session can rebuild or truncate the tables.
    func begin(_ request: RemoteRequest) async throws -> RemoteMoment

    /// What the remote lacks, table by table.
    func findings(_ mapping: TableMapping) async throws -> [SchemaFinding]

    /// Reads rows.
    ///
    /// - Parameter take: gets them in batches, on the session's own thread.
    /// - Returns: how many rows there were; exactly as many as the remote says
    ///   that it sent.
    func rows(
        of table: MirrorTable, _ selection: RowSelection, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int

    /// The sums over ids and versions, or contents, of all rows that belong to
    /// the mirror.
    ///
    /// - Parameter hidden: rows to leave out.
    func digest(
        of table: MirrorTable, by measure: RowMeasure, hiding hidden: Set<FeatureID>
    ) async throws -> TableDigest

    /// For some first bytes of ids, the sums by the first two bytes
    /// (`TableDigest`). Two bytes without a sum have no rows.
    func fineSums(
        of table: MirrorTable, by measure: RowMeasure, in firstBytes: [UInt8], hiding hidden: Set<FeatureID>
    ) async throws -> [UInt16: UInt32]

    /// Ids and versions, or hashes of contents, of all rows in some ranges.
    func tokens(
        of table: MirrorTable, by measure: RowMeasure, in ranges: [IDRange], hiding hidden: Set<FeatureID>
    ) async throws -> [RowToken]

    /// How many rows belong to the mirror.
    func count(of table: MirrorTable) async throws -> Int

    /// Why the places of a table cannot be asked for: a row of the mirror has a
    /// place that is no point in degrees. nil when all can.
    func oddPlace(of table: MirrorTable) async throws -> SyncError?

    /// How many rows belong to the mirror, and about how many bytes they have.
    ///
    /// - Parameter region: rows that lie in it are not counted; nil for none.
    func estimate(of table: MirrorTable, outside region: Region?) async throws -> RemoteEstimate

    /// Lets the remote answer a question itself.
    ///
    /// - Parameter hidden: rows to leave out.
    /// - Precondition: the moment has the tables that the question is about,
    ///   and the function.
    func answer(_ question: RemoteQuestion, hiding hidden: HiddenRows) async throws -> [RemoteHit]

    /// Which of these functions the remote has, and the session may call.
    func functions() async throws -> Set<RemoteFunction>

    /// Ends the moment.
    func finish() async throws

    /// Whether everything that was visible at a moment survives a crash of the
    /// server.
    ///
    /// Ask before `finish()`: within the moment it is certain that no crash has
    /// come between. Later, a pooler may have gone on with a restarted server.
    func isDurable(_ moment: RemoteMoment) async throws -> Bool

    /// Ends the moment, and asks the remote to write its log up to it to disk
    /// soon.
    func hurry() async throws

    /// How many bytes of rows and answers were received.
    func bytesReceived() async -> Int

    func close() async
}

/// Hears that something has changed. A ring may be lost, doubled or forged: it
/// is only a reason to look.
public protocol RemoteDoorbell: Sendable {
    /// Why the remote will never ring; nil when it may. An obstacle may appear
    /// later.
    var obstacle: DoorbellObstacle? { get }

    /// Waits for a ring.
    ///
    /// - Returns: whether one came in time.
    /// - Throws: `SyncError` when the connection is lost.
    /// - Precondition: there is no obstacle.
    func ring(within time: Duration) async throws -> Bool
    func close() async
}

/// Why a remote cannot say when it changes. A watch then looks at intervals.
public enum DoorbellObstacle: String, Hashable, Sendable {
    /// The server is a standby, which does not allow LISTEN.
    case standby
    /// A connection pooler stands between, and shares sessions among its
    /// clients.
    case pooler
}

/// What a session is to read.
public struct RemoteRequest: Hashable, Sendable {
    /// What the rows are for.
    public enum Purpose: Hashable, Sendable {
        /// For a mirror: row versions and the server's position are needed.
        case mirror
        /// For questions that the remote answers itself.
        case questions
    }

    public var mapping: TableMapping
    public var region: Region?
    /// The user whose rows are to be seen; nil for the session's user.
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
    /// Whether the server is a standby.
    public var isStandby: Bool
    /// Up to where the server's log must be on disk for the moment to survive a
    /// crash; nil on a standby, which shows only what it has replayed.
    public var logPosition: LogPosition?
    /// What the remote does not report about itself.
    public var lacks: Set<RemoteLack> = []
    /// When the server was started, in its own words; nil when it does not say.
    public var startedAt: String?
    /// Whether the remote keeps texts in UTF-8.
    public var isUTF8 = true
    /// The server's clock, as ISO 8601.
    public var serverTime: String
    /// The tables that can be read.
    public var tables: [MirrorTable: RemoteTable]
    /// Why the other tables cannot be read.
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
    /// Whether the remote says when the table changes.
    public var rings: Bool
    /// Whether the visible rows depend on the user who asks: then rows become
    /// visible and invisible without a change.
    public var isSeenByRight = false
    /// The definition of its columns as one text; nil when it is not known.
    public var definition: String?
    /// Ids that several rows share: these rows do not belong to the mirror.
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

/// Which rows to read.
public enum RowSelection: Hashable, Sendable {
    /// All that belong to the mirror, by id.
    case all
    /// Rows after an id, by id; and of the rows up to it those that have
    /// changed since.
    case rest(after: FeatureID, changedSince: MirrorCursor)
    /// Rows that may have changed since; rows that no longer belong to the
    /// mirror are marked as gone.
    case changed(since: MirrorCursor)
    case ids([FeatureID])
}

/// Some rows.
public struct RowBatch: Sendable {
    public var rows: [MirrorRow]
    /// How many bytes were received for them.
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

/// The cost of reading a part of a remote.
public struct RemoteEstimate: Hashable, Sendable {
    public var rows: Int
    public var bytes: Int

    public init(rows: Int, bytes: Int) {
        (self.rows, self.bytes) = (rows, bytes)
    }
}

/// The cost of reading a region, and how much of it is not in the mirror yet.
public struct RegionEstimate: Hashable, Sendable {
    public var all: RemoteEstimate
    public var new: RemoteEstimate
    /// The mirror's region, as options of the command; nil without a mirror.
    public var mirrored: String?
}
