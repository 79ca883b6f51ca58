import Foundation
import GRDB
import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// A row's geometry and its `lat` and `lon` agree when any program writes one
/// of them.
@Suite struct JoinedPlacesTests {
    @Test func `who moves a point with SpatiaLite is found at the new place`() async throws {
        try await withRow { store, id in
            let run = try Tool.spatialite(
                store.path,
                """
                BEGIN; UPDATE hotspot SET geom = MakePoint(3.3, 3.1, 4326);
                SELECT lat, lon FROM hotspot; COMMIT; SELECT CheckSpatialIndex('hotspot', 'geom');
                """)
            #expect(run.lines == ["3.1|3.3", "1"], "\(run.errors)")
            let moved = try Coordinate(latitude: 3.1, longitude: 3.3)
            #expect(
                try await store.features.answer(.near(moved, within: .meters(1))).hits.map(\.id.description) == [id])
        }
    }

    @Test func `a row that SpatiaLite adds with a geometry alone is found`() async throws {
        try await withRow { store, _ in
            let id = "00000000-0000-4000-8000-000000000009"
            let run = try Tool.spatialite(
                store.path,
                """
                INSERT INTO hotspot (id, name, source, geom) VALUES ('\(id)', 'New', 'here', MakePoint(1.3, -1.4, 4326));
                SELECT lat, lon FROM hotspot WHERE id = '\(id)';
                """)
            #expect(run.lines == ["-1.4|1.3"], "\(run.errors)")
            let place = try Coordinate(latitude: -1.4, longitude: 1.3)
            #expect(try await store.features.answer(.near(place, within: .meters(1))).hits.map(\.name) == ["New"])
        }
    }

    @Test func `the geometry follows what sqlite3 writes, which knows no SpatiaLite`() async throws {
        try await withRow { store, _ in
            let run = try Tool.sqlite3(
                store.path,
                """
                UPDATE hotspot SET lat = 1.1, lon = -2.2;
                INSERT INTO hotspot (id, name, lat, lon, source)
                    VALUES ('00000000-0000-4000-8000-000000000009', 'New', -5.5, 6.6, 'here');
                """)
            #expect(run.status == 0, "\(run.errors)")
            let seen = try Tool.spatialite(
                store.path,
                """
                SELECT hex(geom) = hex(MakePoint(lon, lat, 4326)), AsText(geom) FROM hotspot ORDER BY fid;
                SELECT CheckSpatialIndex('hotspot', 'geom');
                """)
            #expect(seen.lines == ["1|POINT(-2.2 1.1)", "1|POINT(6.6 -5.5)", "1"])
            _ = try Tool.sqlite3(store.path, "UPDATE hotspot SET lat = NULL, lon = NULL")
            #expect(try Tool.sqlite3(store.path, "SELECT count(geom) FROM hotspot").lines == ["0"])
        }
    }

    @Test func `ogr2ogr appends features that are found`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.write { db in try db.execute(sql: "INSERT INTO geoq_source VALUES ('here', 'file')") }
            let features = folder + "/new.geojson"
            try """
            {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[7.25,-8.5]},
            "properties":{"id":"00000000-0000-4000-8000-000000000007","name":"Appended","source":"here"}}]}
            """.write(toFile: features, atomically: true, encoding: .utf8)
            let run = try Tool.run(
                "/usr/bin/ogr2ogr", ["-f", "SQLite", "-append", "-nln", "hotspot", store.path, features])
            #expect(run.status == 0, "\(run.errors)")
            let place = try Coordinate(latitude: -8.5, longitude: 7.25)
            #expect(try await store.features.answer(.near(place, within: .meters(1))).hits.map(\.name) == ["Appended"])
            #expect(try Tool.spatialite(store.path, "SELECT CheckSpatialIndex('hotspot', 'geom')").lines == ["1"])
        }
    }

    @Test func `other geometries, and places that are not on Earth, are refused`() async throws {
        try await withRow { store, _ in
            for geometry in [
                "MakePoint(200, 1, 4326)", "MakePoint(1, -91, 4326)", "MakePoint(1e300, 1, 4326)",
                "MakePoint(3, 3, 3857)", "GeomFromText('LINESTRING(0 0, 1 1)', 4326)",
                "MakePointZ(1, 2, 3, 4326)", "x'00'", "'text'",
            ] {
                let run = try Tool.spatialite(store.path, "UPDATE hotspot SET geom = \(geometry)")
                #expect(run.errors.contains("hotspot.geom") || run.status != 0, "\(geometry): \(run.errors)")
            }
            #expect(try Tool.sqlite3(store.path, "SELECT lat, lon FROM hotspot").lines == ["1.0|2.0"])
        }
    }

    @Test func `where both are written and differ, the geometry counts; what is only repeated does not`() async throws {
        try await withRow { store, _ in
            let changes = [
                ("geom = MakePoint(3, 4, 4326), lat = 5, lon = 6", "4.0|3.0|4.0|3.0|1"),
                ("geom = geom, lat = 7, lon = 8", "7.0|8.0|7.0|8.0|1"),
                ("lat = lat, lon = lon, geom = MakePoint(1, 2, 4326)", "2.0|1.0|2.0|1.0|1"),
                ("geom = NULL", "||||1"),
            ]
            for (change, row) in changes {
                let run = try Tool.spatialite(
                    store.path,
                    """
                    UPDATE hotspot SET \(change);
                    SELECT lat, lon, ST_Y(geom), ST_X(geom), CheckSpatialIndex('hotspot', 'geom') FROM hotspot;
                    """)
                #expect(run.lines == [row], "\(change): \(run.errors)")
            }
        }
    }

    /// SpatiaLite is asked what the SQL of the triggers makes of numbers of every
    /// size.
    @Test func `points are coded as SpatiaLite codes them`() async throws {
        let seed: UInt64 = 151
        print("seed \(seed)")
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            var generator = SeededGenerator(seed: seed)
            func number(_ bound: Double) -> Double {
                let size = [1, 1e-3, 1e-9, 1e-100, 1e-307].randomElement(using: &generator)!
                let whole = [0, 1, -1, 90, -90, bound, -bound].randomElement(using: &generator)!
                return Bool.random(using: &generator) ? .random(in: -bound...bound, using: &generator) * size : whole
            }
            let places = (0..<400).map { _ in (latitude: number(90), longitude: number(180)) }
            try await store.write { db in
                try db.execute(sql: "INSERT INTO geoq_source VALUES ('here', 'file')")
                for (index, place) in places.enumerated() {
                    // By degrees, by geometry, by degrees later, by geometry later.
                    let columns = index % 2 == 0 ? "lat, lon" : "geom"
                    let values = index % 2 == 0 ? "?2, ?1" : "MakePoint(?1, ?2, 4326)"
                    let arguments: StatementArguments = [place.longitude, place.latitude]
                    let row = "'\(index)', 'A', 'here'"
                    if index % 4 < 2 {
                        try db.execute(
                            sql: "INSERT INTO hotspot (id, name, source, \(columns)) VALUES (\(row), \(values))",
                            arguments: arguments)
                    } else {
                        try db.execute(
                            sql: "INSERT INTO hotspot (id, name, source, lat, lon) VALUES (\(row), 9, 9)")
                        try db.execute(
                            sql: "UPDATE hotspot SET (\(columns)) = (\(values)) WHERE id = '\(index)'",
                            arguments: arguments)
                    }
                }
                let rows = try Row.fetchAll(
                    db, sql: "SELECT id, lat, lon, ST_Y(geom), ST_X(geom), hex(geom) FROM hotspot")
                #expect(rows.count == places.count)
                for row in rows {
                    let place = places[Int(row[0] as String)!]
                    let numbers = (1...4).map { row[$0] as Double }
                    #expect(numbers == [place.latitude, place.longitude, place.latitude, place.longitude])
                }
                #expect(try Int.fetchOne(db, sql: "SELECT CheckSpatialIndex('hotspot', 'geom')") == 1)
            }
        }
    }

    @Test(arguments: [false, true]) func `geometry and columns agree with recursive triggers and with new ones`(
        isRecursive: Bool
    ) async throws {
        try await withRow { store, _ in
            try await store.writer().writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA recursive_triggers = \(isRecursive)")
                if !isRecursive { _ = try Int.fetchOne(db, sql: "SELECT UpgradeGeometryTriggers(1)") }
                for sql in [
                    "lat = 5, lon = 6", "geom = MakePoint(7, 8, 4326)", "lat = NULL, lon = NULL", "lat = 1, lon = 2",
                    "geom = NULL", "lat = 5, lon = 6, geom = geom",
                ] {
                    try db.execute(sql: "UPDATE hotspot SET \(sql)")
                    let row = try Row.fetchOne(
                        db,
                        sql: """
                            SELECT lat IS ST_Y(geom) AND lon IS ST_X(geom), CheckSpatialIndex('hotspot', 'geom')
                            FROM hotspot
                            """)!
                    #expect((row[0] as Int) == 1 && (row[1] as Int) == 1, "\(sql)")
                }
                try db.execute(sql: "PRAGMA recursive_triggers = 0")
            }
        }
    }

    @Test func `impossible degrees of a remote stay, without a geometry`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.write { db in
                try db.execute(sql: "INSERT INTO geoq_source VALUES ('here', 'file')")
                try db.execute(
                    sql: """
                        INSERT INTO watchlist_entries (id, source, lat, lon) VALUES ('a', 'here', 195, 7);
                        INSERT INTO watchlist_entries (id, source, lat, lon) VALUES ('b', 'here', 5, 7);
                        UPDATE watchlist_entries SET lat = -91 WHERE id = 'b';
                        """)
                let rows = try Row.fetchAll(db, sql: "SELECT lat, geom IS NULL FROM watchlist_entries ORDER BY id")
                #expect(rows.map { "\($0[0] as Double) \($0[1] as Int)" } == ["195.0 1", "-91.0 1"])
            }
        }
    }

    @Test func `a store of schema 4 gets the place that one of its rows lacks`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            var configuration = Configuration()
            configuration.prepareDatabase { db in try SpatiaLite.initialize(db) }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            var migrator = Migrator(path: path)
            migrator.migrations = Array(Migrations.all.prefix(4))
            try migrator.run(queue)
            try await queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('here', 'file');
                        INSERT INTO hotspot (id, name, source, geom) VALUES ('a', 'A', 'here', MakePoint(2, 1, 4326));
                        INSERT INTO hotspot (id, name, source, lat, lon) VALUES ('b', 'B', 'here', 3, 4);
                        INSERT INTO hotspot (id, name, source, lat, lon, geom)
                            VALUES ('c', 'C', 'here', 5, 6, MakePoint(7, 8, 4326));
                        """)
            }
            try queue.close()
            let rows = try await Store(path: path).writer().read { db in
                try Row.fetchAll(db, sql: "SELECT lat, lon, ST_Y(geom), ST_X(geom) FROM hotspot ORDER BY id").map {
                    "\($0[0] as Double) \($0[1] as Double) \($0[2] as Double) \($0[3] as Double)"
                }
            }
            // A program cannot know which of the two is right: `doctor` names
            // the row.
            #expect(rows == ["1.0 2.0 1.0 2.0", "3.0 4.0 3.0 4.0", "5.0 6.0 8.0 7.0"])
        }
    }

    /// A store with one hotspot at 1° north, 2° east.
    private func withRow(_ body: (Store, _ id: String) async throws -> Void) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let id = "00000000-0000-4000-8000-000000000001"
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('here', 'file');
                        INSERT INTO hotspot (id, name, lat, lon, source) VALUES ('\(id)', 'Here', 1, 2, 'here');
                        """)
            }
            _ = try await store.snapshot()
            try await body(store, id)
        }
    }
}
