/// Up to where a remote has been read: no transaction below `xmin` was running
/// then, none from `xmax` on had begun. Numbers of 64 bits.
public struct MirrorCursor: Hashable, Sendable {
    public var xmin: UInt64
    public var xmax: UInt64

    public init(xmin: UInt64, xmax: UInt64) {
        (self.xmin, self.xmax) = (xmin, xmax)
    }
}

/// Whose rows a mirror holds, and as whom and of what they were read.
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
    /// The part of the earth that is mirrored; nil for all.
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
    }

    /// The name of the source of its rows.
    public var name: String
    public var identity: MirrorIdentity
    public var tables: [MirrorTable: Table]
    public var syncedAt: String?
    public var digestedAt: String?
}

/// Why a row of a remote is not among the rows of the store.
public enum WaitingReason: String, Hashable, Sendable {
    /// The row that it belongs to is not there.
    case parent
    /// The store has a row of this id from somewhere else.
    case taken
    /// A value that the table must have is missing.
    case unusable
}
