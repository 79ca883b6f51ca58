public import Geoq
public import Logging

/// How a sync is made.
public struct SyncOptions: Sendable {
    /// Under which names the remote has the tables.
    public var mapping = TableMapping.standard
    /// The part that is mirrored; nil for all.
    public var region: Region?
    /// Whose rows are mirrored: under row-level security the owner's own and
    /// those that are shared; nil for what the login may see.
    public var user: FeatureID?
    public var retry = RetryPolicy.usual
    /// What waits are measured by.
    public var clock: any Clock<Duration> & Sendable = ContinuousClock()
    /// Where jitter comes from.
    public var random: @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
    /// A line for each phase, with counts, never with secrets.
    public var logger = Logger(label: "geoq.sync", factory: { _ in SwiftLogNoOpLogHandler() })

    public init() {}
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
