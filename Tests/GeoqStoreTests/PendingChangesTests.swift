import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Rows that other tools write are in the next answer, without a new index.
@Suite struct PendingChangesTests {
    private let ithaca: Coordinate

    init() throws {
        ithaca = try Coordinate(latitude: 42.44, longitude: -76.5)
    }

    @Test func `doctor tells of counts of 0, which an earlier geoq took for sightings`() async throws {
        try await withFolder { folder in
            let file = folder + "/seen.csv"
            try "id,species,count,lat,lon\n1,Parus major,3,1,2\n2,Anas acuta,4,1,2\n".write(
                toFile: file, atomically: true, encoding: .utf8)
            let store = try Store.blank(folder + "/a.sqlite")
            _ = try await store.imports.run(file, as: .observations)
            func finding() async throws -> String? {
                try await store.health.checks().first { $0.name == "sightings of nothing" }?.finding
            }
            #expect(try await finding() == "ok")
            try await store.write { db in
                try db.execute(sql: "UPDATE observation SET count = 0 WHERE source_id = '2'")
            }
            #expect(try await finding()?.hasPrefix("a count of 0 in 1 of seen: answers show them") == true)
            // Any program may write a source that is no text, and that no table names.
            let run = try Tool.sqlite3(store.path, "UPDATE observation SET source = x'ff' WHERE source_id = '2'")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try await finding()?.hasPrefix("a count of 0 in 1 of \u{FFFD}: answers show them") == true)
        }
    }

    @Test func `rows that another tool writes are in the next answer`() async throws {
        try await withStore { store in
            let built = try Self.indexBytes(store)
            let near = Query.near(ithaca, within: .kilometers(60))
            func names() async throws -> [String] {
                let found = try await store.features.answer(near).hits.map(\.name)
                // Another process, which has only the file to start with.
                let fresh = try Store(path: store.path)
                #expect(try await fresh.features.answer(near, verifying: .touched).hits.map(\.name) == found)
                #expect(try await fresh.features.answer(near, method: .bruteForce).hits.map(\.name) == found)
                #expect(try await store.features.count(near) == found.count)
                return found
            }
            #expect(try await names() == ["Ithaca", "Cortland", "Elmira", "Vestal", "Auburn"])
            try await Self.write(store, "DELETE FROM hotspot WHERE name = 'Ithaca' AND locality = 'US-NY'")
            #expect(try await names() == ["Cortland", "Elmira", "Vestal", "Auburn"])
            try await Self.write(store, "UPDATE hotspot SET lat = 42.5, lon = -76.5 WHERE name = 'Vestal'")
            #expect(try await names() == ["Vestal", "Cortland", "Elmira", "Auburn"])
            try await Self.write(
                store,
                """
                INSERT INTO hotspot (id, name, lat, lon, source) VALUES
                    ('00000000-0000-4000-8000-000000000001', 'Stewart Park', 42.46, -76.5, 'geonames')
                """)
            #expect(try await names() == ["Stewart Park", "Vestal", "Cortland", "Elmira", "Auburn"])
            try await Self.write(
                store, "UPDATE hotspot SET name = 'Stewart' WHERE name = 'Stewart Park'",
                "UPDATE hotspot SET deleted_at = '2026-01-01' WHERE name = 'Cortland'",
                "UPDATE hotspot SET lat = NULL, lon = NULL WHERE name = 'Elmira'")
            #expect(try await names() == ["Stewart", "Vestal", "Auburn"])
            #expect(try await store.snapshot().pendingChanges == 6)
            #expect(try await store.index.info().state == "stale")
            #expect(try Self.indexBytes(store) == built, "The file was not written.")
            try await store.index.rebuild()
            #expect(try await store.snapshot().pendingChanges == 0)
            #expect(try await names() == ["Stewart", "Vestal", "Auburn"])
        }
    }

    @Test func `a row that no answer can have is found by doctor`() async throws {
        try await withStore { store in
            func check() async throws -> HealthCheck? {
                try await store.health.checks().first { $0.name == "rows of hotspots" }
            }
            #expect(try await check()?.isSound == true)
            try await Self.write(
                store, "INSERT INTO hotspot (id, name, lat, lon, source) VALUES ('pond', 'Pond', 42, -76, 'geonames')")
            let found = try #require(try await check())
            #expect(!found.isSound && found.finding.hasPrefix("1 with an id that is no UUID"))
        }
    }

    @Test func `a row that is known by another id or number leaves nothing behind`() async throws {
        let (old, new) = ("00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b")
        try await withStore { store in
            let here = Query.near(ithaca, within: .kilometers(5))
            func ids() async throws -> [String] {
                let found = try await store.features.answer(here).hits.map(\.id.description)
                let fresh = try Store(path: store.path)
                #expect(try await fresh.features.answer(here, verifying: .touched).hits.map(\.id.description) == found)
                return found
            }
            let fid = try await store.read { db in
                try Int.fetchOne(db, sql: "SELECT fid FROM hotspot WHERE name = 'Ithaca' AND locality = 'US-NY'")!
            }
            try await Self.write(store, "UPDATE hotspot SET id = '\(old)' WHERE fid = \(fid)")
            #expect(try await ids() == [old])
            let values = "VALUES (\(fid), '\(new)', 'Ithaca', 42.44, -76.5, 'geonames')"
            try await Self.write(
                store, "INSERT OR REPLACE INTO hotspot (fid, id, name, lat, lon, source) \(values)")
            #expect(try await ids() == [new])
            let other = try await store.read { db in
                try Int.fetchOne(db, sql: "SELECT fid FROM hotspot WHERE name = 'Cortland'")!
            }
            try await Self.write(store, "UPDATE OR REPLACE hotspot SET fid = \(fid) WHERE fid = \(other)")
            #expect(try await ids() == [])
        }
    }

    @Test func `observations that are pending have species, days and columns`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/seen.csv"
            let rows = (0..<200).map { "\($0),42.\(100 + $0),-76.5,Parus major,Great Tit,2024-05-01,\(1 + $0 % 5)" }
            try ("id,lat,lon,scientific_name,common_name,date,count\n" + rows.joined(separator: "\n") + "\n")
                .write(toFile: path, atomically: true, encoding: .utf8)
            try await store.imports.run(path, as: .observations)
            _ = try await store.snapshot()
            try await Self.write(
                store, "DELETE FROM observation WHERE lat < 42.15",
                "UPDATE observation SET common_name = 'Robin', scientific_name = NULL, count = 77 WHERE lat < 42.2",
                "UPDATE observation SET date = '2025-06-07', date_end = '2025-06-07' WHERE lat > 42.28")
            #expect(try await store.snapshot(verifying: .touched).pendingChanges > 100)
            var query = Query.near(ithaca, within: .kilometers(200), layer: .observations)
            #expect(try await store.features.count(query) == 150)
            let species = try await store.features.species(query).map {
                "\($0.scientificName)|\($0.commonName)|\($0.observations)"
            }
            #expect(species == ["Parus major|Great Tit|100", "|Robin|50"])
            query.since = Day(iso: "2025-01-01")
            #expect(try await store.features.answer(query).hits.count == 19)
            query.since = nil
            query.filter = try PropertyFilter(cql2Text: "count = 77")
            #expect(try await store.features.answer(query).hits.count == 50)
            query.species = "robin"
            query.limit = 3
            let found = try await store.features.answer(query)
            #expect(found.hits.map(\.name) == ["Robin", "Robin", "Robin"])
            #expect(try await store.features.answer(query, method: .bruteForce).hits.map(\.id) == found.hits.map(\.id))
        }
    }

    @Test func `a species is asked by the names of the store's birds, as they are now`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await WatchlistImportTests.take(
                "id,common_name,scientific_name\n1,Great Tit,Parus major\n2,Blue Tit,Cyanistes caeruleus\n",
                "birds.csv", .birds, into: store, folder)
            try await WatchlistImportTests.take(
                """
                id,lat,lon,scientific_name,common_name,date
                3,42.44,-76.5,,Great Tit,2026-05-01
                4,42.44,-76.5,Parus major,,2026-05-01
                5,42.44,-76.5,Parus major,Kohlmeise,2026-05-01
                6,42.44,-76.5,Cyanistes caeruleus,,2026-05-01

                """, "sightings.csv", .observations, into: store, folder)
            func expect(_ counts: [String: Int]) async throws {
                for (name, count) in counts {
                    var query = Query.near(ithaca, within: .kilometers(50), layer: .observations)
                    query.species = name
                    // Another process, which has only the file to start with.
                    let fresh = try Store(path: store.path)
                    let found = try await fresh.features.answer(query, verifying: .touched).hits
                    #expect(found.count == count, "\(name)")
                    #expect(try await store.features.count(query) == count, "\(name)")
                    let scanned = try await store.features.answer(query, method: .bruteForce).hits
                    #expect(scanned.map(\.id) == found.map(\.id), "\(name)")
                }
            }
            try await expect(["Great Tit": 3, "Parus major": 3, "Kohlmeise": 3, "Blue Tit": 1, "Mésange": 0])
            try await Self.write(store, "UPDATE bird SET common_name = 'Mésange' WHERE common_name = 'Great Tit'")
            try await expect(["Great Tit": 1, "Parus major": 2, "mésange": 2, "Blue Tit": 1])
            try await store.index.rebuild()
            try await expect(["Great Tit": 1, "Parus major": 2, "mésange": 2, "Blue Tit": 1])
            try await Self.write(store, "UPDATE bird SET deleted_at = '2026-01-01' WHERE common_name = 'Blue Tit'")
            try await expect(["Blue Tit": 0, "Mésange": 2])
            try await Self.write(store, "DELETE FROM bird")
            try await expect(["Great Tit": 1, "Mésange": 0])
        }
    }

    @Test func `random writes by SQL give the answers of an index built anew`() async throws {
        let seed: UInt64 = 61
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        try await withStore { store in
            let overlaid = try Store(path: store.path)
            _ = try await overlaid.snapshot()
            for _ in 0..<4 {
                let statements = (0..<40).map { _ in Self.statement(&generator) }
                try await Self.write(store, statements)
                let current = try await overlaid.snapshot()
                let anew = try await Self.builtAnew(store)
                #expect(current.version == anew.version && current.pendingChanges > 0)
                #expect(current.count(of: .hotspots) == anew.count(of: .hotspots))
                for _ in 0..<30 {
                    let query = Query.nearest(20, to: .random(using: &generator))
                    #expect(try current.answer(query).map(\.id) == (try anew.answer(query).map(\.id)))
                }
                let everything = Query.near(ithaca, within: .halfTheEarth)
                #expect(try current.answer(everything).map(\.id) == (try anew.answer(everything).map(\.id)))
            }
        }
    }

    @Test func `a small import is laid over the index`() async throws {
        try await withStore { store in
            let built = try Self.indexBytes(store)
            let path = store.path + ".csv"
            func names(_ rows: String, replace: Bool = false) async throws -> [String] {
                try ("id,name,lat,lon\n" + rows).write(toFile: path, atomically: true, encoding: .utf8)
                var settings = ImportSettings(.hotspots)
                settings.source = "mine"
                settings.replace = replace
                try await store.imports.run(path, settings)
                let found = try await store.features.answer(.near(ithaca, within: .kilometers(5))).hits.map(\.name)
                let fresh = try Store(path: store.path)
                #expect(
                    try await fresh.features.answer(.near(ithaca, within: .kilometers(5))).hits.map(\.name) == found)
                #expect(try Self.indexBytes(store) == built)
                return found
            }
            #expect(try await names("1,Park,42.45,-76.5\n2,Lake,42.46,-76.5\n") == ["Ithaca", "Park", "Lake"])
            #expect(try await names("1,Wood,42.47,-76.5\n") == ["Ithaca", "Lake", "Wood"])
            #expect(try await names("1,Wood,42.47,-76.5\n", replace: true) == ["Ithaca", "Wood"])
        }
    }

    @Test func `a bulk write and a log that was cut make the index anew`() async throws {
        try await withStore { store in
            _ = try await store.snapshot()
            let other = try Store(path: store.path)
            _ = try await other.snapshot()
            #expect(try await store.imports.removeSource("geonames") > 0)
            #expect(try await other.snapshot().count(of: .hotspots) == 0)
            #expect(try await other.snapshot().pendingChanges == 0)
            try await store.imports.run(CityStore.table, as: .hotspots)
            #expect(try await other.snapshot().count(of: .hotspots) == 34_006)

            try await Self.write(
                store, "DELETE FROM hotspot WHERE name = 'Ithaca'", "DELETE FROM geoq_change",
                "UPDATE geoq_store SET log_starts_after = version")
            let snapshot = try await other.snapshot()
            #expect(snapshot.pendingChanges == 0 && snapshot.count(of: .hotspots) < 34_006)
            #expect(try await other.index.info().state == "current")
        }
    }

    @Test func `many changes are answered at once and the index is built meanwhile`() async throws {
        try await withStore { store in
            _ = try await store.snapshot()
            try await Self.write(store, "UPDATE hotspot SET lat = lat * 0.5 WHERE fid % 12 = 0")
            let snapshot = try await store.snapshot()
            #expect(snapshot.pendingChanges > 5_000)
            let query = Query.near(ithaca, within: .kilometers(500))
            let found = try snapshot.answer(query)
            #expect(try snapshot.answer(query, method: .bruteForce).map(\.id) == found.map(\.id))
            // So many looks, not so much time: other tests keep the threads busy.
            try await eventually(every: .milliseconds(10)) { try await store.snapshot().pendingChanges == 0 }
            #expect(try await store.snapshot().pendingChanges == 0)
            #expect(try await store.index.info().state == "current")
            #expect(try await store.features.answer(query).hits.map(\.id) == found.map(\.id))

            // More than can be laid over: built anew before the answer.
            try await Self.write(store, "UPDATE hotspot SET lat = lat * 0.5 WHERE fid % 2 = 0")
            #expect(try await store.snapshot().pendingChanges == 0)
        }
    }

    @Test func `one question alone leaves the index to those who tend it`() async throws {
        try await withStore { store in
            _ = try await store.snapshot()
            try await Self.write(store, "UPDATE hotspot SET lat = lat * 0.5 WHERE fid % 12 = 0")
            let once = try Store(path: store.path)
            #expect(try await once.snapshot(verifying: .touched).pendingChanges > 5_000)
            #expect(try await once.index.info().state == "stale")
            try await once.index.tend()
            #expect(try await once.index.info().state == "current")
            try await Self.write(store, "DELETE FROM hotspot WHERE fid = 7")
            #expect(try await once.snapshot(verifying: .touched).pendingChanges == 1)
            try await once.index.tend()
            #expect(try await once.index.info().state == "stale", "One change is no reason.")
        }
    }

    @Test func `the log is cut when the index is far ahead of it`() async throws {
        try await withStore { store in
            _ = try await store.snapshot()
            let behind = try Store(path: store.path)
            _ = try await behind.snapshot()
            try await Self.write(store, "UPDATE hotspot SET name = name || '!' WHERE fid <= 25000")
            func log() async throws -> (entries: Int, startsAfter: Int64, version: Int64) {
                try await store.read { db in
                    let row = try Row.fetchOne(db, sql: "SELECT log_starts_after, version FROM geoq_store")!
                    return (try Int.fetchOne(db, sql: "SELECT count(*) FROM geoq_change")!, row[0], row[1])
                }
            }
            let before = try await log()
            #expect(before.entries > 25_000)
            try await store.index.rebuild()
            let after = try await log()
            #expect(after.entries == Int(ChangeLog.keptVersions) && after.version == before.version)
            #expect(after.startsAfter == after.version - ChangeLog.keptVersions)
            // A reader that is further behind takes the index; the next change
            // is laid over it.
            try await Self.write(store, "DELETE FROM hotspot WHERE fid = 1")
            let snapshot = try await behind.snapshot()
            #expect(snapshot.pendingChanges == 1 && snapshot.version == after.version + 1)
        }
    }

    private func withStore(_ body: (Store) async throws -> Void) async throws {
        try await withFolder { folder in
            let store = try await CityStore.copy(to: folder + "/birds.sqlite")
            _ = try await store.snapshot()
            try await body(store)
        }
    }

    private static func write(_ store: Store, _ statements: String...) async throws {
        try await write(store, statements)
    }

    private static func write(_ store: Store, _ statements: [String]) async throws {
        try await store.writer().write { db in
            for sql in statements { try db.execute(sql: sql) }
        }
    }

    private static func indexBytes(_ store: Store) throws -> Data {
        try Data(contentsOf: URL(filePath: store.index.path))
    }

    /// A snapshot of all rows, without a file.
    private static func builtAnew(_ store: Store) async throws -> Snapshot {
        let (stamp, sections) = try await store.read { db in
            (try Store.stamp(db), try SnapshotRows.sections(db))
        }
        return try Snapshot(sections: sections, stamp: stamp)
    }

    /// An insert, a move, a move to another row's place, a new name or a
    /// delete.
    private static func statement(_ generator: inout SeededGenerator) -> String {
        let (row, other) = (
            Int.random(in: 1...34_000, using: &generator), Int.random(in: 1...34_000, using: &generator)
        )
        let place = Coordinate.random(using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            let id = FeatureID(key: ItemKey(high: generator.next(), low: generator.next()))
            return "INSERT INTO hotspot (id, name, lat, lon, source) "
                + "VALUES ('\(id)', 'New', \(place.latitude), \(place.longitude), 'geonames')"
        case 1: return "UPDATE hotspot SET lat = \(place.latitude), lon = \(place.longitude) WHERE fid = \(row)"
        case 2:
            return "UPDATE hotspot SET (lat, lon) = (SELECT lat, lon FROM hotspot WHERE fid = \(other)) "
                + "WHERE fid = \(row) AND EXISTS (SELECT 1 FROM hotspot WHERE fid = \(other))"
        case 3: return "UPDATE hotspot SET name = 'Renamed' WHERE fid = \(row)"
        case 4: return "UPDATE hotspot SET deleted_at = '2026-01-01' WHERE fid = \(row)"
        default: return "DELETE FROM hotspot WHERE fid = \(row)"
        }
    }
}
