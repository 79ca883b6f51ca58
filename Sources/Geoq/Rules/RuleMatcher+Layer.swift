package import GeoqIndex

/// A feature of a layer that a watchlist matches.
package struct ListedFeature: Hashable, Sendable {
    /// Its position in the layer's tree.
    package let position: Int
    package let id: FeatureID
    package let coordinate: Coordinate
    /// Why it matches, as for a single sighting.
    package let match: Match

    package init(position: Int, id: FeatureID, coordinate: Coordinate, match: Match) {
        (self.position, self.id, self.coordinate, self.match) = (position, id, coordinate, match)
    }
}

extension RuleMatcher {
    /// The reverse question: the features of a layer that a watchlist matches,
    /// nearest center first, ties by id; by id alone when the list has no
    /// location rule.
    ///
    /// A feature is given if and only if `matches(_:options:)` gives the list
    /// for it. A snapshot holds no uncertainties; without them every feature
    /// inside a circle is a certain match.
    ///
    /// - Parameters:
    ///   - query: what else must hold: its species, dates and `filter`; its
    ///     area, limit and page are not looked at.
    ///   - positions: the features that the query's `filter` accepts.
    ///   - unknown: hotspots have neither species nor date, so with `.fails`
    ///     a list that asks for one matches none.
    ///   - uncertainties: those of features whose place is uncertain.
    ///   - obscured: those of them whose true place lies in iNaturalist's cell of
    ///     0.2° around the place.
    /// - Complexity: O(features in the list's circles), or O(*n*) for a list
    ///   without a location rule.
    package func features(
        of watchlist: FeatureID, in snapshot: Snapshot, _ query: Query, positions: PositionSet? = nil,
        unknown: UnknownPolicy = .fails, uncertainties: [FeatureID: Distance] = [:],
        obscured: Set<FeatureID> = []
    ) throws -> [ListedFeature] {
        let asked = try LayerQuestion(
            snapshot, query, positions, MatchOptions(unknown: unknown), uncertainties, obscured)
        return try features(of: watchlist, asked)
    }

    private func features(of watchlist: FeatureID, _ asked: LayerQuestion) throws -> [ListedFeature] {
        try asked.interruption?.check()
        guard let slot = knownSlot(of: watchlist), rows[slot].isAlive else { return [] }
        var tester = LayerTester(self, slot, asked)
        var found: [ListedFeature] = []
        for position in try candidates(slot, asked) {
            try asked.interruption?.check()
            if let feature = try tester.feature(at: position) { found.append(feature) }
        }
        return try tester.sorted(found, asked.interruption)
    }

    /// The positions of all features that a list may match, each once.
    private func candidates(_ slot: Int, _ asked: LayerQuestion) throws -> [Int] {
        guard let regions = try regions(of: slot, asked.largest, asked.interruption), rows[slot].circles != .none else {
            return try asked.inside ?? asked.everything
        }
        // Of an area and the list's own places the one with fewer features is looked through.
        if let inside = asked.inside,
            try inside.count <= candidateCount(regions, slot, asked.layer.tree, asked.interruption)
        {
            return inside
        }
        return try positionsInside(slot, regions, asked)
    }

    /// How many features of a layer a watchlist matches; a list that is one circle and nothing
    /// else is counted without being listed.
    private func count(of watchlist: FeatureID, _ asked: LayerQuestion) throws -> Int {
        guard let slot = knownSlot(of: watchlist), rows[slot].isAlive else { return 0 }
        let row = rows[slot]
        let circles = circles(of: slot)
        guard row.circles == .one, circles.count == 1, row.species == 0, row.date.kind == .none else {
            return try features(of: watchlist, asked).count
        }
        var statistics = SearchStatistics()
        return try circles.reduce(0) { total, circle in
            var around = NeighborQuery(origin: circle.center, radius: circle.radius, filter: asked.base)
            around.interruption = asked.interruption
            return try total + asked.layer.tree.countNeighbors(around, added: asked.added, &statistics)
        }
    }

    /// Every match of a layer's features with the lists: list by list in the
    /// order of their ids, each list's features in order.
    ///
    /// - Complexity: the sum of `features(of:in:_:positions:unknown:uncertainties:obscured:)`.
    package func forEachMatch(
        in snapshot: Snapshot, _ query: Query, positions: PositionSet? = nil, unknown: UnknownPolicy = .fails,
        uncertainties: [FeatureID: Distance] = [:], obscured: Set<FeatureID> = [],
        _ body: (ListedFeature) throws -> Void
    ) throws {
        let asked = try LayerQuestion(
            snapshot, query, positions, MatchOptions(unknown: unknown), uncertainties, obscured)
        for list in lists.map(\.id).sorted() {
            for feature in try features(of: list, asked) { try body(feature) }
        }
    }

