import TestSupport
import Testing

@testable import GeoqIndex

/// Corridors against samples of each edge, and against a look at every piece.
@Suite struct CorridorTests {
    @Test(arguments: RandomLine.allCases, Area.Edges.allCases)
    func `offset and along are those of the nearest edge`(_ kind: RandomLine, _ edges: Area.Edges) throws {
        let seed: UInt64 = 261
        print("seed \(seed), \(kind), \(edges)")
        var generator = SeededGenerator(seed: seed)
        var (worst, worstAlong, asked) = (0.0, 0.0, 0)
        for reach in [60.0, 3_000, 9_000, 40_000] {
            let line = kind.line(using: &generator)
            let corridor = try Corridor(line, edges: edges, width: .meters(reach))
            let oracle = LineOracle(line: line, edges: edges)
            let lengths = zip(line, line.dropFirst()).map { Geodesic.meters(from: $0.0, to: $0.1) }
            let shortest = min(200, lengths.filter { $0 > 0 }.min()!)
            for place in RandomLine.places(around: line, reach: reach, count: 12, using: &generator) {
                let feet = oracle.feet(of: place)
                let least = try #require(feet.map(\.offset).min())
                guard abs(least - reach) > 1e-6 else { continue }
                let foot = corridor.foot(of: place)
                #expect((foot != nil) == (least < reach), "\(place)")
                guard let foot else { continue }
                worst = max(worst, abs(foot.offset - least))
                #expect(abs(foot.offset - least) < 1e-7, "\(foot), \(least), \(place) along \(line)")
                let near = feet.filter { $0.offset <= least + 1e-7 }
                guard near.allSatisfy({ $0.along != nil }) else { continue }
                let error = near.map { abs($0.along! - foot.along) }.min()!
                asked += 1
                worstAlong = max(worstAlong, error)
                // The roundings of an edge's ends turn it, the more the shorter it is.
                #expect(error < 1e-6 + 1e-8 * least / shortest, "\(foot), \(feet), \(place) along \(line)")
            }
        }
        print("worst offset \(worst) m, along \(worstAlong) m of \(asked)")
    }

