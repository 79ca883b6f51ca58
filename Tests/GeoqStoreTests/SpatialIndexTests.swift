import Foundation
import GRDB
import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// The spatial index that is built at once is the one that SpatiaLite and
/// SQLite would have made.
@Suite struct SpatialIndexTests {
    @Test(arguments: PointSet.allCases)
    func `an index built at once equals one written row by row`(set: PointSet) async throws {
        let seed: UInt64 = 101
        print("seed \(seed)")
        try await withFolder { folder in
            let writer = try Store.blank(folder + "/a.sqlite").connectedWriter()
            try await writer.write { db in
                var generator = SeededGenerator(seed: seed)
                // A root alone, exactly full; two leaves; two levels; three.
                let isDeep = [.clustered, .dateLine].contains(set)
                for count in [1, 51, 52, 300] + (isDeep ? [2_900] : []) {
                    let places = set.coordinates(count: count, using: &generator)
                    try Self.fill(db, places)
                    let slow = try Self.entries(db)
                    // Sorted in a file, and in memory.
                    for mostInMemory in [0, 3_000] {
                        var builder = try SpatialIndexBuilder(db, table: "hotspot", mostInMemory: mostInMemory)
                        try builder.run(count: places.count)
                        #expect(try Self.entries(db) == slow)
                        #expect(try Self.isSound(db))
                    }
                    for _ in 0..<20 {
                        let centre = places.randomElement(using: &generator) ?? .random(using: &generator)
                        let half = Double.random(in: 0...30, using: &generator)
                        #expect(try Self.search(db, centre, half) == Self.scan(db, centre, half))
                    }
                }
            }
        }
    }

    @Test func `cells are put in order from west to east`() {
        let longitudes: [Double] = [3, -180, 0, 179.5, -0.25, 3, -179, 180]
        let cells = longitudes.enumerated().map { index, longitude in
            RTreeCell(
                number: Int64(index), box: RTreeBox(minX: longitude, maxX: longitude, minY: 1, maxY: 1)!)
        }
        #expect(RTreeTiling.order(of: cells) == [1, 6, 4, 2, 0, 5, 3, 7])
        #expect(RTreeTiling.order(of: []).isEmpty)
    }

    @Test func `an index built at once lives on row by row`() async throws {
        let seed: UInt64 = 102
        print("seed \(seed)")
        try await withFolder { folder in
            let writer = try Store.blank(folder + "/a.sqlite").connectedWriter()
            try await writer.write { db in
                var generator = SeededGenerator(seed: seed)
                try Self.fill(db, PointSet.clustered.coordinates(count: 3_000, using: &generator))
                var builder = try SpatialIndexBuilder(db, table: "hotspot")
                try builder.run(count: 3_000)
                try db.execute(sql: "UPDATE hotspot SET geom = MakePoint(-lon, lat, 4326) WHERE fid % 3 = 0")
                try db.execute(sql: "DELETE FROM hotspot WHERE fid % 5 = 1")
                try db.execute(
                    sql: """
                        INSERT INTO hotspot (id, name, lat, lon, source, geom)
                        SELECT 'more' || fid, name, lat, lon, source, geom FROM hotspot
                        """)
                #expect(try Self.isSound(db))
                try db.execute(sql: "DELETE FROM hotspot")
                #expect(try Self.isSound(db))
                #expect(try Self.entries(db).isEmpty)
            }
        }
    }

    /// A wrong guess of the number of rows costs speed, not rows.
    @Test(arguments: [0, 1, 100, 1_000_000])
    func `the number of rows is only a guess`(guess: Int) async throws {
        try await withFolder { folder in
            let writer = try Store.blank(folder + "/a.sqlite").connectedWriter()
            try await writer.write { db in
                var generator = SeededGenerator(seed: 103)
                try Self.fill(db, PointSet.uniform.coordinates(count: 1_000, using: &generator))
                let slow = try Self.entries(db)
                var builder = try SpatialIndexBuilder(db, table: "hotspot")
                try builder.run(count: guess)
                #expect(try Self.entries(db) == slow)
                #expect(try Self.isSound(db))
            }
        }
    }

