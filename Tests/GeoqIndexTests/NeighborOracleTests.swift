import TestSupport
import Testing

@testable import GeoqIndex

/// The tree against a scan with `geod_inverse`: the same items in the same
/// order, distances within a micrometer.
@Suite struct NeighborOracleTests {
    @Test(arguments: PointSet.allCases)
    func `answers equal a brute-force scan in set and order`(_ set: PointSet) throws {
        for seed in UInt64(1)...3 {
            print("seed \(seed), \(set)")
            var generator = SeededGenerator(seed: seed)
            let coordinates = set.coordinates(count: 1200, using: &generator)
            let keys = randomKeys(coordinates.count, using: &generator)
            let tree = PackedTree.build(coordinates: coordinates, keys: keys).tree
            let oracle = try BruteForce(tree)
            for number in 0..<60 {
                let query = NeighborQuery.random(number, around: coordinates, using: &generator)
                try expectSameNeighbors(tree, oracle, query)
            }
        }
    }

    @Test func `thousands of items at one place keep the order of their keys`() throws {
        var generator = SeededGenerator(seed: 7)
        let places = (0..<20).map { _ in Coordinate.random(using: &generator) }
        let coordinates = (0..<20_000).map { places[$0 % 20] }
        let keys = randomKeys(coordinates.count, using: &generator)
        let tree = PackedTree.build(coordinates: coordinates, keys: keys).tree
        #expect(tree.siteCount == 20)
        let oracle = try BruteForce(tree)
        for limit in [1, 10, 999, 1000, 1001, 5000, 20_000, 30_000] {
            try expectSameNeighbors(tree, oracle, NeighborQuery(origin: places[3], limit: limit))
        }
        try expectSameNeighbors(tree, oracle, NeighborQuery(origin: places[0], radius: .meters(0)))
    }

    @Test func `places closer together than any number tells squared are in order`() throws {
        let coordinates = try (0..<40).map { try Coordinate(latitude: Double($0 * 7 % 40) * 1e-161, longitude: 0) }
        let tree = PackedTree.build(coordinates: coordinates, keys: ascendingKeys(40)).tree
        let query = NeighborQuery(origin: coordinates[0], radius: .meters(1))
        try expectSameNeighbors(tree, try BruteForce(tree), query)
    }

    @Test(arguments: [Double.nan, .infinity, -1000, 1e200])
    func `lengths of a damaged index are sorted, too`(odd: Double) {
        var memory = ScratchMemory(byteCount: 16)
        var hits = HitBuffer(capacity: 64, in: &memory)
        for number in 0..<60 {
            // What a search has measured stands where the squared chords were.
            let meters = number % 3 == 0 ? odd : Double(number * 7 % 60)
            hits.append(squaredChord: meters, z: 0, site: UInt32(number))
        }
        let sorted = DistanceSort.sorted(hits)
        #expect(sorted.map(\.position).sorted() == Array(0..<60))
        let numbers = sorted.map(\.distance.meters).filter { !$0.isNaN }
        #expect(numbers == numbers.sorted())
    }
}

/// Both ways of asking, compared.
func expectSameNeighbors(
    _ tree: PackedTree, _ oracle: BruteForce, _ query: NeighborQuery, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let found = try tree.neighbors(query)
    let expected = try oracle.neighbors(query)
    #expect(found.map(\.position) == expected.map(\.position), "\(query)", sourceLocation: sourceLocation)
    let worst = zip(found, expected).map { abs($0.distance.meters - $1.distance.meters) }.max() ?? 0
    #expect(worst <= 1e-6, "\(query)", sourceLocation: sourceLocation)
    var statistics = SearchStatistics()
    #expect(try tree.countNeighbors(query, &statistics) == expected.count, "\(query)", sourceLocation: sourceLocation)
    // The page after any hit is the rest of the answer.
    if expected.count > 2 {
        let last = expected[expected.count / 2]
        var rest = query
        rest.limit = nil
        rest.after = .init(distance: last.distance, key: try tree.key(at: last.position))
        let page = try tree.neighbors(rest).map(\.position)
        var whole = query
        whole.limit = nil
        let wholeExpected = try oracle.neighbors(whole).map(\.position)
        #expect(page == Array(wholeExpected.dropFirst(expected.count / 2 + 1)), sourceLocation: sourceLocation)
    }
}
