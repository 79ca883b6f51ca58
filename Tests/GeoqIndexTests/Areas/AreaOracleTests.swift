import Foundation
import TestSupport
import Testing

@testable import GeoqIndex

/// Decisions whether a place belongs to an area, a tenth of them within a millimeter of
/// an edge, against GEOS and against scans of all edges. `GEOQ_SOAK` makes ten million.
@Suite struct AreaOracleTests {
    private static let isLong = ProcessInfo.processInfo.environment["GEOQ_SOAK"] != nil

    /// A kind of ring, and how many places are asked about it in all.
    private static let drawn: [RandomArea] = [
        .star, .tinyStar, .stairs, .spiral, .slantingComb, .holes, .islands,
    ]

    @Test(.enabled(if: GEOS.isThere, "needs libgeos-c1v5"), arguments: drawn)
    func `membership equals GEOS and a scan`(_ kind: RandomArea) throws {
        try Self.compare(decisions: Self.isLong ? 1_200_000 : 4_000, perArea: 2_000, kind.rawValue) { generator in
            try kind.area(using: &generator)
        }
    }

    @Test(.enabled(if: GEOS.isThere, "needs libgeos-c1v5"))
    func `membership in rings of many vertices, and of edges of a centimeter, equals GEOS`() throws {
        try Self.compare(
            decisions: Self.isLong ? 1_000_000 : 4_000, perArea: Self.isLong ? 100_000 : 4_000, "100 000 vertices"
        ) { try Self.ring(vertices: 100_000, reach: 4, &$0) }
        try Self.compare(decisions: Self.isLong ? 600_000 : 2_000, perArea: 2_000, "1 cm edges") {
            try Self.ring(vertices: 1_000, reach: 1e-7 * 1_000 / (2 * .pi), &$0)
        }
    }

    /// Across ±180°, around the poles: not for GEOS.
    @Test(arguments: [RandomArea.starAcrossDateLine, .aroundNorth, .aroundSouth, .throughPole, .wedge, .world])
    func `membership where GEOS has no plane equals a scan`(_ kind: RandomArea) throws {
        try Self.compare(
            decisions: Self.isLong ? 100_000 : 1_000, perArea: 500, kind.rawValue, usesGEOS: false
        ) { try kind.area(using: &$0) }
    }

    /// Geodesic edges: the scan finds by Karney's geodesics where they cross the place's
    /// meridian, and how far they pass it. Places nearer to the edge than the membership
    /// promises are counted, and only these may differ.
    @Test(arguments: [RandomArea.star, .starAcrossDateLine, .tinyStar, .aroundNorth, .holes])
    func `membership within geodesic edges equals a scan`(_ kind: RandomArea) throws {
        let seed: UInt64 = 2_113
        var generator = SeededGenerator(seed: seed)
        let (areas, places) = Self.isLong ? (100, 400) : (3, 60)
        var (asked, near, undecided) = (0, 0, 0)
        for _ in 0..<areas {
            let drawn = try kind.area(using: &generator)
            guard let area = try? Area(drawn.polygons, edges: .geodesic, pole: drawn.pole) else { continue }
            for number in 0..<places {
                let isNear = number % 10 == 0
                let place =
                    isNear ? Self.nearGeodesic(of: area, &generator) : Self.around(area, number, &generator)
                asked += 1
                near += isNear ? 1 : 0
                if area.contains(place) == area.scannedContains(place) { continue }
                undecided += 1
                let distance = try #require(area.distanceToBoundary(from: place)).meters
                #expect(distance < 5e-8, "seed \(seed): \(place), \(distance) m in \(area.polygons)")
            }
        }
        print("seed \(seed), \(kind): \(asked) asked, \(near) within 1 mm, \(undecided) on the edge by rounding")
        #expect(asked > 100)
    }

    // MARK: - Comparing

