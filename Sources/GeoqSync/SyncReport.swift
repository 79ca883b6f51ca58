public import GeoqStore

/// What a pull did.
public struct SyncReport: Sendable {
    /// How a table was read.
    public enum Mode: String, Hashable, Sendable {
        /// All of it.
        case full
        /// What was still missing of all of it.
        case resumed
        /// What may have changed since the last time.
        case delta
        /// Not at all; see `stopped`.
        case stopped
    }

    public struct Table: Sendable {
        public var mode: Mode
        public var outcome = MirrorTableOutcome()
        /// Rows that were sent.
        public var sent = 0
        /// Rows that a comparison with the remote found missing, or of another
        /// version.
        public var mended = 0
        /// Rows that a comparison found too many.
        public var dropped = 0
        /// Both.
        public var healed: Int { mended + dropped }
        /// Why the table was left as it is.
        public var stopped: SyncError?
    }

    /// The name of the source of its rows.
    public var name: String
    public var tables: [MirrorTable: Table]
    /// Why all was read and not only what has changed; nil when that was not so.
    public var reason: String?
    /// Whether ids and versions of all rows were compared.
    public var isCompared: Bool
    /// Whether the next pull begins where this one ended. Not so when the
    /// server's log was not yet on its disk: then some rows come twice.
    public var isCursorKept: Bool
    /// Whether the server follows another.
    public var isStandby: Bool
    /// Whether the server says of every table when it changes.
    public var rings: Bool
    /// Bytes that the server sent.
    public var bytes: Int
    public var duration: Duration
    /// How many tries failed before.
    public var failures = 0

    public var added: Int { tables.values.reduce(0) { $0 + $1.outcome.added } }
    public var changed: Int { tables.values.reduce(0) { $0 + $1.outcome.changed } }
    public var removed: Int { tables.values.reduce(0) { $0 + $1.outcome.removed } }

    /// The first reason why a table was left as it is.
    public var problem: SyncError? {
        tables.sorted { $0.key.rank < $1.key.rank }.lazy.compactMap(\.value.stopped).first
    }
}
