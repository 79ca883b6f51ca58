import Foundation
import Synchronization
package import Testing

/// Runs tests that wait for processes on threads of their own.
///
/// Swift has as many threads for tasks as the machine has cores, and a test that
/// waits for a command or a server holds one. With two cores and two such tests
/// nothing else runs, though the processor may be idle.
package struct WaitingThreads: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Pool.shared) { try await function() }
    }

    /// Threads that take jobs in the order in which they come.
    private final class Pool: TaskExecutor {
        static let shared = Pool(threads: 4 * ProcessInfo.processInfo.activeProcessorCount)

        private let waiting = Mutex<[UnownedJob]>([])
        private let signal = DispatchSemaphore(value: 0)

        init(threads: Int) {
            for _ in 0..<threads {
                let thread = Thread { [self] in
                    while true {
                        signal.wait()
                        let job = waiting.withLock { $0.removeFirst() }
                        job.runSynchronously(on: asUnownedTaskExecutor())
                    }
                }
                // What a thread has by default elsewhere: debug builds need deep stacks.
                thread.stackSize = 8 << 20
                thread.start()
            }
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            waiting.withLock { $0.append(job) }
            signal.signal()
        }
    }
}

extension Trait where Self == WaitingThreads {
    /// The tests wait for processes: other tests go on meanwhile.
    package static var waits: Self {
        _ = TestProcess.isConfigured
        return WaitingThreads()
    }
}
