import Geoq
import GeoqStore
import Synchronization

/// How many rows a mirror holds of each table, and their sums, to be compared with
/// those that a remote tells.
///
/// They can be computed while the remote is asked. A sync holds the store's lock, so
/// only people and programs write rows meanwhile. Such a row has a base until the
/// server has taken it, and a mirror with a base is never one that a sync leaves as it
/// is; a row that the server took before it answered is in the remote's sum, and one
/// that it took later is read by the next sync.
final class HeldTotals: Sendable {
    struct Total: Equatable, Sendable {
        var bucket = TableDigest.Bucket()
        /// Whether there are ids that are no UUIDs.
        var isDamaged = false
    }

    private struct Early {
        let name: String
        let tables: Set<MirrorTable>
        let task: Task<[MirrorTable: Total], any Error>
    }

    private let store: Store
    private let early = Mutex<Early?>(nil)

    init(_ store: Store) {
        self.store = store
    }

    /// Begins to compute them, unless that was begun.
    ///
    /// - Parameter name: the mirror's.
    func start(_ tables: Set<MirrorTable>, of name: String) {
        early.withLock { early in
            guard early?.name != name || early?.tables != tables else { return }
            early?.task.cancel()
            early = Early(name: name, tables: tables, task: Task { [self] in try await read(tables, name) })
        }
    }

    /// Ends what was begun and is not needed.
    func stop() {
        early.withLock { early in
            early?.task.cancel()
            early = nil
        }
    }

    /// - Complexity: O(rows of the tables), once.
    func totals(of tables: Set<MirrorTable>, in name: String) async throws -> [MirrorTable: Total] {
        if let early = early.withLock({ $0 }), early.name == name, early.tables.isSuperset(of: tables) {
            // What stopped the early read stops this one, too, or is over.
            let found = await withTaskCancellationHandler {
                try? await early.task.value
            } onCancel: {
                early.task.cancel()
            }
            if let found { return found }
        }
        return try await read(tables, name)
    }

    private func read(_ tables: Set<MirrorTable>, _ name: String) async throws -> [MirrorTable: Total] {
        let sums = try await store.mirror.reduceHeld(tables, of: name, into: TableDigest.Bucket()) {
            $0.add(RowMark($1, token: TableDigest.versionToken($2)))
        }
        return sums.mapValues { Total(bucket: $0.value, isDamaged: !$0.damaged.isEmpty) }
    }
}
