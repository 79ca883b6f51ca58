import Geoq
import Synchronization

/// The tile indexes of the newest snapshots: each made once, when the first
/// tile is asked for, while other requests wait for it or go on.
final class TileStore: Sendable {
    private struct Made {
        let tag: String
        let task: Task<TileIndex, any Error>
    }

    private let made = Mutex<[Layer: Made]>([:])

    func index(of layer: Layer, at moment: Moment) async throws -> TileIndex {
        let task = made.withLock { made in
            if let known = made[layer], known.tag == moment.tag { return known.task }
            let task = Task.detached(priority: .userInitiated) { try TileIndex(moment.snapshot, layer) }
            made[layer] = Made(tag: moment.tag, task: task)
            return task
        }
        return try await task.value
    }
}
