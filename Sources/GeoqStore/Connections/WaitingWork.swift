import Foundation

/// Threads for work that waits: for a disk, for another process's lock, for a
/// library to be loaded.
///
/// Swift runs tasks on as many threads as there are processors. A task that
/// waits on one of them holds up the others, and when all of them wait, no task
/// of the program goes on. So functions that wait are called here, and the task
/// is suspended meanwhile.
package struct WaitingWork: Sendable {
    private let queue: DispatchQueue

    /// - Parameter label: a name for debuggers.
    package init(_ label: String) {
        queue = DispatchQueue(label: label, attributes: .concurrent)
    }

    /// Runs `body` on another thread.
    ///
    /// - Throws: what `body` throws.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// Runs `body` on another thread; no caller waits for it.
    package func start(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }
}

// MARK: Calls on the wrong thread

extension WaitingWork {
    #if DEBUG
        /// Gets the name of each function that waits and that a task calls
        /// itself, instead of by `run`. Tests set it.
        @TaskLocal static var misplaced: (@Sendable (String) -> Void)?
    #endif

    /// To be called first by a function that waits and that async functions of
    /// this package need. Outside of debug builds it does nothing.
    static func willWait(_ function: String = #function) {
        #if DEBUG
            // A task's values cannot be seen from the threads of `run`.
            misplaced?(function)
        #endif
    }
}
