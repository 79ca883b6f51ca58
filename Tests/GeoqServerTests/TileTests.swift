import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import GeoqServer

/// Vector tiles.
@Suite struct TileTests {
    @Test func `GDAL reads a tile and finds the places where they are`() async throws {
        try await ServerRun.with { client, path in
            let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "6/18")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "23.pbf")
            let response = try await client.get("/tiles/hotspots/6/18/23.mvt")
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/vnd.mapbox-vector-tile")
            try Data([UInt8](buffer: response.body)).write(to: file)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/ogr2ogr")
            process.arguments = ["-f", "GeoJSON", "-t_srs", "EPSG:4326", "/vsistdout/", file.path, "hotspots"]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let collection = try JSONValue(parsing: String(decoding: data, as: UTF8.self))
            #expect(Set(collection.names) == ["Stewart Park", "Sapsucker Woods"])
            for feature in collection["features"]?.array ?? [] {
                let place = feature["geometry"]?["coordinates"]?.array ?? []
                let isPark = feature["properties"]?["name"] == "Stewart Park"
                // A 4096th of a tile of this zoom is 0.0014 degrees.
                #expect(abs((place.first?.double ?? 0) - (isPark ? -76.5 : -76.45)) < 0.0015)
                #expect(abs((place.last?.double ?? 0) - (isPark ? 42.46 : 42.48)) < 0.0015)
                #expect(FeatureID(feature["properties"]?["id"]?.string ?? "") != nil)
            }
        }
    }

    @Test func `GDAL reads a tile of areas and finds them where they are`() async throws {
        try await ServerRun.withService(hotspots: "id,name,locality,lat,lon\nL1,Place,X,42,-76\n") { service in
            let store = try Store(path: service.live.path, create: false)
            func ring(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> [Coordinate] {
                try [(south, west), (south, east), (north, east), (north, west), (south, west)].map {
                    try Coordinate(latitude: $0.0, longitude: $0.1)
                }
            }
            let park = try Area([.init(outer: ring(-77, 42, -76, 43), holes: [ring(-76.6, 42.4, -76.4, 42.6)])])
            let sea = try Area([.init(outer: ring(175, -5, -175, 5))])
            let areas = [
                NewArea(name: "Park", kind: "park", area: park, sourceID: "1"),
                NewArea(name: "Sea", area: sea, sourceID: "2"),
            ]
            _ = try await store.areas.add(areas, from: "test", file: "test", format: "geojson")
            let shapes = try await store.areas.all().areas.map { MapArea($0) }
            #expect(shapes.map(\.name) == ["Park", "Sea"])
            func clipped(_ shape: MapArea, _ zoom: Int, _ x: Int, _ y: Int) throws -> [[SIMD2<Int>]] {
                let tile = try #require(TileAddress(zoom: zoom, x: x, y: y))
                return try shape.polygons.flatMap { try TileClip.rings(of: $0, in: tile, buffer: 0) }
            }
            // Of the whole map: a ring with a hole, and both sides of ±180°.
            let whole = try clipped(shapes[0], 0, 0, 0)
            #expect(whole.count == 2)
            let (west, east) = (try clipped(shapes[1], 1, 0, 1), try clipped(shapes[1], 1, 1, 0))
            #expect(west.count == 1 && east.count == 1)
            #expect(
                west[0].allSatisfy { (0...114).contains($0.x) } && east[0].allSatisfy { (3_982...4_096).contains($0.x) }
            )
            #expect(try clipped(shapes[0], 1, 1, 1).isEmpty)
            // Within a tile that lies inside, the tile itself.
            let inside = try clipped(shapes[0], 12, 1_174, 1_506)
            #expect(inside.count == 1 && Set(inside[0].map { [$0.x, $0.y] }).count == 4, "\(inside)")
            var tile = VectorTile(layer: "areas")
            tile.add(polygons: whole, [("name", .text("Park"))])
            let folder = URL(filePath: service.live.path).deletingLastPathComponent().appending(path: "0/0")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: "0.pbf")
            try Data(tile.bytes).write(to: file)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/ogr2ogr")
            process.arguments = ["-f", "GeoJSON", "-t_srs", "EPSG:4326", "/vsistdout/", file.path, "areas"]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let feature = try JSONValue(parsing: String(decoding: data, as: UTF8.self))["features"]?.array?.first
            #expect(feature?["properties"]?["name"] == "Park")
            let coordinates = feature?["geometry"]?["coordinates"]?.array ?? []
            let polygon = feature?["geometry"]?["type"] == "MultiPolygon" ? coordinates.first?.array ?? [] : coordinates
            #expect(polygon.count == 2, "\(polygon)")
            // A 4096th of the map is 0.09 degrees.
            let outer = try #require(polygon.first?.array)
            #expect(outer.count > 3)
            for position in outer {
                let x = position.array?.first?.double ?? 0
                #expect(min(abs(x + 77), abs(x + 76)) < 0.1, "\(x)")
            }
        }
    }

    @Test func `tiles of areas are served and described`() async throws {
        try await ServerRun.with { client, _ in
            let response = try await client.get("/tiles/areas/3/2/2.mvt")
            #expect(response.status == .ok && response.headers[.contentType] == "application/vnd.mapbox-vector-tile")
            #expect(try await client.get("/tiles/areas/3/9/2.mvt").status == .notFound)
            let description = try await client.get("/tiles/areas.json")
            #expect(String(buffer: description.body).contains(#"/tiles/areas/{z}/{x}/{y}.mvt"#))
        }
    }

    @Test func `a tile with a buffer has what lies beside it, where the tiles there show it`() async throws {
        var generator = SeededGenerator(seed: 5)
        var rows = ""
        for number in 0..<4_000 {
            let latitude = Double.random(in: -84...84, using: &generator)
            let longitude = Double.random(in: -180...180, using: &generator)
            rows += "L\(number),Place \(number),X,\(latitude),\(longitude)\n"
        }
        try await ServerRun.withService(hotspots: "id,name,locality,lat,lon\n" + rows) { service in
            let (index, _) = try await service.tiles.index(of: .hotspots, at: try service.live.moment())
            let side = 4
            // Every cluster of the whole map, in units from its upper left corner.
            var all: [(x: Int, y: Int, count: Int)] = []
            for x in 0..<side {
                for y in 0..<side {
                    let tile = try #require(TileAddress(zoom: 2, x: x, y: y))
                    #expect(index.clusters(in: tile, buffer: 0) == index.clusters(in: tile))
                    all += index.clusters(in: tile).map { (x * 4_096 + $0.x, y * 4_096 + $0.y, $0.count) }
                }
            }
            for (x, y) in [(0, 0), (1, 2), (3, 3)] {
                let tile = try #require(TileAddress(zoom: 2, x: x, y: y))
                let found = index.clusters(in: tile, buffer: 64).map { [$0.x, $0.y, $0.count] }
                // Beyond ±180° the map goes on around the Earth.
                var wanted: [[Int]] = []
                let reach = -64..<4_160
                for turn in [-side, 0, side] {
                    for cluster in all {
                        let place = (x: cluster.x + (turn - x) * 4_096, y: cluster.y - y * 4_096)
                        guard reach.contains(place.x), reach.contains(place.y) else { continue }
                        wanted.append([place.x, place.y, cluster.count])
                    }
                }
                func sorted(_ clusters: [[Int]]) -> [[Int]] { clusters.sorted { $0.lexicographicallyPrecedes($1) } }
                #expect(sorted(found) == sorted(wanted))
                #expect(found.count > index.clusters(in: tile).count)
            }
        }
    }

    @Test func `every place is in one tile of each zoom, and no tile is large`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        var rows = "id,name,locality,lat,lon\n"
        var places: [(latitude: Double, longitude: Double)] = []
        for number in 0..<20_000 {
            // Half of them near one place, some at one and the same.
            let isNear = number % 2 == 0
            var latitude =
                isNear
                ? 42.46 + Double.random(in: -1...1, using: &generator) : Double.random(in: -85...85, using: &generator)
            var longitude =
                isNear
                ? -76.5 + Double.random(in: -1...1, using: &generator)
                : Double.random(in: -180...180, using: &generator)
            if number % 10 == 0 { (latitude, longitude) = (42.46, -76.5) }
            places.append((latitude, longitude))
            rows += "L\(number),Place \(number),X,\(latitude),\(longitude)\n"
        }
        let everywhere = places
        try await ServerRun.with(hotspots: rows) { client, _ in
            for zoom in [0, 1, 3] {
                var total = 0
                for x in 0..<1 << zoom {
                    for y in 0..<1 << zoom {
                        let response = try await client.get("/tiles/hotspots/\(zoom)/\(x)/\(y).mvt")
                        #expect(response.body.readableBytes < 200_000, "seed \(seed)")
                        let expected = everywhere.count { Self.tile($0.latitude, $0.longitude, zoom) == SIMD2(x, y) }
                        let count = try TestTile([UInt8](buffer: response.body)).placeCount
                        #expect(count == expected, "\(zoom)/\(x)/\(y), seed \(seed)")
                        total += count
                    }
                }
                #expect(total == everywhere.count, "zoom \(zoom), seed \(seed)")
            }
            // However near one looks, places at one point are one point.
            let deep = Self.tile(42.46, -76.5, 22)
            let tile = try TestTile(
                [UInt8](buffer: try await client.get("/tiles/hotspots/22/\(deep.x)/\(deep.y).mvt").body))
            #expect(tile.placeCount >= 2_000 && tile.features == 1, "seed \(seed)")
        }
    }

    @Test func `no tile has more than 500 KB, however many places and however long their names`() async throws {
        // As many as are shown one by one, with names of as many bytes as there can be.
        let name = String(repeating: "\u{1F426}\u{FE0F}\u{200D}", count: 90)
        // Of each of the 64 cells of the only tile, at latitudes between which the cells' edges lie.
        let latitudes = [82.0, 72, 54, 21, -21, -54, -72, -82]
        let few = (0..<960).map { index in
            let (cell, number) = (index / 15, index % 15)
            let longitude = Double(cell % 8) * 45 - 170 + Double(number)
            return "L\(index),\(index)\(name),X,\(latitudes[cell / 8]),\(longitude)\n"
        }.joined()
        let many = (0..<100_000).map { "O\($0),S\($0),\(Double($0 % 500) / 50),\(Double($0 / 500) / 50)\n" }.joined()
        try await ServerRun.with(
            hotspots: "id,name,locality,lat,lon\n" + few, observations: "id,species,lat,lon\n" + many
        ) { client, _ in
            let singles = try await client.get("/tiles/hotspots/0/0/0.mvt").body
            #expect(singles.readableBytes > 200_000 && singles.readableBytes < 500_000, "\(singles.readableBytes)")
            #expect(try TestTile([UInt8](buffer: singles)).features == 960)
            for address in ["0/0/0", "3/4/3", "4/8/7", "5/16/15", "7/65/63"] {
                let tile = try await client.get("/tiles/observations/\(address).mvt").body
                #expect(tile.readableBytes > 0 && tile.readableBytes < 500_000, "\(address): \(tile.readableBytes)")
                if address == "0/0/0" { #expect(try TestTile([UInt8](buffer: tile)).placeCount == 100_000) }
            }
        }
    }

    @Test func `a tile of the snapshot that a client knows may be kept for good`() async throws {
        try await ServerRun.with { client, _ in
            let snapshot = try #require(try await client.json("/map/state").body["snapshot"]?.string)
            let known = try await client.get("/tiles/hotspots/0/0/0.mvt?v=\(snapshot)")
            #expect(known.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let other = try await client.get("/tiles/hotspots/0/0/0.mvt?v=old")
            #expect(other.headers[.cacheControl] == "public, no-cache")
        }
    }

    @Test func `places are grouped by how many there are around them, whatever tile they lie in`() async throws {
        // Either side of the edge between two tiles of zoom 1: a crowd to the west of it, few to the east.
        let crowd = (0..<2_000).map { "W\($0),W,X,\(10 + Double($0 % 50) / 10),\(-1 - Double($0 / 50) / 10)\n" }
        let few = (0..<10).map { "E\($0),E,X,\(10 + Double($0)),\(20 + Double($0))\n" }
        // A few places far from the crowd, in the crowd's own tile.
        let far = (0..<10).map { "F\($0),F,X,\(40 + Double($0)),-150\n" }
        try await ServerRun.with(hotspots: "id,name,locality,lat,lon\n" + (crowd + few + far).joined()) { client, _ in
            let west = try TestTile([UInt8](buffer: try await client.get("/tiles/hotspots/1/0/0.mvt").body))
            let east = try TestTile([UInt8](buffer: try await client.get("/tiles/hotspots/1/1/0.mvt").body))
            #expect(west.placeCount == 2_010 && west.features <= 10 + 4, "\(west.features)")
            #expect(west.singles == 10)
            #expect(east.placeCount == 10 && east.singles == 10)
        }
    }

    @Test func `tiles of sightings show those that the conditions let through`() async throws {
        try await ServerRun.with { client, _ in
            func expect(_ expected: Int, _ conditions: String) async throws {
                let response = try await client.get("/tiles/observations/0/0/0.mvt?\(conditions)")
                #expect(response.status == .ok, "\(conditions)")
                let tile = try TestTile([UInt8](buffer: response.body))
                #expect(tile.placeCount == expected, "\(conditions)")
            }
            try await expect(4, "")
            try await expect(2, "species=turdus%20merula")
            try await expect(1, "species=Turdus%20merula&since=2026-06-01")
            try await expect(1, "until=2024-12-31")
            try await expect(0, "species=Grus%20grus")
            // More questions than are kept, then the first again.
            for day in 1...9 { try await expect(day <= 3 ? 2 : 1, "since=2026-05-0\(day)") }
            try await expect(2, "species=turdus%20merula")
            for wrong in ["observations/0/0/0.mvt?since=May", "hotspots/0/0/0.mvt?species=Grus%20grus"] {
                let response = try await client.get("/tiles/\(wrong)")
                #expect(response.status == .badRequest, "\(wrong)")
            }
        }
    }

    @Test func `there are no other tiles`() async throws {
        try await ServerRun.with { client, _ in
            for address in [
                "1/2/0", "1/0/2", "23/0/0", "-1/0/0", "0/0/1", "a/b/c", "1/0/0x", "0/99999999999999999999/0",
            ] {
                let response = try await client.get("/tiles/hotspots/\(address).mvt")
                #expect(response.status == .notFound, "\(address)")
            }
            let empty = try await client.get("/tiles/hotspots/22/0/0.mvt")
            #expect(empty.status == .ok && empty.body.readableBytes == 0)
        }
    }

    @Test func `a circle lies on the ellipsoid, across the date line, too`() async throws {
        try await ServerRun.with { client, _ in
            let line = try await client.json("/circle?lat=-16.8&lon=179.95&km=50&points=36").body
            let center = try Coordinate(latitude: -16.8, longitude: 179.95)
            let points = line["geometry"]?["coordinates"]?.array ?? []
            #expect(points.count == 37 && points.first == points.last)
            for point in points {
                let numbers = point.array?.compactMap(\.double) ?? []
                let place = try Coordinate(strictLatitude: numbers[1], longitude: numbers[0])
                let meters = Geodesic.inverse(from: center, to: place).distance.meters
                #expect(abs(meters - 50_000) < 1e-6)
            }
            #expect(line["properties"]?["holds_south_pole"] == false)
            let polar = try await client.json("/circle?lat=85&lon=0&km=600").body
            #expect(
                polar["properties"]?["holds_north_pole"] == true && polar["properties"]?["holds_south_pole"] == false)
        }
    }

    /// The tile of a place, by the textbook's formula.
    private static func tile(_ latitude: Double, _ longitude: Double, _ zoom: Int) -> SIMD2<Int> {
        let scale = Double(1 << zoom)
        let radians = latitude * .pi / 180
        let y = (1 - asinh(tan(radians)) / .pi) / 2
        return SIMD2(Int((longitude + 180) / 360 * scale), Int(y * scale))
    }
}

