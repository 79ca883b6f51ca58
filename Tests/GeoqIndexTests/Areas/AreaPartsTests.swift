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
        #expect(try Self.overlaps([first, Self.box(10, 0, 20, 9)], edges: edges), "a part of a border")
        // A border whose ends are the same is known to be none, of drawn edges.
        #expect(try Self.overlaps([first, Self.box(10, 0, 20, 10)], edges: edges) == (edges == .geodesic))
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
            func isAcross(_ box: (x: (low: Int, high: Int), y: (low: Int, high: Int))) -> Bool {
                shift > 0 && box.x.low <= 3 && box.x.high >= 4
            }
            // An edge with the same ends is known to be none.
            let isShared = width == 0 && first.y == second.y || height == 0 && first.x == second.x
            // A part of a border, or of the insides.
            let expected =
                width >= 0 && height >= 0 && width + height > 0 && !(isShared && !isAcross(first) && !isAcross(second))
            counts[expected, default: 0] += 1
            #expect(try Self.overlaps(rings) == expected, "seed \(seed), \(first), \(second), \(shift)")
        }
        #expect(counts.values.allSatisfy { $0 > 300 }, "\(counts)")
    }

    @Test func `a border that two polygons share is no boundary`() throws {
        let parts = try Area([.init(outer: Self.box(0, 0, 10, 10)), .init(outer: Self.box(10, 0, 20, 10))])
        let whole = try Area([.init(outer: Self.box(0, 0, 20, 10))])
        for (latitude, longitude) in [(5.0, 9.9), (5, 10), (9.99, 10), (0, 10), (10, 10), (5, 19), (-3, 10), (12, 9)] {
            let place = Coordinate.make(latitude, longitude)
            let (distance, expected) = (parts.distanceToBoundary(from: place), whole.distanceToBoundary(from: place))
            #expect(abs(distance!.meters - expected!.meters) < 1e-7, "\(place)")
            for radius in [0, 100, 200_000.0] {
                let within = Distance(meters: radius)
                #expect(parts.certainty(of: place, within: within) == whole.certainty(of: place, within: within))
            }
            #expect(parts.contains(place) == whole.contains(place))
            #expect(parts.holdsInside(place) == whole.holdsInside(place), "\(place)")
        }
        for (west, south, east, north) in [
            (9.9, 4.0, 10.1, 4.2), (9.9, 4, 10.1, 10), (9.9, 4, 10.1, 11), (10, 4, 10.1, 5), (1, 1, 19, 9),
            (-1, 1, 19, 9),
            (9, -2, 11, -1), (1, 1, 20, 9),
        ] {
            let box = try BoundingBox(west: west, south: south, east: east, north: north)
            #expect(parts.certainty(in: box) == whole.certainty(in: box), "\(box)")
            if whole.relation(to: box) == .outside { #expect(parts.relation(to: box) == .outside) }
        }
        // The same polygon twice shares nothing, and one beside a hole's edge fills it.
        let twice = try Area([.init(outer: Self.box(0, 0, 10, 10)), .init(outer: Self.box(0, 0, 10, 10))])
        #expect(twice.distanceToBoundary(from: .make(5, 9.9))!.meters < 12_000)
        let filled = try Area([
            .init(outer: Self.box(0, 0, 10, 10), holes: [Self.box(4, 4, 6, 6)]), .init(outer: Self.box(4, 4, 6, 6)),
        ])
        #expect(filled.distanceToBoundary(from: .make(5, 5))!.meters > 500_000)
        #expect(!filled.hasOverlappingParts && !parts.hasOverlappingParts && twice.hasOverlappingParts)
    }

    @Test func `an edge that its own ring crosses in a vertex is not shared`() throws {
        // As far as 5° the first polygon lies below the edge on the equator, and then above it, as the second one does.
        let crossed = [(0.0, 0.0), (0, 10), (5, 10), (0, 5), (-5, 0)].map { Coordinate.make($0.0, $0.1) }.closed
        let above = [(0.0, 0.0), (0, 10), (8, 10), (8, 0)].map { Coordinate.make($0.0, $0.1) }.closed
        for polygons in [[crossed, above], [above, crossed]] {
            let area = try Area(polygons.map { .init(outer: $0) })
            let outside = Coordinate.make(-0.5, 7.5)
            #expect(!area.contains(outside))
            #expect(try #require(area.distanceToBoundary(from: outside)).meters < 56_000)
            #expect(AreaIndex([area]).near(outside, within: .kilometers(60)).map(\.isInside) == [false])
            #expect(area.certainty(in: try BoundingBox(west: 7, south: -0.1, east: 8, north: 0.1)) == .possible)
        }
    }

    @Test func `of cells of a net, the boundary is that of all cells together`() throws {
        let seed: UInt64 = 263
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for number in 0..<60 {
            let size = Int.random(in: 2...6, using: &generator)
            let corners = (0...size).map { row in
                (0...size).map { column in
                    Coordinate.make(
                        Double(row) + .random(in: -0.3...0.3, using: &generator),
                        Double(column) + .random(in: -0.3...0.3, using: &generator))
                }
            }
            var (polygons, edges): ([Area.Polygon], [[Coordinate]: Int]) = ([], [:])
            for row in 0..<size {
                for column in 0..<size where .random(in: 0...3, using: &generator) > 0 {
                    let ring = [
                        corners[row][column], corners[row][column + 1], corners[row + 1][column + 1],
                        corners[row + 1][column],
                    ]
                    for (start, end) in zip(ring, ring.dropFirst() + [ring[0]]) {
                        let isForward = (start.longitude, start.latitude) < (end.longitude, end.latitude)
                        edges[isForward ? [start, end] : [end, start], default: 0] += 1
                    }
                    polygons.append(.init(outer: Bool.random(using: &generator) ? ring.closed : ring.reversed().closed))
                }
            }
            guard !polygons.isEmpty else { continue }
            let area = try Area(polygons)
            #expect(!area.hasOverlappingParts, "seed \(seed), number \(number)")
            let boundary = edges.filter { $0.value == 1 }.keys
            for _ in 0..<40 {
                let place = Coordinate.make(
                    .random(in: -1...Double(size) + 1, using: &generator),
                    .random(in: -1...Double(size) + 1, using: &generator))
                let least = boundary.compactMap { edge in
                    EdgeCurve(from: SIMD2(flat: edge[0]), to: SIMD2(flat: edge[1]), isWrapped: false)
                        .leastDistance(from: place, EarthPoint(place), below: .infinity)
                }.min()!
                let distance = area.distanceToBoundary(from: place)!.meters
                #expect(abs(distance - least) < 1e-7, "seed \(seed), number \(number): \(place)")
                let box = try BoundingBox(
                    west: place.longitude - 0.2, south: place.latitude - 0.2, east: place.longitude + 0.2,
                    north: place.latitude + 0.2)
                // A box without a boundary near it is inside or outside as its middle is.
                if least > 40_000 {
                    let isInside = polygons.contains { try! Area([$0]).contains(place) }
                    #expect(
                        area.certainty(in: box) == (isInside ? .certain : .impossible), "\(seed), \(number): \(place)")
                }
            }
        }
    }
}
