import TestSupport
import Testing

@testable import GeoqIndex

/// Searches that are told to stop.
@Suite struct InterruptionTests {
    private static func tree(_ generator: inout SeededGenerator) -> PackedTree {
        let coordinates = PointSet.uniform.coordinates(count: 40_000, using: &generator)
        return PackedTree.build(coordinates: coordinates, keys: randomKeys(coordinates.count, using: &generator)).tree
    }

    @Test func `every kind of search stops, and what is not told to stop answers as before`() throws {
        let seed: UInt64 = 16
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let tree = Self.tree(&generator)
        let origin = try Coordinate(latitude: 42, longitude: -76)
        let world = try BoundingBox(west: -180, south: -90, east: 180, north: 90)
        // Each search visits more nodes than lie between two looks.
        var wide = NeighborQuery(origin: origin, radius: .kilometers(20_010))
        var edge = NeighborQuery(origin: origin, radius: .kilometers(15_000), minimum: .kilometers(1))
        var many = NeighborQuery(origin: origin, limit: 30_000)
        var statistics = SearchStatistics()
        let all = (
            try tree.neighbors(wide), try tree.countNeighbors(edge, &statistics), try tree.neighbors(many),
            try tree.positions(in: .box(world), limit: 7, &statistics)
        )
        let interruption = Interruption()
        (wide.interruption, edge.interruption, many.interruption) = (interruption, interruption, interruption)
        #expect(try tree.neighbors(wide) == all.0)
        #expect(try tree.countNeighbors(edge, &statistics) == all.1)
        #expect(try tree.neighbors(many) == all.2)
        #expect(
            try tree.positions(
                in: .box(world), limit: 7, after: nil, filter: .everything, interruption: interruption, &statistics)
                == all.3)
        interruption.interrupt()
        #expect(throws: IndexError.interrupted) { try tree.neighbors(wide) }
        #expect(throws: IndexError.interrupted) { try tree.countNeighbors(edge, &statistics) }
        #expect(throws: IndexError.interrupted) { try tree.neighbors(many) }
        #expect(throws: IndexError.interrupted) {
            try tree.positions(
                in: .box(world), limit: 7, after: nil, filter: .everything, interruption: interruption, &statistics)
        }
        #expect(throws: IndexError.interrupted) {
            try tree.count(in: .box(world), filter: .everything, interruption: interruption, &statistics)
        }
    }

    @Test func `a search along a line stops at each site`() throws {
        let places = try (0..<8).map { try Coordinate(latitude: 42 + Double($0) / 1000, longitude: -76) }
        let tree = PackedTree.build(coordinates: places, keys: ascendingKeys(8)).tree
        let corridor = try Corridor([places[0], places[7]], width: .kilometers(1))
        for isTold in [false, true] {
            let interruption = Interruption()
            if isTold { interruption.interrupt() }
            func masks() throws(IndexError) -> [UInt] {
                try tree.withView { view throws(IndexError) in
                    var context = SearchContext(view, filter: .everything, interruption: interruption)
                    return [
                        try CorridorShape(corridor).sites(ofLeaf: 0, 0..<1, &context).mask,
                        try MeasuredCorridorShape(corridor).sites(ofLeaf: 0, 0..<1, &context).mask,
                    ]
                }
            }
            if isTold {
                #expect(throws: IndexError.interrupted) { try masks() }
            } else {
                #expect(try masks() == [0xFF, 0xFF])
            }
        }
    }

    @Test func `the first of a box are those of all of it`() throws {
        var generator = SeededGenerator(seed: 17)
        let tree = Self.tree(&generator)
        let world = try BoundingBox(west: -180, south: -90, east: 180, north: 90)
        var statistics = SearchStatistics()
        let all = try tree.positions(in: .box(world), &statistics)
        #expect(try tree.count(in: .box(world), filter: .everything, interruption: nil, &statistics) == all.count)
        for (limit, after) in [(0, nil), (1, nil), (500, nil), (3_000, 17), (600, 39_990)] as [(Int, Int?)] {
            let key = try after.map { try tree.key(at: all[$0]) }
            let expected = Array(all[(after.map { $0 + 1 } ?? 0)...].prefix(limit))
            #expect(try tree.positions(in: .box(world), limit: limit, after: key, &statistics) == expected)
        }
    }

    @Test func `an action is run once, at once when it comes late`() {
        let interruption = Interruption()
        let count = Count()
        interruption.whenInterrupted { count.add() }
        #expect(count.value == 0)
        interruption.interrupt()
        interruption.interrupt()
        #expect(count.value == 1)
        interruption.whenInterrupted { count.add() }
        #expect(count.value == 2)
    }
}

private final class Count: @unchecked Sendable {
    private(set) var value = 0

    func add() { value += 1 }
}
