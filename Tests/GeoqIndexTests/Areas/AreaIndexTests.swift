import Foundation
import TestSupport
import Testing

@testable import GeoqIndex

/// The index of many areas against each of the areas.
@Suite struct AreaIndexTests {
    /// Squares that share borders and corners, across ±180° too, and one around each pole.
    private static func lattice() throws -> [Area] {
        var areas: [Area] = []
        for row in -4..<4 {
            for column in 0..<10 {
                let (south, west) = (Double(row) * 7, 150 + Double(column) * 6)
                let ring = [(0.0, 0.0), (0, 6), (7, 6), (7, 0)].map { Coordinate.make(south + $0.0, west + $0.1) }
                areas.append(try Area([.init(outer: ring.closed)]))
            }
        }
        for (pole, latitude) in [(Area.Pole.north, 70.0), (.south, -70)] {
            let ring = (0..<6).map { Coordinate.make(latitude, Double($0) * 60) }
            areas.append(try Area([.init(outer: ring.closed)], pole: pole))
        }
        return areas
    }

    private func expect(_ index: AreaIndex, at place: Coordinate, scans: Bool) {
        let found = index.areas(holding: place)
        #expect(found == index.areas.indices.filter { index.areas[$0].contains(place) }, "\(place)")
        if scans { #expect(found == index.areas.indices.filter { index.areas[$0].scannedContains(place) }, "\(place)") }
    }

    @Test func `the areas that hold a place are those that say so`() throws {
        let seed: UInt64 = 251
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for edges in Area.Edges.allCases {
            var areas: [Area] = []
            for kind in RandomArea.allCases {
                for _ in 0..<3 {
                    if edges == .geodesic, AreaGeodesicTests.kinds.contains(kind) {
                        areas.append(try AreaGeodesicTests.area(kind, &generator))
                        continue
                    }
                    let area = try kind.area(using: &generator)
                    // A whole parallel and a spiral are not the same with geodesic edges, and other rings may cross
                    // themselves then.
                    let isDrawn = edges == .drawn || kind == .world || kind == .spiral
                    areas.append(isDrawn ? area : (try? Area(area.polygons, edges: edges, pole: area.pole)) ?? area)
                }
            }
            #expect(edges == .drawn || areas.count { $0.edges == .geodesic } >= 27, "three of each such kind")
            areas += try Self.lattice()
            areas.shuffle(using: &generator)
            let index = AreaIndex(areas)
            var places = areas.flatMap { RandomArea.places(of: $0, count: 8, using: &generator) }
            places += (0..<100).map { _ in Coordinate.random(using: &generator) }
            for (number, place) in places.enumerated() {
                expect(index, at: place, scans: edges == .drawn && number % 7 == 0)
            }
        }
    }

    /// Rings of many vertices, so that cells are cut often, and copies of one area,
    /// which no cut tells apart.
    @Test func `cells with many edges answer as each area does`() throws {
        let seed: UInt64 = 252
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for edges in Area.Edges.allCases {
            var areas: [Area] = []
            for (latitude, longitude, reach) in [
                (42.0, -76.0, 2.0), (0, 0, 0.01), (-80, 100, 5), (10, 179.5, 3), (42.5, -76.5, 1e-5),
            ] {
                for _ in 0..<4 {
                    let count = 600
                    let middle = (latitude + reach * .random(in: -1...1, using: &generator), longitude)
                    let ring = (0..<count).map { index in
                        let angle = Double(index) / Double(count) * 2 * .pi
                        let radius = reach * .random(in: 0.7...1, using: &generator)
                        return Coordinate.make(middle.0 + radius * sin(angle), middle.1 + radius * cos(angle))
                    }
                    areas.append(try Area([.init(outer: ring.closed)], edges: edges))
                }
            }
            for kind in [RandomArea.stairs, .islands, .holes, .aroundSouth, .wedge] {
                areas.append(try kind.area(using: &generator))
            }
            areas += Array(repeating: areas[0], count: 60)
            areas.shuffle(using: &generator)
            let index = AreaIndex(areas)
            var places = areas.prefix(30).flatMap { RandomArea.places(of: $0, count: 12, using: &generator) }
            // On the borders of cells, and beside them.
            for _ in 0..<300 {
                let cells = Double(1 << (2 * Int.random(in: 1...AreaCells.depth, using: &generator)))
                let near = places[Int.random(in: 0..<places.count, using: &generator)]
                let longitude = ((near.longitude + 180) * cells / 360).rounded() * 360 / cells - 180
                let latitude = ((near.latitude + 90) * cells / 180).rounded() * 180 / cells - 90
                for (y, x) in [
                    (latitude, longitude), (latitude.nextUp, longitude.nextDown), (near.latitude, longitude),
                ] {
                    places.append(.make(min(90, max(-90, y)), min(180, max(-180, x))))
                }
            }
            for place in places { expect(index, at: place, scans: false) }
            #expect(places.contains { index.areas(holding: $0).count > 60 })
        }
    }

    @Test func `a shared border belongs to both sides, a corner to all four`() throws {
        let index = AreaIndex(try Self.lattice())
        for row in -4...4 {
            for column in 0...10 {
                for (north, east) in [(0.0, 0.0), (3.5, 0), (0, 3), (0.0.nextUp, 0)] {
                    let place = Coordinate.make(Double(row) * 7 + north, 150 + Double(column) * 6 + east)
                    expect(index, at: place, scans: true)
                }
            }
        }
        #expect(index.areas(holding: .make(0, 180)).count == 4)
        #expect(index.areas(holding: .make(0, -180)) == index.areas(holding: .make(0, 180)))
        #expect(index.areas(holding: .make(3, 156)).count == 2)
        #expect(index.areas(holding: .make(90, 12)) == [80])
        #expect(index.areas(holding: .make(-90, 12)) == [81])
        #expect(index.areas(holding: .make(40, 0)).isEmpty)
    }

    @Test func `near boundaries are found, also of areas that do not hold the place`() throws {
        let seed: UInt64 = 253
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var areas = try RandomArea.allCases.map { try $0.area(using: &generator) } + Self.lattice()
        areas.append(try Area([]))
        let index = AreaIndex(areas)
        for area in areas.prefix(RandomArea.allCases.count) {
            for place in RandomArea.places(of: area, count: 4, using: &generator) {
                let reach = Distance.meters([0, 1e-3, 500, 100_000, 3_000_000].randomElement(using: &generator)!)
                let expected = areas.indices.compactMap { position -> NearArea? in
                    let isInside = areas[position].contains(place)
                    let boundary = areas[position].distanceToBoundary(from: place)?.meters
                    // Of the areas without a boundary only the whole earth holds a place.
                    guard let meters = boundary ?? (isInside ? Distance.halfTheEarth.meters : nil) else { return nil }
                    guard isInside || reach.meters > 0 && meters <= reach.meters else { return nil }
                    return NearArea(area: position, isInside: isInside, metersToBoundary: meters)
                }
                #expect(index.near(place, within: reach) == expected, "\(place) within \(reach)")
            }
        }
        #expect(AreaIndex([]).near(.make(1, 1), within: .meters(5)).isEmpty)
    }

    @Test func `the whole earth holds every place, and none is near its boundary`() throws {
        let halves = try Area([
            .init(outer: RandomArea.box(-180, -90, 0, 90)), .init(outer: RandomArea.box(0, -90, 180, 90)),
        ])
        let whole = try Area([.init(outer: RandomArea.box(-180, -90, 180, 90))])
        let index = AreaIndex([whole, halves])
        for place in [Coordinate.make(47, 8), .make(90, 0), .make(-90, 0), .make(10, 180), .make(10, -180)] {
            #expect(whole.distanceToBoundary(from: place) == nil)
            let near = index.near(place, within: .kilometers(1))
            #expect(near.map(\.area) == [0, 1] && near.allSatisfy(\.isInside))
            #expect(near[0].metersToBoundary == Distance.halfTheEarth.meters)
        }
    }

    @Test func `each area is told with the distance to its boundary`() throws {
        let outer = try Area([.init(outer: RandomArea.box(0, 0, 10, 10))])
        let inner = try Area([.init(outer: RandomArea.box(4, 4, 6, 6)), .init(outer: RandomArea.box(4.5, 4.5, 7, 7))])
        let index = AreaIndex([inner, try Area([]), outer])
        let place = Coordinate.make(5, 5)
        let found = index.near(place)
        #expect(found.map(\.area) == [0, 2])
        #expect(found[0].metersToBoundary == inner.distanceToBoundary(from: place)?.meters)
        #expect(found[1].metersToBoundary == outer.distanceToBoundary(from: place)?.meters)
        #expect(AreaIndex([]).areas(holding: place).isEmpty)
        #expect(AreaIndex([]).areas(holding: .make(90, 0)).isEmpty)
    }
}
