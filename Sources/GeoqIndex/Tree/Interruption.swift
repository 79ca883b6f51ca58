import Synchronization

/// Tells work on another thread to stop: the client has left, or the time for
/// the work is over. A search checks it every few nodes, and then throws
/// `IndexError.interrupted`.
///
/// It can be set once and stays set. It may be used from any thread.
package final class Interruption: Sendable {
    private let flag = Atomic(false)
    /// The actions to run when it is set; nil once it is set.
    private let actions = Mutex<[Int: @Sendable () -> Void]?>([:])
    private let nextAction = Atomic(0)

    package init() {}

    package var isInterrupted: Bool { flag.load(ordering: .relaxed) }

    /// Tells the work to stop. A second call does nothing.
    package func interrupt() {
        flag.store(true, ordering: .sequentiallyConsistent)
        let waiting = actions.withLock { actions in
            defer { actions = nil }
            return actions ?? [:]
        }
        for (_, action) in waiting.sorted(by: { $0.key < $1.key }) { action() }
    }

    /// Runs `action` once the work is told to stop; at once if it was told
    /// before.
    package func whenInterrupted(_ action: @escaping @Sendable () -> Void) {
        let number = nextAction.add(1, ordering: .relaxed).newValue
        let isLate = actions.withLock { actions in
            actions?[number] = action
            return actions == nil
        }
        if isLate { action() }
    }

    /// - Throws: `IndexError.interrupted` when the work is to stop.
    @inline(__always)
    package func check() throws(IndexError) {
        if isInterrupted { throw .interrupted }
    }
}
