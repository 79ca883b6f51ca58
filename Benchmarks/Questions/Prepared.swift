import Benchmark
import Synchronization

/// A value that a benchmark's setup makes for its iterations.
final class Prepared<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    func set(_ value: Value?) {
        made.withLock { $0 = value }
    }

    /// - Precondition: the setup has run.
    var value: Value {
        guard let value = made.withLock({ $0 }) else { preconditionFailure("The setup runs before an iteration.") }
        return value
    }
}