    @Test(arguments: RandomLine.allCases, Area.Edges.allCases)
    func `the tree decides as a look at every piece does`(_ kind: RandomLine, _ edges: Area.Edges) throws {
        let seed: UInt64 = 262
        print("seed \(seed), \(kind), \(edges)")
        var generator = SeededGenerator(seed: seed)
        for width in [0, 40.0, 2_500, 12_000] {
            let line = kind.line(using: &generator)
            let corridor = try Corridor(line, edges: edges, width: .meters(width))
            var places = RandomLine.places(around: line, reach: 2 * width + 1, count: 40, using: &generator)
            places += places.prefix(5)
            places += line + PointSet.uniform.coordinates(count: 20, using: &generator)
            let tree = PackedTree.build(
                coordinates: places, keys: randomKeys(places.count, using: &generator)
            ).tree
            var statistics = SearchStatistics()
            let expected = try BruteForce(tree).positions(in: .corridor(corridor))
            #expect(try tree.positions(in: .corridor(corridor), &statistics) == expected)
            let count = try tree.count(
                in: .corridor(corridor), filter: .everything, interruption: nil, &statistics)
            #expect(count == expected.count)
            let hits = try tree.hits(along: corridor, &statistics)
            #expect(hits.map(\.position).sorted() == expected.sorted())
            for (hit, next) in zip(hits, hits.dropFirst()) {
                #expect(hit.foot.order <= next.foot.order)
            }
            for hit in hits { #expect(corridor.foot(of: try tree.coordinate(at: hit.position)) == hit.foot) }
            var even = PositionSet(capacity: tree.count)
            for position in stride(from: 0, to: tree.count, by: 2) { even.insert(position) }
            let some = try tree.hits(along: corridor, filter: ItemFilter([.member(even)]), &statistics)
            #expect(some == hits.filter { $0.position % 2 == 0 })
        }
    }

    @Test func `a place at the width, a nanometer more or less, is decided as by every piece`() throws {
        let seed: UInt64 = 263
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for kind in [RandomLine.walk, .tiny, .dateLine, .pole, .thereAndBack, .loops] {
            for edges in Area.Edges.allCases {
                let line = kind.line(using: &generator)
                for place in RandomLine.places(around: line, reach: 4_000, count: 5, using: &generator) {
                    let all = try Corridor(line, edges: edges, width: .kilometers(20))
                    let offset = all.index.pieces.map { $0.exactFoot(of: SearchOrigin(place)).offset }.min()!
                    for width in [offset, offset.nextDown, offset.nextUp, offset - 1e-9, offset + 1e-9] where width >= 0
                    {
                        let corridor = try Corridor(line, edges: edges, width: .meters(width))
                        #expect(corridor.contains(place) == (offset <= width), "\(place), \(width), \(kind)")
                        #expect(corridor.scannedContains(place) == (offset <= width))
                    }
                }
            }
        }
    }

    @Test func `of a way there and back the way there counts`() throws {
        let line = [Coordinate.make(42, -76), .make(42.01, -76.01), .make(42.02, -75.99), .make(42.02, -75.9)]
        for edges in Area.Edges.allCases {
            let there = try Corridor(line, edges: edges, width: .kilometers(2))
            let both = try Corridor(line + line.reversed().dropFirst(), edges: edges, width: .kilometers(2))
            let back = try Corridor(line.reversed(), edges: edges, width: .kilometers(2))
            #expect(abs(both.length - 2 * there.length) < 1e-6)
            for (latitude, longitude) in [(42.005, -76.003), (42.012, -76.02), (42.02, -75.95), (41.995, -76.01)] {
                let place = Coordinate.make(latitude, longitude)
                let foot = try #require(there.foot(of: place))
                #expect(both.foot(of: place) == foot)
                let other = try #require(back.foot(of: place))
                #expect(other.offset == foot.offset)
                #expect(abs(other.along - (there.length - foot.along)) < 1e-6)
                // One of the places lies on the drawn line.
                #expect(foot.side != nil || foot.offset < 1e-6)
                let opposite: Corridor.Side? = foot.side.map { $0 == .left ? .right : .left }
                #expect(other.side == opposite)
            }
        }
    }

    @Test(arguments: Area.Edges.allCases)
    func `what is nearest to the first and last place of a loop is at its beginning`(_ edges: Area.Edges) throws {
        let seed: UInt64 = 267
        print("seed \(seed), \(edges)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let start = Coordinate.make(
                .random(in: -75...75, using: &generator), .random(in: -170...170, using: &generator))
            // Both edges that meet there lead to the east.
            let (north, south): (Coordinate, Coordinate) = (
                .make(start.latitude + 0.3, start.longitude + 0.3), .make(start.latitude - 0.3, start.longitude + 0.3)
            )
            let corridor = try Corridor([start, north, south, start], edges: edges, width: .kilometers(30))
            for meters in [0, 0.5, 300, 20_000] {
                // By zero meters the way would be rounded.
                let place =
                    meters == 0 ? start : Geodesic.direct(from: start, bearing: 270, distance: .meters(meters))
                #expect(try #require(corridor.foot(of: place)).along == 0, "\(meters) m from \(start)")
                let exact = try #require(corridor.exactFoot(of: place, within: .kilometers(30)))
                #expect(exact.along == 0, "\(meters) m from \(start)")
            }
            // What lies in a vertex, and what is nearest to it, is equally far along.
            let corner = try #require(corridor.foot(of: north))
            let beyond = Geodesic.direct(from: north, bearing: 30, distance: .meters(15_000))
            #expect(corner.offset == 0)
            #expect(try #require(corridor.foot(of: beyond)).along == corner.along)
        }
    }

    @Test(arguments: RandomLine.allCases, Area.Edges.allCases)
    func `a vertex of the line is within zero meters of it`(_ kind: RandomLine, _ edges: Area.Edges) throws {
        let seed: UInt64 = 268
        print("seed \(seed), \(kind), \(edges)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let line = kind.line(using: &generator)
            let corridor = try Corridor(line, edges: edges, width: .meters(0))
            for vertex in line {
                #expect(corridor.foot(of: vertex)?.offset == 0, "\(vertex) of \(line)")
                #expect(corridor.scannedContains(vertex))
            }
        }
    }

