import Foundation
import TestSupport
import Testing

@testable import GeoqIndex

/// Areas whose edges are geodesics, against a scan that halves each edge, samples
/// with a golden section, and published distances.
@Suite struct AreaGeodesicTests {
    static let kinds: [RandomArea] = [
        .star, .starAcrossDateLine, .tinyStar, .stairs, .aroundNorth, .aroundSouth, .wedge, .holes, .islands,
    ]

    @Test(arguments: AreaGeodesicTests.kinds)
    func `membership equals a scan of all edges`(_ kind: RandomArea) throws {
        let seed: UInt64 = 241
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        var (asked, inside) = (0, 0)
        for _ in 0..<12 {
            let area = try Self.area(kind, &generator)
            var places = RandomArea.places(of: area, count: 40, using: &generator)
            places += Self.places(near: area, count: 40, &generator)
            for place in places {
                let expected = area.scannedContains(place)
                asked += 1
                if expected { inside += 1 }
                #expect(area.contains(place) == expected, "\(place) in \(area.polygons)")
            }
        }
        print("asked \(asked), inside \(inside)")
        #expect(asked > 300 && inside > 50 && inside < asked)
    }

    @Test(arguments: [RandomArea.star, .starAcrossDateLine, .aroundNorth, .islands])
    func `the items in an area equal a scan in set and order`(_ kind: RandomArea) throws {
        let seed: UInt64 = 242
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        let area = try Self.area(kind, &generator)
        for set in [PointSet.uniform, .dateLine, .northPole] {
            let places =
                set.coordinates(count: 200, using: &generator) + Self.places(near: area, count: 60, &generator)
            let tree = PackedTree.build(
                coordinates: places, keys: randomKeys(places.count, using: &generator)
            ).tree
            var statistics = SearchStatistics()
            let expected = try BruteForce(tree).positions(in: .area(area))
            #expect(try tree.positions(in: .area(area), &statistics) == expected, "\(set)")
            let count = try tree.count(in: .area(area), filter: .everything, interruption: nil, &statistics)
            #expect(count == expected.count)
        }
    }

    @Test func `a ring of one place holds that place alone`() throws {
        let place = Coordinate.make(3, 7)
        for ring in [
            [place, place, place, place], [.make(0, 0), .make(0, 1e-320), .make(1e-320, 1e-320), .make(0, 0)],
        ] {
            let area = try Area([.init(outer: ring)], edges: .geodesic)
            #expect(area.contains(ring[0]) && area.scannedContains(ring[0]))
            #expect(!area.contains(.make(3.1, 7)) && !area.scannedContains(.make(3.1, 7)))
        }
    }

    @Test func `places on edges along the equator and a meridian belong to the area, by either way`() throws {
        let box = [Coordinate.make(0, 0), .make(0, 50), .make(50, 50), .make(50, 0), .make(0, 0)]
        let area = try Area([.init(outer: box)], edges: .geodesic)
        for degrees in stride(from: 0.0, through: 50, by: 3.125) {
            for place in [Coordinate.make(0, degrees), .make(degrees, 0), .make(degrees, 50)] {
                #expect(area.contains(place) && area.scannedContains(place), "\(place)")
            }
            #expect(!area.contains(.make(-1e-6, degrees)) && !area.scannedContains(.make(-1e-6, degrees)))
        }
    }

    @Test func `the distance to a geodesic is the published one`() throws {
        // Boost.Geometry's pull request 595; PROJ by Newton's method.
        let (start, end) = (Coordinate.make(-7.52882, -16.42203), Coordinate.make(-6.15568, 4.89998))
        let area = try Area([.init(outer: [start, end, .make(-40, -5), start])], edges: .geodesic)
        for (latitude, longitude, meters) in [
            (-6.29345, 3.32696, 481.7390877), (-6.28451, 3.3262, 510.4827316),
        ] {
            let found = try #require(area.distanceToBoundary(from: .make(latitude, longitude))).meters
            #expect(abs(found - meters) < 2e-7, "\(found)")
        }
    }

