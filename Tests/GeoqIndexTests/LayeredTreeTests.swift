import TestSupport
import Testing

@testable import GeoqIndex

/// A tree with changes laid over it against a scan of the present items: random
/// inserts, moves and deletes, compared after each batch.
@Suite struct LayeredTreeTests {
    @Test(arguments: PointSet.allCases)
    func `answers stay those of a scan while changes are pending`(_ set: PointSet) throws {
        let seed: UInt64 = 31
        print("seed \(seed), \(set)")
        var generator = SeededGenerator(seed: seed)
        var model = Model(set.coordinates(count: 500, using: &generator), &generator)
        for batch in 0..<6 {
            if batch > 0 { for _ in 0..<60 { model.change(set, &generator) } }
            let (tree, oracle) = (try model.tree(), model.oracle())
            try tree.checkInvariants()
            #expect(tree.count == model.items.count)
            for number in 0..<25 {
                let query = NeighborQuery.random(number, around: model.coordinates, using: &generator)
                try expectSame(tree, oracle, query)
            }
            try expectSameBoxes(tree, oracle, &generator)
        }
    }

    @Test func `items that come to a place mix with those that are there by key`() throws {
        var generator = SeededGenerator(seed: 5)
        let here = Coordinate.random(using: &generator)
        var model = Model(Array(repeating: here, count: 600), &generator)
        for _ in 0..<300 { model.insert(here, &generator) }
        for key in model.items.keys.sorted().prefix(200) { model.items[key] = nil }
        let (tree, oracle) = (try model.tree(), model.oracle())
        #expect(tree.added.count > 200 && tree.removedPositions.count > 100)
        for limit in [1, 10, 399, 400, 699, 700, 701, nil] {
            try expectSame(tree, oracle, NeighborQuery(origin: here, limit: limit))
            let radius = NeighborQuery(origin: here, limit: limit, radius: .meters(0))
            try expectSame(tree, oracle, radius)
        }
    }

    @Test func `a place that all have left takes no room in an answer`() throws {
        var generator = SeededGenerator(seed: 6)
        let here = Coordinate.random(using: &generator)
        let far = (0..<50).map {
            Geodesic.direct(from: here, bearing: Double($0 * 7), distance: .kilometers(Double($0 + 1)))
        }
        var model = Model(Array(repeating: here, count: 3000) + far, &generator)
        for (key, place) in model.items where place == here { model.items[key] = nil }
        let (tree, oracle) = (try model.tree(), model.oracle())
        #expect(tree.count == 50)
        for limit in [1, 10, 49, 50, 51] {
            try expectSame(tree, oracle, NeighborQuery(origin: here, limit: limit))
        }
        model.items = [:]
        let nothing = try model.tree()
        var statistics = SearchStatistics()
        #expect(try nothing.neighbors(NeighborQuery(origin: here, limit: 5), &statistics).isEmpty)
        #expect(nothing.count == 0)
    }

    @Test func `no item has a position below zero`() throws {
        let base = PackedTree.build(coordinates: [try Coordinate(latitude: 1, longitude: 2)], keys: ascendingKeys(1))
            .tree
        let nothing = PackedTree.build(coordinates: [], keys: []).tree
        #expect(!LayeredTree(base).contains(-1) && LayeredTree(base).contains(0))
        let changed = try LayeredTree(base, removing: [0], added: nothing)
        #expect(!changed.contains(-1) && !changed.contains(0) && !changed.contains(1))
    }

    @Test func `places at one distance are ordered across the trees by key`() throws {
        // The pole under many longitudes: different coordinates, one distance.
        var generator = SeededGenerator(seed: 8)
        let poles = (0..<40).map { Coordinate(unchecked: 90, Double($0) * 9 - 180) }
        var model = Model(Array(poles.prefix(20)), &generator)
        for pole in poles.suffix(20) { model.insert(pole, &generator) }
        for limit in [3, 20, 39, 40, nil] {
            let query = NeighborQuery(origin: Coordinate(unchecked: 89, 10), limit: limit)
            try expectSame(try model.tree(), model.oracle(), query)
        }
    }

