import Synchronization

/// A clock on which sleeping takes no time.
final class ManualClock: Clock {
    typealias Duration = Swift.Duration

    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let time = Mutex(Duration.zero)

    var elapsed: Duration { time.withLock { $0 } }
    var now: Instant { Instant(offset: elapsed) }
    let minimumResolution = Duration.zero

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline.offset) }
    }
}