    @Test(arguments: AreaGeodesicTests.kinds)
    func `the distance to the boundary is the least over all edges`(_ kind: RandomArea) throws {
        let seed: UInt64 = 243
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        let area = try Self.area(kind, &generator)
        var (worst, asked) = (0.0, 0)
        let places =
            RandomArea.places(of: area, count: 3, using: &generator) + Self.places(near: area, count: 3, &generator)
            + [.random(using: &generator)]
        for place in places {
            let expected = Self.distance(from: place, to: area)
            guard expected < 19_000_000 else { continue }
            asked += 1
            let found = try #require(area.distanceToBoundary(from: place)).meters
            worst = max(worst, abs(found - expected))
            #expect(abs(found - expected) < 1e-7, "\(place), \(found), \(expected)")
        }
        print("worst \(worst) m")
        #expect(asked > 0)
    }

    @Test func `an edge over the pole has both its sides`() throws {
        // From 80° N on one side to 80° N on the other; the third vertex tells the side.
        let ring = [Coordinate.make(80, 10), .make(80, -170), .make(70, 100), .make(80, 10)]
        let area = try Area([.init(outer: ring)], edges: .geodesic)
        for place in [Coordinate.make(90, 0), .make(85, 11), .make(85, 100), .make(89.999, 60)] {
            #expect(area.contains(place) && area.scannedContains(place), "\(place)")
        }
        #expect(area.contains(.make(85, 10)) && area.contains(.make(85, -170)), "Its edge is inside.")
        for place in [Coordinate.make(85, -80), .make(89.999, -100), .make(60, 100), .make(-90, 0)] {
            #expect(!area.contains(place) && !area.scannedContains(place), "\(place)")
        }
    }

    @Test func `a geodesic along a parallel bends to the pole`() throws {
        let ring = [(45.0, 0.0), (45, 60), (40, 60), (40, 0)].map { Coordinate.make($0.0, $0.1) }.closed
        let (drawn, geodesic) = (try Area([.init(outer: ring)]), try Area([.init(outer: ring)], edges: .geodesic))
        #expect(!drawn.contains(.make(47, 30)) && geodesic.contains(.make(47, 30)))
        #expect(drawn.contains(.make(41, 30)) && !geodesic.contains(.make(41, 30)))
        #expect(drawn != geodesic)
    }

