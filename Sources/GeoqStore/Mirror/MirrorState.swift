/// How far a remote has been read: at that moment no transaction below `xmin`
/// was running, and none from `xmax` on had begun. The numbers have 64 bits.
public struct MirrorCursor: Hashable, Sendable {
    public var xmin: UInt64
    public var xmax: UInt64

    public init(xmin: UInt64, xmax: UInt64) {
        (self.xmin, self.xmax) = (xmin, xmax)
    }
}

/// Whose rows a mirror holds, which user they were read as, and which part was
/// read.
public struct MirrorIdentity: Hashable, Sendable {
    /// The server's own number for its data (`system_identifier`).
    public var system: String
    /// Rises when a standby is promoted or a backup is restored to a moment.
    public var timeline: Int64
    /// The database's `oid`.
    public var database: String
    /// Where the server was reached, without user and password.
    public var address: String
    /// The user whose rows are visible; nil for what the login role sees.
    public var user: String?
    /// The part of the earth that is mirrored, as a JSON object; nil for all.
    public var region: String?
    /// Which tables and columns are read, as one text.
    public var mapping: String

    public init(
        system: String, timeline: Int64, database: String, address: String, user: String?, region: String?,
        mapping: String
    ) {
        (self.system, self.timeline, self.database) = (system, timeline, database)
        (self.address, self.user, self.region, self.mapping) = (address, user, region, mapping)
    }
}

/// One run of a remote's server. A server that was copied, or put back to an
/// earlier state, has the identity of the original and is another run.
public struct MirrorServerRun: Hashable, Sendable {
    /// When the server was started, as it says.
    public var startedAt: String
    /// Where its log stood, in bytes; nil for a standby.
    public var logPosition: UInt64?

    public init(startedAt: String, logPosition: UInt64?) {
        (self.startedAt, self.logPosition) = (startedAt, logPosition)
    }
}

/// What the store knows of a remote that it mirrors.
public struct MirrorState: Hashable, Sendable {
    /// The state of one of its tables.
    public struct Table: Hashable, Sendable {
        /// The remote table's `oid`.
        public var relation: UInt32
        /// nil: nothing is known, all of it must be read or compared.
        public var cursor: MirrorCursor?
        /// Rows that the mirror holds, those that wait not included.
        public var rows: Int
        /// Why the last sync left the table alone; nil when it did not.
        public var stopped: String?
        /// The definitions of the remote's columns that were read, a line for
        /// each; nil when they were not noted.
        public var definition: String?
    }

    /// The name of the source of its rows.
    public var name: String
    public var identity: MirrorIdentity
    public var tables: [MirrorTable: Table]
    public var syncedAt: String?
    public var digestedAt: String?
    /// The run of the server at the last sync; nil when it was not noted.
    public var run: MirrorServerRun?
    /// When contents were last compared, as ISO 8601 in UTC.
    public var verifiedAt: String?
    /// How many days ago that was.
    public var daysSinceVerified: Double?
    /// The names that the remote's tables have, as JSON; nil for geoq's own
    /// names, or when they were not noted.
    public var namesOfTables: String?
    /// Whether rows that were removed for another user may still be in the
    /// file.
    public var isErasing = false
}

/// Why a row of a remote is not among the rows of the store.
public enum WaitingReason: String, Hashable, Sendable {
    /// The row that it belongs to is missing.
    case parent
    /// The store has a row of this id from another source.
    case taken
    /// A value is missing or cannot be one of the store's.
    case unusable
    /// The remote has several rows of this id.
    case doubled
}

/// A row of a remote that is not among the rows of the store.
public struct WaitingRow: Hashable, Sendable {
    public var id: String
    public var reason: WaitingReason
    /// The row that it waits for.
    public var parent: String?
    /// The source of the row that has its id.
    public var holder: String?
    /// What is wrong with it.
    public var detail: String?
}
