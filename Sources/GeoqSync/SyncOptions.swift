public import Geoq
public import GeoqStore
public import Logging

/// How a sync is made.
public struct SyncOptions: Sendable {
    /// Under which names the remote has the tables; nil for those of the mirror,
    /// or geoq's own.
    public var mapping: TableMapping?
    /// The part that is mirrored; nil for the one that the mirror is of, or all.
    public var region: Region?
    /// Whose rows are mirrored: under row-level security the owner's own and
    /// those that are shared; nil for the user that the mirror is of, or what the
    /// login may see.
    public var user: FeatureID?
    /// Whether nil means all for region and user, whatever the mirror is of.
    public var isEverything = false
    /// The name of a mirror that the remote goes on with: its database was moved
    /// to another server.
    public var sameAs: String?
    /// Whether contents of all rows are compared, and not only their versions.
    public var verifiesContents = false
    /// Asked before a pull removes more than 100 rows and more than half of the
    /// mirror; without a yes nothing is applied.
    public var mayRemove: @Sendable (PlannedRemoval) async -> Bool = { _ in false }
    public var retry = RetryPolicy.usual
    /// What waits are measured by.
    public var clock: any Clock<Duration> & Sendable = ContinuousClock()
    /// Where jitter comes from.
    public var random: @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
    /// A line for each phase, with counts, never with secrets.
    public var logger = Logger(label: "geoq.sync", factory: { _ in SwiftLogNoOpLogHandler() })
    /// Told what a person who waits should know, from any thread.
    public var told: @Sendable (SyncNotice) -> Void = { _ in }

    public init() {}
}

/// What a person who waits should know while a sync goes on.
public enum SyncNotice: Hashable, Sendable {
    /// A try failed, and another follows after a wait.
    case tryingAgain(SyncError, after: Duration)
    /// The remote cannot say when it changes, and is asked every so often.
    case polling(DoorbellObstacle, every: Duration)
}

/// What a pull would remove.
public struct PlannedRemoval: Hashable, Sendable {
    /// The name of the source of the mirror's rows.
    public var name: String
    /// Rows that would leave the mirror.
    public var leaving: Int
    /// Rows that the mirror has.
    public var held: Int
    /// By table, where there are any.
    public var tables: [MirrorTable: Int]
}

/// How a pull goes, while it does.
public struct SyncProgress: Sendable {
    public enum Phase: String, Sendable {
        case connecting, reading, comparing, applying, indexing
    }

    public var phase: Phase
    /// Rows that were read, of all tables.
    public var rows: Int
    /// How many will have been read at the end; nil while that is not known.
    public var rowsInAll: Int?
    public var bytes: Int
}
