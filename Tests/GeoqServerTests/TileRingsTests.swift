import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import TestSupport
import Testing

@testable import GeoqServer

/// Polygons of tiles are valid, whatever whole units make of them.
@Suite struct TileRingsTests {
    private typealias Place = SIMD2<Int>

    /// Polygons: a ring that encloses a positive area, and those behind it that do not.
    private static func polygons(_ rings: [[Place]]) -> [[[Place]]] {
        var polygons: [[[Place]]] = []
        for ring in rings {
            if area(ring) > 0 { polygons.append([ring]) } else { polygons[polygons.count - 1].append(ring) }
        }
        return polygons
    }

    private static func area(_ ring: [Place]) -> Int {
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
    }

    private static func text(_ polygon: [[Place]]) -> String {
        let rings = polygon.map { ring in
            "(" + (ring + ring.prefix(1)).map { "\($0.x) \($0.y)" }.joined(separator: ",") + ")"
        }
        return "POLYGON(\(rings.joined(separator: ",")))"
    }

    /// By the even-odd rule.
    private static func holds(_ rings: [[Place]], _ point: SIMD2<Double>) -> Bool {
        var isInside = false
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                guard (Double(a.y) > point.y) != (Double(b.y) > point.y) else { continue }
                let x = Double(a.x) + (point.y - Double(a.y)) * Double(b.x - a.x) / Double(b.y - a.y)
                if point.x < x { isInside.toggle() }
            }
        }
        return isInside
    }

    private static func distance(_ point: SIMD2<Double>, to rings: [[Place]]) -> Double {
        var least = Double.infinity
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                let (start, way) = (SIMD2(Double(a.x), Double(a.y)), SIMD2(Double(b.x - a.x), Double(b.y - a.y)))
                let length = (way * way).sum()
                let share = length == 0 ? 0 : min(1, max(0, ((point - start) * way).sum() / length))
                let rest = point - start - way * share
                least = min(least, (rest * rest).sum().squareRoot())
            }
        }
        return least
    }

    @Test(.enabled(if: Validity.isThere, "needs libgeos-c1v5"))
    func `rings that cross, touch and run back are mended, and hold the same places`() throws {
        let validity = try #require(Validity())
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var (mended, probed) = (0, 0)
        for round in 0..<4_000 {
            // Small grids make overlaps and common places, large ones leave room to ask inside of.
            let size = [4, 9, 60, 400][round % 4]
            let rings = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                (0..<Int.random(in: 3...24, using: &generator)).map { _ in
                    Place(Int.random(in: 0...size, using: &generator), Int.random(in: 0...size, using: &generator))
                }
            }
            let found = try TileRings.mended(rings)
            if found != rings { mended += 1 }
            if found != rings, let first = found.first {
                try #require(Self.area(first) > 0, "round \(round), seed \(seed): \(rings)")
            }
            for polygon in found == rings ? [] : Self.polygons(found) {
                let text = Self.text(polygon)
                try #require(validity.isValid(text), "round \(round), seed \(seed): \(text) of \(rings)")
            }
            guard size > 50 else { continue }
            for _ in 0..<20 {
                let point = SIMD2(
                    Double.random(in: 0...Double(size), using: &generator),
                    Double.random(in: 0...Double(size), using: &generator))
                // No edge moves by more than half the diagonal of a square.
                guard Self.distance(point, to: rings) > 0.75 else { continue }
                probed += 1
                try #require(
                    Self.holds(rings, point) == Self.holds(found, point), "round \(round), seed \(seed): \(point)")
            }
        }
        #expect(mended > 3_000 && probed > 5_000, "\(mended) \(probed)")
    }

    @Test(.enabled(if: Validity.isThere, "needs libgeos-c1v5"))
    func `what a tile shows of an area is valid, at every zoom and across the tile's sides`() throws {
        let validity = try #require(Validity())
        // A coast with inlets much narrower than a unit, and islands in its bays.
        var ring = try [Coordinate(latitude: 40, longitude: -80)]
        for step in 0..<400 {
            let longitude = -80 + Double(step) * 0.01
            ring.append(try Coordinate(latitude: step % 2 == 0 ? 42 : 43.5 + sin(Double(step)), longitude: longitude))
            ring.append(try Coordinate(latitude: 44.5, longitude: longitude + 0.004))
        }
        ring += try [Coordinate(latitude: 40, longitude: -76), ring[0]]
        let hole = try [(40.5, -79.0), (41.0, -79.0), (41.0, -78.9999), (40.5, -78.9999), (40.5, -79.0)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let area = try Area([.init(outer: ring, holes: [hole])])
        let polygon = MapPolygon(area.polygons[0], area)
        var (invalid, count) = (0, 0)
        for zoom in 0...9 {
            let whole = 1 << zoom
            for x in 0..<whole where (-80.5 ... -75.5).contains(Double(x) / Double(whole) * 360 - 180) || zoom < 3 {
                for y in (zoom < 3 ? 0 : whole * 35 / 100)..<(zoom < 3 ? whole : whole * 39 / 100 + 1) {
                    let tile = try #require(TileAddress(zoom: zoom, x: x, y: y))
                    for polygon in Self.polygons(try TileClip.rings(of: polygon, in: tile, buffer: 64)) {
                        count += 1
                        if !validity.isValid(Self.text(polygon)) { invalid += 1 }
                    }
                }
            }
        }
        #expect(invalid == 0 && count > 100, "\(invalid) of \(count)")
    }

    @Test func `edges between the same two places are compared once`() throws {
        // A narrow inlet whose sides have fallen together, there and back 20,000 times.
        let inlet = Array(repeating: [Place(0, 0), Place(10, 0)], count: 20_000).flatMap(\.self)
        let square = try TileRings.mended([inlet + [Place(10, 10), Place(0, 10)]])
        #expect(square.count == 1 && square[0].count == 4 && Self.area(square[0]) == 200, "\(square)")
        let odd = try TileRings.mended([inlet.dropLast() + [Place(10, 10), Place(0, 10)]])
        #expect(odd.count == 1 && odd[0].count == 3 && Self.area(odd[0]) == 100, "\(odd)")
    }

    @Test func `a polygon of many edges beside each other is given up when the time is over`() throws {
        let comb = (0..<400).map { Place($0 % 2 * 1_000, $0) }
        let interruption = Interruption()
        _ = try TileRings.mended([comb], interruption: interruption)
        interruption.interrupt()
        #expect(throws: IndexError.interrupted) { try TileRings.mended([comb], interruption: interruption) }
    }

    @Test func `each polygon asks whether the time is over, and each group of its links`() throws {
        let interruption = Interruption()
        interruption.interrupt()
        let triangle = [Place(0, 0), Place(10, 0), Place(0, 10)]
        #expect(throws: IndexError.interrupted) { try TileRings.mended([triangle], interruption: interruption) }
        let faces = TileFaces(
            Set(zip(triangle, triangle.dropFirst() + triangle.prefix(1)).map { TileFaces.Link($0, $1) }))
        #expect(try faces.rings().count == 1)
        #expect(throws: IndexError.interrupted) { try faces.rings(interruption: interruption) }
    }

    @Test func `thousands of groups of links are found in each other`() throws {
        // Squares in squares, in columns of their own.
        var links: Set<TileFaces.Link> = []
        for column in 0..<100 {
            for depth in 0..<50 {
                let (low, high) = (Place(column * 200 + depth, depth), Place(column * 200 + 199 - depth, 199 - depth))
                let corners = [low, Place(high.x, low.y), high, Place(low.x, high.y)]
                for (corner, next) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
                    links.insert(TileFaces.Link(corner, next))
                }
            }
        }
        let rings = try TileFaces(links).rings()
        // Of the fifty squares, each second one is the hole of the one around it.
        #expect(rings.count == 5_000)
        let polygons = Self.polygons(rings)
        #expect(polygons.count == 2_500)
        for polygon in polygons {
            try #require(polygon.count == 2, "\(polygon)")
            let (outer, hole) = (Self.area(polygon[0]), -Self.area(polygon[1]))
            let (side, inner) = (Double(outer / 2).squareRoot(), Double(hole / 2).squareRoot())
            try #require(side == inner + 2, "\(polygon)")
        }
    }

    @Test func `the next link in the west is that of a look at all of them`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var found = 0
        for round in 0..<300 {
            // Between two columns the links are in one order, so they do not cross. On a column, some end in one place.
            let height = [6, 40, 400][round % 3]
            var links: Set<TileFaces.Link> = []
            for column in 0..<6 {
                let sides = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                    (Int.random(in: 0...height, using: &generator), Int.random(in: 0...height, using: &generator))
                }
                for (west, east) in zip(sides.map(\.0).sorted(), sides.map(\.1).sorted()) {
                    links.insert(TileFaces.Link(Place(column * 7, west), Place(column * 7 + 7, east)))
                }
                // Along the column itself, in pieces of a unit: what ends there ends between two of them.
                for south in 0..<height where Int.random(in: 0..<4, using: &generator) == 0 {
                    links.insert(TileFaces.Link(Place(column * 7, south), Place(column * 7, south + 1)))
                }
            }
            let all = links.shuffled(using: &generator)
            let tree = TileLinkTree(all)
            let others = (0..<50).map { _ in
                Place(Int.random(in: -1...45, using: &generator), Int.random(in: -1...height + 1, using: &generator))
            }
            for place in all.flatMap({ [$0.low, $0.high] }) + others {
                let nearest = Self.west(of: place, all)
                if nearest != nil { found += 1 }
                try #require(
                    tree.west(of: place).map { all[$0] } == nearest, "round \(round), seed \(seed): \(place) \(all)")
            }
        }
        #expect(found > 1_000)
    }

    /// The nearest link west of a place, a little north of it, among all.
    private static func west(of place: Place, _ links: [TileFaces.Link]) -> TileFaces.Link? {
        // Thousandths of a unit further north: no link of so few units is passed on the way.
        let y = Double(place.y) + 1e-3
        var best: (link: TileFaces.Link, x: Double)?
        for link in links {
            let (south, north) = link.low.y < link.high.y ? (link.low, link.high) : (link.high, link.low)
            guard south.y <= place.y, place.y < north.y else { continue }
            let lean = Double(north.x - south.x) / Double(north.y - south.y)
            // At the height of the place itself it is further west.
            guard (north.x - south.x) * (place.y - south.y) < (place.x - south.x) * (north.y - south.y) else {
                continue
            }
            let x = Double(south.x) + lean * (y - Double(south.y))
            if best.map({ x > $0.x }) ?? true { best = (link, x) }
        }
        return best?.link
    }

    @Test func `rings that are valid stay as they are`() throws {
        let square = [Place(0, 0), Place(10, 0), Place(10, 10), Place(0, 10)]
        let hole = [Place(2, 2), Place(2, 4), Place(4, 4), Place(4, 2)]
        #expect(try TileRings.mended([square, hole]) == [square, hole])
        #expect(try TileRings.mended([]).isEmpty)
        // Two triangles of a bow, and nothing of a way there and back.
        let bow = try TileRings.mended([[Place(0, 0), Place(10, 10), Place(10, 0), Place(0, 10)]])
        #expect(bow.count == 2 && bow.allSatisfy { Self.area($0) == 50 }, "\(bow)")
        #expect(try TileRings.mended([[Place(0, 0), Place(5, 5), Place(9, 9), Place(5, 5)]]).isEmpty)
        // A hole that touches its ring at a place stays a hole.
        let touching = try TileRings.mended([square, [Place(0, 0), Place(2, 4), Place(4, 4), Place(4, 2)]])
        #expect(touching.count == 2 && Self.area(touching[0]) == 200 && Self.area(touching[1]) < 0, "\(touching)")
    }
}

