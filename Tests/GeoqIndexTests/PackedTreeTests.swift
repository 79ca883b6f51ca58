import TestSupport
import Testing

@testable import GeoqIndex

@Suite struct PackedTreeTests {
    @Test(arguments: PointSet.allCases)
    func `every tree keeps its invariants`(_ set: PointSet) throws {
        let seed: UInt64 = 3
        print("seed \(seed), \(set)")
        var generator = SeededGenerator(seed: seed)
        for count in [0, 1, 7, 8, 9, 127, 128, 129, 2049, 5000] {
            let coordinates = set.coordinates(count: count, using: &generator)
            let keys = randomKeys(coordinates.count, using: &generator)
            let built = PackedTree.build(coordinates: coordinates, keys: keys)
            try built.tree.checkInvariants()
            #expect(built.tree.count == coordinates.count)
            #expect(built.order.sorted() == (0..<UInt32(coordinates.count)).map { $0 })
            for position in 0..<built.tree.count {
                let item = Int(built.order[position])
                #expect(try built.tree.coordinate(at: position) == coordinates[item])
                #expect(try built.tree.key(at: position) == keys[item])
            }
        }
    }

    @Test func `an invariant that is broken is found`() throws {
        var generator = SeededGenerator(seed: 4)
        let coordinates = PointSet.uniform.coordinates(count: 300, using: &generator)
        let tree = PackedTree.build(coordinates: coordinates, keys: ascendingKeys(300)).tree
        let boxes = tree.boxes
        boxes.region.withMutableColumn(of: Float.self, at: boxes.offset(of: 0), count: boxes.count) { $0[0] += 1e6 }
        #expect(throws: IndexError.self) { try tree.checkInvariants() }
    }

    @Test func `one tree answers many threads at once`() async throws {
        var generator = SeededGenerator(seed: 6)
        let coordinates = PointSet.clustered.coordinates(count: 4000, using: &generator)
        let tree = PackedTree.build(coordinates: coordinates, keys: ascendingKeys(4000)).tree
        let query = NeighborQuery(
            origin: coordinates[17], limit: 50, radius: .kilometers(30), minimum: .kilometers(1))
        let expected = try tree.neighbors(query)
        #expect(!expected.isEmpty)
        let same = try tree.neighbors(of: query.origin, limit: 50, within: .kilometers(30), beyond: .kilometers(1))
        #expect(same == expected)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 { group.addTask { try tree.neighbors(query) == expected } }
            for try await isEqual in group { #expect(isEqual) }
        }
    }

    @Test func `a search looks at few of many points`() throws {
        var generator = SeededGenerator(seed: 8)
        let coordinates = PointSet.clustered.coordinates(count: 20_000, using: &generator)
        let tree = PackedTree.build(coordinates: coordinates, keys: ascendingKeys(20_000)).tree
        var statistics = SearchStatistics()
        _ = try tree.neighbors(NeighborQuery(origin: coordinates[5], limit: 10), &statistics)
        #expect(statistics.candidates < 1000, "\(statistics)")
        #expect(statistics.exactDistances == 0, "\(statistics)")
        statistics = SearchStatistics()
        let everywhere = NeighborQuery(origin: coordinates[5], radius: .kilometers(15_000))
        #expect(try tree.countNeighbors(everywhere, &statistics) > 0)
        #expect(statistics.candidates < 10_000, "\(statistics)")
    }

    @Test func `coordinates are refused or wrapped at the door`() throws {
        #expect(try Coordinate(latitude: 1, longitude: 190).longitude == -170)
        #expect(try Coordinate(latitude: 1, longitude: -540).longitude == 180)
        #expect(try Coordinate(latitude: -0.0, longitude: -0.0).latitude.sign == .plus)
        #expect(throws: CoordinateError.self) { try Coordinate(strictLatitude: 1, longitude: 190) }
        for bad in [Double.nan, .infinity, 90.000001, -91] {
            #expect(throws: CoordinateError.self) { try Coordinate(latitude: bad, longitude: 0) }
        }
        #expect(throws: CoordinateError.self) { try Coordinate(latitude: 0, longitude: .nan) }
        do {
            _ = try Coordinate(latitude: 120.5, longitude: 45)
        } catch {
            #expect("\(error)" == "lat 120.5 out of range −90…90; did you swap lat and lon?")
        }
    }
}
