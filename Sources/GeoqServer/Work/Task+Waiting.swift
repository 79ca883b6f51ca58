import Synchronization

extension Task where Failure == any Error {
    /// The value of a task that others wait for, too; the task goes on when one of them is cancelled.
    ///
    /// - Throws: `CancellationError` at once when the task that waits is cancelled, where `value` would wait on; what the
    ///   task throws.
    func valueUnlessCancelled() async throws -> Success {
        let wait = OneWait<Success>()
        Task<Void, Never>.detached { wait.end(await self.result) }
        return try await withTaskCancellationHandler {
            try await wait.value()
        } onCancel: {
            wait.giveUp()
        }
    }
}

/// Waits for one of several ends, of which the first counts.
private final class OneWait<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiting: CheckedContinuation<Value, any Error>?
    }

    private let state = Mutex(State())

    func end(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(with: result)
    }

    func giveUp() { end(.failure(CancellationError())) }

    func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.waiting = continuation }
                return state.result
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
