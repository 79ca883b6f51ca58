public import Geoq
import GeoqFormats
public import GeoqStore

/// The result of a pull.
public struct SyncReport: Sendable {
    /// How a table was read.
    package enum Mode: String, Hashable, Sendable {
        /// The whole table.
        case full
        /// The rest of a table of which an earlier try had read a part.
        case resumed
        /// Rows that may have changed since the last time.
        case delta
        /// Not at all; see `stopped`.
        case stopped
    }

    /// What became of one table of the mirror.
    public struct Table: Sendable {
        package var mode: Mode
        package var outcome = MirrorTableOutcome()
        /// Rows that the mirror has now.
        public var rows: Int { outcome.rows }
        /// Rows that are new in the mirror.
        public var added: Int { outcome.added }
        /// Rows of the mirror that have other values now.
        public var changed: Int { outcome.changed }
        /// Rows that have left the mirror.
        public var removed: Int { outcome.removed }
        /// Rows of the remote that should be in the mirror and wait.
        public var waiting: Int { outcome.waiting }
        /// Rows that were sent.
        public var sent = 0
        /// Rows that a comparison with the remote found missing, or of another
        /// version.
        public var mended = 0
        /// How many of the mended rows had the same version and other contents.
        public var rewritten = 0
        /// Rows that a comparison found in the mirror and not on the remote.
        public var dropped = 0
        /// `mended` and `dropped` together.
        public var healed: Int { mended + dropped }
        /// Why the table was left alone.
        public var stopped: SyncError?
        /// How its columns were redefined since the last sync; then contents
        /// were compared.
        public var redefined: String?
        /// Ids that several of the remote's rows share; none of these rows is
        /// mirrored.
        public var doubled: [FeatureID] = []
        /// Rows of the remote that have no id, and are not mirrored.
        public var withoutID = 0
        /// Living rows of the remote that belong to a deleted row, and are left out
        /// as deleted ones are.
        package var orphans = 0
        /// Texts of the remote's rows that are no day, time or number where the mirror has one: the mirror leaves
        /// these columns empty. The sync counts them when rows came.
        package var omitted: [OmittedValues] = []
        /// What it costs the remote to find the rows that have changed; nil when
        /// that is what it usually costs.
        package var cost: String?
    }

    /// The name of the source of its rows.
    public var name: String
    /// What became of each table that was read.
    public var tables: [MirrorTable: Table]
    /// Why all rows were read and not only changed ones; nil when that was not
    /// so.
    public var reason: String?
    /// Whether ids and versions of all rows were compared.
    public var isCompared: Bool
    /// What became of pictures; nil for a remote that keeps none.
    package var photos: PhotoReport?
    /// Why contents of all rows were compared; nil when they were not.
    public var verification: String?
    /// The part of the earth that is mirrored; nil for all.
    public var region: Region?
    /// Whether the remote knows no such part: then it is asked for the box, and the rest
    /// is left out here.
    package var isCutHere = false
    /// The user whose rows are mirrored; nil for all that the login may see.
    public var user: FeatureID?
    /// Whether region or user come from the mirror, and not from the options.
    public var isPartRemembered = false
    /// Whether rows that were removed for another user may still be in the
    /// store's file or log; the next sync tries again to erase them.
    public var isErasurePending = false
    /// Whether the next pull begins where this one ended. It does not when the
    /// server's log was not yet on its disk: then some rows are sent twice.
    public var isCursorKept: Bool
    /// What the remote does not report about itself, in a sentence; then each
    /// pull reads everything. nil when it reports all that is needed.
    public var lack: String?
    /// Whether the server is a standby.
    public var isStandby: Bool
    /// Whether the server says of every table when it changes.
    public var rings: Bool
    /// Bytes that the server sent.
    public var bytes: Int
    /// How long the try that succeeded took, until its rows were applied.
    public var duration: Duration
    /// How many tries failed before this one.
    public var failures = 0
    /// What was sent, before the pull and after it; nil when nothing waited.
    package var push: PushReport?
    /// What became of drafts; nil when there were none.
    package var drafts: DraftReport?

    /// Rows that are new in the mirror, of all tables.
    public var added: Int { tables.values.reduce(0) { $0 + $1.outcome.added } }
    /// Rows of the mirror that have other values now, of all tables.
    public var changed: Int { tables.values.reduce(0) { $0 + $1.outcome.changed } }
    /// Rows that have left the mirror, of all tables.
    public var removed: Int { tables.values.reduce(0) { $0 + $1.outcome.removed } }

    /// Rows of the remote that should be in the mirror and are not.
    public var waiting: Int { tables.values.reduce(0) { $0 + $1.outcome.waiting + $1.withoutID } }

    /// The first reason why a table was left alone.
    public var problem: SyncError? {
        tables.sorted { $0.key.rank < $1.key.rank }.lazy.compactMap(\.value.stopped).first
    }
}

extension SyncReport {
    /// Adds what an earlier pull of the same sync has done.
    mutating func add(_ earlier: SyncReport) {
        for (table, part) in earlier.tables where tables[table] != nil {
            tables[table]?.outcome.added += part.outcome.added
            tables[table]?.outcome.changed += part.outcome.changed
            tables[table]?.outcome.removed += part.outcome.removed
            tables[table]?.outcome.unplaced += part.outcome.unplaced
            tables[table]?.sent += part.sent
            tables[table]?.mended += part.mended
            tables[table]?.rewritten += part.rewritten
            tables[table]?.dropped += part.dropped
            if let redefined = part.redefined { tables[table]?.redefined = redefined }
            if tables[table]?.omitted.isEmpty == true { tables[table]?.omitted = part.omitted }
        }
        isCompared = isCompared || earlier.isCompared
        (reason, verification) = (earlier.reason ?? reason, earlier.verification ?? verification)
        (photos, drafts) = (photos ?? earlier.photos, drafts ?? earlier.drafts)
        bytes += earlier.bytes
        duration += earlier.duration
    }
}
