import Foundation
import Synchronization

/// Separate threads for work that takes long: the threads that accept
/// connections, and those that read and write bytes, never wait behind it.
///
/// Tasks run here by `Task(executorPreference:)`. The threads end with the
/// executor.
final class WorkThreads: TaskExecutor {
    private final class Queue: Sendable {
        let jobs = Mutex<(waiting: [UnownedJob], next: Int)>(([], 0))
        let news = DispatchSemaphore(value: 0)

        func append(_ job: UnownedJob) {
            jobs.withLock { $0.waiting.append(job) }
            news.signal()
        }

        /// Waits for a job; nil when no more jobs will come.
        func next() -> UnownedJob? {
            news.wait()
            return jobs.withLock { jobs in
                guard jobs.next < jobs.waiting.count else { return nil }
                let job = jobs.waiting[jobs.next]
                jobs.next += 1
                // At most half of the array is finished jobs.
                if jobs.next * 2 > jobs.waiting.count {
                    jobs.waiting.removeFirst(jobs.next)
                    jobs.next = 0
                }
                return job
            }
        }
    }

    private let queue = Queue()
    private let count: Int

    /// - Parameters:
    ///   - name: the name of the threads in tools; 15 bytes at most.
    ///   - niceness: added to their nice value, so that the threads of
    ///     connections come first when all cores are busy (Linux).
    init(name: String, count: Int, niceness: Int32) {
        precondition(count > 0, "At least one thread must do the work.")
        self.count = count
        let executor = UnownedTaskExecutor(ordinary: self)
        for number in 1...count {
            let thread = Thread { [queue] in
                Self.becomeNice(niceness)
                while let job = queue.next() { job.runSynchronously(on: executor) }
            }
            thread.name = "\(name)-\(number)"
            // As large as the main thread's stack: queries may be nested
            // deeply.
            thread.stackSize = 8 * 1_024 * 1_024
            thread.start()
        }
    }

    deinit {
        // A task retains its executor, so no job is waiting any more.
        for _ in 0..<count { queue.news.signal() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job))
    }

    func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        UnownedTaskExecutor(ordinary: self)
    }

    private static func becomeNice(_ niceness: Int32) {
        #if os(Linux)
            // On Linux this applies only to the calling thread.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
    }
}