    @Test func `a ring whose geodesics cross is refused`() throws {
        // As drawn the notch stays below the edge; the geodesic of that edge does not bend
        // at the equator, but at 45° it does.
        let ring = [(45.0, 0.0), (45, 60), (50, 60), (46, 30), (50, 0)].map { Coordinate.make($0.0, $0.1) }.closed
        _ = try Area([.init(outer: ring)])
        #expect(throws: AreaError.self) { try Area([.init(outer: ring)], edges: .geodesic) }
        let bow = [(0.0, 0.0), (10, 10), (0, 10), (10, 0)].map { Coordinate.make($0.0, $0.1) }.closed
        #expect(throws: AreaError.selfCrossing(polygon: 0, ring: 0, vertex: 0, other: 2)) {
            try Area([.init(outer: bow)], edges: .geodesic)
        }
    }

    @Test func `edges that go almost north cross nothing, unless they go back`() throws {
        let seed: UInt64 = 2_151
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let x = Double.random(in: -170...170, using: &generator)
            /// A longitude that is another one by a few roundings.
            func near(_ x: Double) -> Double {
                x + Double(Int.random(in: -3...3, using: &generator)) * x.ulp
            }
            // Up along a meridian, in teeth that leave it to the west, and down east of it.
            var y = Double.random(in: -70...60, using: &generator)
            let south = y
            var ring = [(y, near(x))]
            var back = (at: 0, y: 0.0)
            for tooth in 0..<Int.random(in: 1...4, using: &generator) {
                if tooth > 0 {
                    ring.append((y, near(x - 0.1)))
                    y += 0.05
                    ring += [(y, near(x - 0.1)), (y, near(x))]
                }
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    y += Double.random(in: 0.01...0.2, using: &generator)
                    ring.append((y, near(x)))
                    back = (ring.count, y - Double.random(in: 1e-5...0.009, using: &generator))
                }
            }
            ring += [(y, near(x + 0.1)), (south, near(x + 0.1))]
            var spiked = ring
            spiked.insert(contentsOf: [(back.y, near(x)), ring[back.at - 1]], at: back.at)
            let isReversed = Bool.random(using: &generator)
            let areas = [ring, spiked].map { ring in
                let positions = ring.map { Coordinate.make($0.0, $0.1) }.closed
                return Area.Polygon(outer: isReversed ? positions.reversed() : positions)
            }
            #expect(throws: Never.self, "\(areas[0])") { try Area([areas[0]], edges: .geodesic) }
            #expect(throws: AreaError.self, "\(areas[1])") { try Area([areas[1]], edges: .geodesic) }
        }
    }

    // MARK: - Areas and places

    /// A random area with geodesic edges: where the edges of one cross, the next.
    static func area(_ kind: RandomArea, _ generator: inout SeededGenerator) throws -> Area {
        var area: Area?
        for _ in 0..<20 where area == nil {
            let drawn = try kind.area(using: &generator)
            do {
                area = try Area(drawn.polygons, edges: .geodesic, pole: drawn.pole)
            } catch AreaError.selfCrossing {
                continue
            }
        }
        return try #require(area, "Each of 20 areas crosses itself.")
    }

    /// Places that lie a micrometer to a hundred meters beside an edge, or on it.
    private static func places(near area: Area, count: Int, _ generator: inout SeededGenerator) -> [Coordinate] {
        let rings = area.polygons.flatMap { [$0.outer] + $0.holes }
        return (0..<count).map { number in
            let ring = rings.randomElement(using: &generator)!
            let index = Int.random(in: 0..<ring.count - 1, using: &generator)
            let way = Geodesic.inverse(from: ring[index], to: ring[index + 1])
            let part = Double.random(in: 0...1, using: &generator)
            let foot = Geodesic.direct(
                from: ring[index], bearing: way.initialBearing, distance: .meters(way.distance.meters * part))
            let bearing = Geodesic.inverse(from: foot, to: ring[index + 1]).initialBearing
            let off = [0, 1e-6, 1e-3, 1, 100][number % 5]
            return Geodesic.direct(
                from: foot, bearing: bearing + (Bool.random(using: &generator) ? 90 : -90), distance: .meters(off))
        }
    }

    private static func distance(from place: Coordinate, to area: Area) -> Double {
        var best = Double.infinity
        for ring in area.polygons.flatMap({ [$0.outer] + $0.holes }) {
            for (start, end) in zip(ring, ring.dropFirst()) where start != end {
                let way = Geodesic.inverse(from: start, to: end)
                func meters(_ t: Double) -> Double {
                    let foot = Geodesic.direct(
                        from: start, bearing: way.initialBearing, distance: .meters(way.distance.meters * t))
                    return Geodesic.inverse(from: place, to: foot).distance.meters
                }
                let count = 60
                let samples = (0...count).map { meters(Double($0) / Double(count)) }
                best = min(best, samples.min()!)
                for index in samples.indices where samples[index] < best + way.distance.meters / Double(count) + 1 {
                    let (before, after) = (max(0, index - 1), min(count, index + 1))
                    guard samples[before] >= samples[index], samples[after] >= samples[index] else { continue }
                    let (from, to) = (Double(before) / Double(count), Double(after) / Double(count))
                    best = min(best, Oracle.golden(from, to, meters))
                }
            }
        }
        return best
    }
}
