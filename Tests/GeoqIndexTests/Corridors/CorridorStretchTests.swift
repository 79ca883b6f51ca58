import TestSupport
import Testing

@testable import GeoqIndex

/// The boxes that a server looks up before geoq measures along a line.
@Suite struct CorridorStretchTests {
    @Test(arguments: RandomLine.allCases, Area.Edges.allCases)
    func `no place of a corridor lies outside of its boxes`(_ kind: RandomLine, _ edges: Area.Edges) throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed), \(kind), \(edges)")
        var generator = SeededGenerator(seed: seed)
        for width in [0, 30.0, 2_500, 80_000] {
            let line = kind.line(using: &generator)
            let corridor = try Corridor(line, edges: edges, width: .meters(width))
            for count in [1, 3, 32] {
                let boxes = corridor.stretchBoxes(atMost: count)
                #expect((1...count).contains(boxes.count))
                for box in boxes { #expect(box.south <= box.north && abs(box.west) <= 180 && abs(box.east) <= 180) }
                let places = RandomLine.places(around: line, reach: width, count: 60, using: &generator) + line
                for place in places where corridor.contains(place) {
                    #expect(boxes.contains { $0.contains(place) }, "seed \(seed): \(place), \(line), \(width)")
                }
            }
        }
    }

    @Test func `a long line is cut, at its bends and gaps, and a short one is not`() throws {
        func boxes(_ segments: [[(Double, Double)]], _ meters: Double) throws -> [BoundingBox] {
            let places = segments.map { $0.map { Coordinate.make($0.0, $0.1) } }
            return try Corridor(segments: places, width: .meters(meters)).stretchBoxes()
        }
        func area(_ box: BoundingBox) -> Double { box.longitudeSpan * (box.north - box.south) }
        func areas(_ boxes: [BoundingBox]) -> Double { boxes.reduce(0) { $0 + area($1) } }
        let diagonal = try boxes([[(42, -76), (49, -66)]], 3_000)
        #expect(diagonal.count > 16 && areas(diagonal) < 0.1 * 70, "\(diagonal)")
        let across = try boxes([[(-20, 175), (5, -170)]], 3_000)
        #expect(across.count > 16 && areas(across) < 0.1 * 375, "\(across)")
        let gap = try boxes([[(42, -76), (42.5, -75)], [(-30, 150), (-31, 151)]], 3_000)
        #expect(gap.allSatisfy { $0.longitudeSpan < 1.5 && $0.north - $0.south < 1.5 }, "\(gap)")
        #expect(try boxes([[(42, -76), (42.01, -76.02)]], 100).count == 1)
        #expect(try boxes([[(42, -76), (43, -75)]], 500_000).count == 1)
        #expect(try boxes([[(42, -76), (42, -76)]], 0).count == 1)
        #expect(try boxes([[(88, 0), (88, 180)]], 1_000).contains { $0.north == 90 && $0.longitudeSpan == 360 })
    }

    @Test func `boxes that are joined hold both`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        func box() -> BoundingBox {
            let longitudes = [-180, 180, 0, Double.random(in: -180...180, using: &generator)]
            let (west, east) = (
                longitudes.randomElement(using: &generator)!, Double.random(in: -180...180, using: &generator)
            )
            let south = Double.random(in: -90...80, using: &generator)
            return BoundingBox(unchecked: west, south, east, south + 10)
        }
        for _ in 0..<3_000 {
            let (first, second) = (box(), box())
            let both = first.joined(with: second)
            for one in [first, second] {
                for share in [0, 0.3, 1] {
                    let longitude = share == 1 ? one.east : (one.west + one.longitudeSpan * share).wrappedLongitude
                    let place = Coordinate.make(one.south + 10 * share, longitude)
                    #expect(
                        one.contains(place) == false || both.contains(place),
                        "seed \(seed): \(first), \(second), \(both), \(place)")
                }
            }
        }
    }
}
