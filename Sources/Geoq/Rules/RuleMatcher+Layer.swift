public import GeoqIndex

/// A feature of a layer that a watchlist matches.
public struct ListedFeature: Hashable, Sendable {
    /// Its position in the layer's tree.
    public let position: Int
    public let id: FeatureID
    public let coordinate: Coordinate
    /// Why it matches, as for a single sighting.
    public let match: Match

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
    public func features(
        of watchlist: FeatureID, in snapshot: Snapshot, _ query: Query, positions: PositionSet? = nil,
        unknown: UnknownPolicy = .fails, uncertainties: [FeatureID: Distance] = [:],
        obscured: Set<FeatureID> = []
    ) throws -> [ListedFeature] {
        guard let slot = knownSlot(of: watchlist), rows[slot].isAlive else { return [] }
        let layer = snapshot.layer(query.layer)
        let (base, added) = try snapshot.itemFilters(query, positions, layer)
        var tester = LayerTester(self, slot, layer, MatchOptions(unknown: unknown), uncertainties, obscured)
        var found: [ListedFeature] = []
        let regions = regions(of: slot, uncertainties)
        guard let regions, rows[slot].circles != .none else {
            for position in 0..<layer.tree.positionCount where layer.tree.contains(position) {
                try query.interruption?.check()
                let isAdded = position >= layer.base.tree.count
                let own = isAdded ? position - layer.base.tree.count : position
                guard try (isAdded ? added : base).accepts(own) else { continue }
                if let feature = try tester.feature(at: position) { found.append(feature) }
            }
            return try tester.sorted(found, query.interruption)
        }
        for position in try positionsInside(slot, regions, layer, base, added, query.interruption) {
            try query.interruption?.check()
            if let feature = try tester.feature(at: position) { found.append(feature) }
        }
        return try tester.sorted(found, query.interruption)
    }

    /// How many features of a layer a watchlist matches.
    ///
    /// - Parameter uncertainties: as above; a feature that may lie in an area counts.
    /// - Complexity: that of `features(of:in:_:positions:unknown:)`; a list
    ///   that is one circle and nothing else is counted without being listed.
    public func count(
        of watchlist: FeatureID, in snapshot: Snapshot, _ query: Query, positions: PositionSet? = nil,
        unknown: UnknownPolicy = .fails, uncertainties: [FeatureID: Distance] = [:], obscured: Set<FeatureID> = []
    ) throws -> Int {
        guard let slot = knownSlot(of: watchlist), rows[slot].isAlive else { return 0 }
        let row = rows[slot]
        let circles = circles(of: slot)
        guard row.circles == .one, circles.count == 1, row.species == 0, row.date.kind == .none else {
            return try features(
                of: watchlist, in: snapshot, query, positions: positions, unknown: unknown,
                uncertainties: uncertainties, obscured: obscured
            ).count
        }
        let layer = snapshot.layer(query.layer)
        let (base, added) = try snapshot.itemFilters(query, positions, layer)
        var statistics = SearchStatistics()
        return try circles.reduce(0) { total, circle in
            var around = NeighborQuery(origin: circle.center, radius: circle.radius, filter: base)
            around.interruption = query.interruption
            return try total + layer.tree.countNeighbors(around, added: added, &statistics)
        }
    }

    /// Every match of a layer's features with the lists: list by list in the
    /// order of their ids, each list's features in order.
    ///
    /// - Complexity: the sum of `features(of:in:_:positions:unknown:)`.
    public func forEachMatch(
        in snapshot: Snapshot, _ query: Query, positions: PositionSet? = nil, unknown: UnknownPolicy = .fails,
        uncertainties: [FeatureID: Distance] = [:], obscured: Set<FeatureID> = [],
        _ body: (ListedFeature) throws -> Void
    ) throws {
        for list in lists.map(\.id).sorted() {
            let features = try features(
                of: list, in: snapshot, query, positions: positions, unknown: unknown, uncertainties: uncertainties,
                obscured: obscured)
            for feature in features { try body(feature) }
        }
    }

    /// How many matches there are.
    public func matchCount(
        in snapshot: Snapshot, _ query: Query, positions: PositionSet? = nil, unknown: UnknownPolicy = .fails,
        uncertainties: [FeatureID: Distance] = [:], obscured: Set<FeatureID> = []
    ) throws -> Int {
        try lists.reduce(0) {
            try $0
                + count(
                    of: $1.id, in: snapshot, query, positions: positions, unknown: unknown,
                    uncertainties: uncertainties, obscured: obscured)
        }
    }

