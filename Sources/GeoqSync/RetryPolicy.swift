/// When to try again after a failure that may pass.
public struct RetryPolicy: Sendable {
    /// How often to try, the first time included; nil for no limit.
    public var attempts: Int?
    /// How long to wait before each further try; the last one repeats.
    public var delays: [Duration]
    /// Each wait is longer or shorter by up to this share, so that clients that
    /// lost a server together do not come back together.
    public var jitter: Double

    /// - Parameters:
    ///   - attempts: the first time included; nil for no limit.
    ///   - delays: at least one; the last repeats.
    ///   - jitter: a share of each wait, 0…1.
    /// - Precondition: `delays` is not empty, and `jitter` lies in 0…1.
    public init(attempts: Int?, delays: [Duration], jitter: Double = 0.25) {
        precondition(!delays.isEmpty && jitter >= 0 && jitter <= 1, "Waits and a share of them.")
        (self.attempts, self.delays, self.jitter) = (attempts, delays, jitter)
    }

    /// One try only.
    public static let never = RetryPolicy(attempts: 1, delays: [.zero])

    /// Five tries in about a minute.
    public static let usual = RetryPolicy(attempts: 5, delays: [2, 5, 15, 30, 60].map { .seconds($0) })

    /// No limit; from the sixth failure on one try a minute.
    public static let endless = RetryPolicy(attempts: nil, delays: [1, 2, 5, 15, 30, 60].map { .seconds($0) })

    /// No server makes a client wait longer than this.
    static let longestAsked = Duration.seconds(600)

    /// - Parameters:
    ///   - failures: how many tries have failed, from 1.
    ///   - error: when it says how long the server asks to be left alone, the wait
    ///     is not shorter, up to `longestAsked`.
    /// - Returns: nil when there must be no further try. Where tries have an end, a name that the network
    ///   does not know has one try: a person who waits shall look at the name now.
    func delay(
        after failures: Int, _ error: SyncError, using generator: inout some RandomNumberGenerator
    ) -> Duration? {
        guard error.retryMayHelp, failures < attempts ?? .max else { return nil }
        if error.isNameUnknown, attempts != nil { return nil }
        let base = delays[min(failures, delays.count) - 1]
        let wait = base * (1 + Double.random(in: -jitter...jitter, using: &generator))
        return max(wait, min(error.retryAfter ?? .zero, Self.longestAsked))
    }
}
