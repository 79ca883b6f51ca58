import Synchronization

/// Values that take long to make, such as the rules of a snapshot: each is made
/// once, by a task, for all who ask for its key.
final class MadeOnce<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Made {
        let key: Key
        let task: Task<Value, any Error>
    }

    /// The one that was used last is at the end.
    private let made = Mutex<[Made]>([])
    private let most: Int
    private let threads: WorkThreads

    /// - Parameters:
    ///   - most: how many are kept; the least recently used one is dropped first.
    ///   - threads: make the values.
    init(most: Int, _ threads: WorkThreads) {
        (self.most, self.threads) = (most, threads)
    }

    /// The value of a key.
    ///
    /// - Throws: what `make` throws; the next who asks has it tried again.
    ///   `CancellationError` as soon as the task that asks is cancelled; the
    ///   value is made all the same.
    func value(for key: Key, _ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = made.withLock { made in
            if let known = made.firstIndex(where: { $0.key == key }) {
                made.append(made.remove(at: known))
            } else {
                made.append(Made(key: key, task: Task.detached(executorPreference: threads) { try await make() }))
                if made.count > most { made.removeFirst() }
            }
            return made[made.count - 1].task
        }
        do {
            return try await task.valueUnlessCancelled
        } catch {
            if !Task.isCancelled { made.withLock { $0.removeAll { $0.key == key } } }
            throw error
        }
    }
}

extension Task where Failure == any Error {
    /// The task's value. A task that waits for it stops waiting when it is
    /// cancelled, and this one goes on.
    ///
    /// - Throws: what the task throws; `CancellationError` when the waiting task
    ///   is cancelled.
    var valueUnlessCancelled: Success {
        get async throws {
            let (results, giver) = AsyncStream<Result<Success, any Error>>.makeStream()
            Task<Void, Never> {
                giver.yield(await self.result)
                giver.finish()
            }
            for await result in results { return try result.get() }
            throw _Concurrency.CancellationError()
        }
    }
}
