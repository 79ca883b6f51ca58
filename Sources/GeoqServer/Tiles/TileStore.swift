import Geoq
import Synchronization

/// The tile indexes of the newest snapshots: each made once, when the server
/// starts, or when the page or the first tile is asked for; other requests wait
/// for it or go on.
final class TileStore: Sendable {
    private struct Made {
        let tag: String
        let task: Task<TileIndex, any Error>
    }

    private let made = Mutex<[Layer: Made]>([:])

    func index(of layer: Layer, at moment: Moment) async throws -> TileIndex {
        try await task(of: layer, at: moment).value
    }

    /// Begins to make an index that will be asked for in a moment.
    func prepare(_ layer: Layer, at moment: Moment) {
        _ = task(of: layer, at: moment)
    }

    private func task(of layer: Layer, at moment: Moment) -> Task<TileIndex, any Error> {
        made.withLock { made in
            if let known = made[layer], known.tag == moment.tag { return known.task }
            let task = Task.detached(priority: .userInitiated) { try TileIndex(moment.snapshot, layer) }
            made[layer] = Made(tag: moment.tag, task: task)
            return task
        }
    }
}
