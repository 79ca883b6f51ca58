import Synchronization

/// What is made once for each moment of the store, when a client needs it.
final class MomentCache<Value: Sendable>: Sendable {
    private struct Made {
        let moment: Moment
        let task: Task<Value, any Error>
    }

    private let made = Mutex<Made?>(nil)
    private let threads: WorkThreads

    /// - Parameter threads: make the values.
    init(_ threads: WorkThreads) {
        self.threads = threads
    }

    /// The value of a moment. Clients that ask while it is made wait for the same. One that comes late, with an older
    /// moment than that of the others, gets a value of its own, and does not push theirs out.
    ///
    /// - Parameter make: gets the value of the moment before, which may still hold; nil for the first
    ///   one, and after a failure.
    /// - Throws: what `make` throws; the next request tries again.
    func value(
        at moment: Moment, _ make: @Sendable @escaping (_ former: Value?) async throws -> Value
    ) async throws -> Value {
        let task = made.withLock { made in
            if let made, made.moment.tag == moment.tag { return made.task }
            let former = made?.task
            let task = Task.detached(executorPreference: threads) { try await make(try? await former?.value) }
            if made.map({ $0.moment.takenAt <= moment.takenAt }) ?? true { made = Made(moment: moment, task: task) }
            return task
        }
        do {
            return try await task.valueUnlessCancelled()
        } catch {
            // The value is still made for others.
            if Task.isCancelled { throw error }
            made.withLock { if $0?.moment.tag == moment.tag { $0 = nil } }
            throw error
        }
    }
}
