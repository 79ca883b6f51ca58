import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Areas in the store, and questions inside them.
@Suite struct AreaTests {
    @Test func `an area is kept under its name, and found by it`() async throws {
        try await withStore { store in
            let patch = try Area(text: "POLYGON((-76.6 42.4, -76.4 42.4, -76.4 42.5, -76.6 42.4))")
            let id = try await store.areas.add(patch, named: "My patch", from: "mine")
            let found = try await store.areas.area("my patch")
            #expect(found.id == id && found.area == patch && found.source == "mine")
            let other = try Area(text: "POLYGON((7 50, 8 50, 8 51, 7 50))")
            #expect(try await store.areas.add(other, named: "My patch", kind: "patch", from: "mine") == id)
            #expect(try await store.areas.all().areas.map(\.area) == [other])
        }
    }

    @Test func `an area comes back as it was kept, by its name, a name like it, or its id`() async throws {
        try await withStore { store in
            let areas = try [Self.area("Zürich", 8, 47), Self.area("Val d'Isère", 6.9, 45.4)]
            let report = try await store.areas.add(areas, from: "parks", file: "parks.geojson", format: "geojson")
            #expect(report == AreasReport(added: 2))
            for name in ["Zürich", "ZURICH", "zurich"] {
                let found = try await store.areas.area(name)
                #expect(found.name == "Zürich" && found.area == areas[0].area && found.kind == "square")
                #expect(try await store.areas.area(found.id.description) == found)
            }
            await #expect(throws: AreaNameError.unknown("Zürch", suggestion: "Zürich")) {
                try await store.areas.area("Zürch")
            }
            #expect(try await store.areas.all().areas.map(\.name) == ["Val d'Isère", "Zürich"])
            #expect(try await store.imports.sources().map(\.layer) == ["areas"])
        }
    }

    @Test func `adding again changes nothing, replacing removes what is gone`() async throws {
        try await withStore { store in
            let first = try [Self.area("A", 0, 0), Self.area("B", 5, 5)]
            _ = try await store.areas.add(first, from: "s", file: "f", format: "wkt")
            let version = try await store.health.statistics().version
            let again = try await store.areas.add(first, from: "s", file: "f", format: "wkt")
            #expect(again == AreasReport(unchanged: 2))
            #expect(try await store.health.statistics().version == version)
            let moved = try [Self.area("A", 1, 0)]
            let third = try await store.areas.add(moved, from: "s", replaces: true, file: "f", format: "wkt")
            #expect(third == AreasReport(changed: 1, removed: 1))
            #expect(try await store.health.statistics().version > version)
            #expect(try await store.areas.all().areas.map(\.area) == moved.map(\.area))
            #expect(try await store.areas.remove("a") == "A")
            #expect(try await store.areas.all().areas.isEmpty)
            _ = try await store.areas.add(first, from: "s", file: "f", format: "wkt")
            #expect(try await store.imports.removeSource("s") == 2)
        }
    }

    @Test func `replacing removes an area whose id another program has made no text`() async throws {
        try await withStore { store in
            let areas = try [Self.area("A", 0, 0)]
            _ = try await store.areas.add(areas, from: "s", file: "f", format: "wkt")
            try await store.write { db in try db.execute(sql: "UPDATE area SET id = x'ff'") }
            let report = try await store.areas.add(areas, from: "s", replaces: true, file: "f", format: "wkt")
            #expect(report == AreasReport(added: 1, removed: 1))
            #expect(try await store.areas.all().areas.map(\.area) == areas.map(\.area))
        }
    }

    @Test func `a text with U+0000 is refused, whichever it is`() async throws {
        try await withStore { store in
            let patch = try Self.area("A", 0, 0).area
            for (name, kind, source, column) in [
                ("a\u{0}b", "park", "s", "name"), ("a", "p\u{0}", "s", "kind"), ("a", "park", "\u{0}s", "source"),
            ] {
                let error = await #expect(throws: StoreError.self) {
                    try await store.areas.add(patch, named: name, kind: kind, from: source)
                }
                #expect(error?.description.hasPrefix("\(column): it has the character U+0000") == true)
            }
            let area = NewArea(name: "A", area: patch, sourceID: "1\u{0}")
            await #expect(throws: StoreError.self) {
                try await store.areas.add([area], from: "s", file: "f", format: "wkt")
            }
            #expect(try await store.areas.count() == 0)
        }
    }

    @Test func `two areas of one name are told apart by their ids`() async throws {
        try await withStore { store in
            var areas = try [Self.area("Springfield", 0, 0), Self.area("Springfield", 5, 5)]
            areas[1].sourceID = "other"
            _ = try await store.areas.add(areas, from: "s", file: "f", format: "wkt")
            let error = await #expect(throws: AreaNameError.self) { try await store.areas.area("springfield") }
            guard case .ambiguous(_, areas: let choices)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(choices.count == 2)
            for id in choices.keys { #expect(try await store.areas.area(id.description).id == id) }
            // Across ±180° the middle is there, and not on the other side of the Earth.
            let ring = try [(175.0, 0.0), (-175, 0), (-175, 4), (175, 4), (175, 0)].map {
                try Coordinate(latitude: $0.1, longitude: $0.0)
            }
            let taveuni = try Area([Area.Polygon(outer: ring)])
            let twins = ["1", "2"].map { NewArea(name: "Taveuni", area: taveuni, sourceID: $0) }
            _ = try await store.areas.add(twins, from: "fiji", file: "g", format: "wkt")
            let other = await #expect(throws: AreaNameError.self) { try await store.areas.area("Taveuni") }
            let words = other.map { "\($0)" } ?? ""
            #expect(words.contains("from fiji, around 2.0, 180.0, id"), "\(words)")
        }
    }

    @Test func `SpatiaLite takes the geometry for a valid multipolygon, and what it writes is read`() async throws {
        try await withStore { store in
            let hole = try Self.ring(8.2, 47.2, side: 0.5)
            let area = try Area([Area.Polygon(outer: Self.ring(8, 47), holes: [hole])])
            _ = try await store.areas.add(
                [NewArea(name: "Hole", area: area, sourceID: "1")], from: "s", file: "f", format: "wkt")
            try await store.write { db in
                let text = try String.fetchOne(db, sql: "SELECT ST_GeometryType(geom) || ST_IsValid(geom) FROM area")
                #expect(text == "MULTIPOLYGON1")
                #expect(try Double.fetchOne(db, sql: "SELECT ST_Area(geom) FROM area") == 0.75)
                try db.execute(
                    sql: """
                        INSERT INTO area (id, name, source, geom) SELECT ?, 'Drawn', 's',
                            CastToMulti(GeomFromText('POLYGON((1 1,2 1,2 2,1 1))', 4326))
                        """, arguments: ["11111111-1111-4111-8111-111111111111"])
            }
            let drawn = try await store.areas.area("drawn")
            #expect(drawn.area.polygons[0].outer.count == 4 && drawn.area.edges == .drawn)
        }
    }

    @Test func `doctor names an area that another program has spoilt`() async throws {
        try await withStore { store in
            let areas = try [Self.area("Good", 0, 0), Self.area("Bad", 5, 5)]
            _ = try await store.areas.add(areas, from: "s", file: "f", format: "wkt")
            func finding() async throws -> HealthCheck? { try await store.health.checks().first { $0.name == "areas" } }
            #expect(try await finding()?.isSound == true)
            try await store.write { db in
                try db.execute(
                    sql: """
                        UPDATE area SET geom = CastToMulti(GeomFromText('POLYGON((0 0,2 2,2 0,0 2,0 0))', 4326))
                        WHERE name = 'Bad'
                        """)
            }
            let spoilt = try #require(try await finding())
            #expect(!spoilt.isSound && spoilt.finding.contains("1 of no use: the area Bad cannot be used: polygon 1"))
            await #expect(throws: AreaNameError.self) { try await store.areas.area("Bad") }
            #expect(try await store.areas.area("Good").name == "Good")
            // Neither hides the others, nor stays for ever.
            try await store.write { db in
                try db.execute(
                    sql: "DROP TRIGGER ggu_area_geom; UPDATE area SET geom = 5, kind = x'FF' WHERE name = 'Bad'")
            }
            let (usable, unusable) = try await store.areas.all()
            #expect(usable.map(\.name) == ["Good"] && unusable.count == 1)
            #expect(try await store.areas.remove("bad") == "Bad")
            #expect(try await finding()?.isSound == true)
        }
    }

    @Test func `a question inside an area equals a scan of the rows, in set and order`() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        try await withStore { store in
            var rows = "id,name,lat,lon\n"
            for number in 0..<3_000 {
                let (latitude, longitude) = (
                    Double.random(in: 40...50, using: &generator), Double.random(in: 0...10, using: &generator)
                )
                rows += "\(number),Place \(number),\(latitude),\(longitude)\n"
            }
            try await withFolder { folder in
                try rows.write(toFile: folder + "/p.csv", atomically: true, encoding: .utf8)
                _ = try await store.imports.run(folder + "/p.csv", as: .hotspots)
            }
            // What was added later is laid over the index.
            _ = try await store.snapshot()
            try await store.write { db in
                try db.execute(sql: "DELETE FROM hotspot WHERE source_id IN ('1', '2', '3')")
                try db.execute(sql: "UPDATE hotspot SET lat = 45, lon = 5 WHERE source_id IN ('4', '5')")
            }
            let center = try Coordinate(latitude: 45, longitude: 5)
            for round in 0..<20 {
                let area = try Self.star(around: center, using: &generator)
                var queries = [Query.inside(area), .near(center, within: .kilometers(200)), .nearest(25, to: center)]
                queries.append(.inside(try BoundingBox(west: 3, south: 43, east: 6, north: 46)))
                for index in queries.indices { queries[index].inside = area }
                for var query in queries {
                    let found = try await store.features.answer(query).hits
                    let scanned = try await store.features.answer(query, method: .bruteForce).hits
                    #expect(found.map(\.id) == scanned.map(\.id), "round \(round) of seed \(seed)")
                    #expect(try await store.features.count(query) == scanned.count, "round \(round) of seed \(seed)")
                    #expect(scanned.allSatisfy { area.scannedContains($0.coordinate) })
                    // Pages together are the whole.
                    guard query.center == nil, found.count > 10 else { continue }
                    let version = try await store.health.statistics().version
                    query.limit = 10
                    query.after = PageCursor(distance: nil, id: found[9].id, version: version)
                    #expect(try await store.features.answer(query).hits.map(\.id) == found[10...].prefix(10).map(\.id))
                }
            }
        }
    }

    @Test func `a filter with a polygon finds in SQL what it finds in memory`() async throws {
        try await withStore { store in
            try await withFolder { folder in
                let rows = "id,name,lat,lon\n1,In,0.5,0.6\n2,Out,3,3\n3,Edge,0,0.5\n4,Nowhere,,\n"
                try rows.write(toFile: folder + "/p.csv", atomically: true, encoding: .utf8)
                _ = try await store.imports.run(folder + "/p.csv", as: .hotspots)
            }
            var query = Query(.box(.everything))
            query.filter = try PropertyFilter(cql2Text: "S_INTERSECTS(geom, POLYGON((0 0,1 0,1 1,0 0)))")
            #expect(Set(try await store.features.answer(query).hits.map(\.name)) == ["In", "Edge"])
            query.filter = try PropertyFilter(cql2Text: "NOT S_INTERSECTS(geom, POLYGON((0 0,1 0,1 1,0 0)))")
            #expect(Set(try await store.features.answer(query).hits.map(\.name)) == ["Out"])
        }
    }

    @Test func `indexed areas tell of a place what a look at each row tells`() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        try await withStore { store in
            let center = try Coordinate(latitude: 47, longitude: 8)
            var areas = try (0..<30).map {
                NewArea(name: "Star \($0)", area: try Self.star(around: center, using: &generator), sourceID: "\($0)")
            }
            let around = try [(60.0, 0.0), (60, 120), (60, -120), (60, 0)].map {
                try Coordinate(latitude: $0.0, longitude: $0.1)
            }
            areas.append(
                NewArea(name: "North", area: try Area([.init(outer: around)], pole: .north), sourceID: "north"))
            let world = try [(-90.0, -180.0), (-90, 180), (90, 180), (90, -180), (-90, -180)].map {
                try Coordinate(latitude: $0.0, longitude: $0.1)
            }
            areas.append(NewArea(name: "Everywhere", area: try Area([.init(outer: world)]), sourceID: "world"))
            areas += try [Self.area("Spoilt here", 8, 47), Self.area("Spoilt elsewhere", -80, -20)]
            _ = try await store.areas.add(areas, from: "s", file: "f", format: "wkt")
            try await store.write { db in
                // A bow tie where each of them is.
                for (name, west, south) in [("Spoilt here", 8, 47), ("Spoilt elsewhere", -80, -20)] {
                    let corners = [(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)].map { "\(west + $0.0) \(south + $0.1)" }
                    try db.execute(
                        sql: "UPDATE area SET geom = CastToMulti(GeomFromText(?, 4326)) WHERE name = ?",
                        arguments: ["POLYGON((\(corners.joined(separator: ","))))", name])
                }
            }
            let indexed = IndexedAreas(try await store.areas.ofNow())
            var places = try (0..<60).map { _ in
                try Coordinate(
                    latitude: .random(in: 44...50, using: &generator), longitude: .random(in: 5...11, using: &generator)
                )
            }
            places += areas[..<3].map { $0.area.polygons[0].outer[0] }
            places += try [(90, 0), (-90, 7), (70, 180), (70, -180), (-19.5, -79.5), (0, 0)].map {
                try Coordinate(latitude: $0.0, longitude: $0.1)
            }
            var (held, spoilt) = (0, 0)
            for place in places {
                let (one, other) = (indexed.holding(place), try await store.areas.holding(place))
                #expect(one.areas.map(\.area) == other.areas.map(\.area), "\(place), seed \(seed)")
                #expect(one.areas.map(\.edge) == other.areas.map(\.edge), "\(place), seed \(seed)")
                #expect(one.unusable == other.unusable, "\(place), seed \(seed)")
                #expect(one.areas.last.map { $0.area.name == "Everywhere" && $0.edge == nil } == true)
                held += one.areas.count
                spoilt += one.unusable.count
            }
            #expect(held > 5 * places.count && spoilt > 0 && spoilt < 2 * places.count)
        }
    }

    @Test func `whether areas have changed since a moment is known, whatever else has`() async throws {
        try await withStore { store in
            var stamp = try await store.areas.ofNow().stamp
            func isChanged() async throws -> Bool {
                guard let same = try await store.areas.stamp(ifUnchangedSince: stamp) else {
                    stamp = try await store.areas.ofNow().stamp
                    return true
                }
                #expect(same.version >= stamp.version)
                stamp = same
                return false
            }
            #expect(try await !isChanged())
            _ = try await store.rules.addWatchlist(title: "A list")
            let before = stamp.version
            #expect(try await !isChanged() && stamp.version > before)
            _ = try await store.areas.add([Self.area("A", 0, 0)], from: "s", file: "f", format: "wkt")
            #expect(try await isChanged())
            _ = try await store.areas.add([Self.area("A", 0, 0)], from: "s", file: "f", format: "wkt")
            #expect(try await !isChanged())
            try await store.write { db in try db.execute(sql: "UPDATE area SET name = 'B'") }
            #expect(try await isChanged())
            _ = try await store.areas.remove("B")
            #expect(try await isChanged())
            // What another file has is not known from this one's log.
            stamp.token &+= 1
            #expect(try await isChanged())
        }
    }

    private func withStore(_ body: (Store) async throws -> Void) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/s.sqlite")
            try await body(store)
        }
    }

    // MARK: - Areas

    private static func area(_ name: String, _ west: Double, _ south: Double) throws -> NewArea {
        NewArea(
            name: name, kind: "square", area: try Area([Area.Polygon(outer: ring(west, south))]), sourceID: name)
    }

    /// A square.
    private static func ring(_ west: Double, _ south: Double, side: Double = 1) throws -> [Coordinate] {
        try [(0, 0), (side, 0), (side, side), (0, side), (0, 0)].map {
            try Coordinate(latitude: south + $0.1, longitude: west + $0.0)
        }
    }

    /// A ring of many corners that does not cross itself: their bearings rise.
    private static func star(around center: Coordinate, using generator: inout SeededGenerator) throws -> Area {
        let count = Int.random(in: 5...60, using: &generator)
        var ring = try (0..<count).map { number in
            let (angle, radius) = (
                2 * Double.pi * Double(number) / Double(count), Double.random(in: 0.3...4, using: &generator)
            )
            return try Coordinate(
                latitude: center.latitude + radius * sin(angle), longitude: center.longitude + radius * cos(angle))
        }
        ring.append(ring[0])
        return try Area([Area.Polygon(outer: ring)])
    }
}
