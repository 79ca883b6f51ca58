import Foundation
import Synchronization

/// Lets SIGINT and SIGTERM end work in an orderly way.
enum Interruption {
    /// The last signal; 0 for none. A signal handler may do no more than set
    /// this.
    private static let received = Atomic<Int32>(0)

    /// Runs work; a signal cancels its task. A second signal ends the process at
    /// once.
    ///
    /// - Throws: `Interrupted` when a signal came and the work ended by its
    ///   cancellation; what the work throws.
    static func watched<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        received.store(0, ordering: .relaxed)
        let caught = [SIGINT, SIGTERM].filter(catchOnce)
        let task = Task { try await work() }
        let watcher = Task {
            while received.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(50)) }
            task.cancel()
        }
        defer {
            watcher.cancel()
            for number in caught { signal(number, SIG_DFL) }
        }
        do {
            return try await task.value
        } catch is CancellationError {
            let number = received.load(ordering: .relaxed)
            if number != 0 { throw Interrupted(signal: number) }
            throw CancellationError()
        }
    }

    /// Ends the process by a signal, so that its parent knows.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        // Threads of Dispatch block signals.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(number)
        // A debugger may have taken the signal.
        exit(128 + number)
    }

    /// Installs the handler the first time.
    ///
    /// - Returns: false when the signal was ignored before, and stays so: a
    ///   shell makes background jobs ignore it.
    private static func catchOnce(_ number: Int32) -> Bool {
        let before = signal(number) { number in
            Interruption.received.store(number, ordering: .relaxed)
            signal(number, SIG_DFL)
        }
        guard unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
        signal(number, SIG_IGN)
        return false
    }
}

/// A signal ended the work.
struct Interrupted: Error {
    let signal: Int32
}
