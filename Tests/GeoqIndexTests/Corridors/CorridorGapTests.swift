import TestSupport
import Testing

@testable import GeoqIndex

/// Corridors of several segments: the gaps between them are not traveled.
@Suite struct CorridorGapTests {
    @Test(arguments: Area.Edges.allCases)
    func `along goes on behind a gap, and nothing is near it`(_ edges: Area.Edges) throws {
        let segments: [[Coordinate]] = [
            [.make(42, -76), .make(42, -75.9)], [.make(42, -75.5), .make(42, -75.4), .make(42.1, -75.4)],
        ]
        let corridor = try Corridor(segments: segments, edges: edges, width: .kilometers(2))
        let first = try Corridor(segments[0], edges: edges, width: .kilometers(2))
        let second = try Corridor(segments[1], edges: edges, width: .kilometers(2))
        #expect(abs(corridor.length - first.length - second.length) < 1e-6)
        // In the middle of the gap, on the line that would join them.
        #expect(corridor.foot(of: .make(42, -75.7)) == nil)
        #expect(!corridor.scannedContains(.make(42, -75.7)))
        let near = try #require(corridor.foot(of: .make(42.01, -75.45)))
        let alone = try #require(second.foot(of: .make(42.01, -75.45)))
        #expect(abs(near.along - alone.along - first.length) < 1e-6)
        #expect(near.offset == alone.offset && near.side == alone.side && near.side == .left)
        // The first segment's end is as far along as the second one's beginning; nothing is between.
        #expect(try #require(corridor.foot(of: .make(42, -75.895))).along == first.length)
        #expect(try #require(corridor.foot(of: .make(42, -75.505))).along == first.length)
        #expect(corridor.line == segments.flatMap { $0 } && corridor.segments == segments)
        #expect(try corridor != Corridor(corridor.line, edges: edges, width: .kilometers(2)))
    }

    @Test(arguments: RandomLine.allCases, Area.Edges.allCases)
    func `offset and along are those of the nearest edge of any segment`(
        _ kind: RandomLine, _ edges: Area.Edges
    ) throws {
        let seed: UInt64 = 271
        print("seed \(seed), \(kind), \(edges)")
        var generator = SeededGenerator(seed: seed)
        for reach in [200.0, 9_000] {
            let line = kind.line(using: &generator)
            // Cut anywhere; and all of it again, from its end.
            let cut = Int.random(in: 2...max(2, line.count - 2), using: &generator)
            let segments: [[Coordinate]] = [Array(line[..<cut]), Array(line[(cut - 1)...]), line.reversed()].filter {
                $0.count > 1
            }
            let corridor = try Corridor(segments: segments, edges: edges, width: .meters(reach))
            var before = 0.0
            let oracles = segments.map { segment in
                let oracle = (before, LineOracle(line: segment, edges: edges))
                before += (try? Corridor(segment, edges: edges, width: .meters(1)).length) ?? .nan
                return oracle
            }
            #expect(abs(corridor.length - before) < 1e-6)
            let lengths = zip(line, line.dropFirst()).map { Geodesic.meters(from: $0.0, to: $0.1) }
            let shortest = try min(200, #require(lengths.filter { $0 > 0 }.min()))
            let places = RandomLine.places(around: line, reach: reach, count: 10, using: &generator)
            for place in places {
                let feet = oracles.flatMap { before, oracle in
                    oracle.feet(of: place).map { (offset: $0.offset, along: $0.along.map { $0 + before }) }
                }
                let least = try #require(feet.map(\.offset).min())
                guard abs(least - reach) > 1e-6 else { continue }
                let foot = corridor.foot(of: place)
                #expect((foot != nil) == (least < reach), "\(place)")
                #expect(corridor.scannedContains(place) == (foot != nil))
                guard let foot else { continue }
                #expect(abs(foot.offset - least) < 1e-7, "\(foot), \(least), \(place)")
                let near = feet.filter { $0.offset <= least + 1e-7 }
                guard near.allSatisfy({ $0.along != nil }) else { continue }
                let error = near.map { abs($0.along! - foot.along) }.min()!
                #expect(error < 1e-6 + 1e-8 * least / shortest, "\(foot), \(feet), \(place)")
                // Of equally near passes the first: the way back is not chosen.
                #expect(foot.along <= before / 2 + 1e-6)
            }
        }
    }

    @Test func `a segment needs two vertices, and a corridor a segment`() throws {
        #expect(throws: CorridorError.tooFewVertices(count: 0)) { try Corridor(segments: [], width: .meters(1)) }
        #expect(throws: CorridorError.tooFewVertices(count: 1)) {
            try Corridor(segments: [[.make(1, 2), .make(1, 3)], [.make(1, 2)]], width: .meters(1))
        }
        // A segment that stays where it is has a place.
        let corridor = try Corridor(
            segments: [[.make(1, 2), .make(1, 3)], [.make(5, 5), .make(5, 5)]], width: .meters(10))
        let foot = try #require(corridor.foot(of: .make(5, 5)))
        #expect(foot.along == corridor.length && foot.offset == 0 && foot.side == nil)
    }
}
