/// Decides what a watch does next from what has happened. A value: it can be
/// tested without a server and without waiting.
struct WatchPlan: Equatable {
    enum Step: Equatable {
        /// Open the doorbell, after a wait.
        case connect(after: Duration)
        /// Listen for at most this long.
        case listen(Duration)
        /// Pull, after a wait.
        case pull(after: Duration, compares: Bool)
        /// Stop: a further try would never succeed.
        case give(SyncError)
    }

    enum Event: Equatable {
        /// The doorbell is open.
        case connected(DoorbellHearing)
        /// The doorbell hears otherwise than before.
        case hears(DoorbellHearing)
        case rang
        /// Nothing rang while the watch listened.
        case silence
        case pulled(rings: Bool, compared: Bool)
        case failed(SyncError)
    }

    /// A key that is refused so often in a row is not the project's any more.
    private static let keyTries = 5

    private let options: WatchOptions
    private var failures = 0
    /// How often in a row the project refused the key.
    private var keyRefusals = 0
    private var hasPulled = false
    private var rings = false
    private var hearing = DoorbellHearing.hears
    private var lastPull: Duration?
    private var lastComparison: Duration?

    init(_ options: WatchOptions) {
        self.options = options
    }

    static func == (lhs: WatchPlan, rhs: WatchPlan) -> Bool {
        lhs.failures == rhs.failures && lhs.lastPull == rhs.lastPull && lhs.lastComparison == rhs.lastComparison
    }

    /// - Parameter now: the time since some fixed moment.
    mutating func next(
        _ event: Event, at now: Duration, using generator: inout some RandomNumberGenerator
    ) -> Step {
        switch event {
        case .connected(let hearing):
            self.hearing = hearing
            // Rings before this moment are lost: pull, and compare.
            return .pull(after: max(.zero, pause(now)), compares: true)
        case .hears(let hearing):
            let wasHearing = self.hearing.isHearing
            self.hearing = hearing
            // What rang while nothing was heard is lost, and what was not heard
            // of late, too.
            guard hearing.isHearing != wasHearing else { return .listen(nextPull - now) }
            return gathered(now, compares: true, &generator)
        case .rang: return gathered(now, compares: isComparisonDue(now), &generator)
        case .silence:
            guard now >= nextPull else { return .listen(nextPull - now) }
            return .pull(after: .zero, compares: isComparisonDue(now))
        case .pulled(let rings, let compared):
            (failures, keyRefusals, hasPulled, self.rings) = (0, 0, true, rings)
            lastPull = now
            if compared { lastComparison = now }
            return .listen(nextPull - now)
        case .failed(let error):
            failures += 1
            keyRefusals = error.remedy == .key ? keyRefusals + 1 : 0
            // A login that is tried again and again locks its account. A key locks none, and what stands before a
            // project may refuse it for a moment.
            let isOver = error.kind == .login && (keyRefusals == 0 || keyRefusals == Self.keyTries)
            if !error.retryMayHelp, !hasPulled || isOver { return .give(error) }
            // A pull that has worked before may work again once the server is
            // mended.
            return options.retry.delay(after: failures, error.hopeful, using: &generator)
                .map { .connect(after: $0) } ?? .give(error)
        }
    }

    /// A pull after further rings were waited for.
    private func gathered(
        _ now: Duration, compares: Bool, _ generator: inout some RandomNumberGenerator
    ) -> Step {
        let gathering = options.gathering * (1 + Double.random(in: 0...1, using: &generator))
        return .pull(after: max(gathering, pause(now)), compares: compares)
    }

    /// How long a pull must wait after the one before.
    private func pause(_ now: Duration) -> Duration {
        lastPull.map { options.pause - (now - $0) } ?? .zero
    }

    private var nextPull: Duration {
        let isToldOfAll =
            switch hearing {
            case .hears: rings
            case .hearsAll(let except): except.isEmpty
            case .opening, .deaf: false
            }
        let interval = isToldOfAll ? options.interval : options.pollingInterval
        guard let lastPull else { return .zero }
        guard let lastComparison else { return lastPull + interval }
        return min(lastPull + interval, lastComparison + options.comparisonInterval)
    }

    private func isComparisonDue(_ now: Duration) -> Bool {
        lastComparison.map { now - $0 >= options.comparisonInterval } ?? true
    }
}
