import TestSupport
import Testing

@testable import GeoqIndex

/// Rings that are no area, and rings that only look so.
@Suite struct AreaRefusalTests {
    private static func area(_ places: [(latitude: Double, longitude: Double)]) throws -> Area {
        let good = Area.Polygon(outer: RandomArea.box(0, 0, 1, 1))
        let elsewhere = RandomArea.box(100, 50, 101, 51)
        return try Area([good, .init(outer: elsewhere, holes: [places.map { .make($0.latitude, $0.longitude) }])])
    }

    @Test func `a ring is refused with its number`() {
        #expect(throws: AreaError.tooFewPositions(polygon: 1, ring: 1, count: 3)) {
            try Self.area([(0, 0), (1, 1), (0, 0)])
        }
        #expect(throws: AreaError.tooFewPositions(polygon: 1, ring: 1, count: 0)) { try Self.area([]) }
        #expect(throws: AreaError.unclosedRing(polygon: 1, ring: 1)) {
            try Self.area([(0, 0), (1, 1), (0, 1), (0.5, 0)])
        }
        #expect(throws: AreaError.selfCrossing(polygon: 1, ring: 1, vertex: 0, other: 2)) {
            try Self.area([(0, 0), (1, 1), (0, 1), (1, 0), (0, 0)])
        }
        let error = AreaError.selfCrossing(polygon: 1, ring: 0, vertex: 0, other: 2)
        #expect("\(error)" == "polygon 2, ring 1 crosses itself: its edges after vertex 1 and vertex 3 meet")
    }

    @Test func `a hole that reaches out of its polygon is refused, one that touches is not`() throws {
        func area(_ holes: [Coordinate]...) throws -> Area {
            try Area([.init(outer: RandomArea.box(0, 0, 1, 1), holes: holes)])
        }
        #expect(throws: AreaError.crossingRings(polygon: 0, ring: 0, vertex: 1, other: 1, otherVertex: 0)) {
            try area(RandomArea.box(0.5, 0.5, 2, 0.7))
        }
        #expect(throws: AreaError.self) {
            try area(RandomArea.box(0.2, 0.2, 0.5, 0.5), RandomArea.box(0.4, 0.4, 0.6, 0.6))
        }
        // Along the outer ring is no point.
        #expect(throws: AreaError.self) { try area(RandomArea.box(0.5, 0.2, 1, 0.5)) }
        let corner = [Coordinate.make(1, 1), .make(0.5, 0.8), .make(0.8, 0.5)].closed
        _ = try area(corner, RandomArea.box(0.1, 0.1, 0.2, 0.2), RandomArea.box(0.2, 0.2, 0.3, 0.3))
        let error = AreaError.crossingRings(polygon: 0, ring: 0, vertex: 1, other: 1, otherVertex: 0)
        #expect("\(error)" == "polygon 1, ring 1 and ring 2 cross: their edges after vertex 2 and vertex 1 meet")
    }

    @Test func `a hole beside its polygon is found, and left out when it is mended`() throws {
        let stray = RandomArea.box(5, 5, 6, 6)
        let inside = RandomArea.box(0.2, 0.2, 0.4, 0.4)
        let polygon = Area.Polygon(outer: RandomArea.box(0, 0, 1, 1), holes: [inside, stray])
        #expect(throws: AreaError.holeOutside(polygon: 0, ring: 2)) { try Area.checkRings(of: [polygon]) }
        try Area.checkRings(of: [.init(outer: polygon.outer, holes: [inside])])
        // Across the date line, and a ring around a pole, which has no outside in the plane.
        let across = Area.Polygon(
            outer: RandomArea.box(170, 0, -170, 10),
            holes: [RandomArea.box(175, 2, -175, 4), RandomArea.box(-179, 5, -178, 6)])
        try Area.checkRings(of: [across])
        let round = (0..<4).map { Coordinate.make(60, -180 + Double($0) * 90) }.closed
        for south in [50.0, 70] {
            try Area.checkRings(of: [.init(outer: round, holes: [RandomArea.box(0, south, 1, south + 1)])])
        }
        // Of any polygon.
        #expect(throws: AreaError.holeOutside(polygon: 1, ring: 1)) {
            try Area.checkRings(of: [across, .init(outer: polygon.outer, holes: [stray])])
        }
        // The hole's first vertex is the outer ring's meridian under its other number.
        let touching = [Coordinate.make(4, -180), .make(3, 175), .make(5, 175)].closed
        try Area.checkRings(of: [.init(outer: RandomArea.box(170, 0, 180, 10), holes: [touching])])
        let beside = [Coordinate.make(4, -180), .make(3, -175), .make(5, -175)].closed
        #expect(throws: AreaError.holeOutside(polygon: 0, ring: 1)) {
            try Area.checkRings(of: [.init(outer: RandomArea.box(170, 0, 180, 10), holes: [beside])])
        }
        var mending = AreaMending()
        #expect(try polygon.mended(&mending) == [.init(outer: polygon.outer, holes: [inside])])
        #expect(mending.strays == 1 && mending.crossings == 0)
    }

    @Test func `a hole in a hole is refused, and holes beside and on each other are not`() throws {
        let outer = RandomArea.box(0, 0, 10, 10)
        let (hole, island) = (RandomArea.box(2, 2, 8, 8), RandomArea.box(4, 4, 6, 6))
        for (number, holes) in [[hole, island], [island, hole]].enumerated() {
            #expect(throws: AreaError.holeInHole(polygon: 0, ring: number == 0 ? 2 : 1)) {
                try Area.checkRings(of: [.init(outer: outer, holes: holes)])
            }
        }
        // On the hole's edge in a vertex, inside of it, and across the date line.
        let touching = [Coordinate.make(2, 4), .make(4, 5), .make(4, 3)].closed
        #expect(throws: AreaError.holeInHole(polygon: 0, ring: 2)) {
            try Area.checkRings(of: [.init(outer: outer, holes: [hole, touching])])
        }
        #expect(throws: AreaError.holeInHole(polygon: 0, ring: 2)) {
            try Area.checkRings(of: [
                .init(
                    outer: RandomArea.box(170, 0, -170, 10),
                    holes: [RandomArea.box(172, 2, -172, 8), RandomArea.box(-179, 4, -178, 5)])
            ])
        }
        // From below, beside, in a corner, and a hole whose box lies in another hole's box.
        let corner = [Coordinate.make(0, 9), .make(1, 9.5), .make(1, 8.5)].closed
        let bent = [(2.0, 2.0), (2, 8), (8, 8), (8, 7), (3, 7), (3, 2)].map { Coordinate.make($0.0, $0.1) }.closed
        let below = [Coordinate.make(1, 4), .make(2, 5), .make(1, 6)].closed
        try Area.checkRings(of: [.init(outer: outer, holes: [bent, RandomArea.box(4, 4, 6, 6), corner, below])])
        let error = AreaError.holeInHole(polygon: 0, ring: 2)
        #expect("\(error)" == "polygon 1, ring 3 is a hole inside of another hole; land there is a polygon of its own")
    }

    @Test func `rings that cross in vertices are refused, and rings that touch are not`() throws {
        let outer = [(0.0, 0.0), (0, 5), (0, 10), (10, 10), (10, 5), (10, 0)].map { Coordinate.make($0.0, $0.1) }.closed
        func check(_ holes: [[(Double, Double)]]) throws {
            let polygon = Area.Polygon(
                outer: outer, holes: holes.map { $0.map { Coordinate.make($0.0, $0.1) }.closed })
            _ = try Area([polygon])
            try Area.checkRings(of: [polygon])
        }
        // Out and in through vertices of both, then through vertices of one of them.
        #expect(throws: AreaError.ringsCrossInVertex(polygon: 0, ring: 0, at: .make(0, 5))) {
            try check([[(0, 5), (5, 6), (10, 5), (12, 4), (12, -2), (-2, -2)]])
        }
        #expect(throws: AreaError.self) { try check([[(0, 3), (5, 3), (0, 4), (-1, 3.5)]]) }
        #expect(throws: AreaError.self) {
            try check([[(0, 5), (5, 4), (10, 5), (5, 2)], [(0, 5), (5, 3), (10, 5), (5, 8)]])
        }
        // A touch from inside, and two; a hole that touches a hole, and itself.
        try check([[(0, 5), (5, 6), (5, 4)]])
        try check([[(0, 5), (5, 6), (10, 5), (5, 4)]])
        try check([[(0, 3), (5, 6), (5, 4)], [(5, 5), (6, 6), (6, 4)]])
        try check([[(2, 2), (2, 6), (4, 4), (6, 6), (6, 2), (4, 4)]])
    }

    @Test func `a ring that crosses itself in a vertex is refused, and one that touches itself is not`() throws {
        func check(_ places: [(Double, Double)], middle: Double = 0) throws {
            let ring = places.map {
                let longitude = $0.1 + middle
                return Coordinate.make($0.0, longitude > 180 ? longitude - 360 : longitude)
            }
            _ = try Area([.init(outer: ring.closed)])
            try Area.checkRings(of: [.init(outer: ring.closed)])
        }
        let refusal = AreaError.ringCrossesItself(polygon: 0, ring: 0, at: .make(1, 1))
        // A vertex of both ways, and one in the middle of an edge.
        for ring in [
            [(0.0, 0.0), (1, 1), (2, 2), (2, 0), (1, 1), (0, 2)],
            [(0.0, 0.0), (2, 2), (2, 0), (1, 1), (0, 2)],
        ] {
            #expect(throws: refusal) { try check(ring) }
            #expect(throws: AreaError.self) { try check(ring, middle: 179) }
            #expect(throws: AreaError.self) { try check(ring, middle: 179.5) }
        }
        #expect("\(refusal)" == "polygon 1, ring 1 crosses itself at lat 1.0, lon 1.0")
        // A loop that runs inside of the ring, around what it holds once more.
        #expect(throws: AreaError.self) {
            try check([(0, 0), (0, 6), (6, 6), (6, 3), (2, 3), (2, 4), (4, 4), (4, 3), (4, 0)])
        }
        for ring in [
            [(0.0, 0.0), (0, 2), (1, 1), (2, 2), (2, 0), (1, 1)],
            [(0.0, 0.0), (0, 4), (2, 4), (0, 2), (2, 0)],
            [(0.0, 0.0), (0, 0), (0, 1), (0, 2), (2, 2), (2, 2)],
        ] {
            for middle in [0, 178, 179, 179.5] { try check(ring, middle: middle) }
        }
    }

    @Test func `a ring without an area is refused`() throws {
        let place = [Coordinate](repeating: .make(0.5, 0.5), count: 4)
        #expect(throws: AreaError.ringWithoutArea(polygon: 0, ring: 1)) {
            try Area.checkRings(of: [.init(outer: RandomArea.box(0, 0, 1, 1), holes: [place])])
        }
        #expect(throws: AreaError.ringWithoutArea(polygon: 0, ring: 0)) {
            try Area.checkRings(of: [.init(outer: place)])
        }
        for ring in [[(0.0, 0.0), (0, 1), (1, 1), (0, 1), (0, 0)], [(0, 0), (3, 3), (1, 1), (0, 0)]] {
            #expect(throws: AreaError.ringWithoutArea(polygon: 1, ring: 1)) { try Self.area(ring) }
        }
        // From −180 to 180 is no way for a geodesic. As drawn it is a whole parallel.
        let turns = [(-80.0, -180.0), (-80, 180), (80, 180), (80, -180)].map { Coordinate.make($0.0, $0.1) }.closed
        let halves = turns.dropLast().flatMap { [$0, Coordinate.make($0.latitude / 2, $0.longitude)] }.closed
        for ring in [turns, halves] {
            #expect(throws: AreaError.ringWithoutArea(polygon: 0, ring: 0)) {
                try Area.checkRings(of: [.init(outer: ring)], edges: .geodesic)
            }
            try Area.checkRings(of: [.init(outer: ring)])
        }
        let across = [(0.0, 180.0), (0, -179), (1, -180)].map { Coordinate.make($0.0, $0.1) }.closed
        try Area.checkRings(of: [.init(outer: across)], edges: .geodesic)
    }

    @Test func `a crossing on the date line is found`() {
        #expect(throws: AreaError.selfCrossing(polygon: 1, ring: 1, vertex: 0, other: 2)) {
            try Self.area([(0, 179), (1, -179), (0, -179), (1, 179), (0, 179)])
        }
        #expect(throws: AreaError.selfCrossing(polygon: 1, ring: 1, vertex: 0, other: 2)) {
            try Self.area([(0, 179.5), (1, -179), (0, -178), (1, 179.4), (0, 179.5)])
        }
    }

    @Test func `a spike is refused, a touch is not`() throws {
        #expect(throws: AreaError.self) { try Self.area([(0, 0), (0, 2), (1, 2), (3, 2), (1, 2), (1, 0), (0, 0)]) }
        // A vertex on a vertex, and one on an edge.
        _ = try Self.area([(0, 0), (0, 2), (1, 1), (2, 2), (2, 0), (1, 1), (0, 0)])
        _ = try Self.area([(0, 0), (0, 4), (2, 4), (0, 2), (2, 0), (0, 0)])
        // Positions that come twice, and three on a line.
        _ = try Self.area([(0, 0), (0, 0), (0, 1), (0, 2), (2, 2), (2, 2), (0, 0)])
    }

    @Test func `the least crossing is found`() throws {
        // A vertex that lies one unit beyond an edge, on it, and before it.
        let top = 1.0 / 3
        for (latitude, crosses) in [(top.nextDown, true), (top, false), (top.nextUp, false)] {
            let ring = [(0.0, 0.0), (top, 0), (top, 3), (1, 3), (latitude, 1.5), (1, -1), (0, -1)].map {
                Coordinate.make($0.0, $0.1)
            }
            if crosses {
                #expect(throws: AreaError.self) { try Area([.init(outer: ring.closed)]) }
            } else {
                _ = try Area([.init(outer: ring.closed)])
            }
        }
    }

    @Test func `crossings are those that all pairs of edges have`() {
        let seed: UInt64 = 211
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var (refused, accepted) = (0, 0)
        for number in 0..<4000 {
            // On a small grid most rings touch, overlap or cross; also on ±180°.
            let count = Int.random(in: 3...8, using: &generator)
            let middle: Double = number % 2 == 0 ? 0 : 180
            let size = number % 3 == 0 ? 2 : 20
            let ring = (0..<count).map { _ in
                Coordinate.make(
                    Double(Int.random(in: -size...size, using: &generator)),
                    middle + Double(Int.random(in: -size...size, using: &generator)))
            }.closed
            let expected = Self.crossesItself(ring, around: middle)
            if expected { refused += 1 } else { accepted += 1 }
            var found = false
            do { _ = try Area([.init(outer: ring)]) } catch AreaError.selfCrossing, AreaError.ringWithoutArea {
                found = true
            } catch {
                Issue.record("\(error): \(ring)")
            }
            #expect(found == expected, "\(ring)")
        }
        #expect(refused > 500 && accepted > 500)
    }

    /// Whole numbers, each edge with each other one.
    private static func crossesItself(_ ring: [Coordinate], around middle: Double) -> Bool {
        let points = ring.map { place in
            (x: Int((place.longitude - middle).remainder(dividingBy: 360)), y: Int(place.latitude))
        }
        typealias Point = (x: Int, y: Int)
        func side(_ a: Point, _ b: Point, _ c: Point) -> Int {
            ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
        }
        for first in 0..<points.count - 1 {
            for second in first + 1..<points.count - 1 {
                let (a, b, c, d) = (points[first], points[first + 1], points[second], points[second + 1])
                if a == b || c == d { continue }
                let (sideC, sideD) = (side(a, b, c), side(a, b, d))
                if sideC == 0, sideD == 0 {
                    // How far they go together on one line.
                    let (one, two) = ([a, b].sorted { $0 < $1 }, [c, d].sorted { $0 < $1 })
                    let start = one[0] < two[0] ? two[0] : one[0]
                    if start < (one[1] < two[1] ? one[1] : two[1]) { return true }
                } else if sideC * sideD < 0, side(c, d, a) * side(c, d, b) < 0 {
                    return true
                }
            }
        }
        return false
    }
}
