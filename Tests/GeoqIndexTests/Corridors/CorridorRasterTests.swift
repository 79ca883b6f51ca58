import TestSupport
import Testing

@testable import GeoqIndex

/// A corridor's box, and its raster, against the corridor.
@Suite struct CorridorRasterTests {
    @Test(arguments: RandomLine.allCases, Area.Edges.allCases)
    func `a cell tells what the corridor says, and the box holds it`(_ kind: RandomLine, _ edges: Area.Edges) throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed), \(kind), \(edges)")
        var generator = SeededGenerator(seed: seed)
        for width in [0, 30.0, 2_500, 40_000, 300_000] {
            let line = kind.line(using: &generator)
            let corridor = try Corridor(line, edges: edges, width: .meters(width))
            let (box, raster) = (corridor.box, AreaRaster(corridor, side: 64))
            #expect(raster.box == box)
            let count = width > 10_000 ? 60 : 300
            var places = RandomLine.places(around: line, reach: 2 * width + 1, count: count, using: &generator)
            // At the width, and a nanometer or a meter from it.
            for vertex in line.prefix(8) {
                for off in [0, 1e-9, -1e-9, 1, -1] where width + off >= 0 {
                    let bearing = Double.random(in: 0..<360, using: &generator)
                    places.append(Geodesic.direct(from: vertex, bearing: bearing, distance: .meters(width + off)))
                }
            }
            for set in [PointSet.uniform, .northPole, .southPole, .dateLine] {
                places += set.coordinates(count: 10, using: &generator)
            }
            places += [.make(90, 7), .make(-90, 7), .make(line[0].latitude, 180), .make(line[0].latitude, -180)]
            let boxPlaces = (0..<count).map { _ in
                let longitude = box.west + box.longitudeSpan * Double.random(in: 0...1, using: &generator)
                return Coordinate.make(
                    .random(in: box.south...box.north, using: &generator),
                    min(longitude > 180 ? longitude - 360 : longitude, 180))
            }
            var told = 0
            for (number, place) in (boxPlaces + places).enumerated() {
                let isInside = corridor.contains(place)
                if isInside { #expect(box.contains(place), "seed \(seed): \(place), \(width) m along \(line)") }
                guard let cell = raster.contains(place) else { continue }
                if number < boxPlaces.count { told += 1 }
                #expect(cell == isInside, "seed \(seed): \(place), \(width) m along \(line)")
            }
            if width == 2_500 || width == 40_000 { #expect(told > boxPlaces.count / 4, "\(told) of \(count)") }
        }
    }

    @Test(arguments: RandomLine.allCases, Area.Edges.allCases)
    func `a box inside or outside of a corridor has only such places`(_ kind: RandomLine, _ edges: Area.Edges) throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed), \(kind), \(edges)")
        var generator = SeededGenerator(seed: seed)
        var counts: [Relation: Int] = [:]
        for width in [50.0, 3_000, 20_000] {
            let line = kind.line(using: &generator)
            let corridor = try Corridor(line, edges: edges, width: .meters(width))
            for center in RandomLine.places(around: line, reach: 2 * width, count: 40, using: &generator) {
                let size = [0, 1e-9, 1e-4, 1e-2, 1, 20].randomElement(using: &generator)!
                let (south, north) = (max(center.latitude - size, -90), min(center.latitude + size, 90))
                let (west, east) = (center.longitude - 2 * size, center.longitude + 2 * size)
                let box = BoundingBox(
                    unchecked: west.wrappedLongitude, south, east.wrappedLongitude, north)
                let relation = corridor.relation(to: box)
                counts[relation, default: 0] += 1
                if case .edge = relation { continue }
                for corner in 0..<6 {
                    let longitude = [west, east, Double.random(in: west...east, using: &generator)][corner % 3]
                    let place = Coordinate.make(corner < 3 ? south : north, longitude.wrappedLongitude)
                    #expect(
                        corridor.contains(place) == (relation == .inside),
                        "seed \(seed): \(place) of \(box), \(relation), \(width) m along \(line)")
                }
            }
        }
        #expect(counts[.inside, default: 0] > 0 && counts[.outside, default: 0] > 0, "\(counts)")
    }

    @Test func `the box of a corridor across 180 degrees or a gap is as narrow as the corridor`() throws {
        let across = try Corridor([.make(10, 179.9), .make(10, -179.9)], width: .kilometers(10))
        #expect(across.box.crossesDateLine && across.box.longitudeSpan < 0.41 && across.box.longitudeSpan > 0.38)
        #expect(across.box.south < 9.911 && across.box.south > 9.9 && across.box.north > 10.09)
        let islands = try Corridor(
            segments: [[.make(-17, 178), .make(-17, 179)], [.make(-14, -172), .make(-14, -171)]], width: .kilometers(5))
        #expect(islands.box.crossesDateLine && islands.box.longitudeSpan < 11.2)
        let there = try Corridor([.make(40, -10), .make(41, 12)], width: .kilometers(1))
        #expect(!there.box.crossesDateLine && there.box.longitudeSpan < 22.1)
        let polar = try Corridor([.make(89.95, 0), .make(89.95, 90)], width: .kilometers(10))
        #expect(polar.box.north == 90 && polar.box.longitudeSpan == 360)
        #expect(polar.contains(.make(90, 0)) && AreaRaster(polar).contains(.make(90, 0)) == nil)
    }
}
