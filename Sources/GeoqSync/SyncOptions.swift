public import Geoq
public import GeoqStore
package import GeoqSupabase
public import Logging

/// Options of a sync.
public struct SyncOptions: Sendable {
    /// The names of the remote's tables; nil for those of the mirror, or geoq's
    /// own.
    public var mapping: TableMapping?
    /// The part to mirror; nil for the mirror's own part, or all.
    public var region: Region?
    /// The user whose rows are mirrored: under row-level security the rows that
    /// this user owns and those that are shared. nil for the mirror's own user,
    /// or for what the login may see.
    public var user: FeatureID?
    /// Whether a nil region or user means all, even if the mirror has one.
    public var isEverything = false
    /// The name of a mirror that goes on with this remote, because its database
    /// was moved to another server.
    public var sameAs: String?
    /// Whether contents of all rows are compared, and not only their versions.
    public var verifiesContents = false
    /// Asked before a pull removes more than 100 rows and more than half of the
    /// mirror; without a yes nothing is applied. Own rows that a project tells as
    /// deleted do not count. It is told how many rows would leave each table that would lose some, and how many rows the
    /// whole mirror has.
    public var mayRemove: @Sendable (_ leaving: [MirrorTable: Int], _ held: Int) async -> Bool = { _, _ in false }
    /// When to try again after a failure that may pass.
    public var retry = RetryPolicy.usual
    /// The clock that measures waits.
    public var clock: any Clock<Duration> & Sendable = ContinuousClock()
    /// The clock that tells the time of day.
    package var wallClock = WallClock.ofSystem
    /// Who wins when a column was changed here and on the remote.
    package var conflictPolicy = ConflictPolicy.server
    /// Makes pictures ready to be sent; without it those that are not ready wait.
    public var preparing: (any PhotoPreparing)?
    /// The source of randomness for jitter.
    public var random: @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
    /// How the remote is reached, without secrets, for the store to remember.
    package var connection: String?
    /// Where the remote is, as its mirror has it, when that is known before the remote is reached: then a
    /// remote that is not reached is noted, too.
    package var address: String?
    /// Whether locks that other sessions hold on the remote's tables are waited for.
    package var waitsForLocks = true
    /// Shared by copies of these options: what is known of servers whose logs stand still.
    package var patience = FlushPatience()
    /// Whether the store remembers a relation whose first sync fails, to try it again.
    package var remembersFirstFailure = false
    /// A line for each phase, with counts, never with secrets.
    public var logger = Logger(label: "geoq.sync", factory: { _ in SwiftLogNoOpLogHandler() })
    /// The sentence by which the store keeps a failure, for the mirror's status.
    package var words: @Sendable (SyncError) -> String = { $0.message }
    /// Called, on any thread, with what a waiting person should know.
    package var told: @Sendable (SyncNotice) -> Void = { _ in }

    /// The options that a sync has when nothing else is said.
    public init() {}
}

/// What a person should know who waits for a sync.
package enum SyncNotice: Hashable, Sendable {
    /// A try failed, and another follows after a wait.
    case tryingAgain(SyncError, after: Duration)
    /// Changes and pictures were sent, before an error ended the push or this try of a sync.
    case sent(changes: Int, pictures: Int)
    /// The remote cannot say when it changes, and is polled at an interval.
    ///
    /// - Parameter because: why, as a clause.
    case polling(because: String, every: Duration)
    /// The remote says when it changes, and is asked at an interval besides.
    ///
    /// - Parameter except: tables of whose changes it does not tell.
    case listening(except: [String], every: Duration)
}

/// How far a pull is, while it runs.
public struct SyncProgress: Sendable {
    /// What a pull is doing.
    public enum Phase: String, Sendable {
        /// Opens a connection.
        case connecting
        /// Reads rows.
        case reading
        /// Compares digests, or ids, with the mirror's.
        case comparing
        /// Writes the rows into the store.
        case applying
        /// Builds the index of the new rows.
        case indexing
    }

    /// What the pull is doing.
    public var phase: Phase
    /// How many rows were read, of all tables.
    public var rows: Int
    /// How many will have been read at the end; nil while that is unknown.
    public var rowsInAll: Int?
    /// Bytes of the rows that were read, as the server sent them.
    public var bytes: Int
}
