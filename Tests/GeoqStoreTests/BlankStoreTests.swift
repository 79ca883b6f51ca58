import GeoqStore
import TestSupport
import Testing

/// The copies of an empty store that most tests begin with.
struct BlankStoreTests {
    @Test func `a copy differs from a store that was made in what a store draws, and in nothing else`() async throws {
        try await withFolder { folder in
            let drawn = "SELECT identity, token, log_token FROM geoq_store"
            var dumps: Set<[String]> = []
            var values: Set<[String]> = []
            for (number, isCopy) in [true, true, false].enumerated() {
                let path = "\(folder)/\(number).sqlite"
                try (isCopy ? Store.blank(path) : Store(path: path)).close()
                values.insert(try Tool.sqlite3(path, drawn).lines)
                let undrawn = try Tool.sqlite3(
                    path,
                    """
                    UPDATE geoq_store SET identity = 'x', token = 1, log_token = 1;
                    DELETE FROM spatialite_history; DELETE FROM geometry_columns_time;
                    """)
                #expect(undrawn.status == 0, "\(undrawn.errors)")
                let numbers = try Tool.sqlite3(path, "PRAGMA application_id; PRAGMA user_version").lines
                dumps.insert(try numbers + Tool.sqlite3(path, ".dump").lines)
            }
            #expect(values.count == 3, "Each has drawn its own.")
            #expect(dumps.count == 1 && dumps.first!.count > 1000)
        }
    }
}
