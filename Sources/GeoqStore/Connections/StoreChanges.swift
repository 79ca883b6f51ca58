import Foundation
import GRDB
import Synchronization

/// What can be seen of a store's file without reading its rows.
package struct StoreState: Hashable, Sendable {
    /// Another number after each commit, of any program.
    var commits: Int64
    /// Whether a sync of the store runs, in any process.
    package var isSyncing: Bool
}

extension Store {
    /// The state of the file now, and again after each change, whichever program
    /// makes it. Of changes that are not taken in time, one is kept.
    ///
    /// An edit by this store is told at once; what a sync applies, and what other connections and programs write, is
    /// found by looking four times a second (`PRAGMA data_version`, which costs some microseconds).
    ///
    /// - Throws: `StoreError.replaced` when another file takes the store's place.
    package func states(every interval: Duration = .milliseconds(250)) -> AsyncThrowingStream<StoreState, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    let connection = try await work.run { [self] in
                        try checkFile()
                        return try Self.connectReader(readers.first.path)
                    }
                    do {
                        var last: StoreState?
                        while !Task.isCancelled {
                            let rings = commits.count
                            let state = try await work.run { [self] in try look(connection) }
                            if state != last { continuation.yield(state) }
                            last = state
                            await commits.wait(since: rings, atMost: interval)
                        }
                    } catch {
                        try? await work.run { try connection.close() }
                        throw error
                    }
                    try? await work.run { try connection.close() }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: Self.described(error, path: path))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func look(_ connection: DatabaseQueue) throws -> StoreState {
        try checkFile()
        let commits = try connection.unsafeRead { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") }
        return StoreState(commits: commits ?? 0, isSyncing: MirrorLock.isHeld(of: self))
    }
}

/// Tells those who wait that this process has written to a store.
final class CommitSignal: Sendable {
    private struct State {
        var count = 0
        var nextNumber = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// How often it has rung.
    var count: Int { state.withLock { $0.count } }

    func ring() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.count += 1
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until it has rung more often than `count`, or for some time, or
    /// until the task is cancelled.
    func wait(since count: Int, atMost time: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: time) }
            group.addTask { await self.wait(since: count) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait(since count: Int) async {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.count > count || Task.isCancelled { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
