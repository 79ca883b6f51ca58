import GeoqIndex
import TestSupport
import Testing

/// The tree's boxes against a look at every item.
@Suite struct BoxOracleTests {
    @Test(arguments: PointSet.allCases)
    func `boxes equal a scan in set and order`(_ set: PointSet) throws {
        let seed: UInt64 = 9
        print("seed \(seed), \(set)")
        var generator = SeededGenerator(seed: seed)
        let coordinates = set.coordinates(count: 1500, using: &generator)
        let tree = PackedTree.build(
            coordinates: coordinates, keys: randomKeys(coordinates.count, using: &generator)
        ).tree
        let oracle = try BruteForce(tree)
        for number in 0..<150 {
            let box = try Self.box(number, coordinates, &generator)
            var statistics = SearchStatistics()
            let found = try tree.positions(in: .box(box), &statistics)
            #expect(found == (try oracle.positions(in: .box(box))), "\(box)")
            #expect(try tree.positions(in: .box(box)) == found, "\(box)")
            #expect(try tree.count(in: .box(box)) == found.count, "\(box)")
            #expect(coordinates.count { Shape.box(box).contains($0) } == found.count, "\(box)")
            guard found.count > 3 else { continue }
            let key = try tree.key(at: found[1])
            let page = try tree.positions(in: .box(box), limit: 2, after: key, &statistics)
            #expect(page == Array(found[2...].prefix(2)))
        }
    }

    @Test func `a box that crosses the date line has both its sides`() throws {
        let places = try [(0.0, 179.5), (0, -179.5), (0, 180), (0, -180), (0, 0), (50, 180)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let tree = PackedTree.build(coordinates: places, keys: ascendingKeys(places.count)).tree
        var statistics = SearchStatistics()
        let crossing = try BoundingBox(west: 179, south: -1, east: -179, north: 1)
        #expect(crossing.crossesDateLine && crossing.longitudeSpan == 2)
        let found = try tree.positions(in: .box(crossing), &statistics).map { try tree.key(at: $0).low }
        #expect(found == [0, 1, 2, 3])
    }

    @Test func `a box around the Earth but for a sliver leaves the sliver out`() throws {
        let places = try (0..<300).map { try Coordinate(latitude: Double($0) / 10, longitude: $0 < 200 ? 0 : 5) }
        let tree = PackedTree.build(coordinates: places, keys: ascendingKeys(places.count)).tree
        let box = try BoundingBox(west: 5e-15, south: -1, east: -5e-15, north: 31)
        #expect(box.longitudeSpan == 360, "it is rounded")
        #expect(try tree.count(in: .box(box)) == 100)
        #expect(try tree.positions(in: .box(box)) == BruteForce(tree).positions(in: .box(box)))
    }

    @Test func `four numbers that are no box are refused`() {
        #expect(throws: CoordinateError.southAboveNorth(south: 2, north: 1)) {
            try BoundingBox(west: 0, south: 2, east: 1, north: 1)
        }
        #expect(throws: CoordinateError.self) { try BoundingBox(west: -181, south: 0, east: 1, north: 1) }
        #expect(throws: CoordinateError.self) { try BoundingBox(west: 0, south: 0, east: 1, north: .nan) }
    }

    /// Everything, half a world, a thin strip, a small box, one with a point
    /// on its corner.
    private static func box(
        _ number: Int, _ coordinates: [Coordinate], _ generator: inout SeededGenerator
    ) throws -> BoundingBox {
        switch number % 6 {
        case 0: return try BoundingBox(west: -180, south: -90, east: 180, north: 90)
        case 1:
            let corner = coordinates.randomElement(using: &generator) ?? .random(using: &generator)
            let north = min(90, corner.latitude + Double.random(in: 0...20, using: &generator))
            let east = min(180, corner.longitude + Double.random(in: 0...40, using: &generator))
            return try BoundingBox(west: corner.longitude, south: corner.latitude, east: east, north: north)
        case 2:
            let south = Double.random(in: -90...89, using: &generator)
            return try BoundingBox(west: -180, south: south, east: 180, north: south + 1)
        default:
            let latitudes = [
                Double.random(in: -90...90, using: &generator), Double.random(in: -90...90, using: &generator),
            ]
            return try BoundingBox(
                west: Double.random(in: -180...180, using: &generator), south: latitudes.min()!,
                east: Double.random(in: -180...180, using: &generator), north: latitudes.max()!)
        }
    }
}