    /// How many matches there are.
    ///
    /// - Complexity: at most that of `forEachMatch(in:_:positions:unknown:uncertainties:obscured:_:)`.
    package func matchCount(
        in snapshot: Snapshot, _ query: Query, positions: PositionSet? = nil, unknown: UnknownPolicy = .fails,
        uncertainties: [FeatureID: Distance] = [:], obscured: Set<FeatureID> = []
    ) throws -> Int {
        let asked = try LayerQuestion(
            snapshot, query, positions, MatchOptions(unknown: unknown), uncertainties, obscured)
        return try lists.reduce(0) { try $0 + count(of: $1.id, asked) }
    }

    /// How many features of a layer a question about a list has to look at, at most.
    ///
    /// - Throws: `IndexError.interrupted` when the interruption is set.
    /// - Complexity: O(nodes at the edges of the list's circles, areas and routes) and O(*uncertainties*).
    package func candidateCount(
        of watchlist: FeatureID, in snapshot: Snapshot, _ layer: Layer, _ uncertainties: [FeatureID: Distance] = [:],
        interruption: Interruption? = nil
    ) throws -> Int {
        try candidateCount(of: watchlist, in: snapshot, layer, Self.largest(of: uncertainties), interruption)
    }

    private func candidateCount(
        of watchlist: FeatureID, in snapshot: Snapshot, _ layer: Layer, _ largest: Double,
        _ interruption: Interruption?
    ) throws -> Int {
        guard let slot = knownSlot(of: watchlist), let regions = try regions(of: slot, largest, interruption),
            rows[slot].circles != .none
        else { return snapshot.count(of: layer) }
        return try candidateCount(regions, slot, snapshot.layer(layer).tree, interruption)
    }

    /// The same of all lists together, when only the `inside` features of an area are asked about.
    ///
    /// - Throws: `IndexError.interrupted` when the interruption is set.
    /// - Complexity: O(nodes at the edges of the circles, areas and routes of each list) and O(*uncertainties*).
    package func candidateCount(
        in snapshot: Snapshot, _ layer: Layer, _ uncertainties: [FeatureID: Distance], inside: Int,
        interruption: Interruption? = nil
    ) throws -> Int {
        let largest = Self.largest(of: uncertainties)
        return try lists.reduce(0) { total, list in
            try interruption?.check()
            guard let slot = knownSlot(of: list.id), rows[slot].isAlive else { return total }
            return try total + min(inside, candidateCount(of: list.id, in: snapshot, layer, largest, interruption))
        }
    }

    private func candidateCount(
        _ regions: [GeoqIndex.Shape], _ slot: Int, _ tree: LayeredTree, _ interruption: Interruption?
    ) throws -> Int {
        var statistics = SearchStatistics()
        return try (regions + circles(of: slot).map { .circle($0) }).reduce(0) { total, region in
            try total
                + tree.count(
                    in: region, filter: .everything, added: .everything, interruption: interruption, &statistics)
        }
    }

    /// Whether a rule in force of a list holds an area or a route.
    package func holdsAreas(_ watchlist: FeatureID) -> Bool {
        guard let slot = knownSlot(of: watchlist) else { return false }
        return lists[slot].rules.contains { $0.circle ?? 0 >= RuleShapes.firstID }
    }

    /// The circles of a list's rules that are in force.
    private func circles(of slot: Int) -> [Circle] {
        lists[slot].rules.compactMap { rule in
            rule.circle.flatMap { $0 < RuleShapes.firstID ? circles[Int($0)] : nil }
        }
    }

    /// The largest of some uncertainties in meters; 0 when there is none.
    ///
    /// - Complexity: O(*uncertainties*).
    static func largest(of uncertainties: [FeatureID: Distance]) -> Double { uncertainties.values.max()?.meters ?? 0 }

    /// Regions with every feature that may lie in a list's areas or along its routes; nil
    /// when all features have to be looked at.
    ///
    /// - Parameter largest: the largest uncertainty of a feature.
    /// - Complexity: O(*n* log *n*) of the positions of the areas and routes.
    private func regions(
        of slot: Int, _ largest: Double, _ interruption: Interruption?
    ) throws -> [GeoqIndex.Shape]? {
        var regions: [GeoqIndex.Shape] = []
        for place in lists[slot].rules.compactMap(\.circle) where place >= RuleShapes.firstID {
            try interruption?.check()
            guard let found = shapes.region(of: place, uncertainty: largest) else { return nil }
            regions += found
        }
        return regions
    }

    /// The positions inside any circle of a list or in one of the regions, each once.
    private func positionsInside(
        _ slot: Int, _ regions: [GeoqIndex.Shape], _ asked: LayerQuestion
    ) throws -> [Int] {
        var statistics = SearchStatistics()
        var found: [Int] = []
        let circles = circles(of: slot)
        for circle in circles {
            var query = NeighborQuery(origin: circle.center, radius: circle.radius, filter: asked.base)
            query.interruption = asked.interruption
            found += try asked.layer.tree.neighbors(query, added: asked.added, &statistics).map(\.position)
        }
        for region in regions { found += try asked.positions(in: region) }
        if circles.count + regions.count == 1 { return found }
        found.sort()
        var last = -1
        found.removeAll { position in
            defer { last = position }
            return position == last
        }
        return found
    }
}
