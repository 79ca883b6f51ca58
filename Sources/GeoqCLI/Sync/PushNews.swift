import GeoqStore
import GeoqSync
import Synchronization

/// What a person should hear of the changes that a process sends which stays: each time that more of them
/// cannot be sent or are in conflict than before, and why the project takes none. A process that ends lists them all
/// (`PushSummary`).
final class PushNews: Sendable {
    private struct Known: Sendable {
        var failed = 0
        var conflicts = 0
        var obstacle: String?
    }

    private let known = Mutex(Known())

    /// The sentences about a sync; none when there is nothing new to say.
    ///
    /// - Parameter report: what the sync sent; nil when nothing waited.
    func lines(_ report: PushReport?) -> [String] {
        let left = report?.left ?? OutboxCounts()
        let now = Known(
            failed: left.failed, conflicts: left.conflicts,
            obstacle: report?.obstacle.map { Failure.sentence(ofPush: $0) })
        let before = known.withLock { known in
            defer { known = now }
            return known
        }
        var lines: [String] = []
        if let obstacle = now.obstacle, obstacle != before.obstacle { lines.append(obstacle) }
        if now.failed > before.failed {
            lines.append("\(PushSummary.changes(now.failed)) cannot be sent; see geoq outbox list")
        }
        if now.conflicts > before.conflicts {
            lines.append(
                "\(ConflictNumbers.conflicts(now.conflicts)) of your changes with the server's; see geoq conflicts list"
            )
        }
        return lines
    }
}
