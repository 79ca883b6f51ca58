import TestSupport
import Testing

@testable import GeoqIndex

/// Lines that are cut at ±180° to be written.
@Suite struct CorridorDateLineTests {
    private static func line(_ places: [(Double, Double)]) -> [Coordinate] {
        places.map { Coordinate.make($0.1, $0.0) }
    }

    private static func cut(_ segments: [[(Double, Double)]], _ edges: Area.Edges) throws -> [[Double]]? {
        try Corridor(segments: segments.map(line), edges: edges, width: .meters(1)).segmentsCutAtDateLine()?
            .map { $0.map(\.longitude) }
    }

    @Test(arguments: Area.Edges.allCases)
    func `no edge of the pieces goes across, and each has two positions`(edges: Area.Edges) throws {
        let cases: [(given: [[(Double, Double)]], cut: [[Double]]?)] = [
            ([[(178, -17), (179, -17)]], nil), ([[(-10, 50), (170, 50)]], nil),
            ([[(179, -17), (-179, -16)]], [[179, 180], [-180, -179]]),
            ([[(-179, -17), (179, -16), (-179, -15)]], [[-179, -180], [180, 179, 180], [-180, -179]]),
            ([[(0, 0), (1, 1)], [(179, 0), (-179, 0)]], [[0, 1], [179, 180], [-180, -179]]),
            // A vertex on ±180°, by either number.
            ([[(179, 0), (180, 1), (-179, 2)]], [[179, 180], [-180, -179]]),
            ([[(179, 0), (-180, 1), (-179, 2)]], [[179, 180], [-180, -179]]),
            ([[(179, 0), (-180, 1), (179, 2)]], [[179, 180, 179]]), ([[(179, 0), (-180, 1)]], [[179, 180]]),
            ([[(-180, 0), (179, 1)]], [[180, 179]]), ([[(180, 0), (180, 1)]], nil),
            ([[(180, 0), (-180, 1), (-179, 1)]], [[180, 180], [-180, -179]]),
        ]
        for (given, expected) in cases {
            #expect(try Self.cut(given, edges) == expected, "\(given)")
        }
    }

    @Test(arguments: Area.Edges.allCases)
    func `the pieces are as long as the line, and as far from any place`(edges: Area.Edges) throws {
        let whole = try Corridor(
            Self.line([(178.5, -17), (-179.2, -16.5), (-178, -16), (179.9, 10)]), edges: edges, width: .kilometers(300))
        let pieces = try #require(whole.segmentsCutAtDateLine())
        let cut = try Corridor(segments: pieces, edges: edges, width: .kilometers(300))
        #expect(pieces.count == 3 && abs(cut.length - whole.length) < 1e-4)
        for (longitude, latitude) in [(179.99, -16.8), (-179.99, -16.8), (180, -17), (-178.4, -15), (179.5, 5)] {
            let place = Coordinate.make(latitude, longitude)
            let (foot, other) = (try #require(whole.foot(of: place)), try #require(cut.foot(of: place)))
            #expect(abs(foot.offset - other.offset) < 1e-4 && foot.side == other.side, "\(place)")
        }
    }

    @Test func `a line over a pole is cut at the pole, and one beside the meridian on it`() throws {
        let over = try Corridor(Self.line([(100, 89), (90, 90), (-100, 89)]), width: .meters(1))
        let pieces = try #require(over.segmentsCutAtDateLine())
        #expect(pieces.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { abs($0.longitude - $1.longitude) <= 180 } })
        #expect(pieces.allSatisfy { $0.count > 1 } && pieces.flatMap { $0 }.allSatisfy { $0.latitude >= 89 })
        #expect(try abs(Corridor(segments: pieces, width: .meters(1)).length - over.length) < 1e-4)
        // A millimeter to either side, and a degree long: it would meet the pole only if it went on.
        let beside = try Corridor(Self.line([(179.99999999, 10), (-179.99999999, 11)]), width: .meters(1))
        let halves = try #require(beside.segmentsCutAtDateLine())
        #expect(halves.count == 2 && halves.flatMap { $0 }.allSatisfy { (10...11).contains($0.latitude) })
    }
}
