import GeoqIndex

/// A tree of places with species, the same with changes laid over it, and the
/// questions that both are asked.
struct AnswerCheck {
    private var generator: LinearCongruential
    private let places: [Coordinate]
    private let tree: PackedTree
    private let layered: LayeredTree
    private let oracle: BruteForce
    private let filters: [ItemFilter]
    private let areas: AreaIndex
    private let interruption = Interruption()
    private(set) var answers = 0

    init(seed: UInt64) throws {
        var generator = LinearCongruential(state: seed)
        let speciesCount = 40
        places = try (0..<4_000).map { _ in
            try Coordinate(
                latitude: Double.random(in: -70...70, using: &generator),
                longitude: Double.random(in: -180...180, using: &generator))
        }
        let keys = places.indices.map { ItemKey(high: 0, low: UInt64($0)) }
        let built = PackedTree.build(coordinates: places, keys: keys)
        tree = built.tree
        let codes = built.order.map { $0 % UInt32(speciesCount) }
        let postings = try tree.postings(of: codes, count: speciesCount)
        let columns = try [codes, postings.starts, postings.sites].enumerated().map {
            try Section(SectionID(group: 1, kind: UInt32($0)), elements: $1).column(of: UInt32.self)
        }
        let species = CategoryColumn(columns[0], postings: CategoryPostings(starts: columns[1], sites: columns[2]))
        var chosen = PositionSet(capacity: speciesCount)
        chosen.insert(Int.random(in: 0..<speciesCount, using: &generator))
        filters = [
            .everything, ItemFilter([.oneOf(species, chosen)]), ItemFilter([.member(PositionSet(all: 2_000))]),
        ]
        let added = PackedTree.build(
            coordinates: Array(places.prefix(100)), keys: (0..<100).map { ItemKey(high: 1, low: UInt64($0)) })
        layered = try LayeredTree(tree, removing: (0..<300).map { $0 * 7 }, added: added.tree)
        oracle = try BruteForce(tree)
        areas = AreaIndex(
            try (0..<300).map { number in
                let (south, west) = (Double(number / 20) * 9 - 70, Double(number % 20) * 18 - 180)
                let ring = try [(0.0, 0.0), (0, 18), (10, 18), (9, 0), (0, 0)].map {
                    try Coordinate(latitude: south + $0.0, longitude: west + $0.1)
                }
                return try Area([.init(outer: ring)])
            })
        self.generator = generator
    }

    /// All kinds of questions around one place.
    mutating func askEverything(_ round: Int) throws {
        let center = places[Int.random(in: places.indices, using: &generator)]
        for filter in filters {
            for limit in [nil, 1, 10, 300] as [Int?] {
                for (radius, minimum) in [(nil, nil), (900, nil), (900, 300)] as [(Double?, Double?)] {
                    var query = NeighborQuery(
                        origin: center, limit: limit, radius: radius.map { .kilometers($0) },
                        minimum: minimum.map { .kilometers($0) }, filter: filter)
                    if round % 3 == 0 { query.after = .init(distance: .kilometers(50), key: ItemKey(high: 0, low: 7)) }
                    if round % 2 == 0 { query.interruption = interruption }
                    try ask(query)
                }
            }
            for shape in try shapes(around: center) { try ask(shape, filter) }
            // A scan asks Karney for each piece of the line and each item.
            if round % 10 == 0 { for shape in try corridors(around: center) { try ask(shape, filter) } }
        }
    }

    private mutating func ask(_ query: NeighborQuery) throws {
        var statistics = SearchStatistics()
        let expected = try oracle.neighbors(query).map(\.position)
        expect(try tree.neighbors(query).map(\.position) == expected, "\(query)")
        expect(try tree.countNeighbors(query, &statistics) == expected.count, "the number of \(query)")
        // The changed tree's filter is about the base's positions; what was added has none of them.
        let changed = try layered.scannedNeighbors(query).map(\.position)
        expect(try layered.neighbors(query, &statistics).map(\.position) == changed, "changed: \(query)")
        expect(try layered.countNeighbors(query, &statistics) == changed.count, "the number of changed: \(query)")
    }

    private mutating func ask(_ shape: Shape, _ filter: ItemFilter) throws {
        var statistics = SearchStatistics()
        let all = try oracle.positions(in: shape, filter: filter)
        let expected = Array(all.prefix(20))
        expect(try tree.positions(in: shape, limit: 20, filter: filter, &statistics) == expected, "\(shape)")
        let count = try tree.count(in: shape, filter: filter, interruption: interruption, &statistics)
        expect(count == all.count, "the number in \(shape)")
        let changed = try layered.scannedPositions(in: shape, limit: 20, filter: filter)
        expect(try layered.positions(in: shape, limit: 20, filter: filter, &statistics) == changed, "changed: \(shape)")
        guard case .corridor(let corridor) = shape else { return }
        let hits = try tree.hits(along: corridor, filter: filter, &statistics)
        expect(hits.map(\.position).sorted() == all.sorted(), "along \(shape)")
        expect(hits.map(\.foot.along) == hits.map(\.foot.along).sorted(), "the order along \(shape)")
    }

    /// A place among areas that share borders and overlap.
    mutating func askAreas() {
        let place = places[Int.random(in: places.indices, using: &generator)]
        let found = areas.areas(holding: place)
        expect(found == areas.areas.indices.filter { areas.areas[$0].contains(place) }, "the areas of \(place)")
        expect(areas.near(place).map(\.area) == found, "the boundaries around \(place)")
    }

    private func shapes(around center: Coordinate) throws -> [Shape] {
        let box = try boxAround(center)
        let corners = [(box.south, box.west), (box.south, box.east), (box.north, box.east), (box.north, box.west)]
        var ring = try corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        ring.append(center)
        ring.append(ring[0])
        return [
            .box(box), .circle(Circle(center: center, radius: .kilometers(700))),
            .area(try Area([.init(outer: ring)])),
        ]
    }

    private func corridors(around center: Coordinate) throws -> [Shape] {
        let line = [
            Geodesic.direct(from: center, bearing: 40, distance: .kilometers(2)), center,
            Geodesic.direct(from: center, bearing: 100, distance: .kilometers(2)), center,
        ]
        return [
            .corridor(try Corridor(line, width: .kilometers(900))),
            .corridor(try Corridor(line, edges: .drawn, width: .kilometers(9))),
        ]
    }

    private func boxAround(_ center: Coordinate) throws -> BoundingBox {
        try BoundingBox(
            west: max(-180, center.longitude - 9), south: center.latitude - 9,
            east: min(180, center.longitude + 9), north: center.latitude + 9)
    }

    private mutating func expect(_ isRight: Bool, _ question: @autoclosure () -> String) {
        // Unlike a precondition's, its sentence is printed by an optimized build.
        guard isRight else { fatalError("The index differs from the scan: \(question())") }
        answers += 1
    }
}

/// Knuth's linear congruential generator: repeatable from its seed.
struct LinearCongruential: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
