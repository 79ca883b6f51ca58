import Geoq
import GeoqIndex
import HTTPTypes
import Synchronization

/// Which sightings tiles show: those of a species, or of some days.
struct TileConditions: Hashable, Sendable {
    let species: String?
    let since: Day?
    let until: Day?

    /// - Returns: nil when the question has no conditions.
    init?(_ query: Query) {
        (species, since, until) = (query.species, query.since, query.until)
        if species == nil, since == nil, until == nil { return nil }
    }

    /// The sightings in the order of their places on the map.
    func index(_ snapshot: Snapshot, _ interruption: Interruption) throws -> TileIndex {
        var query = Query(.box(.everything), layer: .observations)
        query.interruption = interruption
        (query.species, query.since, query.until) = (species, since, until)
        var statistics = SearchStatistics()
        let found = try snapshot.positions(query, nil, &statistics).map(\.position)
        return try TileIndex(snapshot, .observations, positions: found, count: found.count)
    }
}

/// The tile indexes of the conditions that were asked for last, each made once:
/// all tiles of one map have the same conditions.
final class ConditionedTiles: Sendable {
    private struct Made {
        let conditions: TileConditions
        let tag: String
        let task: Task<TileIndex, any Error>
    }

    /// How many are kept: a map shows one, and the one before until the new one
    /// is ready. When others are asked for, the one that was asked for longest ago is given up.
    private static let most = 4

    /// The one that was used last is at the end.
    private let made = Mutex<[Made]>([])
    private let threads: WorkThreads

    /// - Parameter threads: make the indexes.
    init(_ threads: WorkThreads) {
        self.threads = threads
    }

    /// - Complexity: O(*n* log *n*) in the sightings that the conditions let
    ///   through, once for each snapshot; and what the conditions cost.
    /// - Throws: `CancellationError` when the task that asks is cancelled; 503 when more conditions are asked for at once
    ///   than are kept.
    func index(of conditions: TileConditions, at moment: Moment) async throws -> TileIndex {
        do {
            return try await task(of: conditions, at: moment).valueUnlessCancelled()
        } catch let error where !Task.isCancelled && Self.isGivenUp(error) {
            throw Problem(
                .serviceUnavailable, "More than \(Self.most) conditions are asked for at once; try again in a moment.",
                headers: [.retryAfter: "2"])
        }
    }

    private static func isGivenUp(_ error: any Error) -> Bool {
        if case IndexError.interrupted = error { return true }
        return error is CancellationError
    }

    private func task(of conditions: TileConditions, at moment: Moment) -> Task<TileIndex, any Error> {
        made.withLock { made in
            let known = made.firstIndex { $0.conditions == conditions && $0.tag == moment.tag }
            if let known {
                made.append(made.remove(at: known))
            } else {
                let interruption = Interruption()
                let task = Task.detached(executorPreference: threads) {
                    try await withTaskCancellationHandler {
                        try Task.checkCancellation()
                        return try conditions.index(moment.snapshot, interruption)
                    } onCancel: {
                        interruption.interrupt()
                    }
                }
                made.append(Made(conditions: conditions, tag: moment.tag, task: task))
                if made.count > Self.most { made.removeFirst().task.cancel() }
            }
            return made[made.count - 1].task
        }
    }
}