    @Test(arguments: Area.Edges.allCases)
    func `a vertex is within zero meters under the other numbers of its place`(_ edges: Area.Edges) throws {
        let dateLine = [Coordinate.make(10, 180), .make(9.9, 179.9), .make(10, -180)]
        let pole = [Coordinate.make(89.99, 30), .make(90, 12)]
        for (line, places) in [
            (dateLine, [Coordinate.make(10, -180), .make(10, 180)]), (pole, [Coordinate.make(90, 0), .make(90, -77)]),
        ] {
            let corridor = try Corridor(line, edges: edges, width: .meters(0))
            for place in places { #expect(corridor.contains(place), "\(place)") }
        }
    }

    @Test func `sides are those of the traveler`() throws {
        let east = try Corridor([.make(10, 20), .make(10, 21)], width: .kilometers(30))
        #expect(east.foot(of: .make(10.1, 20.5))?.side == .left)
        #expect(east.foot(of: .make(9.9, 20.5))?.side == .right)
        #expect(east.foot(of: .make(10, 20))?.side == nil)
        #expect(east.foot(of: .make(10, 20))?.along == 0)
        let west = try Corridor([.make(10, 21), .make(10, 20)], width: .kilometers(30))
        #expect(west.foot(of: .make(10.1, 20.5))?.side == .right)
        // The golden pair of Boost's PR 595.
        let long = try Corridor(
            [.make(-7.52882, -16.42203), .make(-6.15568, 4.89998)], width: .kilometers(1))
        #expect(abs(try #require(long.foot(of: .make(-6.29345, 3.32696))).offset - 481.739_087_7) < 1e-6)
        #expect(abs(try #require(long.foot(of: .make(-6.28451, 3.3262))).offset - 510.482_731_6) < 1e-6)
    }

    @Test func `a tree with changes gives the feet of all items`() throws {
        let seed: UInt64 = 264
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let line = RandomLine.walk.line(using: &generator)
        let corridor = try Corridor(line, width: .kilometers(2))
        let places = RandomLine.places(around: line, reach: 4_000, count: 200, using: &generator)
        let base = PackedTree.build(
            coordinates: places, keys: randomKeys(places.count, using: &generator)
        ).tree
        let more = RandomLine.places(around: line, reach: 4_000, count: 50, using: &generator)
        let added = PackedTree.build(coordinates: more, keys: randomKeys(50, using: &generator)).tree
        let tree = try LayeredTree(base, removing: (0..<40).map { UInt32($0 * 3) }, added: added)
        var statistics = SearchStatistics()
        let expected = try tree.scannedPositions(in: .corridor(corridor))
        #expect(try tree.positions(in: .corridor(corridor), &statistics) == expected)
        let hits = try tree.hits(along: corridor, &statistics)
        #expect(hits.map(\.position).sorted() == expected.sorted())
        #expect(hits.map(\.foot.along) == hits.map(\.foot.along).sorted())
        for hit in hits { #expect(corridor.foot(of: try tree.coordinate(at: hit.position)) == hit.foot) }
    }

    @Test func `counting looks at the items near the edge only`() throws {
        var generator = SeededGenerator(seed: 265)
        let places = (0..<20_000).map { _ in
            Coordinate.make(.random(in: 40...42, using: &generator), .random(in: 10...13, using: &generator))
        }
        let tree = PackedTree.build(coordinates: places, keys: ascendingKeys(places.count)).tree
        let corridor = try Corridor([.make(40, 10), .make(42, 13)], width: .kilometers(40))
        var statistics = SearchStatistics()
        let count = try tree.count(in: .corridor(corridor), filter: .everything, interruption: nil, &statistics)
        #expect(count > 5_000)
        #expect(statistics.candidates < count / 2, "\(statistics.candidates) for \(count)")
    }

    @Test func `a corridor that cannot be is refused`() {
        #expect(throws: CorridorError.tooFewVertices(count: 1)) {
            try Corridor([.make(1, 2)], width: .meters(1))
        }
        #expect(throws: CorridorError.tooWide(meters: 2e6)) {
            try Corridor([.make(1, 2), .make(3, 4)], width: .kilometers(2_000))
        }
        var (along, pieces): (Double, [LinePiece]) = (0, [])
        #expect(throws: CorridorError.tooLong(pieces: 28)) {
            try LinePiece.append(
                from: .make(0, 0), to: .make(0, 0.1), .geodesic, isNeeded: true, along: &along, atMost: 10, to: &pieces)
        }
    }
}
