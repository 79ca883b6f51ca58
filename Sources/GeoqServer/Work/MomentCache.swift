import Synchronization

/// What is made once for each moment of the store, when a client needs it.
///
/// One value is made at a time. Who asks for a newer moment meanwhile waits for the next
/// one, which is of the newest moment that is asked for until it begins: so no request
/// waits for more than two, however fast the moments come.
final class MomentCache<Value: Sendable>: Sendable {
    typealias Make = @Sendable (_ former: Value?) async throws -> Value

    /// A value that is there, or is being made.
    private struct Made {
        let moment: Moment
        let task: Task<Value, any Error>
    }

    /// The value that comes after that.
    private struct Next {
        let moment: Moment
        let make: Make
        let task: Task<Value, any Error>
    }

    private struct State {
        var made: Made?
        var next: Next?
        /// The last value that was made.
        var last: Value?
    }

    private let state = Mutex(State())
    private let threads: WorkThreads

    /// - Parameter threads: make the values.
    init(_ threads: WorkThreads) {
        self.threads = threads
    }

    /// The value of a moment, or of a newer one. Clients that ask while it is made wait for the same.
    ///
    /// - Parameter make: gets the last value that was made, which may still hold; nil for the first one.
    /// - Throws: what `make` throws, and the next request tries again; `CancellationError` when the one that asks is
    ///   cancelled, and the value is still made for others.
    func value(at moment: Moment, _ make: @escaping Make) async throws -> Value {
        try await task(at: moment, make).valueUnlessCancelled()
    }

    /// The task that makes the value.
    func task(at moment: Moment, _ make: @escaping Make) -> Task<Value, any Error> {
        state.withLock { state in
            if let made = state.made, made.moment.tag == moment.tag || made.moment.takenAt > moment.takenAt {
                return made.task
            }
            if let next = state.next {
                if moment.takenAt > next.moment.takenAt {
                    state.next = Next(moment: moment, make: make, task: next.task)
                }
                return next.task
            }
            let former = state.made?.task
            let task = Task.detached(executorPreference: threads) {
                _ = await former?.result
                return try await self.makeNext()
            }
            state.next = Next(moment: moment, make: make, task: task)
            return task
        }
    }

    private func makeNext() async throws -> Value {
        let (next, last) = state.withLock { state in
            guard let next = state.next else { preconditionFailure("Only its own task begins it.") }
            (state.made, state.next) = (Made(moment: next.moment, task: next.task), nil)
            return (next, state.last)
        }
        do {
            let value = try await next.make(last)
            state.withLock { $0.last = value }
            return value
        } catch {
            state.withLock { if $0.made?.task == next.task { $0.made = nil } }
            throw error
        }
    }
}
