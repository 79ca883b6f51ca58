/// Decides when an agent syncs from what has happened. A value: it can be tested
/// without a server and without waiting.
///
/// All moments are times since some fixed one.
struct AgentPlan: Equatable {
    /// How long the agent gathers, and pauses.
    struct Times: Equatable {
        /// After a write, so that what a person types makes one request.
        var writing = Duration.milliseconds(100)
        /// After a ring; a random time up to as long again is added, so that
        /// devices do not all ask at once.
        var ringing = Duration.milliseconds(200)
        /// The shortest time between two syncs that no person asked for.
        var pause = Duration.seconds(1)
        /// The longest time between two syncs, while every change rings.
        var interval = Duration.seconds(300)
        /// The longest time between two syncs, while it does not.
        var pollingInterval = Duration.seconds(60)
        /// The time between two comparisons of all ids and versions.
        var comparisonInterval = Duration.seconds(300)
    }

    enum Event: Equatable {
        case trigger(SyncAgent.Trigger)
        /// The remote can, or cannot, say from now on when it changes.
        case hears(Bool)
        /// A sync succeeded.
        ///
        /// - Parameters:
        ///   - compared: whether ids and versions of all rows were compared.
        ///   - retryIn: when a change can be sent that waits for a moment.
        case synced(compared: Bool, retryIn: Duration?)
        case failed(SyncError)
        /// Nothing can be done until a user has logged in.
        case needsLogin
    }

    private let times: Times
    private let retry: RetryPolicy
    private(set) var failures = 0
    /// When to sync; nil while only a login helps.
    private(set) var due: Duration? = .zero
    private var lastSync: Duration?
    private var lastComparison: Duration?
    private var hears = false

    init(_ times: Times, retry: RetryPolicy) {
        (self.times, self.retry) = (times, retry)
    }

    static func == (lhs: AgentPlan, rhs: AgentPlan) -> Bool {
        lhs.failures == rhs.failures && lhs.due == rhs.due && lhs.lastSync == rhs.lastSync && lhs.hears == rhs.hears
    }

    mutating func note(_ event: Event, at now: Duration, using random: inout some RandomNumberGenerator) {
        switch event {
        case .trigger(.asked): due = now
        case .trigger(.activated), .trigger(.reconnected): due = earliest(now)
        // While the remote is not reached, a write waits for the next try.
        case .trigger(.wrote): if failures == 0 { bring(forward: earliest(now + times.writing)) }
        case .trigger(.rang): bring(forward: earliest(now + gathering(&random)))
        case .hears(let hears):
            guard hears != self.hears else { return }
            // What rang while nothing was heard is lost.
            self.hears = hears
            lastComparison = nil
            bring(forward: earliest(now + gathering(&random)))
        case .synced(let compared, let retryIn):
            (failures, lastSync) = (0, now)
            if compared { lastComparison = now }
            let interval = hears ? times.interval : times.pollingInterval
            due = now + min(interval, max(retryIn ?? interval, times.pause))
        case .failed(let error):
            failures += 1
            due = (retry.delay(after: failures, error.hopeful, using: &random) ?? times.pollingInterval) + now
        case .needsLogin: due = nil
        }
    }

    /// Whether a sync at a moment compares ids and versions of all rows.
    func compares(at now: Duration) -> Bool { lastComparison.map { now - $0 >= times.comparisonInterval } ?? true }

    private mutating func bring(forward moment: Duration) {
        if let due { self.due = min(due, moment) }
    }

    private func earliest(_ moment: Duration) -> Duration { max(moment, lastSync.map { $0 + times.pause } ?? .zero) }

    private func gathering(_ random: inout some RandomNumberGenerator) -> Duration {
        times.ringing * (1 + Double.random(in: 0...1, using: &random))
    }
}