    private static func compare(
        decisions: Int, perArea: Int, _ name: String, usesGEOS: Bool = true,
        _ make: (inout SeededGenerator) throws -> Area
    ) throws {
        let seed: UInt64 = 2_110
        var generator = SeededGenerator(seed: seed)
        var (asked, near, scanned, inside, differences) = (0, 0, 0, 0, 0)
        while asked < decisions {
            let made = try make(&generator)
            let area = usesGEOS ? try flat(made) : made
            if area.polygons.isEmpty { continue }
            let geos = usesGEOS ? GEOS(area) : nil
            #expect((geos != nil) == usesGEOS, "GEOS takes the polygons")
            if geos?.holdsItsHoles == false { continue }
            let count = area.positionCount
            // A scan looks at every edge.
            let every = max(1, count / 200)
            var places: [Coordinate] = []
            var expected: [Bool] = []
            for number in 0..<min(perArea, decisions - asked) {
                let isNear = number % 10 == 0
                let place = isNear ? nearDrawn(of: area, &generator) : around(area, number, &generator)
                if usesGEOS, abs(place.longitude) == 180 || place.isPole { continue }
                let found = area.contains(place)
                if let geos, geos.covers(place) != found {
                    differences += 1
                    Issue.record(
                        "seed \(seed), \(name): GEOS says \(!found) of \(place) in \(area.polygons.count) polygons")
                }
                if !usesGEOS || number % every == 0 {
                    scanned += 1
                    if area.scannedContains(place) != found {
                        differences += 1
                        Issue.record("seed \(seed), \(name): a scan says \(!found) of \(place)")
                    }
                }
                near += isNear ? 1 : 0
                inside += found ? 1 : 0
                places.append(place)
                expected.append(found)
            }
            asked += places.count
            // The same by the tree, which narrows the edges down.
            let tree = PackedTree.build(
                coordinates: places, keys: places.indices.map { ItemKey(high: UInt64($0), low: 0) }
            ).tree
            var statistics = SearchStatistics()
            let hits = try tree.positions(in: .area(area), &statistics).map { Int(try tree.key(at: $0).high) }
            #expect(hits == expected.indices.filter { expected[$0] }, "seed \(seed), \(name): by the tree")
            if differences > 20 { break }
        }
        print(
            "seed \(seed), \(name): \(asked) asked, \(near) within 1 mm, \(inside) inside, \(scanned) scanned, \(differences) differences"
        )
        #expect(differences == 0 && near > asked / 11 && inside > 0 && inside < asked)
    }

    // MARK: - Areas and places

    /// Without the polygons that go across ±180°.
    private static func flat(_ area: Area) throws -> Area {
        try Area(
            area.polygons.filter { polygon in
                polygon.rings.allSatisfy { ring in
                    zip(ring, ring.dropFirst()).allSatisfy { abs($0.longitude - $1.longitude) <= 180 }
                }
            })
    }

    /// A ring that winds in and out.
    private static func ring(vertices: Int, reach: Double, _ generator: inout SeededGenerator) throws -> Area {
        let center = Coordinate.make(
            .random(in: -60...60, using: &generator), .random(in: -150...150, using: &generator))
        let ring = (0..<vertices).map { number in
            let angle = 2 * Double.pi * Double(number) / Double(vertices)
            let length = reach * Double.random(in: 0.9...1.1, using: &generator)
            return Coordinate.make(center.latitude + length * sin(angle), center.longitude + length * cos(angle))
        }
        return try Area([.init(outer: ring + ring.prefix(1))])
    }

    /// A place within a millimeter of an edge that is straight in degrees; some are its
    /// vertices.
    private static func nearDrawn(of area: Area, _ generator: inout SeededGenerator) -> Coordinate {
        let (start, end) = edge(of: area, &generator)
        var step = end.longitude - start.longitude
        if abs(step) > 180, abs(step) < 360 { step += step > 0 ? -360 : 360 }
        let part = [0, 1, Double.random(in: 0...1, using: &generator)].randomElement(using: &generator)!
        let latitude = start.latitude + (end.latitude - start.latitude) * part
        return moved(latitude, start.longitude + step * part, &generator)
    }

    private static func nearGeodesic(of area: Area, _ generator: inout SeededGenerator) -> Coordinate {
        let (start, end) = edge(of: area, &generator)
        let line = Geodesic.Line(from: start, to: end)
        let place = line.position(at: .random(in: 0...line.meters, using: &generator)).place
        return moved(place.latitude, place.longitude, &generator)
    }

    private static func edge(of area: Area, _ generator: inout SeededGenerator) -> (Coordinate, Coordinate) {
        let polygon = area.polygons.randomElement(using: &generator)!
        let ring = polygon.rings.randomElement(using: &generator)!
        let number = Int.random(in: 0..<ring.count - 1, using: &generator)
        return (ring[number], ring[number + 1])
    }

    /// At most 0.9 mm away, often much less.
    private static func moved(
        _ latitude: Double, _ longitude: Double, _ generator: inout SeededGenerator
    ) -> Coordinate {
        let meters = 0.9e-3 * pow(10, Double.random(in: -9...0, using: &generator))
        let angle = Double.random(in: 0...(2 * .pi), using: &generator)
        let degrees = meters / 111_700
        let parallel = max(cos(latitude * .pi / 180), 1e-3)
        return .make(
            min(max(latitude + degrees * sin(angle), -90), 90), longitude + degrees * cos(angle) / parallel)
    }

    /// A place in the box of the area, or a little outside; now and then from a list of
    /// hard ones.
    private static func around(_ area: Area, _ number: Int, _ generator: inout SeededGenerator) -> Coordinate {
        if number % 40 == 7 { return RandomArea.places(of: area, count: 1, using: &generator)[0] }
        let outer = area.polygons.randomElement(using: &generator)!.outer
        let (first, second) = (outer.randomElement(using: &generator)!, outer.randomElement(using: &generator)!)
        let part = SIMD2(
            Double.random(in: -0.2...1.2, using: &generator), Double.random(in: -0.2...1.2, using: &generator))
        return .make(
            min(max(first.latitude + (second.latitude - first.latitude) * part.x, -90), 90),
            first.longitude + (second.longitude - first.longitude) * part.y)
    }
}
