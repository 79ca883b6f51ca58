import TestSupport
import Testing

@testable import GeoqIndex

/// An area's box, and its raster, against the area.
@Suite struct AreaRasterTests {
    @Test(arguments: RandomArea.allCases)
    func `a cell tells what the area says, and most places are told`(_ kind: RandomArea) throws {
        let seed: UInt64 = 223
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        let area = try kind.area(using: &generator)
        let (box, raster) = (try #require(area.box), try #require(AreaRaster(area)))
        var places = RandomArea.places(of: area, count: 2_000, using: &generator)
        places += PointSet.uniform.coordinates(count: 2_000, using: &generator)
        for _ in 0..<4_000 {
            let longitude = box.west + box.longitudeSpan * Double.random(in: 0...1, using: &generator)
            let latitude = Double.random(in: box.south...box.north, using: &generator)
            places.append(try Coordinate(latitude: latitude, longitude: longitude))
        }
        var told = 0
        for place in places {
            let isInside = area.contains(place)
            if isInside { #expect(box.contains(place), "\(place)") }
            guard let cell = raster.contains(place) else { continue }
            told += 1
            #expect(cell == isInside, "\(place)")
        }
        #expect(told > places.count / 4)
    }

    @Test func `the box of an area across 180 degrees is as narrow as the area`() throws {
        func ring(_ west: Double, _ east: Double) throws -> [Coordinate] {
            try [(1, west), (1, east), (5, east), (5, west), (1, west)].map {
                try Coordinate(latitude: $0.0, longitude: $0.1)
            }
        }
        let whole = try Area([Area.Polygon(outer: ring(178, -178))])
        #expect(whole.box == (try BoundingBox(west: 178, south: 1, east: -178, north: 5)))
        let cut = try Area([Area.Polygon(outer: ring(178, 180)), Area.Polygon(outer: ring(-180, -178))])
        #expect(cut.box == whole.box)
        #expect(
            try Area([Area.Polygon(outer: ring(-180, 180))]).box
                == BoundingBox(west: -180, south: 1, east: 180, north: 5))
        // What counts as 0 lies in the box also where it ends at 0° behind ±180°; people are shown 0.
        let toWest = try Area([Area.Polygon(outer: ring(0, 180)), Area.Polygon(outer: ring(-180, -170))])
        let toEast = try Area([Area.Polygon(outer: ring(170, 180)), Area.Polygon(outer: ring(-180, 0))])
        #expect(toWest.extent == (try BoundingBox(west: 0, south: 1, east: -170, north: 5)))
        #expect(toEast.extent == (try BoundingBox(west: 170, south: 1, east: 0, north: 5)))
        for (area, longitude) in [(toWest, -1e-125), (toEast, 1e-125)] {
            let place = try Coordinate(latitude: 3, longitude: longitude)
            #expect(area.contains(place) && area.box?.contains(place) == true)
        }
        #expect(try Area([]).box == nil && AreaRaster(try Area([])) == nil)
    }
}
