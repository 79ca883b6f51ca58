/// Lets the watches of one store pull one after the other: a store is synced by one at a time.
package actor SyncTurns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init() {}

    /// Runs `body` when all that came before have ended. A task that is canceled meanwhile still
    /// waits for its turn; so `body` should ask whether it is.
    ///
    /// - Throws: what `body` throws.
    package nonisolated func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await take()
        do {
            let value = try await body()
            await give()
            return value
        } catch {
            await give()
            throw error
        }
    }

    private func take() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// The turn goes to the one that has waited longest.
    private func give() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
