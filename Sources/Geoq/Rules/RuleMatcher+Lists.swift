import GeoqIndex

/// A rule, read once.
struct RuleState: Sendable {
    enum Meaning: Sendable {
        case understood(RuleCondition)
        /// nil when even the kind of the rule cannot be understood.
        case broken(RuleKind?)
    }

    let id: RuleID
    let meaning: Meaning
    let priority: Int?
    let isInForce: Bool
    /// Its circle in the index, or its area or route.
    var circle: UInt32?
    /// The number of the species condition.
    var species: UInt32 = 0

    init(_ rule: WatchlistRule) {
        (id, priority, isInForce) = (rule.id, rule.priority, rule.isInForce)
        do {
            meaning = .understood(try rule.condition())
        } catch {
            meaning = .broken(RuleKind(ruleType: rule.type))
        }
    }

    /// nil when even the kind cannot be understood.
    var kind: RuleKind? {
        switch meaning {
        case .understood(let condition): condition.kind
        case .broken(let kind): kind
        }
    }

    var isLocation: Bool {
        if case .understood(.location) = meaning { true } else { false }
    }
}

/// A list with its rules, in ascending order of their ids.
struct ListState: Sendable {
    let id: FeatureID
    /// nil when the matcher knows only rules that name the list.
    var list: Watchlist?
    var rules: [RuleState] = []
    /// The species numbers under which the list is among those without a
    /// location rule.
    var placelessSpecies: [UInt32] = []
    var isPlacelessByDate = false

    init(id: FeatureID) {
        self.id = id
    }
}

/// What a search reads about a list.
struct ListRow: BitwiseCopyable, Sendable {
    /// The number of the only species rule's condition; 0 for no rule,
    /// `several` for more than one.
    var species: UInt32 = 0
    var speciesName = SpeciesName.bird
    /// Whether it can match at all.
    var isAlive = false
    var circles = Circles.none
    /// The only date rule.
    var date = DateTest()

    static let several = UInt32.max

    enum Circles: UInt8 { case none, one, several }
    enum SpeciesName: UInt8 { case bird, scientificName, shape }
}

extension SpeciesCondition {
    var name: ListRow.SpeciesName {
        switch self {
        case .bird: .bird
        case .scientificName: .scientificName
        case .shape: .shape
        }
    }
}

extension Match.SpeciesReason.Name {
    init(_ name: ListRow.SpeciesName) {
        switch name {
        case .bird: self = .bird
        case .scientificName: self = .scientificName
        case .shape: self = .shape
        }
    }
}

extension RuleMatcher {
    /// Makes the row of a list anew, after the list or its rules have changed.
    mutating func refresh(_ slot: Int) {
        removePlaceless(slot)
        var row = ListRow()
        var reason = ListReasons(lists[slot].id, slot)
        var (present, usable): (Set<RuleKind>, Set<RuleKind>) = ([], [])
        var hasUnknownKind = false
        var priority: Int?
        var (species, known): ([UInt32], Set<UInt32>) = ([], [])
        for index in lists[slot].rules.indices where lists[slot].rules[index].isInForce {
            let rule = lists[slot].rules[index]
            if let own = rule.priority { priority = max(priority ?? own, own) }
            if let kind = rule.kind { present.insert(kind) } else { hasUnknownKind = true }
            guard case .understood(let condition) = rule.meaning else { continue }
            // A location rule without a place names an area that cannot be used.
            if condition.kind == .location, rule.circle == nil { continue }
            let isFirst = usable.insert(condition.kind).inserted
            switch condition {
            case .location, .area, .route:
                row.circles = isFirst ? .one : .several
            case .species(let asked):
                let number = vocabulary.number(of: asked)
                lists[slot].rules[index].species = number
                if known.insert(number).inserted { species.append(number) }
                (row.species, row.speciesName) = (isFirst ? number : ListRow.several, asked.name)
                reason[.species] = rule.id
            case .dates(let range):
                row.date = isFirst ? DateTest(range) : .several
                reason[.date] = rule.id
                ranges[slot] = range
            }
        }
        reason.priority = priority ?? 0
        row.isAlive =
            lists[slot].list.map { !$0.isDeleted } ?? false && !hasUnknownKind && !present.isEmpty && present == usable
        (rows[slot], reasons[slot]) = (row, reason)
        for rule in lists[slot].rules {
            guard let circle = rule.circle else { continue }
            reason[.location] = rule.id
            if circle < RuleShapes.firstID {
                (rowOfCircle[Int(circle)], reasonsOfCircle[Int(circle)]) = (row, reason)
            } else {
                shapes.set(circle, row, reason)
            }
        }
        if row.isAlive, row.circles == .none { insertPlaceless(slot, species) }
    }

    private mutating func insertPlaceless(_ slot: Int, _ species: [UInt32]) {
        lists[slot].placelessSpecies = species
        lists[slot].isPlacelessByDate = species.isEmpty
        for number in species { placelessBySpecies[number, default: []].append(UInt32(slot)) }
        if species.isEmpty { placelessByDate.append(UInt32(slot)) }
    }

    private mutating func removePlaceless(_ slot: Int) {
        for number in lists[slot].placelessSpecies {
            placelessBySpecies[number]?.removeAll { $0 == slot }
            if placelessBySpecies[number]?.isEmpty ?? false { placelessBySpecies[number] = nil }
        }
        if lists[slot].isPlacelessByDate { placelessByDate.removeAll { $0 == slot } }
        lists[slot].placelessSpecies = []
        lists[slot].isPlacelessByDate = false
    }
}
