/// When a watch looks at the remote.
public struct WatchOptions: Sendable {
    /// How long after a ring the pull begins, so that many rings make one pull;
    /// up to as long again comes by chance, so that clients do not all come at
    /// once.
    public var gathering = Duration.milliseconds(200)
    /// Between two pulls at least.
    public var pause = Duration.seconds(1)
    /// Between two pulls at most, when the remote says of every table that it
    /// has changed.
    public var interval = Duration.seconds(300)
    /// The same when it does not.
    public var pollingInterval = Duration.seconds(10)
    /// Between two comparisons of all ids and versions.
    public var comparisonInterval = Duration.seconds(300)
    /// After a failure.
    public var retry = RetryPolicy.endless

    public init() {}
}
