import GeoqStore
import Synchronization

/// The stores that a command has opened. They are closed when it ends.
///
/// SQLite moves committed rows from the `-wal` file into the store's own file when
/// the last connection closes. A process that exits before it does so loses no row;
/// but a user who then moves or copies the store's file alone would.
final class OpenedStores: Sendable {
    /// Those of the present run.
    @TaskLocal static var ofRun: OpenedStores?

    private let stores = Mutex<[Store]>([])

    func add(_ store: Store) { stores.withLock { $0.append(store) } }

    /// Whether it was said of one of them, when it was opened, that it can only be read.
    func areSaid(_ error: any Error) -> Bool {
        guard let failure = error as? StoreError else { return false }
        return stores.withLock { $0.contains { $0.failedMigration == failure } }
    }

    /// Closes all of them, and waits for their reads to end. What cannot be closed
    /// leaves its rows in the `-wal` file, where the next command finds them.
    func close() {
        for store in stores.withLock({ $0 }) { try? store.close() }
    }
}
