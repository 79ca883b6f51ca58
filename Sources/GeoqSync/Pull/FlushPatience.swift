import Geoq
import Synchronization

/// Lets the syncs of one program wait once for a server's log that stands still, and not once for each
/// relation of that server.
///
/// A transaction that has written and is left open on an idle server leaves its log behind for as long as it
/// is open. What was waited for in vain a moment ago will not come in the next one either.
package final class FlushPatience: Sendable {
    /// When a wait at a server ended in vain, by the server's lineage.
    private let lost = Mutex<[String: Stopwatch]>([:])

    /// For so long after a wait in vain no other one is begun.
    private static let pause = Duration.seconds(10)

    package init() {}

    /// Whether a wait for the disk of a server may help.
    func holds(_ lineage: String?) -> Bool {
        guard let lineage else { return true }
        return lost.withLock { lost in lost[lineage].map { $0.elapsed >= Self.pause } ?? true }
    }

    /// Notes how a wait at a server ended.
    func note(_ lineage: String?, isDurable: Bool, _ clock: any Clock<Duration> & Sendable) {
        guard let lineage else { return }
        lost.withLock { $0[lineage] = isDurable ? nil : Stopwatch(clock) }
    }
}
