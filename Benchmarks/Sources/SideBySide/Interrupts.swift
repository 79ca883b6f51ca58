import Dispatch
import Foundation
import Synchronization

/// Work that must be done before the process ends, even when it is interrupted.
enum Interrupts {
    private static let works = Mutex<[@Sendable () -> Void]>([])

    /// Runs `work` when the process is interrupted or terminated.
    static func atEnd(_ work: @escaping @Sendable () -> Void) {
        let isFirst = works.withLock {
            $0.append(work)
            return $0.count == 1
        }
        guard isFirst else { return }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                // The handler keeps its source for as long as the process lives.
                source.suspend()
                for work in works.withLock({ $0 }) { work() }
                _exit(128 + number)
            }
            source.resume()
        }
    }
}
