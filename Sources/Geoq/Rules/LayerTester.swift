import GeoqIndex

/// A question about the features of a layer that lists match. What does not depend on the
/// list is found once.
struct LayerQuestion {
    let layer: SnapshotLayer
    /// Accept the features of the layer's two parts that the query's conditions let through.
    let base: ItemFilter
    let added: ItemFilter
    /// The positions of those of them that lie in the query's area; nil without an area.
    private(set) var inside: [Int]?
    let options: MatchOptions
    let uncertainties: [FeatureID: Distance]
    /// The largest of them in meters.
    let largest: Double
    let obscured: Set<FeatureID>
    let interruption: Interruption?

    init(
        _ snapshot: Snapshot, _ query: Query, _ positions: PositionSet?, _ options: MatchOptions,
        _ uncertainties: [FeatureID: Distance], _ obscured: Set<FeatureID>
    ) throws {
        layer = snapshot.layer(query.layer)
        (base, added) = try snapshot.itemFilters(query, positions, layer)
        (self.options, self.uncertainties, self.obscured) = (options, uncertainties, obscured)
        largest = RuleMatcher.largest(of: uncertainties)
        interruption = query.interruption
        if let area = query.inside { inside = try self.positions(in: .area(area)) }
    }

    /// The positions in a region, each once.
    func positions(in region: GeoqIndex.Shape) throws -> [Int] {
        var statistics = SearchStatistics()
        return try layer.tree.positions(
            in: region, limit: nil, after: nil, filter: base, added: added, interruption: interruption, &statistics)
    }

    /// The positions of all features that the conditions let through.
    ///
    /// - Complexity: O(*features*).
    var everything: [Int] {
        get throws {
            var found: [Int] = []
            for position in 0..<layer.tree.positionCount where layer.tree.contains(position) {
                try interruption?.check()
                let isAdded = position >= layer.base.tree.count
                let own = isAdded ? position - layer.base.tree.count : position
                if try (isAdded ? added : base).accepts(own) { found.append(position) }
            }
            return found
        }
    }
}

/// Tests a layer's features against one list.
struct LayerTester {
    private let matcher: RuleMatcher
    private let slot: Int
    private let layer: SnapshotLayer
    private let options: MatchOptions
    private let uncertainties: [FeatureID: Distance]
    private let obscured: Set<FeatureID>
    /// By part of the layer and species code: the species, found once.
    private var species: [[SightingSpecies?]]
    private var statistics = SearchStatistics()

    init(_ matcher: RuleMatcher, _ slot: Int, _ asked: LayerQuestion) {
        (self.matcher, self.slot, layer, options) = (matcher, slot, asked.layer, asked.options)
        (uncertainties, obscured) = (asked.uncertainties, asked.obscured)
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
                // Many sightings have the same coordinates, and so the same distance.
                if first.rule == second.rule, left.coordinate == right.coordinate { return left.id < right.id }
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
