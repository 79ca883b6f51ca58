import Foundation
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
        try Area.checkRings(of: polygons)
        for polygon in polygons where GEOS.isThere {
            let oracle = try #require(GEOS(try Area([polygon])), "\(comment): GEOS takes \(polygon)")
            #expect(oracle.isValid, "\(comment): \(polygon)")
        }
        // Mended once more, nothing changes.
        for polygon in polygons {
            var again = AreaMending()
            #expect(try polygon.mended(&again) == [polygon] && again == AreaMending(), "\(comment)")
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

    /// 30 places on a grid of a centimeter: roundings of crossings cross anew.
    private static let knot: [(Double, Double)] = [
        (7, 8), (6, 7), (8, 9), (8, 9), (8, 8), (7, 6), (8, 9), (6, 6), (8, 7), (7, 9), (8, 8), (8, 9), (8, 9),
        (8, 9), (5, 7), (7, 7), (8, 8), (7, 7), (7, 7), (7, 9), (8, 9), (8, 6), (5, 7), (8, 8), (8, 9), (7, 6),
        (9, 8), (8, 7), (6, 8), (6, 7),
    ]

    @Test func `crossings whose roundings make new ones are taken out at once`() throws {
        // As a file of seven decimals has it: 48.9799177° south, 120.8905728° west.
        let ring = Self.knot.map { place -> Coordinate in
            .make(-(489_799_170 + place.0) / 1e7, -(1_208_905_720 + place.1) / 1e7)
        }.closed
        let corners: [Coordinate] = [
            .make(-48.98, -120.9), .make(-48.98, -120.89), .make(-48.97, -120.89), .make(-48.97, -120.9),
        ]
        let around = corners.closed
        var generator = SeededGenerator(seed: 262)
        for polygon in [Area.Polygon(outer: ring), Area.Polygon(outer: around, holes: [ring])] {
            try expectMended(polygon, &generator, "a knot")
            var mending = AreaMending()
            let area = try Area(try polygon.mended(&mending))
            #expect(mending.crossings > 50 && mending.crossings <= 435 && mending.closed == 0)
            if polygon.outer == around {
                #expect(area.polygons.contains { Set($0.outer) == Set(around) }, "what crosses nothing stays as it is")
            }
            var asked = 0
            for _ in 0..<500 {
                let place = Coordinate.make(
                    .random(in: -48.979918 ... -48.9799175, using: &generator),
                    .random(in: -120.890573 ... -120.8905725, using: &generator))
                guard let isOdd = Self.isOdd(place, polygon.rings) else { continue }
                asked += 1
                #expect(area.contains(place) == isOdd, "\(place)")
            }
            #expect(asked > 100)
        }
    }

    @Test func `a coast of 20 000 vertices with 1 200 loops is snapped`() throws {
        var ring = (0..<20_000).map { number -> Coordinate in
            let angle = Double(number) * .pi / 10_000
            let reach = 1 + sin(50 * angle) / 100
            return .make(46 + sin(angle) * reach, 8 + cos(angle) * reach)
        }
        for number in stride(from: 0, to: 19_000, by: 15) { ring.swapAt(number, number + 1) }
        ring.append(ring[0])
        let snapping = try #require(RingSnapping([ring]))
        #expect(snapping.crossings > 1_200 && snapping.tangled == [0])
        let snapped = try #require(snapping.rings(insteadOf: [0]))
        let area = try Area(try #require(RingFaces.polygons(of: snapped)))
        let seed: UInt64 = 263
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let place = Coordinate.make(
                .random(in: 44.9...47.1, using: &generator), .random(in: 6.9...9.1, using: &generator))
            guard let isOdd = Self.isOdd(place, [ring]) else { continue }
            #expect(area.contains(place) == isOdd, "\(place)")
        }
    }

    @Test func `snapped rings have the same places and cross nothing, also across ±180°`() throws {
        let seed: UInt64 = 264
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var crossings = 0
        for number in 0..<200 {
            // From a few cells of the grid to degrees.
            let size = [1e-12, 1e-10, 4e-7, 1e-3, 2.0][number % 5]
            let isAtDateLine = number % 3 == 0
            let west = isAtDateLine ? 180 - size / 3 : Double.random(in: -170...170, using: &generator)
            let south = Double.random(in: -80...78, using: &generator)
            func place(_ x: Double, _ y: Double) -> Coordinate {
                let longitude = west + x * size
                return .make(south + y * size, longitude > 180 ? longitude - 360 : longitude)
            }
            let rings = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                (0..<Int.random(in: 3...12, using: &generator)).map { _ -> Coordinate in
                    var x = Double.random(in: 0...1, using: &generator)
                    var y = Double.random(in: 0...1, using: &generator)
                    if number % 4 == 1 { (x, y) = ((x * 4).rounded() / 4, (y * 4).rounded() / 4) }
                    return place(x, y)
                }.closed
            }
            let snapping = try #require(RingSnapping(rings), "number \(number)")
            crossings += snapping.crossings
            let snapped = try #require(snapping.rings(insteadOf: Set(rings.indices)), "number \(number)")
            #expect(snapped.allSatisfy { $0.count >= 4 && $0.first == $0.last }, "number \(number)")
            if snapped.isEmpty { continue }
            let flat = try #require(FlatRing.onOneDateLine(snapped.map { FlatRing($0) }))
            var sweep = RingSweep(flat)
            #expect(sweep.firstCrossing() == nil, "number \(number)")
            if size < 4e-7 { continue }
            // Away from ±180°, so that a flat scan tells what is inside.
            func turned(_ rings: [[Coordinate]]) -> [[Coordinate]] {
                guard isAtDateLine else { return rings }
                return rings.map { ring in
                    ring.map { place in
                        let longitude = place.longitude
                        return Coordinate.make(place.latitude, longitude < 0 ? longitude + 170 : longitude - 190)
                    }
                }
            }
            for _ in 0..<100 {
                let asked = place(.random(in: 0...1, using: &generator), .random(in: 0...1, using: &generator))
                let here = turned([[asked]])[0][0]
                guard let isOdd = Self.isOdd(here, turned(rings)) else { continue }
                #expect(Self.isOdd(here, turned(snapped)) != !isOdd, "number \(number): \(asked)")
            }
        }
        #expect(crossings > 1_000)
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

    @Test func `a star, holes in holes, and rings that touch become polygons that are valid`() throws {
        func mended(_ rings: [[(Double, Double)]], _ mending: inout AreaMending) throws -> [Area.Polygon] {
            let rings = rings.map { $0.map { Coordinate.make($0.0, $0.1) }.closed }
            return try Area.Polygon(outer: rings[0], holes: Array(rings.dropFirst())).mended(&mending)
        }
        // Five tips, and what the ring goes around twice is outside.
        var mending = AreaMending()
        let star = try mended([[(0, 2), (10, 5), (0, 8), (6, 0), (6, 10)]], &mending)
        #expect(star.count == 5 && star.allSatisfy { $0.outer.count == 4 && $0.holes.isEmpty })
        #expect(mending.crossings == 5 && mending.regrouped == 0)
        // An island in a hole, and a pond on it.
        let boxes = [(0.0, 10.0), (2, 8), (3, 7), (4, 6)].map {
            [($0.0, $0.0), ($0.0, $0.1), ($0.1, $0.1), ($0.1, $0.0)]
        }
        mending = AreaMending()
        let island = try mended(boxes, &mending)
        #expect(island.map { $0.holes.count } == [1, 1] && mending.regrouped == 1 && mending.crossings == 0)
        #expect(
            Set(island[1].holes[0]) == Set([(4.0, 4.0), (4, 6), (6, 6), (6, 4)].map { Coordinate.make($0.0, $0.1) }))
        // A hole from edge to edge makes two polygons; one that touches once stays.
        mending = AreaMending()
        let cut = try mended([boxes[0], [(0, 5), (5, 4), (10, 5), (5, 6)]], &mending)
        #expect(cut.count == 2 && mending.regrouped == 1)
        mending = AreaMending()
        let once = try mended([boxes[0], [(0, 5), (5, 4), (5, 6)]], &mending)
        #expect(once.count == 1 && once[0].outer.count == 5 && mending == AreaMending())
        // A ring that touches itself from inside is an outer ring and a hole.
        let pinched = try mended([[(0, 0), (0, 5), (4, 4), (4, 6), (0, 5), (0, 10), (10, 10), (10, 0)]], &mending)
        #expect(pinched.count == 1 && pinched[0].holes.count == 1 && mending.regrouped == 1)
        // A hole beside the polygon is left out, also where the polygon crosses itself.
        mending = AreaMending()
        let bow = try mended([[(0, 0), (2, 2), (2, 0), (0, 2)], [(5, 5), (5, 6), (6, 6)]], &mending)
        #expect(bow.count == 2 && mending.strays == 1 && mending.crossings == 1)
    }

    @Test func `rings across the date line, and ones that touch it, are mended as they are elsewhere`() throws {
        let seed: UInt64 = 262
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        func turned(_ ring: [Coordinate], by degrees: Double) -> [Coordinate] {
            ring.map { Coordinate.make($0.latitude, ($0.longitude + degrees).remainder(dividingBy: 360)) }
        }
        var count = 0
        for number in 0..<200 {
            let rings = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                (0..<Int.random(in: 3...9, using: &generator)).map { _ in
                    Coordinate.make(
                        Double(Int.random(in: 0...6, using: &generator)),
                        Double(Int.random(in: -3...3, using: &generator)))
                }.closed
            }
            let polygon = Area.Polygon(outer: rings[0], holes: Array(rings.dropFirst()))
            let across = Area.Polygon(
                outer: turned(rings[0], by: 180), holes: rings.dropFirst().map { turned($0, by: 180) })
            var (mending, other) = (AreaMending(), AreaMending())
            let here = try Area(polygon.mended(&mending))
            let there = try Area(across.mended(&other))
            count += here.polygons.count
            for _ in 0..<60 {
                let place = Coordinate.make(
                    .random(in: -0.5...6.5, using: &generator), .random(in: -3.5...3.5, using: &generator))
                guard Self.isOdd(place, rings) != nil else { continue }
                #expect(
                    here.contains(place) == there.contains(turned([place], by: 180)[0]),
                    "seed \(seed), number \(number): \(place)")
            }
        }
        #expect(count > 200)
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
