import Geoq
import GeoqFormats
public import GeoqStore

/// From a table on disk to a store that answers: rows, spatial index and the
/// index beside it.
public enum Import {
    /// - Parameter path: where the store is made; there must be no file yet.
    public static func run(_ table: String, into path: String) async throws -> ImportReport {
        let store = try Store(path: path)
        let report = try await store.imports.run(table, as: .hotspots)
        _ = try await store.snapshot(verifying: .touched)
        return report
    }
}
