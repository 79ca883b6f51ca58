import TestSupport
import Testing

@testable import GeoqIndex

/// Places within nanometers of geodesic edges: whatever is asked decides as a scan of all edges does.
@Suite struct AreaGeodesicEdgeTests {
    @Test(arguments: AreaGeodesicTests.kinds)
    func `on and beside an edge the index decides as a scan`(_ kind: RandomArea) throws {
        let seed: UInt64 = 244
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        var (asked, inside) = (0, 0)
        for _ in 0..<4 {
            let area = try AreaGeodesicTests.area(kind, &generator)
            let places = Self.places(beside: area, count: 150, &generator)
            let tree = PackedTree.build(
                coordinates: places, keys: randomKeys(places.count, using: &generator)
            ).tree
            let expected = try BruteForce(tree).positions(in: .area(area))
            asked += places.count
            inside += expected.count
            var statistics = SearchStatistics()
            #expect(try tree.positions(in: .area(area), &statistics) == expected)
            #expect(try tree.count(in: .area(area), &statistics) == expected.count)
            area.wasAskedOften()
            #expect(try tree.positions(in: .area(area), &statistics) == expected, "with a grid")
            #expect(try tree.count(in: .area(area), &statistics) == expected.count, "with a grid")
            let (index, raster) = (AreaIndex([area]), AreaRaster(area, side: 64))
            for place in places {
                let isInside = area.scannedContains(place)
                #expect(area.contains(place) == isInside, "\(place) in \(area.polygons)")
                #expect(index.areas(holding: place) == (isInside ? [0] : []), "\(place) in \(area.polygons)")
                if let told = raster?.contains(place) { #expect(told == isInside, "\(place) in \(area.polygons)") }
            }
        }
        print("asked \(asked), inside \(inside)")
        #expect(inside > asked / 8 && inside < asked)
    }

    @Test func `along a meridian the longitudes decide`() throws {
        let ring = [(40.0, 20.0), (40, 21), (41, 21), (41, 20)].map { Coordinate.make($0.0, $0.1) }.closed
        let area = try Area([.init(outer: ring)], edges: .geodesic)
        let told: [(longitude: Double, isInside: Bool)] = [
            (20.0.nextDown, false), (20, true), (20.0.nextUp, true), (21.0.nextDown, true), (21, true),
            (21.0.nextUp, false),
        ]
        for latitude in stride(from: 40.0625, to: 41, by: 0.0625) {
            for (longitude, isInside) in told {
                let place = Coordinate.make(latitude, longitude)
                #expect(area.contains(place) == isInside, "\(place)")
                #expect(area.scannedContains(place) == isInside, "\(place)")
            }
        }
    }

    /// Places up to a micrometer from an edge or a vertex, in all directions, and some roundings away.
    private static func places(
        beside area: Area, count: Int, _ generator: inout SeededGenerator
    ) -> [Coordinate] {
        let rings = area.polygons.flatMap { [$0.outer] + $0.holes }
        let offsets = [0, 3e-10, 1e-9, 3e-9, 6e-9, 1e-8, 1.9e-8, 2.1e-8, 3e-8, 5e-8, 9e-8, 1.1e-7, 1e-6]
        return (0..<count).map { number in
            let ring = rings.randomElement(using: &generator)!
            let index = Int.random(in: 0..<ring.count - 1, using: &generator)
            let way = Geodesic.inverse(from: ring[index], to: ring[index + 1])
            let part = number % 3 == 0 ? 0 : Double.random(in: 0...1, using: &generator)
            let foot = Geodesic.direct(
                from: ring[index], bearing: way.initialBearing, distance: .meters(way.distance.meters * part))
            let place = Geodesic.direct(
                from: foot, bearing: .random(in: 0..<360, using: &generator),
                distance: .meters(offsets[number % offsets.count]))
            guard number % 2 == 0, abs(place.latitude) < 89, abs(place.longitude) < 179 else { return place }
            let (north, east) = (Int.random(in: -3...3, using: &generator), Int.random(in: -3...3, using: &generator))
            return Coordinate(
                unchecked: place.latitude + Double(north) * place.latitude.ulp,
                place.longitude + Double(east) * place.longitude.ulp)
        }
    }
}
