/// When a watch looks at the remote.
package struct WatchOptions: Sendable {
    /// How long after a ring the pull begins, so that many rings make one pull.
    /// A random time up to as long again is added, so that clients do not all
    /// pull at once.
    package var gathering = Duration.milliseconds(200)
    /// The shortest time between two pulls.
    package var pause = Duration.seconds(1)
    /// The longest time between two pulls, when the remote says of every table
    /// when it changes.
    package var interval = Duration.seconds(300)
    /// The longest time between two pulls, when it does not.
    package var pollingInterval = Duration.seconds(10)
    /// The time between two comparisons of all ids and versions.
    package var comparisonInterval = Duration.seconds(300)
    /// The longest time for which the watch listens, before it looks whether its user is still logged in.
    package var turn = Duration.seconds(20)
    /// When to try again after a failure.
    package var retry = RetryPolicy.endless

    /// Shared by the watches of one store in one program; nil for a watch that is alone.
    package var turns: SyncTurns?
    /// Shared by the watches of one database in one program; nil for a watch that is alone.
    package var doorbell: SharedDoorbell?

    package init() {}
}