    @Test func `filters are about each tree's own columns`() throws {
        let seed: UInt64 = 41
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var model = Model(PointSet.clustered.coordinates(count: 2000, using: &generator), &generator)
        for _ in 0..<400 { model.change(.clustered, &generator) }
        let (tree, oracle) = (try model.tree(), model.oracle())
        // Each key has a color of three.
        func color(_ key: ItemKey) -> UInt32 { UInt32(key.low % 3) }
        func filter(_ tree: PackedTree) throws -> ItemFilter {
            let colors = try (0..<tree.count).map { color(try tree.key(at: $0)) }
            var chosen = PositionSet(capacity: 3)
            chosen.insert(1)
            let section = Section(SectionID(group: 1, kind: 1), elements: colors)
            return ItemFilter([.oneOf(CategoryColumn(try section.column(of: UInt32.self)), chosen)])
        }
        let (base, added) = (try filter(tree.base), try filter(tree.added))
        for number in 0..<60 {
            var query = NeighborQuery.random(number, around: model.coordinates, using: &generator)
            let limit = query.limit
            query.limit = nil
            let expected = try oracle.neighbors(query).filter { color(oracle.keys[$0.position]) == 1 }
                .prefix(limit ?? .max)
            query.filter = base
            query.limit = limit
            var statistics = SearchStatistics()
            let found = try tree.neighbors(query, added: added, &statistics)
            let keys = try found.map { try tree.key(at: $0.position) }
            #expect(keys == expected.map { oracle.keys[$0.position] }, "\(number) \(query.origin)")
            #expect(try tree.countNeighbors(query, added: added, &statistics) == expected.count)
        }
    }

    @Test func `keys are found by one pass`() throws {
        var generator = SeededGenerator(seed: 9)
        let coordinates = PointSet.uniform.coordinates(count: 3000, using: &generator)
        for keys in [randomKeys(3000, using: &generator), ascendingKeys(3000)] {
            let tree = PackedTree.build(coordinates: coordinates, keys: keys).tree
            for count in [0, 1, 17, 1000, 3000] {
                let some = Array(keys.shuffled(using: &generator).prefix(count))
                let found = try tree.positions(of: some + [ItemKey(high: 1, low: .max)])
                #expect(found == found.sorted())
                #expect(Set(try found.map { try tree.key(at: Int($0)) }) == Set(some))
                #expect(found.count == count)
            }
        }
    }
}

/// The present items, and those that the tree was built with.
private struct Model {
    private let base: PackedTree
    private let baseItems: [ItemKey: Coordinate]
    /// By key.
    var items: [ItemKey: Coordinate]
    private var nextKey: UInt64

    init(_ places: [Coordinate], _ generator: inout SeededGenerator) {
        let keys = randomKeys(places.count, using: &generator)
        base = PackedTree.build(coordinates: places, keys: keys).tree
        baseItems = Dictionary(uniqueKeysWithValues: zip(keys, places))
        items = baseItems
        nextKey = UInt64(places.count)
    }

    var coordinates: [Coordinate] { items.keys.sorted().map { items[$0]! } }

    mutating func insert(_ place: Coordinate, _ generator: inout SeededGenerator) {
        items[ItemKey(high: generator.next(), low: nextKey)] = place
        nextKey += 1
    }

    /// An insert, a move or a delete; onto a place of its own, onto another
    /// item's, or of all items of a place.
    mutating func change(_ set: PointSet, _ generator: inout SeededGenerator) {
        let place = set.coordinates(count: 1, using: &generator).first ?? .random(using: &generator)
        let keys = items.keys.sorted()
        let some = keys.randomElement(using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...2: insert(place, &generator)
        case 3: insert(some.flatMap { items[$0] } ?? place, &generator)
        case 4, 5: if let some { items[some] = place }
        case 6:
            if let some, let other = keys.randomElement(using: &generator) { items[some] = items[other] }
        case 7, 8: if let some { items[some] = nil }
        default:
            // Few sets have many items at a place; those must not lose all of them.
            guard let some, let left = items[some] else { return }
            for key in keys.prefix(keys.count / 3) where items[key] == left { items[key] = nil }
        }
    }

