import GeoqStore
import GeoqSync
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
        let failures = stores.withLock { $0.compactMap(\.failedMigration) }
        if let failure = error as? StoreError { return failures.contains(failure) }
        // A sync keeps the words of a store's error.
        guard let problem = error as? SyncError, problem.kind == .local else { return false }
        return failures.contains { "\($0)" == problem.message }
    }

    /// Closes all of them, and waits for their reads to end. What cannot be closed
    /// leaves its rows in the `-wal` file, where the next command finds them.
    func close() {
        for store in stores.withLock({ $0 }) { try? store.close() }
    }
}
