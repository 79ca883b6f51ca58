import Foundation
import Synchronization

/// Who has the connection that is opened with a store, and who waits for it.
///
/// To open further connections takes longer than most reads, because SQLite reads the whole schema for each of them.
/// So a read that finds this one busy first waits a little.
final class FirstConnection: Sendable {
    private let turns = Mutex(Turns())

    private struct Turns {
        var isBusy = false
        /// Reads that wait, the first of them first.
        var waiting: [(number: Int, reader: CheckedContinuation<Bool, Never>)] = []
        var count = 0
    }

    /// About as long as it takes to open further connections to the store of an account.
    static let patience = DispatchTimeInterval.milliseconds(50)

    /// - Returns: whether the caller has it now, and gives it back.
    func takeIfFree() -> Bool {
        turns.withLock { turns in
            if turns.isBusy { return false }
            turns.isBusy = true
            return true
        }
    }

    /// Waits for it, until it is free or `patience` is over.
    ///
    /// - Returns: as `takeIfFree`.
    func take() async -> Bool {
        await withCheckedContinuation { reader in
            let number: Int? = turns.withLock { turns in
                guard turns.isBusy else {
                    turns.isBusy = true
                    return nil
                }
                turns.count += 1
                turns.waiting.append((turns.count, reader))
                return turns.count
            }
            guard let number else { return reader.resume(returning: true) }
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        let reader = turns.withLock { turns -> CheckedContinuation<Bool, Never>? in
            guard let place = turns.waiting.firstIndex(where: { $0.number == number }) else { return nil }
            return turns.waiting.remove(at: place).reader
        }
        reader?.resume(returning: false)
    }

    /// Gives it back: the read that has waited longest has it now.
    func give() {
        let reader = turns.withLock { turns -> CheckedContinuation<Bool, Never>? in
            if turns.waiting.isEmpty {
                turns.isBusy = false
                return nil
            }
            return turns.waiting.removeFirst().reader
        }
        reader?.resume(returning: true)
    }
}