    func tree() throws -> LayeredTree {
        let gone = baseItems.filter { items[$0.key] != $0.value }.keys
        let came = items.filter { baseItems[$0.key] != $0.value }.sorted { $0.key < $1.key }
        let added = PackedTree.build(coordinates: came.map(\.value), keys: came.map(\.key)).tree
        return try LayeredTree(base, removing: try base.positions(of: gone), added: added)
    }

    func oracle() -> ItemOracle {
        let keys = items.keys.sorted()
        return ItemOracle(keys: keys, scan: BruteForce(coordinates: keys.map { items[$0]! }, keys: keys))
    }
}

/// A scan of the present items, and the keys by its positions.
private struct ItemOracle {
    let keys: [ItemKey]
    let scan: BruteForce

    func neighbors(_ query: NeighborQuery) throws -> [Neighbor] { try scan.neighbors(query) }
}

private func expectSame(
    _ tree: LayeredTree, _ oracle: ItemOracle, _ query: NeighborQuery, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    var statistics = SearchStatistics()
    let found = try tree.neighbors(query, &statistics)
    let expected = try oracle.neighbors(query)
    let keys = try found.map { try tree.key(at: $0.position) }
    #expect(keys == expected.map { oracle.keys[$0.position] }, "\(query)", sourceLocation: sourceLocation)
    let worst = zip(found, expected).map { abs($0.distance.meters - $1.distance.meters) }.max() ?? 0
    #expect(worst <= 1e-6, "\(query)", sourceLocation: sourceLocation)
    #expect(try tree.countNeighbors(query, &statistics) == expected.count, "\(query)", sourceLocation: sourceLocation)
    #expect(try tree.scannedNeighbors(query).map(\.position) == found.map(\.position), sourceLocation: sourceLocation)
    #expect(found.allSatisfy { tree.contains($0.position) }, sourceLocation: sourceLocation)
    // The page after any hit is the rest of the answer.
    guard expected.count > 2 else { return }
    let last = expected[expected.count / 2]
    var rest = query
    rest.after = .init(distance: last.distance, key: oracle.keys[last.position])
    let page = try tree.neighbors(rest, &statistics).map { try tree.key(at: $0.position) }
    #expect(page == (try oracle.neighbors(rest).map { oracle.keys[$0.position] }), sourceLocation: sourceLocation)
    #expect(try tree.countNeighbors(rest, &statistics) == page.count, sourceLocation: sourceLocation)
}

private func expectSameBoxes(_ tree: LayeredTree, _ oracle: ItemOracle, _ generator: inout SeededGenerator) throws {
    for number in 0..<10 {
        let souths = [Double.random(in: -90...90, using: &generator), Double.random(in: -90...90, using: &generator)]
        let box = try BoundingBox(
            west: number == 0 ? -180 : Double.random(in: -180...180, using: &generator),
            south: number == 0 ? -90 : souths.min()!,
            east: number == 0 ? 180 : Double.random(in: -180...180, using: &generator),
            north: number == 0 ? 90 : souths.max()!)
        var statistics = SearchStatistics()
        let found = try tree.positions(in: .box(box), &statistics)
        #expect(found == (try tree.scannedPositions(in: .box(box))))
        let keys = try found.map { try tree.key(at: $0) }
        #expect(keys == (try oracle.scan.positions(in: .box(box)).map { oracle.keys[$0] }), "\(box)")
        guard keys.count > 3 else { continue }
        let page = try tree.positions(in: .box(box), limit: 2, after: keys[1], &statistics)
        #expect(page == Array(found[2...].prefix(2)), "\(box)")
    }
}
