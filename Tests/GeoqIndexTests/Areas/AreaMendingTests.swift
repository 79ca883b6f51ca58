import TestSupport
import Testing

@testable import GeoqIndex

/// Rings that are mended: the same places, and rings that are areas.
@Suite struct AreaMendingTests {
    /// Whether rings lie around a place an odd number of times, by a look at every edge;
    /// nil for a place that is nearer to an edge than roundings of crossings move it.
    private static func isOdd(_ place: Coordinate, _ rings: [[Coordinate]]) -> Bool? {
        var odd = false
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst()) {
                let (low, high) = a.longitude <= b.longitude ? (a, b) : (b, a)
                guard low.longitude - 1e-9 <= place.longitude, place.longitude <= high.longitude + 1e-9 else {
                    continue
                }
                let run = high.longitude - low.longitude
                let share = run == 0 ? 0 : (place.longitude - low.longitude) / run
                let latitude = low.latitude + (high.latitude - low.latitude) * min(1, max(0, share))
                let isBeside =
                    abs(place.longitude - low.longitude) < 1e-9 || abs(place.longitude - high.longitude) < 1e-9
                if abs(latitude - place.latitude) < 1e-9 { return nil }
                if isBeside { return nil }
                if latitude < place.latitude { odd.toggle() }
            }
        }
        return odd
    }

    private func expectMended(_ polygon: Area.Polygon, _ generator: inout SeededGenerator, _ comment: String) throws {
        var mending = AreaMending()
        let polygons = try polygon.mended(&mending)
        let closed = ([polygon.outer] + polygon.holes).map { $0.first == $0.last ? $0 : $0 + [$0[0]] }
        let area = try Area(polygons)
        var turned = 0
        let wound = try Area(polygons.map { $0.wound(&turned) })
        for ring in wound.polygons.flatMap({ [$0.outer] + $0.holes }) where mending.crossings > 0 {
            #expect(Set(ring.dropLast()).count == ring.count - 1, "\(comment): a ring is simple")
        }
        // Rings of different polygons and of one polygon do not cross.
        var sweep = RingSweep(polygons.flatMap { [$0.outer] + $0.holes }.map { FlatRing($0) })
        #expect(sweep.firstCrossing() == nil, "\(comment)")
        let (south, north) = (
            closed.joined().map(\.latitude).min()! - 0.1, closed.joined().map(\.latitude).max()! + 0.1
        )
        let (west, east) = (
            closed.joined().map(\.longitude).min()! - 0.1, closed.joined().map(\.longitude).max()! + 0.1
        )
        for _ in 0..<200 {
            let place = Coordinate.make(
                .random(in: south...north, using: &generator), .random(in: west...east, using: &generator))
            guard let isOdd = Self.isOdd(place, closed) else { continue }
            #expect(area.contains(place) == isOdd && wound.contains(place) == isOdd, "\(comment): \(place)")
        }
    }

    @Test func `a mended ring has the places of the ring that crossed itself`() throws {
        let seed: UInt64 = 261
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var crossings = 0
        for number in 0..<150 {
            // On a grid, edges run along each other and through vertices.
            let isGrid = number % 3 == 0
            func ring(_ count: Int) -> [Coordinate] {
                var ring = (0..<count).map { _ -> Coordinate in
                    isGrid
                        ? .make(
                            Double(Int.random(in: 0...4, using: &generator)),
                            Double(Int.random(in: 0...4, using: &generator)))
                        : .make(.random(in: 0...4, using: &generator), .random(in: 0...4, using: &generator))
                }
                if Bool.random(using: &generator) { ring.append(ring[0]) }
                return ring
            }
            var polygon = Area.Polygon(outer: ring(Int.random(in: 4...16, using: &generator)))
            for _ in 0..<Int.random(in: 0...2, using: &generator) { polygon.holes.append(ring(6)) }
            var mending = AreaMending()
            _ = try polygon.mended(&mending)
            crossings += mending.crossings
            try expectMended(polygon, &generator, "seed \(seed), number \(number)")
        }
        #expect(crossings > 300)
    }

    @Test func `a bow tie becomes two triangles, a loop inside a hole, a spike nothing`() throws {
        func polygons(_ positions: [(Double, Double)], _ mending: inout AreaMending) throws -> [Area.Polygon] {
            try Area.Polygon(outer: positions.map { .make($0.0, $0.1) }).mended(&mending)
        }
        var mending = AreaMending()
        let bow = try polygons([(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)], &mending)
        #expect(bow.count == 2 && bow.allSatisfy { $0.outer.count == 4 && $0.holes.isEmpty })
        #expect(bow.allSatisfy { $0.outer.contains(.make(1, 1)) })
        #expect(mending.crossings == 1 && mending.closed == 0)
        // A loop to the inner side is wound around twice: outside by the odd rule.
        mending = AreaMending()
        let loop = try polygons(
            [(0, 0), (0, 9), (9, 9), (9, 4), (3, 4), (3, 6), (8, 6), (8, 2), (9, 2), (9, 0), (0, 0)], &mending)
        #expect(mending.crossings == 1 && loop.count == 1)
        mending = AreaMending()
        let spike = try polygons([(0, 0), (0, 4), (0, 8), (0, 4), (4, 4), (4, 0)], &mending)
        #expect(mending.closed == 1 && mending.crossings == 1 && spike.count == 1)
        #expect(try Area(spike).contains(.make(1, 1)) && !Area(spike).contains(.make(0, 6)))
        mending = AreaMending()
        #expect(try polygons([(0, 0), (1, 1), (0, 0)], &mending).isEmpty)
        #expect(mending.flat == 1)
    }

    @Test func `rings that run the wrong way are turned, across ±180° and not around a pole`() throws {
        var turned = 0
        let right = Area.Polygon(
            outer: RandomArea.box(170, 0, 190, 10), holes: [RandomArea.box(175, 2, 185, 3).reversed()])
        let kept = right.wound(&turned)
        #expect(turned == 0 && kept == right)
        let wrong = Area.Polygon(outer: right.outer.reversed(), holes: right.holes.map { $0.reversed() })
        #expect(wrong.wound(&turned) == right && turned == 2)
        let cap = Area.Polygon(outer: (0..<6).map { Coordinate.make(70, Double($0) * 60) }.closed)
        #expect(cap.wound(&turned) == cap && turned == 2)
    }
}
