import TestSupport
import Testing

@testable import GeoqIndex

/// Areas whose polygons overlap, or share a border, and others that only look so.
@Suite struct AreaPartsTests {
    private static func overlaps(
        _ rings: [[Coordinate]], holes: [[Coordinate]] = [], edges: Area.Edges = .drawn, pole: Area.Pole? = nil
    ) throws -> Bool {
        let polygons = rings.enumerated().map { Area.Polygon(outer: $1, holes: $0 == 0 ? holes : []) }
        // In either order.
        let found = try [polygons, polygons.reversed()].map {
            try Area($0, edges: edges, pole: pole).hasOverlappingParts
        }
        #expect(found[0] == found[1])
        return found[0]
    }

    private static func box(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double
    ) -> [Coordinate] { RandomArea.box(west, south, east, north) }

    @Test(arguments: Area.Edges.allCases)
    func `parts that are apart, or touch in points, do not overlap`(edges: Area.Edges) throws {
        let first = Self.box(0, 0, 10, 10)
        #expect(try !Self.overlaps([first], edges: edges))
        #expect(try !Self.overlaps([first, Self.box(11, 0, 20, 10)], edges: edges))
        #expect(try !Self.overlaps([first, Self.box(10, 10, 20, 20)], edges: edges), "a corner")
        #expect(try !Self.overlaps([first, Self.box(4, 4, 6, 6)], holes: [Self.box(3, 3, 7, 7)], edges: edges))
        // 30 cm apart, where a geodesic of 4 km leaves the straight line by 70 cm.
        let close = [Self.box(0, 59.9, 0.08, 60), Self.box(0, 60 + 2.7e-6, 0.08, 60.1)]
        #expect(try !Self.overlaps(close, edges: edges))
        // Cut at ±180°, and around a pole.
        #expect(try !Self.overlaps([Self.box(170, 0, 180, 10), Self.box(-180, 0, -170, 10)], edges: edges))
        #expect(try !Self.overlaps([Self.box(170, 0, -170, 10), Self.box(-169, 0, -160, 10)], edges: edges))
        let cap = [0.0, 120, -120].map { Coordinate.make(60, $0) }.closed
        #expect(try !Self.overlaps([cap, Self.box(0, 0, 10, 10)], edges: edges, pole: .north))
    }

    @Test(arguments: Area.Edges.allCases)
    func `parts that cross, share a border or lie in each other overlap`(edges: Area.Edges) throws {
        let first = Self.box(0, 0, 10, 10)
        #expect(try Self.overlaps([first, first], edges: edges), "twice")
        #expect(try Self.overlaps([first, Self.box(5, 5, 15, 15)], edges: edges))
        #expect(try Self.overlaps([first, Self.box(10, 0, 20, 10)], edges: edges), "a border")
        #expect(try Self.overlaps([first, Self.box(4, 4, 6, 6)], edges: edges), "inside")
        #expect(
            try Self.overlaps([first, Self.box(4, 4, 6, 6)], holes: [Self.box(1, 1, 2, 2)], edges: edges),
            "beside a hole")
        #expect(try Self.overlaps([Self.box(170, 0, -170, 10), Self.box(-178, 2, -175, 4)], edges: edges))
        #expect(try Self.overlaps([Self.box(170, 0, -170, 10), Self.box(-175, 2, -160, 4)], edges: edges))
        let cap = [0.0, 120, -120].map { Coordinate.make(60, $0) }.closed
        #expect(try Self.overlaps([cap, Self.box(0, 80, 10, 85)], edges: edges, pole: .north))
    }

    @Test func `a part whose vertices all touch another one's edges from within overlaps`() throws {
        let diamond = [(0.0, 5.0), (5, 10), (10, 5), (5, 0)].map { Coordinate.make($0.0, $0.1) }.closed
        #expect(try Self.overlaps([Self.box(0, 0, 10, 10), diamond]))
        #expect(try !Self.overlaps([Self.box(0, 0, 10, 10), diamond.map { .make($0.latitude, $0.longitude + 10) }]))
    }

    /// On a small grid most boxes touch, share a border or overlap; also on ±180°.
    @Test func `boxes overlap as their numbers say`() throws {
        let seed: UInt64 = 2_121
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var counts = [false: 0, true: 0]
        for number in 0..<1_500 {
            func span() -> (low: Int, high: Int) {
                let low = Int.random(in: 0...5, using: &generator)
                return (low, low + .random(in: 1...3, using: &generator))
            }
            let (first, second) = ((x: span(), y: span()), (x: span(), y: span()))
            let shift: Double = number % 2 == 0 ? 0 : 176.5
            let rings = [first, second].map { box in
                Self.box(
                    (Double(box.x.low) + shift).wrappedLongitude, Double(box.y.low),
                    (Double(box.x.high) + shift).wrappedLongitude, Double(box.y.high))
            }
            let width = min(first.x.high, second.x.high) - max(first.x.low, second.x.low)
            let height = min(first.y.high, second.y.high) - max(first.y.low, second.y.low)
            // A part of a border, or of the insides.
            let expected = width >= 0 && height >= 0 && width + height > 0
            counts[expected, default: 0] += 1
            #expect(try Self.overlaps(rings) == expected, "seed \(seed), \(first), \(second), \(shift)")
        }
        #expect(counts.values.allSatisfy { $0 > 300 }, "\(counts)")
    }
}
