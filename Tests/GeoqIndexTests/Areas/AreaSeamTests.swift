import TestSupport
import Testing

@testable import GeoqIndex

/// Areas that are cut at ±180° or at a pole, and the same without a cut.
@Suite struct AreaSeamTests {
    private static func box(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double
    ) -> Area.Polygon {
        Area.Polygon(outer: RandomArea.box(west, south, east, north))
    }

    /// The boundary, and whatever follows from it.
    private static func expectSame(_ cut: Area, _ whole: Area, at place: Coordinate, _ comment: String) throws {
        let distances = try [cut, whole].map { try #require($0.distanceToBoundary(from: place)).meters }
        #expect(abs(distances[0] - distances[1]) < 2e-7, "\(comment), \(place): \(distances)")
        #expect(cut.contains(place) == whole.contains(place), "\(comment), \(place)")
        #expect(cut.holdsInside(place) == whole.holdsInside(place), "\(comment), \(place)")
        for meters in [1.0, 1_000, 100_000] where abs(distances[0] - meters) > 1e-6 {
            let radius = Distance(meters: meters)
            #expect(
                cut.certainty(of: place, within: radius) == whole.certainty(of: place, within: radius), "\(comment)")
        }
    }

    @Test(arguments: Area.Edges.allCases)
    func `a cut at ±180° is no boundary`(edges: Area.Edges) throws {
        let seed: UInt64 = 271
        print("seed \(seed), \(edges)")
        var generator = SeededGenerator(seed: seed)
        for number in 0..<30 {
            // Two boxes with the same latitudes, and one of other latitudes: parts of its side are boundary.
            let south = Double.random(in: -70...60, using: &generator)
            let north = south + .random(in: 1...20, using: &generator)
            let west = 180 - Double.random(in: 0.5...20, using: &generator)
            let east = -180 + Double.random(in: 0.5...20, using: &generator)
            let higher = north + (number % 3 == 0 ? 0 : Double.random(in: 0.5...5, using: &generator))
            let cut = try Area([Self.box(west, south, 180, north), Self.box(-180, south, east, higher)], edges: edges)
            let ring = [
                (south, west), (south, 180), (south, east), (higher, east), (higher, 180), (north, 180), (north, west),
            ].map { Coordinate.make($0.0, $0.1) }
            let whole = try Area([.init(outer: ring.closed)], edges: edges)
            let comment = "seed \(seed), \(number)"
            for _ in 0..<20 {
                let isOnSeam = Bool.random(using: &generator)
                let longitude = Double.random(in: west - 2...360 + east + 2, using: &generator).wrappedLongitude
                let place = Coordinate.make(
                    .random(in: south - 2...higher + 2, using: &generator),
                    isOnSeam ? (Bool.random(using: &generator) ? 180 : -180) : longitude)
                try Self.expectSame(cut, whole, at: place, comment)
            }
        }
    }

    /// Each cell near the cut is inside, outside, or on the boundary of both alike.
    @Test func `cells at the cut are certain`() throws {
        let cut = try Area([Self.box(170, 0, 180, 10), Self.box(-180, 0, -170, 10)])
        for (west, east) in [(179.8, 180.0), (-180, -179.8), (179.9, -179.9)] {
            let inside = try BoundingBox(west: west, south: 4, east: east, north: 4.2)
            #expect(cut.certainty(in: inside) == .certain)
            let across = try BoundingBox(west: west, south: 9.9, east: east, north: 10.1)
            #expect(cut.certainty(in: across) == .possible)
            let outside = try BoundingBox(west: west, south: 11, east: east, north: 12)
            #expect(cut.certainty(in: outside) == .impossible)
        }
        // Only one side has the area.
        let half = try Area([Self.box(170, 0, 180, 10)])
        #expect(half.certainty(in: try BoundingBox(west: 179.8, south: 4, east: 180, north: 4.2)) == .possible)
        #expect(try #require(half.distanceToBoundary(from: .make(5, 180))).meters == 0)
    }

