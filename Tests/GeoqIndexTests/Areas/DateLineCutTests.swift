import TestSupport
import Testing

@testable import GeoqIndex

/// Areas that are cut at ±180° to be written, and the same as they are.
@Suite struct DateLineCutTests {
    private static func ring(_ places: [(Double, Double)]) -> [Coordinate] {
        places.map { Coordinate.make($0.1, $0.0) }.closed
    }

    private static func cut(_ area: Area) -> [Area.Polygon]? {
        Area.cutAtDateLine(area.polygons, edges: area.edges, pole: area.pole)
    }

    /// No edge goes across ±180°, but for those along a pole, and outer rings run counterclockwise.
    private static func expectCut(_ polygons: [Area.Polygon], _ comment: String) {
        for polygon in polygons {
            for ring in [polygon.outer] + polygon.holes {
                #expect(ring.count >= 4 && ring.first == ring.last, "\(comment)")
                #expect(Set(ring).count == ring.count - 1, "\(comment): a ring touches itself")
                for (start, end) in zip(ring, ring.dropFirst()) {
                    let isAlongPole = start.isPole && start.latitude == end.latitude
                    #expect(isAlongPole || abs(start.longitude - end.longitude) <= 180, "\(comment): \(start), \(end)")
                }
            }
            #expect(twiceArea(of: polygon.outer) > 0, "\(comment)")
            for hole in polygon.holes { #expect(twiceArea(of: hole) < 0, "\(comment)") }
        }
    }

    private static func twiceArea(of ring: [Coordinate]) -> Double {
        zip(ring, ring.dropFirst()).reduce(0) {
            $0 + ($1.0.longitude * $1.1.latitude - $1.1.longitude * $1.0.latitude)
        }
    }

    private static func expectSame(
        _ polygons: [Area.Polygon], _ whole: Area, _ comment: String, _ generator: inout SeededGenerator
    ) throws {
        let cut = try Area(polygons, edges: whole.edges)
        for place in RandomArea.places(of: whole, count: 40, using: &generator) {
            let distance = try #require(whole.distanceToBoundary(from: place)).meters
            let other = try #require(cut.distanceToBoundary(from: place)).meters
            #expect(abs(distance - other) < 5e-7, "\(comment), \(place): \(distance), \(other)")
            guard distance > 1e-6 else { continue }
            #expect(cut.contains(place) == whole.contains(place), "\(comment), \(place)")
        }
    }

    @Test(arguments: Area.Edges.allCases)
    func `an area that is cut holds the same places`(edges: Area.Edges) throws {
        let seed = UInt64.random(in: .min ... .max)
        print("DateLineCutTests seed \(seed), \(edges)")
        var generator = SeededGenerator(seed: seed)
        var cuts = 0
        for number in 0..<(edges == .drawn ? 200 : 40) {
            let center = Coordinate.make(
                .random(in: -60...60, using: &generator), .random(in: 165...195, using: &generator))
            let reach = Double.random(in: 1...(edges == .drawn ? 80 : 20), using: &generator)
            var polygon = Area.Polygon(
                outer: RandomArea.star(around: center, reach: reach, within: reach / 4, &generator))
            if Bool.random(using: &generator) { polygon.outer.reverse() }
            if number % 2 == 0 {
                let inner = min(reach / 40, 1)
                polygon.holes = [RandomArea.star(around: center, reach: inner, within: inner / 4, &generator)]
            } else if let tip = polygon.outer.randomElement(using: &generator) {
                // A hole that touches the outer ring in a vertex.
                let inner = reach / 40
                let others = [-inner, inner].map { Coordinate.make(center.latitude + $0, center.longitude + $0) }
                polygon.holes = [([tip] + others).closed]
            }
            // Rays may cross a hole.
            guard let whole = try? Area([polygon], edges: edges), let cut = Self.cut(whole) else { continue }
            cuts += 1
            let comment = "seed \(seed), \(number)"
            Self.expectCut(cut, comment)
            try Self.expectSame(cut, whole, comment, &generator)
            // What is cut is not cut again.
            #expect(Area.cutAtDateLine(cut, edges: edges, pole: nil) == nil, "\(comment)")
        }
        #expect(cuts > 5)
    }

    @Test func `a hole across the meridian that touches the outer ring leaves valid polygons, or the area as it is`()
        throws
    {
        var polygon = Area.Polygon(outer: Self.ring([(178, -2), (-178, -2), (-178, 2), (178, 2)]))
        polygon.holes = [Self.ring([(178, -2), (179, 1), (-179, 1)])]
        let cut = try #require(Self.cut(try Area([polygon], edges: .drawn)))
        Self.expectCut(cut, "drawn")
        #expect(cut.count == 3 && cut.allSatisfy { $0.holes.isEmpty })
        var generator = SeededGenerator(seed: 1)
        try Self.expectSame(cut, try Area([polygon], edges: .drawn), "drawn", &generator)
        #expect(Self.cut(try Area([polygon], edges: .geodesic)) == nil)
    }

    @Test(arguments: Area.Edges.allCases, [Area.Pole.north, .south])
    func `an area around a pole goes along ±180° to it`(edges: Area.Edges, pole: Area.Pole) throws {
        let seed: UInt64 = 17
        var generator = SeededGenerator(seed: seed)
        let sign = pole == .north ? 1.0 : -1
        for number in 0..<20 {
            let first = Double.random(in: -180...180, using: &generator)
            func round(_ latitude: Double, _ spread: Double) -> [Coordinate] {
                let count = Int.random(in: 4...9, using: &generator)
                let ring = (0..<count).map { vertex in
                    Coordinate.make(
                        sign * (latitude + Double.random(in: -spread...spread, using: &generator)),
                        first + 360 * Double(vertex) / Double(count))
                }.closed
                return Bool.random(using: &generator) ? ring : ring.reversed()
            }
            var polygon = Area.Polygon(outer: round(50, 5))
            // A hole around the pole, or one across ±180°.
            if number % 3 == 1 { polygon.holes = [round(84, 1)] }
            if number % 3 == 2 {
                polygon.holes = [RandomArea.star(around: .make(sign * 80, 180), reach: 2, &generator)]
            }
            let whole = try Area([polygon], edges: edges, pole: pole)
            let comment = "\(number)"
            let cut = try #require(Self.cut(whole))
            Self.expectCut(cut, comment)
            try Self.expectSame(cut, whole, comment, &generator)
            // The other side of the ring.
            if number % 3 == 0 {
                let other = try Area([polygon], edges: edges, pole: pole == .north ? .south : .north)
                try Self.expectSame(try #require(Self.cut(other)), other, comment, &generator)
            }
        }
    }

    @Test func `vertices on ±180° belong to the side that they are drawn from`() throws {
        // The number of the other side, all on one side.
        let east = try Area([.init(outer: Self.ring([(-170, 0), (180, 0), (180, 10), (-170, 10)]))])
        #expect(
            Self.cut(east)?.map(\.outer)
                == [Self.ring([(-170, 0), (-170, 10), (-180, 10), (-180, 0)])])
        let across = try Area([
            .init(outer: Self.ring([(170, 0), (180, 0), (-170, 0), (-170, 10), (-180, 10), (170, 10)]))
        ])
        let pieces = try #require(Self.cut(across))
        Self.expectCut(pieces, "across")
        #expect(pieces.count == 2 && pieces.allSatisfy { $0.outer.count == 5 }, "\(pieces)")
        // In and out several times.
        let comb = try Area([
            .init(
                outer: Self.ring([
                    (170, -20), (175, -15), (-175, -14), (-170, -10), (172, -9), (173, -5), (-174, -4), (-170, 0),
                    (170, 2),
                ]))
        ])
        let teeth = try #require(Self.cut(comb))
        Self.expectCut(teeth, "comb")
        #expect(teeth.count == 3)
    }

    @Test func `an edge along ±180° is on the side where the polygon is`() throws {
        let step = try Area([
            .init(outer: Self.ring([(170, 0), (-170, 0), (-170, 10), (180, 10), (180, 20), (170, 20)]))
        ])
        #expect(
            Self.cut(step)?.map(\.outer) == [
                Self.ring([(-180, 0), (-170, 0), (-170, 10), (-180, 10)]),
                Self.ring([(180, 10), (180, 20), (170, 20), (170, 0), (180, 0)]),
            ])
        let notch = try Area([
            .init(
                outer: Self.ring([
                    (170, -10), (-170, -10), (-170, 20), (170, 20), (170, 10), (180, 10), (180, 0), (170, 0),
                ]))
        ])
        #expect(
            Self.cut(notch)?.map(\.outer) == [
                Self.ring([(-180, -10), (-170, -10), (-170, 20), (-180, 20), (-180, 10), (-180, 0)]),
                Self.ring([(180, 20), (170, 20), (170, 10), (180, 10)]),
                Self.ring([(180, 0), (170, 0), (170, -10), (180, -10)]),
            ])
    }

    @Test func `a vertex that touches ±180° parts a piece where the polygon is on both sides of it`() throws {
        // A notch from the west, with its tip on the meridian.
        let notch = try Area([
            .init(outer: Self.ring([(170, -10), (-170, -10), (-170, 10), (170, 10), (170, 3), (180, 0), (170, -3)]))
        ])
        #expect(
            Self.cut(notch)?.map(\.outer) == [
                Self.ring([(-180, -10), (-170, -10), (-170, 10), (-180, 10), (-180, 0)]),
                Self.ring([(180, 10), (170, 10), (170, 3), (180, 0)]),
                Self.ring([(180, 0), (170, -3), (170, -10), (180, -10)]),
            ])
        // Two of them, from both sides, in a ring that runs clockwise.
        let places: [(Double, Double)] = [
            (170, -10), (-170, -10), (-170, 4), (180, 5), (-170, 6), (-170, 10), (170, 10), (170, 3), (180, 0),
            (170, -3),
        ]
        let both = try Area([.init(outer: Self.ring(places.reversed()))])
        let pieces = try #require(Self.cut(both))
        Self.expectCut(pieces, "two notches")
        #expect(pieces.count == 4, "\(pieces)")
        // A tip that reaches the meridian from outside of the polygon parts nothing.
        let tip = try Area([
            .init(outer: Self.ring([(170, 0), (-170, 0), (-170, 5), (179, 5), (180, 10), (170, 12)]))
        ])
        let whole = try #require(Self.cut(tip))
        Self.expectCut(whole, "tip")
        #expect(whole.count == 2 && whole.contains { $0.outer.contains(.make(10, 180)) }, "\(whole)")
        var generator = SeededGenerator(seed: 5)
        for (area, cut) in [(notch, Self.cut(notch) ?? []), (both, pieces), (tip, whole)] {
            try Self.expectSame(cut, area, "touching", &generator)
            for piece in cut {
                #expect(Set(piece.outer).count == piece.outer.count - 1, "touches itself: \(piece.outer)")
                #expect(throws: Never.self) { try Area.checkRings(of: [piece]) }
            }
        }
    }

    @Test func `a geodesic ring near a pole is cut although it runs the other way round when it is drawn`() throws {
        let whole = try Area(
            [.init(outer: Self.ring([(100, 80), (-90, 80), (-175, 85)]))], edges: .geodesic)
        let pieces = try #require(Self.cut(whole))
        Self.expectCut(pieces, "near the pole")
        let cut = try Area(pieces, edges: .geodesic)
        #expect(whole.contains(.make(87, -175)) && !whole.contains(.make(84, -175)))
        let places: [(Double, Double)] = [(87, -175), (87, 179), (84, -175), (89.9, 0), (0, 0), (-89, 180)]
        for (latitude, longitude) in places {
            let place = Coordinate.make(latitude, longitude)
            #expect(cut.contains(place) == whole.contains(place), "\(place)")
        }
    }

    @Test func `rings whose other side would be cut out stay as they are`() throws {
        // An edge over half of a parallel, from 180° westward.
        let half = Self.ring([(-170, 0), (180, 0), (0, 10), (0, 20), (170, 20), (-170, 20)])
        #expect(Area.cutAtDateLine([.init(outer: half)], edges: .drawn, pole: .north) == nil)
        // A band around the north pole, of which it is said that its rings are around the south pole.
        func parallel(_ latitude: Double) -> [Coordinate] {
            Self.ring([(-135, latitude), (-45, latitude), (45, latitude), (135, latitude)])
        }
        let band = Area.Polygon(outer: parallel(50), holes: [parallel(84)])
        #expect(Area.cutAtDateLine([band], edges: .drawn, pole: .south) == nil)
        #expect(Area.cutAtDateLine([band], edges: .drawn, pole: .north)?.count == 1)
    }

    @Test func `what needs no cut, or of which none is plain, stays as it is`() throws {
        for ring in [
            Self.ring([(170, 0), (180, 0), (180, 10), (170, 10)]),
            Self.ring([(-180, -90), (180, -90), (180, 90), (-180, 90)]),
            Self.ring([(0, 0), (180, 0), (180, 10), (0, 10)]),
            // A vertex at the pole.
            Self.ring([(170, 60), (-170, 60), (180, 90)]),
            // Touches itself on the meridian.
            Self.ring([(175, 0), (180, 5), (-175, 0), (-175, 10), (180, 5), (175, 10)]),
        ] {
            let area = try Area([.init(outer: ring)])
            #expect(Self.cut(area) == nil, "\(ring)")
        }
    }
}
