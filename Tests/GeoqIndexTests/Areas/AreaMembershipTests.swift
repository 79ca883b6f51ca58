import TestSupport
import Testing

@testable import GeoqIndex

/// Membership against a look at every edge, and against what can be seen.
@Suite struct AreaMembershipTests {
    @Test(arguments: RandomArea.allCases)
    func `membership equals a scan of all edges`(_ kind: RandomArea) throws {
        let seed: UInt64 = 201
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        var inside = 0
        for _ in 0..<25 {
            let area = try kind.area(using: &generator)
            for place in RandomArea.places(of: area, count: 120, using: &generator) {
                let expected = area.scannedContains(place)
                if expected { inside += 1 }
                #expect(area.contains(place) == expected, "\(place) in \(area.polygons)")
            }
        }
        #expect(inside > 100 && inside < 25 * 120, "Both answers occur.")
    }

    @Test(arguments: RandomArea.allCases)
    func `every vertex is inside, and its winding does not matter`(_ kind: RandomArea) throws {
        let seed: UInt64 = 202
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        let area = try kind.area(using: &generator)
        let turned = try Area(
            area.polygons.reversed().map {
                Area.Polygon(outer: $0.outer.reversed(), holes: $0.holes.map { $0.reversed() })
            }, pole: area.pole)
        for polygon in area.polygons {
            for vertex in polygon.outer + polygon.holes.joined() {
                #expect(area.contains(vertex) && area.scannedContains(vertex), "\(vertex)")
            }
        }
        for place in RandomArea.places(of: area, count: 300, using: &generator) {
            #expect(area.contains(place) == turned.contains(place), "\(place)")
        }
    }

    @Test func `a box is its four sides`() throws {
        let area = try Area([.init(outer: RandomArea.box(10, 20, 30, 40))])
        let box = try BoundingBox(west: 10, south: 20, east: 30, north: 40)
        let longitudes = [9, 10.0.nextDown, 10, 10.0.nextUp, 20, 30.0.nextDown, 30, 30.0.nextUp, 180, -180]
        let latitudes = [-90, 20.0.nextDown, 20, 20.0.nextUp, 30, 40.0.nextDown, 40, 40.0.nextUp, 90]
        for longitude in longitudes {
            for latitude in latitudes {
                let place = Coordinate.make(latitude, longitude)
                #expect(area.contains(place) == (box.contains(place) && abs(latitude) < 90), "\(place)")
            }
        }
    }

    @Test func `an edge across the date line goes the short way`() throws {
        let area = try Area([.init(outer: RandomArea.box(170, -10, -170, 10))])
        for longitude in [170.0, 175, 180, -180, -175, -170] { #expect(area.contains(.make(0, longitude))) }
        for longitude in [169.9, -169.9, 0, 90] { #expect(!area.contains(.make(0, longitude))) }
    }

    @Test func `a box around the world has every place`() throws {
        let area = try Area([.init(outer: RandomArea.box(-180, -90, 180, 90))])
        for place in [Coordinate.make(0, 0), .make(90, 10), .make(-90, 3), .make(5, 180), .make(-5, -180)] {
            #expect(area.contains(place))
        }
        let band = try Area([.init(outer: RandomArea.box(-180, 10, 180, 20))])
        #expect(band.contains(.make(15, 77)) && band.contains(.make(20, 180)) && !band.contains(.make(20.1, 77)))
    }

    @Test func `the pole that a ring holds is as it was said`() throws {
        let ring = [(60.0, -180.0), (60, -60), (60, 60), (60, 180)].map { Coordinate.make($0.0, $0.1) }
        let polygon = Area.Polygon(outer: ring)
        #expect(throws: AreaError.ringAroundPole(polygon: 0, ring: 0)) { try Area([polygon]) }
        let (north, south) = (try Area([polygon], pole: .north), try Area([polygon], pole: .south))
        for place in [Coordinate.make(90, 0), .make(90, 123), .make(61, 5), .make(60.5, 180)] {
            #expect(north.contains(place) && !south.contains(place), "\(place)")
        }
        for place in [Coordinate.make(-90, 0), .make(59, 5), .make(-60.5, -180)] {
            #expect(!north.contains(place) && south.contains(place), "\(place)")
        }
        for place in [Coordinate.make(60, 5), .make(60, 180), .make(60, -180)] {
            #expect(north.contains(place) && south.contains(place), "\(place)")
        }
    }

    @Test func `an area that is cut at the pole and at the date line is whole`() throws {
        // As maps draw Antarctica.
        let ring = [(-80.0, -180.0), (-75, -90), (-80, 0), (-75, 90), (-80, 180), (-90, 180), (-90, -180)]
        let area = try Area([.init(outer: ring.map { Coordinate.make($0.0, $0.1) }.closed)])
        for place in [Coordinate.make(-90, 0), .make(-90, 55), .make(-85, 180), .make(-85, -180), .make(-78, 90)] {
            #expect(area.contains(place), "\(place)")
        }
        #expect(!area.contains(.make(-78, 0)) && !area.contains(.make(90, 0)))
    }

    @Test func `a hole's edge is inside and its middle is not`() throws {
        let area = try Area([
            .init(outer: RandomArea.box(0, 0, 10, 10), holes: [RandomArea.box(2, 2, 4, 4)]),
            .init(outer: RandomArea.box(2.5, 2.5, 3, 3)),
        ])
        #expect(area.contains(.make(2, 3)) && !area.contains(.make(2.2, 2.2)) && area.contains(.make(2.7, 2.7)))
    }

    @Test func `a ring of a hundred thousand vertices`() throws {
        let seed: UInt64 = 203
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let count = 100_000
        let ring = (0..<count).map { number in
            let length = Double.random(in: 9...10, using: &generator)
            let place = Geodesic.direct(
                from: .make(45, 179), bearing: Double(number) * 360 / Double(count), distance: .kilometers(length))
            return place
        }
        let area = try Area([.init(outer: ring.closed)])
        for place in RandomArea.places(of: area, count: 60, using: &generator) {
            #expect(area.contains(place) == area.scannedContains(place), "\(place)")
        }
        #expect(area.contains(.make(45, 179)))
    }
}