    @Test func `the pieces of edges along ±180° are counted before they are made`() throws {
        // Each of 20 sides at 180 is cut at both ends of 30 sides at -180.
        let long = (0..<20).map { [Coordinate.make(-80, 180), .make(80, 180), .make(1, 10 + Double($0))].closed }
        let short = (0..<30).map { number in
            let south = -75 + 5 * Double(number)
            return [Coordinate.make(south, -180), .make(south + 1, -180), .make(south, -179)].closed
        }
        let polygons = (long + short).map { Area.Polygon(outer: $0) }
        _ = try Area(polygons, edges: .drawn, pole: nil, atMost: 200 + 1_200)
        #expect(throws: AreaError.tooManyPositions(count: 1_400)) {
            try Area(polygons, edges: .drawn, pole: nil, atMost: 1_399)
        }
        // Without an area on the other side there is nothing to cut.
        _ = try Area(Array(polygons.prefix(20)), edges: .drawn, pole: nil, atMost: 80)
    }

    /// As the Antarctic is drawn: down ±180 to the pole, and along it.
    @Test func `a pole that is surrounded is no boundary`() throws {
        let places = stride(from: -180.0, through: 180, by: 10).map {
            Coordinate.make(-70 + ($0 / 10).remainder(dividingBy: 3), $0)
        }
        let drawn = try Area([.init(outer: [.make(-90, -180)] + places + [.make(-90, 180), .make(-90, -180)])])
        let ring = try Area([.init(outer: Array(places.dropLast()).closed)], pole: .south)
        let seed: UInt64 = 272
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var asked = [Coordinate.make(-90, 0), .make(-80, 180), .make(-80, -180), .make(-89.999, 33)]
        for _ in 0..<60 {
            asked.append(
                .make(.random(in: -90 ... -60, using: &generator), .random(in: -180...180, using: &generator)))
        }
        for place in asked { try Self.expectSame(drawn, ring, at: place, "seed \(seed)") }
        #expect(drawn.certainty(in: try BoundingBox(west: -180, south: -90, east: 180, north: -80)) == .certain)
        #expect(drawn.holdsInside(.make(-90, 0)))
        // With a sector missing the pole is on the boundary. Steps of less than 180° go the long way round.
        let arc = stride(from: -180.0, through: 170, by: 70).map { Coordinate.make(-80, $0) }
        let open = try Area([.init(outer: [.make(-90, -180)] + arc + [.make(-90, 170), .make(-90, -180)])])
        #expect(open.contains(.make(-85, -10)) && !open.contains(.make(-85, 175)))
        #expect(!open.holdsInside(.make(-90, 0)))
        #expect(try #require(open.distanceToBoundary(from: .make(-90, 0))).meters < 1e-7)
    }

    @Test func `parts that cover the meridian twice, or meet in a point, leave their boundary`() throws {
        // Twice by one polygon is not at all: its hole has the same side.
        let hollow = try Area([
            .init(outer: RandomArea.box(160, 0, 180, 10)), Self.box(-180, 2, -170, 4), Self.box(-180, 4, -170, 5),
        ])
        // 4 is a corner of both eastern parts, whose shared edge stays a boundary, as that of all overlapping parts.
        for (latitude, isBoundary) in [(1.0, true), (3, false), (4.5, false), (7, true)] {
            let meters = try #require(hollow.distanceToBoundary(from: .make(latitude, 180))).meters
            #expect((meters < 1e-7) == isBoundary, "\(latitude): \(meters)")
        }
    }

    @Test func `of many parts at ±180°, the boundary is where one side alone has the area`() throws {
        let seed: UInt64 = 273
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let sides = (0..<2).map { _ in
            (0..<400).map { number in
                let south = -60 + Double(number) * 0.3 + .random(in: 0...0.1, using: &generator)
                return south...(south + .random(in: 0.05...0.15, using: &generator))
            }
        }
        let parts =
            sides[0].map { Self.box(179, $0.lowerBound, 180, $0.upperBound) }
            + sides[1].map { Self.box(-180, $0.lowerBound, -179, $0.upperBound) }
        let area = try Area(parts.shuffled(using: &generator))
        let ends = sides.joined().flatMap { [$0.lowerBound, $0.upperBound] }
        var counts = [0, 0, 0]
        for _ in 0..<600 {
            let latitude = Double.random(in: -61...61, using: &generator)
            guard ends.allSatisfy({ abs($0 - latitude) > 1e-4 }) else { continue }
            let count = sides.count { $0.contains { $0.contains(latitude) } }
            counts[count] += 1
            let meters = try #require(area.distanceToBoundary(from: .make(latitude, 180))).meters
            #expect((meters < 1e-7) == (count == 1), "seed \(seed), \(latitude): \(meters), \(count)")
        }
        #expect(counts.allSatisfy { $0 > 30 }, "\(counts)")
    }

    /// A polygon that reaches the meridian twice, and between has none of it.
    @Test func `only where both sides reach the meridian there is no boundary`() throws {
        let fork = [(0.0, 160.0), (0, 180), (4, 180), (4, 170), (6, 170), (6, 180), (10, 180), (10, 160)]
        let forked = try Area([
            .init(outer: fork.map { .make($0.0, $0.1) }.closed), Self.box(-180, 0, -170, 10),
        ])
        for (latitude, isBoundary) in [(2.0, false), (5, true), (8, false)] {
            let meters = try #require(forked.distanceToBoundary(from: .make(latitude, 180))).meters
            #expect((meters < 1e-7) == isBoundary, "\(latitude): \(meters)")
        }
        // Across the meridian, with a hole that ends on it: beyond the edge is the hole, whatever else reaches it.
        let across = Area.Polygon(
            outer: RandomArea.box(170, 0, -170, 10), holes: [RandomArea.box(175, 2, 180, 4)])
        let filled = try Area([across, Self.box(-180, 2, -178, 4)])
        #expect(!filled.contains(.make(3, 179)) && filled.contains(.make(3, -179)))
        #expect(try #require(filled.distanceToBoundary(from: .make(3, 180))).meters < 1e-7)
    }
}
