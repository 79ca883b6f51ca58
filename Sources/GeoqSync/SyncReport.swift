public import Geoq
import GeoqFormats
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
        /// Those of them that had the same version, and other contents.
        public var rewritten = 0
        /// Rows that a comparison found too many.
        public var dropped = 0
        /// Both.
        public var healed: Int { mended + dropped }
        /// Why the table was left as it is.
        public var stopped: SyncError?
        /// How its columns are defined otherwise than at the last sync; then
        /// contents were compared.
        public var redefined: String?
        /// Ids that several of the remote's rows have: none of these is mirrored.
        public var doubled: [FeatureID] = []
        /// Rows of the remote that have no id, and are not mirrored.
        public var withoutID = 0
    }

    /// The name of the source of its rows.
    public var name: String
    public var tables: [MirrorTable: Table]
    /// Why all was read and not only what has changed; nil when that was not so.
    public var reason: String?
    /// Whether ids and versions of all rows were compared.
    public var isCompared: Bool
    /// Why contents of all rows were compared; nil when they were not.
    public var verification: String?
    /// The part of the earth that is mirrored; nil for all.
    public var region: Region?
    /// Whose rows are mirrored; nil for those that the login may see.
    public var user: FeatureID?
    /// Whether part or user are what the mirror was of before, and were not asked
    /// for.
    public var isPartRemembered = false
    /// Whether something that was removed for another user may still be in the
    /// store's file or log; the next sync tries again.
    public var isErasurePending = false
    /// Whether the next pull begins where this one ended. Not so when the
    /// server's log was not yet on its disk: then some rows come twice.
    public var isCursorKept: Bool
    /// What the server does not tell of itself; then all is read each time.
    public var lacks: Set<RemoteLack> = []
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

    /// Rows of the remote that are not in the mirror, and should be.
    public var waiting: Int { tables.values.reduce(0) { $0 + $1.outcome.waiting + $1.withoutID } }

    /// The first reason why a table was left as it is.
    public var problem: SyncError? {
        tables.sorted { $0.key.rank < $1.key.rank }.lazy.compactMap(\.value.stopped).first
    }
}
