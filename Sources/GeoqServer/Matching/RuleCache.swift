import Geoq
import GeoqStore
import Synchronization

/// The rules of the store, ready to be asked: read once for each snapshot, when
/// someone asks.
final class RuleCache: Sendable {
    /// Rules and what messages call their lists.
    struct Rules: Sendable {
        let stored: StoredRules
        let matcher: RuleMatcher
        let titles: [FeatureID: String]
    }

    private struct Made {
        let tag: String
        let task: Task<Rules, any Error>
    }

    private let made = Mutex<Made?>(nil)

    func rules(of live: LiveStore, at moment: Moment) async throws -> Rules {
        let task = made.withLock { made in
            if let made, made.tag == moment.tag { return made.task }
            let task = Task.detached(priority: .userInitiated) {
                let stored = try await live.rows.rules()
                return Rules(stored: stored, matcher: stored.matcher(), titles: stored.titles)
            }
            made = Made(tag: moment.tag, task: task)
            return task
        }
        do {
            return try await task.value
        } catch {
            // The next one tries again.
            made.withLock { if $0?.tag == moment.tag { $0 = nil } }
            throw error
        }
    }
}
