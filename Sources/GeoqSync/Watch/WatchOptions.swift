/// When a watch looks at the remote.
public struct WatchOptions: Sendable {
    /// How long after a ring the pull begins, so that many rings make one pull.
    /// A random time up to as long again is added, so that clients do not all
    /// pull at once.
    public var gathering = Duration.milliseconds(200)
    /// The shortest time between two pulls.
    public var pause = Duration.seconds(1)
    /// The longest time between two pulls, when the remote says of every table
    /// when it changes.
    public var interval = Duration.seconds(300)
    /// The longest time between two pulls, when it does not.
    public var pollingInterval = Duration.seconds(10)
    /// The time between two comparisons of all ids and versions.
    public var comparisonInterval = Duration.seconds(300)
    /// When to try again after a failure.
    public var retry = RetryPolicy.endless

    public init() {}
}