/// Whether a polygon is valid, by GEOS, which is opened when a test asks.
private final class Validity {
    private typealias Reader = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> OpaquePointer?
    private let handle: OpaquePointer
    private let read: Reader
    private let check: @convention(c) (OpaquePointer, OpaquePointer) -> CChar
    private let destroy: @convention(c) (OpaquePointer, OpaquePointer) -> Void
    private let finish: @convention(c) (OpaquePointer) -> Void

    static let isThere = Validity() != nil

    init?() {
        guard let file = dlopen("libgeos_c.so.1", RTLD_NOW) else { return nil }
        func symbol<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(file, name).map { unsafeBitCast($0, to: type) }
        }
        guard let start = symbol("GEOS_init_r", (@convention(c) () -> OpaquePointer?).self),
            let read = symbol("GEOSGeomFromWKT_r", Reader.self),
            let check = symbol(
                "GEOSisValid_r", (@convention(c) (OpaquePointer, OpaquePointer) -> CChar).self),
            let destroy = symbol(
                "GEOSGeom_destroy_r", (@convention(c) (OpaquePointer, OpaquePointer) -> Void).self),
            let finish = symbol("GEOS_finish_r", (@convention(c) (OpaquePointer) -> Void).self),
            let handle = start()
        else { return nil }
        (self.handle, self.read, self.check, self.destroy, self.finish) = (handle, read, check, destroy, finish)
    }

    func isValid(_ text: String) -> Bool {
        guard let geometry = read(handle, text) else { return false }
        defer { destroy(handle, geometry) }
        return check(handle, geometry) == 1
    }

    deinit { finish(handle) }
}