/// As much of a vector tile as a test needs: how many features, and how many
/// places they stand for.
struct TestTile {
    private(set) var features = 0
    /// Features that stand for one place.
    private(set) var singles = 0
    private(set) var placeCount = 0

    private struct Wrong: Error {}

    init(_ bytes: [UInt8]) throws {
        for (number, layer) in try Self.fields(bytes[...]) where number == 3 {
            var keys: [String] = []
            var values: [UInt64?] = []
            var tags: [[UInt64]] = []
            for (field, content) in try Self.fields(layer) {
                switch field {
                case 2:
                    let packed = try Self.fields(content).first { $0.0 == 2 }?.1 ?? []
                    tags.append(try Self.varints(packed))
                case 3: keys.append(String(decoding: content, as: UTF8.self))
                case 4:
                    let inner = try Self.fields(content)
                    values.append(try inner.first { $0.0 == 5 }.map { try Self.varints($0.1)[0] })
                default: break
                }
            }
            for list in tags {
                features += 1
                let pairs = stride(from: 0, to: list.count, by: 2).map {
                    (keys[Int(list[$0])], values[Int(list[$0 + 1])])
                }
                let count = pairs.first { $0.0 == "count" }?.1
                placeCount += Int(count ?? 1)
                if count == nil { singles += 1 }
            }
        }
    }

    /// The fields of a message; a number's bytes are its varint.
    private static func fields(_ bytes: ArraySlice<UInt8>) throws -> [(UInt64, ArraySlice<UInt8>)] {
        var fields: [(UInt64, ArraySlice<UInt8>)] = []
        var rest = bytes
        while !rest.isEmpty {
            let key = try varint(&rest)
            let before = rest
            let value = try varint(&rest)
            if key & 7 == 0 {
                fields.append((key >> 3, before[before.startIndex..<rest.startIndex]))
            } else {
                guard key & 7 == 2, rest.count >= Int(value) else { throw Wrong() }
                fields.append((key >> 3, rest.prefix(Int(value))))
                rest = rest.dropFirst(Int(value))
            }
        }
        return fields
    }

    private static func varints(_ bytes: ArraySlice<UInt8>) throws -> [UInt64] {
        var (numbers, rest) = ([UInt64](), bytes)
        while !rest.isEmpty { numbers.append(try varint(&rest)) }
        return numbers
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while let byte = rest.popFirst() {
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Wrong()
    }
}
