import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// An import drops triggers and builds the spatial index itself: however it
/// ends, the store is whole afterwards.
@Suite struct BulkImportTests {
    @Test func `the schema and the index are whole after every kind of import`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let schema = try await Self.schema(store)
            let path = folder + "/grid.csv"
            var settings = ImportSettings(.hotspots)
            func expectWhole(rows: Int, _ comment: Comment) async throws {
                #expect(try await Self.schema(store) == schema, comment)
                #expect(try await Self.isSound(store), comment)
                #expect(try await store.health.statistics().hotspots == rows, comment)
            }

            settings.dryRun = true
            try Self.grid(5_000).write(toFile: path, atomically: true, encoding: .utf8)
            try await store.imports.run(path, settings)
            try await expectWhole(rows: 0, "a dry run")
            settings.dryRun = false
            #expect(try await store.imports.run(path, settings).added == 5_000)
            try await expectWhole(rows: 5_000, "many rows into an empty store")
            #expect(try await store.imports.run(path, settings).unchanged == 5_000)
            try await expectWhole(rows: 5_000, "the same again")

            try Self.grid(5_010, shift: 0.001).write(toFile: path, atomically: true, encoding: .utf8)
            let moved = try await store.imports.run(path, settings)
            #expect((moved.changed, moved.added) == (5_000, 10))
            try await expectWhole(rows: 5_010, "all rows moved")
            try Self.grid(5_020, shift: 0.001).write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await store.imports.run(path, settings).added == 10)
            try await expectWhole(rows: 5_020, "a few rows more")

            settings.strict = true
            try (Self.grid(9_000) + "bad,Bad,91,0\n").write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await store.imports.run(path, settings).isStored == false)
            try await expectWhole(rows: 5_020, "a refused file")
            settings.strict = false
            settings.replace = true
            try Self.grid(20).write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await store.imports.run(path, settings).removed == 5_000)
            try await expectWhole(rows: 20, "most rows removed")
        }
    }

    @Test func `an import that is cancelled leaves everything as it was`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/grid.csv"
            try Self.grid(100).write(toFile: path, atomically: true, encoding: .utf8)
            try await store.imports.run(path, as: .hotspots)
            let (schema, version) = (try await Self.schema(store), try await store.snapshot().version)
            let task = Task { () -> Bool in
                do {
                    // The first 5 000 rows are written when `progress` is first
                    // called.
                    try await store.imports.run(CityStore.table, ImportSettings(.hotspots)) { _ in
                        withUnsafeCurrentTask { $0?.cancel() }
                    }
                    return false
                } catch is CancellationError {
                    return true
                }
            }
            #expect(try await task.value)
            #expect(try await Self.schema(store) == schema)
            #expect(try await Self.isSound(store))
            #expect(try await store.snapshot().version == version)
            #expect(try await store.health.statistics().hotspots == 100)
        }
    }

    @Test func `a write after a bulk import is logged row by row`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            try await store.imports.run(CityStore.table, as: .hotspots)
            let log = try await store.writer().write { db in
                for sql in [
                    "UPDATE hotspot SET name = 'Here' WHERE fid = 7", "DELETE FROM hotspot WHERE fid = 8",
                    "INSERT INTO hotspot (id, name, source) SELECT 'new', 'New', source FROM hotspot WHERE fid = 7",
                ] { try db.execute(sql: sql) }
                return try Row.fetchAll(db, sql: "SELECT version, table_name, row_id IS NULL FROM geoq_change").map {
                    "\($0[0] as Int) \($0[1] as String) \($0[2] as Bool ? "all" : "one")"
                }
            }
            #expect(log == ["2 hotspot all", "3 hotspot one", "4 hotspot one", "5 hotspot one"])
        }
    }

    @Test func `a geometry that another program moved keeps its place in the index`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/one.csv"
            try "id,name,lat,lon\nA,Here,10,20\n".write(toFile: path, atomically: true, encoding: .utf8)
            try await store.imports.run(path, as: .hotspots)
            try await store.writer().write { db in
                try db.execute(sql: "UPDATE hotspot SET geom = MakePoint(-50, -60, 4326)")
            }
            try await store.imports.run(CityStore.table, as: .hotspots)
            #expect(try await Self.isSound(store))
            let found = try await store.writer().read { db in
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM idx_hotspot_geom WHERE xmin = -50 AND ymin = -60 AND pkid = 1")
            }
            #expect(found == 1)
        }
    }

    /// Rows from 0 on a grid around the origin.
    private static func grid(_ count: Int, shift: Double = 0) -> String {
        (0..<count).reduce(into: "id,name,lat,lon\n") { text, number in
            text += "\(number),Place \(number),\(Double(number / 100) + shift),\(number % 100)\n"
        }
    }

    private static func schema(_ store: Store) async throws -> Set<String> {
        try await store.writer().read { db in
            try Set(String.fetchAll(db, sql: "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_master"))
        }
    }

    private static func isSound(_ store: Store) async throws -> Bool {
        try await store.writer().writeWithoutTransaction { db in
            let tree = try String.fetchOne(db, sql: "SELECT rtreecheck('idx_hotspot_geom')")
            return try tree == "ok" && Int.fetchOne(db, sql: "SELECT CheckSpatialIndex('hotspot', 'geom')") == 1
        }
    }
}
