import TestSupport
import Testing

@testable import GeoqIndex

/// The nearest of some categories, by their postings, against a scan.
@Suite struct CategoryPostingsTests {
    @Test(arguments: PointSet.allCases)
    func `the nearest of rare categories equal a brute-force scan`(_ set: PointSet) throws {
        for seed in UInt64(1)...2 {
            print("seed \(seed), \(set)")
            var generator = SeededGenerator(seed: seed)
            let coordinates = set.coordinates(count: 3000, using: &generator)
            let tree = PackedTree.build(
                coordinates: coordinates, keys: randomKeys(coordinates.count, using: &generator)
            ).tree
            let oracle = try BruteForce(tree)
            let species = try Species(tree, using: &generator)
            for number in 0..<60 {
                var query = NeighborQuery.random(number, around: coordinates, using: &generator)
                query.limit = Int.random(in: 1...40, using: &generator)
                query.filter = species.filter(.random(in: 1...3, using: &generator), using: &generator)
                try expectSameNeighbors(tree, oracle, query)
            }
        }
    }

    @Test func `a rare category is found by its postings, a common one without`() throws {
        var generator = SeededGenerator(seed: 3)
        let coordinates = PointSet.clustered.coordinates(count: 4000, using: &generator)
        let tree = PackedTree.build(coordinates: coordinates, keys: ascendingKeys(coordinates.count)).tree
        let species = try Species(tree, using: &generator)
        let rare = try #require(try PostingView(species.filter(of: [30]), siteCount: tree.siteCount))
        #expect(rare.ranges.map(\.count) == [species.count(of: 30)])
        #expect(try PostingView(species.filter(of: [0]), siteCount: tree.siteCount) == nil)
        // Of two conditions the rarer one; and none where there is nothing to find.
        let both = ItemFilter(species.filter(of: [0]).tests + species.filter(of: [30]).tests)
        #expect(try PostingView(both, siteCount: tree.siteCount)?.ranges == rare.ranges)
        #expect(try PostingView(species.filter(of: []), siteCount: tree.siteCount)?.ranges == [])
        var (byPostings, byItems) = (SearchStatistics(), SearchStatistics())
        var query = NeighborQuery(origin: coordinates[7], limit: 3, filter: species.filter(of: [30]))
        let found = try tree.neighbors(query, &byPostings)
        query.filter = species.filter(of: [30], hasPostings: false)
        #expect(try tree.neighbors(query, &byItems) == found)
        #expect(byPostings.candidates * 4 < byItems.candidates)
    }

    @Test func `a site is posted once for each of its categories`() throws {
        let place = Coordinate(unchecked: 42, -76)
        let other = Coordinate(unchecked: 43, -76)
        let built = PackedTree.build(
            coordinates: [place, place, other, place, other], keys: ascendingKeys(5))
        let categories: [UInt32] = [2, 0, 2, 2, 1]
        let postings = try built.tree.postings(of: built.order.map { categories[Int($0)] }, count: 4)
        #expect(postings.starts == [0, 1, 2, 4, 4])
        #expect(Set(postings.sites[2..<4]) == [0, 1] && postings.sites[2] < postings.sites[3])
    }

    @Test func `postings that are no ascending sites are found out`() throws {
        var generator = SeededGenerator(seed: 4)
        let coordinates = PointSet.clustered.coordinates(count: 3000, using: &generator)
        let tree = PackedTree.build(coordinates: coordinates, keys: ascendingKeys(coordinates.count)).tree
        let species = try Species(tree, using: &generator)
        var (outside, endless) = (species, species)
        outside.sites = outside.sites.map { _ in .max }
        endless.starts[41] = UInt32(endless.sites.count + 1)
        for damaged in [outside, endless] {
            let query = NeighborQuery(origin: coordinates[0], limit: 5, filter: try damaged.indexed().filter(of: [40]))
            #expect(throws: IndexError.self) { try tree.neighbors(query) }
        }
    }
}

/// A column in which half of the items are of category 0, and the others of
/// sixty rare ones.
private struct Species {
    private var categories: [UInt32]
    var starts: [UInt32]
    var sites: [UInt32]
    private var column: CategoryColumn
    private static let count = 61

    init(_ tree: PackedTree, using generator: inout SeededGenerator) throws {
        categories = (0..<tree.count).map { _ in
            Bool.random(using: &generator) ? 0 : .random(in: 1..<UInt32(Self.count), using: &generator)
        }
        (starts, sites) = try tree.postings(of: categories, count: Self.count)
        column = CategoryColumn(try Self.column(of: categories))
        self = try indexed()
    }

    /// With the postings as they are now.
    func indexed() throws -> Species {
        var copy = self
        copy.column = CategoryColumn(
            column.categories,
            postings: CategoryPostings(starts: try Self.column(of: starts), sites: try Self.column(of: sites)))
        return copy
    }

    func count(of category: Int) -> Int { Int(starts[category + 1] - starts[category]) }

    func filter(of chosen: [Int], hasPostings: Bool = true) -> ItemFilter {
        var set = PositionSet(capacity: Self.count)
        for category in chosen { set.insert(category) }
        return ItemFilter([.oneOf(hasPostings ? column : CategoryColumn(column.categories), set)])
    }

    func filter(_ number: Int, using generator: inout SeededGenerator) -> ItemFilter {
        filter(of: (0..<number).map { _ in Int.random(in: 0..<Self.count, using: &generator) })
    }

    private static func column(of numbers: [UInt32]) throws -> MappedColumn<UInt32> {
        try Section(SectionID(group: 1, kind: 1), elements: numbers).column(of: UInt32.self)
    }
}
