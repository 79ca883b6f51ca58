import TestSupport
import Testing

@testable import GeoqIndex

/// Lines that pass twice over the same ground by other vertices: of equally near passes the first counts.
@Suite struct CorridorPassTests {
    /// Lines that all edges follow exactly, whatever their vertices.
    enum Ground: CaseIterable {
        case meridian, equator, dateLine

        /// A place at so many degrees along it, and so many beside it.
        func place(_ along: Double, _ beside: Double = 0) -> Coordinate {
            switch self {
            case .meridian: .make(along, -76 + beside)
            case .equator: .make(beside, along)
            // One meridian under both of its numbers.
            case .dateLine: .make(along, beside > 0 ? -180 + beside : 180 + beside)
            }
        }
    }

    /// The vertices of one pass.
    private static func vertices(
        from low: Double, to high: Double, _ ground: Ground, using generator: inout SeededGenerator
    ) -> [Coordinate] {
        let between = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            Double.random(in: low...high, using: &generator)
        }
        return ([low] + between.sorted() + [high]).map { along in
            let place = ground.place(along)
            guard ground == .dateLine, Bool.random(using: &generator) else { return place }
            return .make(place.latitude, -180)
        }
    }

    @Test(arguments: Ground.allCases, Area.Edges.allCases)
    func `a later pass changes nothing of the first one`(_ ground: Ground, _ edges: Area.Edges) throws {
        let seed: UInt64 = 291
        print("seed \(seed), \(ground), \(edges)")
        var generator = SeededGenerator(seed: seed)
        var asked = 0
        for _ in 0..<40 {
            let low = Double.random(in: -50...50, using: &generator)
            let high = low + Double.random(in: 0.02...1.5, using: &generator)
            let first = Self.vertices(from: low, to: high, ground, using: &generator)
            let second = Self.vertices(from: low, to: high, ground, using: &generator)
            let detour = [ground.place(high, 3), ground.place(low, 3)]
            let reach = Distance.kilometers(20)
            let alone = try Corridor(first, edges: edges, width: reach)
            let lines = [
                // Back on the same way, round and over it again, and both.
                first + second.reversed(), first + detour + second, first + second.reversed() + first,
            ]
            for line in lines {
                let corridor = try Corridor(line, edges: edges, width: reach)
                for _ in 0..<20 {
                    let beside =
                        Double.random(in: 1e-5...0.1, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
                    let place = ground.place(Double.random(in: low...high, using: &generator), beside)
                    let expected = try #require(alone.foot(of: place))
                    let foot = try #require(corridor.foot(of: place))
                    // The way round may be nearer than both.
                    guard foot.offset > expected.offset - 1e-6 else { continue }
                    #expect(abs(foot.along - expected.along) < 1e-6, "\(foot), \(expected), \(place) along \(line)")
                    #expect(abs(foot.offset - expected.offset) < 1e-7 && foot.side == expected.side)
                    #expect(corridor.scannedContains(place))
                    asked += 1
                }
                for vertex in first {
                    let foot = try #require(corridor.foot(of: vertex))
                    let expected = try #require(alone.foot(of: vertex))
                    #expect(abs(foot.along - expected.along) < 1e-6, "\(vertex) along \(line)")
                }
            }
        }
        print("\(asked) places")
    }

    @Test func `a vertex of the first pass is on the first pass, and hits keep their order`() throws {
        let line: [Coordinate] = [
            .make(42, -76), .make(42.5, -76), .make(42.5, -75), .make(43, -76), .make(42, -76),
        ]
        let corridor = try Corridor(line, edges: .geodesic, width: .kilometers(1))
        let places: [Coordinate] = [.make(42.5, -76)] + (1...4).map { .make(42 + Double($0) / 10, -75.999) }
        let along = try places.map { try #require(corridor.foot(of: $0)).along }
        #expect(along.allSatisfy { $0 < 56_000 })
        #expect(Array(along.dropFirst()) == along.dropFirst().sorted() && along[0] == along.max())
        // A turn on the way: what lies beside the way back is met on the way out.
        let turn = try Corridor(
            [.make(42, -76), .make(42.7, -76), .make(42.05, -76)], edges: .geodesic, width: .kilometers(1))
        for place in places.dropFirst() {
            let foot = try #require(turn.foot(of: place))
            #expect(foot.along < 50_000 && foot.side == .right)
        }
        for meters in [0.001, 0.1, 5, 300] {
            let place = Coordinate.make(42.7 - meters / 111_000, -75.9999)
            let foot = try #require(turn.foot(of: place))
            #expect(foot.side == .right && foot.along <= turn.foot(of: .make(42.7, -76))!.along, "\(meters), \(foot)")
        }
    }
}
