import Geoq
import Synchronization

/// The tile indexes of the newest snapshots. Each is made once: when the server
/// starts, or when the page or the first tile is asked for. Other requests wait
/// for it or go on. An index that is not ready when a newer snapshot is asked
/// for is abandoned.
final class TileStore: Sendable {
    private struct Made {
        let moment: Moment
        let task: Task<TileIndex, any Error>
    }

    private let made = Mutex<[Layer: Made]>([:])
    private let threads: WorkThreads

    /// - Parameter threads: make the indexes.
    init(_ threads: WorkThreads) {
        self.threads = threads
    }

    /// The index of a layer, and its moment: the one that is asked for, or a
    /// newer one.
    func index(of layer: Layer, at moment: Moment) async throws -> (index: TileIndex, moment: Moment) {
        var asked = moment
        while true {
            let made = make(layer, at: asked)
            do {
                return (try await made.task.valueUnlessCancelled(), made.moment)
            } catch is CancellationError {
                // Its own task was given up for that of a newer moment, or the one that asks was cancelled.
                let newer = self.made.withLock { $0[layer]?.moment }
                guard !Task.isCancelled, let newer, newer.takenAt > made.moment.takenAt else {
                    throw CancellationError()
                }
                asked = newer
            }
        }
    }

    /// Begins to make an index that will soon be asked for.
    func prepare(_ layer: Layer, at moment: Moment) {
        _ = make(layer, at: moment)
    }

    private func make(_ layer: Layer, at moment: Moment) -> Made {
        made.withLock { made in
            if let known = made[layer] {
                if known.moment.tag == moment.tag || known.moment.takenAt > moment.takenAt { return known }
                known.task.cancel()
            }
            let task = Task.detached(executorPreference: threads) { try TileIndex(moment.snapshot, layer) }
            let new = Made(moment: moment, task: task)
            made[layer] = new
            return new
        }
    }
}
