import Synchronization

/// Counts the requests that are being answered, so that there are never more
/// than a limit.
final class RequestGate: Sendable {
    let limit: Int
    private let running = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// How many are being answered.
    var count: Int { running.load(ordering: .relaxed) }

    /// Takes a place; false when all are taken.
    func enter() -> Bool {
        if running.add(1, ordering: .acquiringAndReleasing).oldValue < limit { return true }
        leave()
        return false
    }

    /// Gives the place back.
    func leave() {
        running.subtract(1, ordering: .acquiringAndReleasing)
    }
}
