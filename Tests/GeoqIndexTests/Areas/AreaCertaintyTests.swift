import TestSupport
import Testing

@testable import GeoqIndex

/// What an area says of boxes, as obscured records are, against places of the box and every edge as it was given.
@Suite struct AreaCertaintyTests {
    /// A box around a place, and whether what is said of it is so of nine of its places.
    private static func certainty(
        in area: Area, around place: Coordinate, reach: Double, _ generator: inout SeededGenerator
    ) throws -> (certainty: Area.Certainty, relation: Relation) {
        let width = Double.random(in: 0...reach, using: &generator)
        let height = Double.random(in: 0...reach, using: &generator)
        let box = try BoundingBox(
            west: (place.longitude - width).wrappedLongitude, south: max(-90, place.latitude - height),
            east: (place.longitude + width).wrappedLongitude, north: min(90, place.latitude + height))
        let certainty = area.certainty(in: box)
        if certainty != .possible {
            let part = Double.random(in: 0.1...0.9, using: &generator)
            let longitudes = [box.west, box.east, (box.west + box.longitudeSpan * part).wrappedLongitude]
            for latitude in [box.south, box.north, box.south + (box.north - box.south) * part] {
                for longitude in longitudes {
                    let asked = Coordinate.make(latitude, longitude)
                    // The place between is rounded, out of a box of some ulps.
                    guard box.contains(asked) else { continue }
                    #expect(area.scannedContains(asked) == (certainty == .certain), "\(asked) in \(box)")
                }
            }
        }
        return (certainty, area.relation(to: box))
    }

    @Test func `what is certain of a box, or impossible, is so of its places`() throws {
        let seed: UInt64 = 281
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var counts: [Area.Certainty: Int] = [:]
        for kind in RandomArea.allCases {
            for _ in 0..<6 {
                let area = try kind.area(using: &generator)
                for place in RandomArea.places(of: area, count: 40, using: &generator) {
                    let reach = [1e-8, 1e-3, 0.1, 2].randomElement(using: &generator)!
                    let said = try Self.certainty(in: area, around: place, reach: reach, &generator)
                    counts[said.certainty, default: 0] += 1
                }
            }
        }
        print(counts)
        for certainty in [Area.Certainty.certain, .possible, .impossible] {
            #expect(counts[certainty, default: 0] > 25, "\(counts)")
        }
    }

    @Test func `a box across borders that parts share is certain where all of it is inside`() throws {
        let seed: UInt64 = 282
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var (counts, across): ([Area.Certainty: Int], Int) = ([:], 0)
        for _ in 0..<20 {
            let corners = (0...4).map { row in
                (0...4).map { column in
                    Coordinate.make(
                        Double(row) + .random(in: -0.3...0.3, using: &generator),
                        Double(column) + .random(in: -0.3...0.3, using: &generator))
                }
            }
            var cells: [Area.Polygon] = []
            for row in 0..<4 {
                for column in 0..<4 where Int.random(in: 0...3, using: &generator) > 0 {
                    let ring = [
                        corners[row][column], corners[row][column + 1], corners[row + 1][column + 1],
                        corners[row + 1][column],
                    ]
                    cells.append(.init(outer: ring.closed))
                }
            }
            let area = try Area(cells)
            for _ in 0..<60 {
                let place = Coordinate.make(
                    .random(in: -1...5, using: &generator), .random(in: -1...5, using: &generator))
                let said = try Self.certainty(in: area, around: place, reach: 0.4, &generator)
                counts[said.certainty, default: 0] += 1
                if said.certainty == .certain, said.relation == .edge { across += 1 }
            }
        }
        print(counts, across)
        for certainty in [Area.Certainty.certain, .possible, .impossible] {
            #expect(counts[certainty, default: 0] > 50, "\(counts)")
        }
        #expect(across > 20)
    }
}
