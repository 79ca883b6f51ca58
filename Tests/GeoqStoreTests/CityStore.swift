import Foundation
import GeoqFormats
import TestSupport
import Testing

@testable import GeoqStore

/// A store of the 34 006 places in `data/cities15000.csv`, with its index. It
/// is imported once for all tests; each takes a copy.
enum CityStore {
    static let table = Checkout.root.appending(path: "data/cities15000.csv").path

    /// Opens a copy.
    ///
    /// - Parameter path: where it will be; its index is beside it.
    static func copy(to path: String) async throws -> Store {
        let original = try await made.value
        for suffix in ["", ".index"] {
            try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
        }
        return try Store(path: path)
    }

    private static let made = Task {
        let path = LastingFolder.path + "/cities.sqlite"
        let store = try Store(path: path)
        try await store.imports.run(table, as: .hotspots)
        _ = try await store.snapshot()
        // All of it in one file.
        let checkpoint = try Tool.sqlite3(path, "PRAGMA wal_checkpoint(TRUNCATE)")
        try #require(checkpoint.lines == ["0|0|0"], "\(checkpoint.errors)")
        return path
    }
}
