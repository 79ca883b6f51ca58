import GRDB
import Geoq
import GeoqFormats
import TestSupport
import Testing

@testable import GeoqStore

/// The names of birds in an index are compared with the rows.
@Suite struct BirdComparisonTests {
    @Test func `index verify and doctor find birds that are called otherwise, missing or left over`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await WatchlistImportTests.take(
                "id,common_name,scientific_name\n1,Great Tit,Parus major\n2,Blue Tit,Cyanistes caeruleus\n",
                "birds.csv", .birds, into: store, folder)
            try await WatchlistImportTests.take(
                "id,lat,lon,scientific_name,common_name,date\n3,42.44,-76.5,,Great Tit,2026-05-01\n",
                "sightings.csv", .observations, into: store, folder)
            try await store.index.write()
            #expect(try await store.index.verify().comparedRows == 1)

            for (change, words) in [
                (
                    "UPDATE bird SET common_name = 'Kohlmeise' WHERE common_name = 'Great Tit'",
                    "“parus major, kohlmeise”; in the index “parus major, great tit”"
                ),
                ("DELETE FROM bird WHERE common_name = 'Blue Tit'", ": in the index, not among the rows"),
                (
                    """
                    INSERT INTO bird (id, common_name, scientific_name, source)
                        SELECT 'b0000000-0000-4000-8000-000000000001', 'Wren', 'Troglodytes', source FROM bird LIMIT 1
                    """, "bird b0000000-0000-4000-8000-000000000001: not in the index"
                ),
            ] {
                // No trigger sees the change, so the index stays that of the store's version.
                try await Self.write(
                    store, "UPDATE geoq_store SET bulk = 1", change, "UPDATE geoq_store SET bulk = 0")
                let error = await #expect(throws: StoreError.self) { try await store.index.verify() }
                #expect(error?.description.contains(words) == true, "\(String(describing: error))")
                let check = try await store.health.checks().first { $0.name == "index and rows" }
                #expect(check?.isSound == false)
                #expect(check?.finding.contains(words) == true, "\(String(describing: check))")
            }

            try await store.index.write()
            #expect(try await store.index.verify().comparedRows == 1)
            // With changes laid over the index.
            try await Self.write(
                store, "UPDATE bird SET common_name = 'Zaunkönig' WHERE common_name = 'Wren'",
                "UPDATE bird SET deleted_at = '2026-01-01' WHERE common_name = 'Kohlmeise'")
            #expect(try await store.index.info().state == "stale")
            #expect(try await store.index.verify().comparedRows == 1)
        }
    }

    private static func write(_ store: Store, _ statements: String...) async throws {
        try await store.writer().write { db in
            for sql in statements { try db.execute(sql: sql) }
        }
    }
}