    /// How many features of a layer a question about a list has to look at, at most.
    ///
    /// - Complexity: O(nodes at the edges of the list's circles, areas and routes).
    package func candidateCount(
        of watchlist: FeatureID, in snapshot: Snapshot, _ layer: Layer, _ uncertainties: [FeatureID: Distance] = [:]
    ) throws -> Int {
        guard let slot = knownSlot(of: watchlist), let regions = regions(of: slot, uncertainties),
            rows[slot].circles != .none
        else { return snapshot.count(of: layer) }
        let tree = snapshot.layer(layer).tree
        var statistics = SearchStatistics()
        return try (regions + circles(of: slot).map { .circle($0) }).reduce(0) { total, region in
            try total
                + tree.count(
                    in: region, filter: .everything, added: .everything, interruption: nil, &statistics)
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

    /// Regions with every feature that may lie in a list's areas or along its routes; nil
    /// when all features have to be looked at.
    private func regions(of slot: Int, _ uncertainties: [FeatureID: Distance]) -> [GeoqIndex.Shape]? {
        let places = lists[slot].rules.compactMap(\.circle).filter { $0 >= RuleShapes.firstID }
        if places.isEmpty { return [] }
        let largest = uncertainties.values.max()?.meters ?? 0
        var regions: [GeoqIndex.Shape] = []
        for place in places {
            guard let found = shapes.region(of: place, uncertainty: largest) else { return nil }
            regions += found
        }
        return regions
    }

    /// The positions inside any circle of a list or in one of the regions, each once.
    private func positionsInside(
        _ slot: Int, _ regions: [GeoqIndex.Shape], _ layer: SnapshotLayer, _ base: ItemFilter, _ added: ItemFilter,
        _ interruption: Interruption?
    ) throws -> [Int] {
        var statistics = SearchStatistics()
        var found: [Int] = []
        let circles = circles(of: slot)
        for circle in circles {
            var query = NeighborQuery(origin: circle.center, radius: circle.radius, filter: base)
            query.interruption = interruption
            found += try layer.tree.neighbors(query, added: added, &statistics).map(\.position)
        }
        for region in regions {
            found += try layer.tree.positions(
                in: region, limit: nil, after: nil, filter: base, added: added, interruption: interruption,
                &statistics)
        }
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

/// Tests a layer's features against one list.
private struct LayerTester {
    private let matcher: RuleMatcher
    private let slot: Int
    private let layer: SnapshotLayer
    private let options: MatchOptions
    private let uncertainties: [FeatureID: Distance]
    private let obscured: Set<FeatureID>
    /// By part of the layer and species code: the species, found once.
    private var species: [[SightingSpecies?]]
    private var statistics = SearchStatistics()

    init(
        _ matcher: RuleMatcher, _ slot: Int, _ layer: SnapshotLayer, _ options: MatchOptions,
        _ uncertainties: [FeatureID: Distance], _ obscured: Set<FeatureID>
    ) {
        (self.matcher, self.slot, self.layer, self.options) = (matcher, slot, layer, options)
        (self.uncertainties, self.obscured) = (uncertainties, obscured)
        species = layer.parts.map { Array(repeating: nil, count: $0.speciesCount + 1) }
    }

    /// The feature at a position, with its match; nil when the list does not
    /// match it.
    mutating func feature(at position: Int) throws -> ListedFeature? {
        let part = position >= layer.base.tree.count ? 1 : 0
        let (columns, own) = layer.columns(at: position)
        let coordinate = try columns.tree.coordinate(at: own)
        let id = FeatureID(key: try columns.tree.key(at: own))
        var sighting = Sighting(coordinate: coordinate)
        if !uncertainties.isEmpty { sighting.uncertainty = uncertainties[id] }
        if obscured.contains(id) { sighting.obscure() }
        sighting.date = try columns.date(at: own)
        let code = Int(try columns.species?.categories.value(at: own) ?? 0)
        let asked = AskedSighting(sighting, try species(of: code, part, columns), options)
        guard let match = matcher.match(slot, asked, &statistics) else { return nil }
        return ListedFeature(
            position: position, id: id, coordinate: coordinate, match: match)
    }

    private mutating func species(of code: Int, _ part: Int, _ columns: LayerColumns) throws -> SightingSpecies {
        if code == 0 { return SightingSpecies() }
        if code < species[part].count, let known = species[part][code] { return known }
        let names = try columns.speciesName(code)
        let found = matcher.vocabulary.species(
            bird: nil, scientificName: names.scientific, commonName: names.common, shapeID: nil)
        species[part][code] = found
        return found
    }

    /// Nearest center first, then by id.
    func sorted(_ features: [ListedFeature], _ interruption: Interruption?) throws -> [ListedFeature] {
        try features.sorted { left, right in
            try interruption?.check()
            if let first = left.match.location, let second = right.match.location {
                let gap = first.distance.meters - second.distance.meters
                if abs(gap) > 2 * CircleIndex.reportedError { return gap < 0 }
                let exact = (
                    matcher.exactMeters(first, slot, left.coordinate),
                    matcher.exactMeters(second, slot, right.coordinate)
                )
                if exact.0 != exact.1 { return exact.0 < exact.1 }
            }
            return left.id < right.id
        }
    }
}
