import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// The program of the README, and what a store promises.
@Suite struct StoreTests {
    @Test func `a file becomes a store, a snapshot and hits`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let report = try await store.imports.run(CityStore.table, as: .hotspots)
            #expect(report.added == 34_006 && report.rejected == 0)
            let birds = try await store.snapshot()
            let here = try Coordinate(latitude: 42.44, longitude: -76.5)
            let hits = try birds.answer(.near(here, within: .kilometers(60)))
            #expect(hits.map(\.name) == ["Ithaca", "Cortland", "Elmira", "Vestal", "Auburn"])
            #expect(
                try birds.answer(.near(here, within: .kilometers(60)), method: .bruteForce).map(\.id) == hits.map(\.id))
            let rows = try await store.features.rows(of: hits, in: birds)
            #expect(rows.count == hits.count)
            for (hit, hotspot) in rows {
                #expect(hotspot["name"] == .text(hit.name))
                #expect(hotspot.coordinate == hit.coordinate)
            }
        }
    }

    @Test func `spatialite opens the file and sees geometry with an index`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            let store = try Store.blank(path)
            try await store.imports.run(CityStore.table, as: .hotspots)
            let answer = try Self.spatialite(
                path,
                """
                SELECT f_table_name, coord_dimension, srid, spatial_index_enabled FROM geometry_columns ORDER BY 1;
                SELECT count(*) FROM hotspot WHERE ST_X(geom) = lon AND ST_Y(geom) = lat;
                SELECT CheckSpatialIndex('hotspot', 'geom');
                SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'g%_hotspot_geom';
                """)
            let layers = ["hotspot", "observation", "watchlist_entries"].map { "\($0)|2|4326|1" }
            // Areas are few: no question goes through an index of their boxes.
            #expect(answer == ["area|2|4326|0"] + layers + ["34006", "1", "5"])
        }
    }

    @Test func `a write by another tool makes the index stale`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            let store = try await CityStore.copy(to: path)
            let before = try await store.snapshot()
            _ = try Self.spatialite(path, "DELETE FROM hotspot WHERE name = 'Ithaca' AND locality = 'US-NY';")
            let after = try await store.snapshot()
            #expect(after.version == before.version + 1)
            #expect(after.count(of: .hotspots) == before.count(of: .hotspots) - 1)
            let here = try Coordinate(latitude: 42.44, longitude: -76.5)
            let hits = try before.answer(.near(here, within: .kilometers(5)))
            await #expect(throws: StoreError.snapshotOutdated) {
                try await store.features.rows(of: hits, in: before)
            }
        }
    }

    @Test func `an index that is damaged is built anew and the answer is right`() async throws {
        let seed: UInt64 = 71
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            _ = try await CityStore.copy(to: path)
            let here = try Coordinate(latitude: 42.44, longitude: -76.5)
            let query = Query.near(here, within: .kilometers(500))
            let sound = try await Store(path: path).features.answer(query).hits
            let bytes = try Data(contentsOf: URL(filePath: path + ".index"))
            for number in 0..<30 {
                var damaged = bytes
                if number % 3 == 0 {
                    damaged = bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))
                } else {
                    damaged[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x40
                }
                try damaged.write(to: URL(filePath: path + ".index"))
                let store = try Store(path: path)
                #expect(try await store.features.answer(query, verifying: .touched).hits == sound)
                #expect(try await store.features.answer(query, verifying: .everything).hits == sound)
            }
        }
    }

    @Test func `what a killed writer of an index has left is taken away`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            let gone = Process()
            gone.executableURL = URL(filePath: "/bin/true")
            try gone.run()
            gone.waitUntilExit()
            let names = [
                "\(gone.processIdentifier).1", "\(gone.processIdentifier).2", "\(getpid()).\(UInt32.max)", "note",
            ].map { "\(path).index.\($0).tmp" }
            for name in names { try Data("half".utf8).write(to: URL(filePath: name)) }
            // One is young: its writer may be elsewhere.
            for name in names where name != names[1] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: name)
            }
            try await Store(path: path).imports.run(CityStore.table, as: .hotspots)
            _ = try await Store(path: path).snapshot()
            #expect(FileManager.default.fileExists(atPath: path + ".index"))
            #expect(names.map { FileManager.default.fileExists(atPath: $0) } == [false, true, true, true])
        }
    }

    @Test func `filters by SQL and by evaluation agree`() async throws {
        let seed: UInt64 = 81
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let queue = try DatabaseQueue()
        let columns = RandomFilter.columns.sorted { $0.key < $1.key }
        try await queue.write { db in
            db.add(
                function: DatabaseFunction(PropertyFilter.foldFunctionName, argumentCount: 1, pure: true) {
                    PropertyFilter.foldCase(FieldValue($0[0])).databaseValue
                })
            let names = columns.map { "\"" + $0.key.replacing("\"", with: "\"\"") + "\"" }
            try db.execute(sql: "CREATE TABLE t (\(names.joined(separator: ", ")))")
        }
        for _ in 0..<1500 {
            let filter = RandomFilter.filter(using: &generator)
            let row = RandomFilter.row(using: &generator)
            let values = columns.map { (row[$0.key] ?? .null).databaseValue }
            let condition = filter.sql(naming: [:])
            let bySQL = try await queue.write { db -> Bool? in
                try db.execute(sql: "DELETE FROM t")
                try db.execute(
                    sql: "INSERT INTO t VALUES (\(columns.map { _ in "?" }.joined(separator: ",")))",
                    arguments: StatementArguments(values))
                return try Bool.fetchOne(
                    db, sql: "SELECT (\(condition.text)) FROM t",
                    arguments: StatementArguments(condition.arguments.map(\.databaseValue)))
            }
            #expect(bySQL == filter.evaluate { row[$0] ?? .null }, "\(filter)")
        }
    }

    @Test func `a filter becomes positions inside the search`() async throws {
        try await withFolder { folder in
            let store = try await CityStore.copy(to: folder + "/birds.sqlite")
            var query = Query.nearest(10, to: try Coordinate(latitude: 42.44, longitude: -76.5))
            query.filter = try PropertyFilter(cql2Text: "locality LIKE 'CA-%' AND name <> 'Kingston'")
            let indexed = try await store.features.rows(answering: query)
            let scanned = try await store.features.answer(query, method: .bruteForce)
            #expect(indexed.answer.hits.map(\.id) == scanned.hits.map(\.id))
            #expect(indexed.features.count == 10)
            for feature in indexed.features {
                guard case .text(let locality) = feature["locality"] else { continue }
                #expect(locality.hasPrefix("CA-"))
            }
            query.filter = try PropertyFilter(cql2Text: "nam = 'x'")
            await #expect(throws: FilterError.self) { try await store.features.answer(query) }
        }
    }

    @Test func `a migration that fails is put back, a newer store refused (F16)`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            _ = try await CityStore.copy(to: path)
            var migrator = Migrator(path: path)
            struct Broken: Error {}
            migrator.migrations.append(
                .init(number: Migrations.all.count + 1, name: "broken") { db in
                    try db.execute(sql: "DELETE FROM hotspot")
                    throw Broken()
                })
            let writer = try Store(path: path).connectedWriter()
            #expect(throws: StoreError.self) { try migrator.run(writer) }
            #expect(try await Store(path: path).health.statistics().hotspots == 34_006)
            #expect(!FileManager.default.fileExists(atPath: Migrator.copy(of: path)))
            let newer = Migrations.all.count + 1
            try await writer.write { db in try db.execute(sql: "PRAGMA user_version = \(newer)") }
            #expect(throws: StoreError.newer(path: path, schema: newer, known: Migrations.all.count)) {
                try Store(path: path)
            }
        }
    }

    @Test func `what is no store is refused and left alone`() async throws {
        try await withFolder { folder in
            let path = folder + "/other.sqlite"
            let other = try DatabaseQueue(path: path)
            try await other.write { db in try db.execute(sql: "CREATE TABLE mine (a)") }
            #expect(throws: StoreError.notAStore(path: path, reason: "it is another program's database")) {
                try Store(path: path)
            }
            let text = folder + "/text.sqlite"
            try String(repeating: "not a database ", count: 100).write(toFile: text, atomically: true, encoding: .utf8)
            #expect(throws: StoreError.self) { try Store(path: text) }
            let missing = folder + "/missing.sqlite"
            #expect(throws: StoreError.missing(path: missing)) { try Store(path: missing, create: false) }
        }
    }

    /// Asks the `spatialite` tool.
    private static func spatialite(_ path: String, _ sql: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/spatialite")
        process.arguments = ["-silent", "-noheader", path, sql]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