    @Test func `a point's bytes are those of MakePoint`() async throws {
        let seed: UInt64 = 104
        print("seed \(seed)")
        try await withFolder { folder in
            let writer = try Store.blank(folder + "/a.sqlite").connectedWriter()
            try await writer.write { db in
                var generator = SeededGenerator(seed: seed)
                for set in PointSet.allCases {
                    for place in set.coordinates(count: 50, using: &generator) {
                        let made = try #require(
                            try Data.fetchOne(
                                db, sql: "SELECT MakePoint(?, ?, 4326)", arguments: [place.longitude, place.latitude]))
                        #expect([UInt8](made) == PointBlob.bytes(place))
                    }
                }
            }
        }
    }

    @Test func `geometries of other programs have the box that SpatiaLite sees`() async throws {
        try await withFolder { folder in
            let writer = try Store.blank(folder + "/a.sqlite").connectedWriter()
            try await writer.write { db in
                for geometry in [
                    "MakePoint(-76.5, 42.25, 4326)", "TinyPointEncode(MakePoint(-76.5, 42.25, 4326))",
                    "MakeLine(MakePoint(1.5, -2.5, 4326), MakePoint(-3.25, 4, 4326))", "BuildMbr(1, 2, 3.5, 4, 4326)",
                ] {
                    let sql = "SELECT \(geometry) AS g, MbrMinX(\(geometry)), MbrMaxX(\(geometry))"
                    let row = try #require(
                        try Row.fetchOne(db, sql: sql + ", MbrMinY(\(geometry)), MbrMaxY(\(geometry))"))
                    let box = RTreeBox(minX: row[1], maxX: row[2], minY: row[3], maxY: row[4])
                    #expect(box != nil && PointBlob.box([UInt8](row[0] as Data)) == box, "\(geometry)")
                }
                let sound = PointBlob.bytes(try Coordinate(latitude: 1, longitude: 2))
                for length in 0..<sound.count { #expect(PointBlob.box(Array(sound.prefix(length))) == nil) }
                #expect(PointBlob.box([UInt8]("no geometry, but a text, longer than one would be".utf8)) == nil)
                #expect(RTreeBox(minX: .nan, maxX: .nan, minY: 0, maxY: 0) == nil)
            }
        }
    }

    /// Rows with geometry; SpatiaLite's triggers fill the index.
    private static func fill(_ db: Database, _ places: [Coordinate]) throws {
        try db.execute(sql: "DELETE FROM hotspot")
        try db.execute(sql: "INSERT OR IGNORE INTO geoq_source VALUES ('test', 'file')")
        // Prepared once: SQLite compiles all triggers with the statement.
        let insert = try db.makeStatement(
            sql: """
                INSERT INTO hotspot (id, name, lat, lon, source, geom)
                VALUES (?1, 'x', ?2, ?3, 'test', MakePoint(?3, ?2, 4326))
                """)
        for (number, place) in places.enumerated() {
            try insert.execute(arguments: ["\(number)", place.latitude, place.longitude])
        }
    }

    private static func entries(_ db: Database) throws -> [Row] {
        try Row.fetchAll(db, sql: "SELECT pkid, xmin, xmax, ymin, ymax FROM idx_hotspot_geom ORDER BY pkid")
    }

    private static func isSound(_ db: Database) throws -> Bool {
        let tree = try String.fetchOne(db, sql: "SELECT rtreecheck('idx_hotspot_geom')")
        return try tree == "ok" && Int.fetchOne(db, sql: "SELECT CheckSpatialIndex('hotspot', 'geom')") == 1
    }

    private static func search(_ db: Database, _ centre: Coordinate, _ half: Double) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT pkid FROM idx_hotspot_geom
                WHERE xmin <= ?1 + ?3 AND xmax >= ?1 - ?3 AND ymin <= ?2 + ?3 AND ymax >= ?2 - ?3 ORDER BY pkid
                """, arguments: [centre.longitude, centre.latitude, half])
    }

    /// The same question without the tree: each row is looked at.
    private static func scan(_ db: Database, _ centre: Coordinate, _ half: Double) throws -> [Int64] {
        let (x, y) = (centre.longitude, centre.latitude)
        return try entries(db).filter { row in
            (row["xmin"] as Double) <= x + half && (row["xmax"] as Double) >= x - half
                && (row["ymin"] as Double) <= y + half && (row["ymax"] as Double) >= y - half
        }.map { $0["pkid"] }
    }
}

extension PointBlob {
    fileprivate static func bytes(_ coordinate: Coordinate) -> [UInt8] {
        var bytes: [UInt8] = []
        append(coordinate, to: &bytes)
        return bytes
    }
}
