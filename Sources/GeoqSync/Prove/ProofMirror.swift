import Geoq
import GeoqIndex
import GeoqStore

/// The rows of one remote in a store at one moment, ready to be asked, without
/// the rows of other sources, and without those that the server has in another
/// version.
struct ProofMirror {
    let snapshot: Snapshot
    let hotspots: PositionSet
    let entries: PositionSet
    let rules: StoredRules
    let matcher: RuleMatcher
    /// Lists with a rule that is left out.
    let incompleteLists: Set<FeatureID>

    init(
        _ snapshot: Snapshot, _ stored: StoredRules, held: [MirrorTable: Set<FeatureID>], hidden: HiddenRows
    ) throws {
        self.snapshot = snapshot
        let shown = held.reduce(into: [:]) { $0[$1.key] = $1.value.subtracting(hidden[$1.key] ?? []) }
        hotspots = try snapshot.positions(of: shown[.hotspot] ?? [], in: .hotspots)
        entries = try snapshot.positions(of: shown[.watchlistEntries] ?? [], in: .entries)
        let (lists, rows) = (shown[.watchlists] ?? [], shown[.watchlistRules] ?? [])
        var rules = stored
        rules.watchlists.removeAll { !lists.contains($0.id) }
        rules.birds.removeAll { !(shown[.bird]?.contains($0.id) ?? false) }
        rules.rules.removeAll { rule in
            switch rule.id {
            case .row(let id): !rows.contains(id)
            case .columns(_, of: let list): !lists.contains(list)
            }
        }
        self.rules = rules
        matcher = rules.matcher()
        let hiddenRules = hidden[.watchlistRules] ?? []
        incompleteLists = Set(
            stored.rules.lazy.filter { rule in
                if case .row(let id) = rule.id { hiddenRules.contains(id) } else { false }
            }.map(\.watchlist))
    }

    /// The hits of a question.
    func hits(_ query: Query) throws -> [Hit] {
        try snapshot.answer(shown(query), positions: positions(query.layer))
    }

    func count(_ query: Query) throws -> Int {
        try snapshot.count(shown(query), positions: positions(query.layer))
    }

    /// The birds of entries around a place, each with the distance of its
    /// nearest entry.
    func birds(near center: Coordinate, within radius: Distance) throws -> [FeatureID: Double] {
        let query = shown(.near(center, within: radius, layer: .entries))
        return try snapshot.species(query, positions: entries).reduce(into: [:]) { birds, species in
            guard let bird = species.bird, let meters = species.nearest?.meters else { return }
            birds[bird] = meters
        }
    }

    private func positions(_ layer: Layer) -> PositionSet { layer == .entries ? entries : hotspots }

    /// The question, limited to the rows that are not left out. (With a filter,
    /// a snapshot looks at positions.)
    private func shown(_ query: Query) -> Query {
        var query = query
        query.filter = .constant(true)
        return query
    }

    /// The place of a random row of a layer.
    func anyPlace(_ layer: Layer, using generator: inout SplitMix64) throws -> Coordinate? {
        let positions = positions(layer)
        let tree = snapshot.tree(of: layer)
        guard positions.count > 0 else { return nil }
        // Most positions belong to rows that are not left out.
        for _ in 0..<64 {
            let position = generator.below(tree.positionCount)
            if positions.contains(position) { return try tree.coordinate(at: position) }
        }
        return try positions.first { _ in true }.map { try tree.coordinate(at: $0) }
    }
}
