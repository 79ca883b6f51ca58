import Synchronization

/// Lets no more requests through at once than a limit. Others wait for their turn, up to
/// a number of them.
final class WaitingGate: Sendable {
    let limit: Int
    let mostWaiting: Int

    private struct Waiting {
        let number: UInt64
        let turn: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var running = 0
        /// In the order in which they came.
        var waiting: [Waiting] = []
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())

    init(limit: Int, mostWaiting: Int) {
        (self.limit, self.mostWaiting) = (limit, mostWaiting)
    }

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Takes a place, when it is this request's turn.
    ///
    /// - Returns: false when as many wait as may, or when the task was cancelled while it waited.
    func enter() async -> Bool {
        let number = state.withLock { state -> UInt64? in
            if state.running < limit {
                state.running += 1
                return nil
            }
            state.lastNumber += 1
            return state.lastNumber
        }
        guard let number else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                let answer = state.withLock { state -> Bool? in
                    // One that is cancelled right after this is waiting by then, and `giveUp` finds it.
                    if Task.isCancelled { return false }
                    // A place may have become free since.
                    if state.running < limit {
                        state.running += 1
                        return true
                    }
                    guard state.waiting.count < mostWaiting else { return false }
                    state.waiting.append(Waiting(number: number, turn: turn))
                    return nil
                }
                if let answer { turn.resume(returning: answer) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    /// Gives the place back: to the one who has waited the longest.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().turn }
            state.running -= 1
            return nil
        }
        next?.resume(returning: true)
    }

    private func giveUp(_ number: UInt64) {
        let turn = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).turn }
        }
        turn?.resume(returning: false)
    }
}
