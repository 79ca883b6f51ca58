import GeoqIndex

/// Which watchlists does a sighting match, and why?
///
/// A watchlist has up to three kinds of rule. Rules of one kind are
/// alternatives; each kind that the list has must hold. A kind without any rule
/// that can be understood can't hold, so its list matches nothing; a list
/// without any rule in force matches nothing, too.
///
///     let matcher = RuleMatcher(watchlists: lists, rules: rules, birds: birds)
///     for match in matcher.matches(sighting) { print(match.watchlist, match.certainty) }
///
/// A value: ask it from any thread. Lists and rules are added and removed one
/// by one. A copy is not affected; while a copy exists, the first change copies
/// everything.
public struct RuleMatcher: Sendable {
    var circles: CircleIndex
    /// Areas and routes; their ids are larger than those of circles.
    var shapes = RuleShapes()
    /// By slot: whether a list can match, without a look at its rules.
    var rows: [ListRow] = []
    /// By slot: what an answer says about a list.
    var reasons: [ListReasons] = []
    /// By slot: the only date rule's range.
    var ranges: [DateRange] = []
    /// By circle: a copy of its list's row, and of the list's reasons with the
    /// circle's own rule. A search reads them for each circle around; so it
    /// need not look up the slot first.
    var rowOfCircle: [ListRow] = []
    var reasonsOfCircle: [ListReasons] = []
    /// By slot: everything.
    var lists: [ListState] = []
    var vocabulary: SpeciesVocabulary
    /// The slots of lists without a location rule, by what they ask for.
    var placelessBySpecies: [UInt32: [UInt32]] = [:]
    /// The slots of lists with neither a location rule nor a species rule.
    var placelessByDate: [UInt32] = []
    private var slots: [FeatureID: Int] = [:]
    private var listOfRule: [RuleID: FeatureID] = [:]

    /// A matcher for some lists.
    ///
    /// - Parameters:
    ///   - rules: those of `watchlist_rules` and those that lists have as
    ///     columns, in any order. Of two with the same id the last counts. A
    ///     rule without its list matches nothing until the list is set.
    ///   - birds: they tell which ids, names and shapes belong together.
    /// - Complexity: O(*n* log *n*).
    public init(watchlists: [Watchlist], rules: [WatchlistRule], birds: [Bird] = []) {
        self.init(watchlists: watchlists, rules: rules, birds: birds, areas: [:])
    }

    /// The same for rules that name areas.
    ///
    /// - Parameter areas: by what rules call them (`AreaCondition`). A rule whose
    ///   area is missing or unusable is as one that cannot be understood.
    /// - Complexity: O(*n* log *n*), and as much of the vertices of areas that
    ///   rules in force name.
    package init(
        watchlists: [Watchlist], rules: [WatchlistRule], birds: [Bird], areas: [String: RuleArea]
    ) {
        vocabulary = SpeciesVocabulary(birds)
        circles = CircleIndex()
        var last: [RuleID: Int] = [:]
        for (index, rule) in rules.enumerated() { last[rule.id] = index }
        let read = rules.indices.lazy.filter { last[rules[$0].id] == $0 }.map { (rules[$0], RuleState(rules[$0])) }
        let states = Self.byPlace(Array(read))
        // Lists whose circles are neighbors get neighboring slots, so that a
        // search finds them in few cache lines; lists without a circle come
        // last.
        for (rule, state) in states where state.isLocation { _ = slot(of: rule.watchlist) }
        for list in watchlists { lists[slot(of: list.id)].list = list }
        let named = states.compactMap { _, state -> String? in
            guard state.isInForce, case .understood(.area(let condition)) = state.meaning else { return nil }
            return condition.area
        }
        shapes = RuleShapes(areas, naming: Set(named))
        // All circles at once, so that the index can choose grids that suit
        // them.
        var found: [Circle] = []
        for (rule, readState) in states {
            let slot = slot(of: rule.watchlist)
            var state = readState
            if case .understood(.location(let circle)) = state.meaning, state.isInForce {
                state.circle = UInt32(found.count)
                found.append(circle)
                rowOfCircle.append(ListRow())
                reasonsOfCircle.append(reasons[slot])
            } else if case .understood(let condition) = state.meaning, state.isInForce {
                state.circle = shapes.insert(condition, reasons[slot])
            }
            lists[slot].rules.append(state)
            listOfRule[rule.id] = rule.watchlist
        }
        circles = CircleIndex(found)
        for slot in lists.indices {
            lists[slot].rules.sort { $0.id < $1.id }
            refresh(slot)
        }
    }

    /// Rules with circles, in an order in which neighbors lie together, then
    /// the other rules in their given order.
    private static func byPlace(_ rules: [(WatchlistRule, RuleState)]) -> [(WatchlistRule, RuleState)] {
        let keys = rules.indices.map { index -> (key: UInt64, index: Int) in
            guard case .understood(.location(let circle)) = rules[index].1.meaning else { return (.max, index) }
            return (CircleIndex.orderKey(of: circle.center), index)
        }
        return keys.sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map { rules[$0.index] }
    }

    /// How many lists it knows, including those that match nothing.
    public var watchlistCount: Int { lists.count { $0.list != nil } }

    /// How many rules it knows.
    public var ruleCount: Int { listOfRule.count }

    /// Adds a list, or replaces its title and whether it is deleted.
    ///
    /// - Complexity: O(rules of the list); of one without a location rule also of the other such lists that ask for
    ///   one of its species, or, as it does, for none.
    public mutating func set(_ list: Watchlist) {
        let slot = slot(of: list.id)
        lists[slot].list = list
        refresh(slot)
    }

    /// Adds a rule, or replaces the one with its id.
    ///
    /// - Complexity: That of setting the list, and some microseconds. The first rule with an
    ///   area takes as long as the areas of all rules took.
    public mutating func set(_ rule: WatchlistRule) {
        remove(rule.id)
        let slot = slot(of: rule.watchlist)
        var state = RuleState(rule)
        if case .understood(.location(let circle)) = state.meaning, state.isInForce {
            let id = circles.insert(circle)
            state.circle = UInt32(id)
            if id == rowOfCircle.count {
                rowOfCircle.append(ListRow())
                reasonsOfCircle.append(reasons[slot])
            }
        } else if case .understood(let condition) = state.meaning, state.isInForce {
            state.circle = shapes.insert(condition, reasons[slot])
        }
        let place = lists[slot].rules.firstIndex { $0.id > rule.id } ?? lists[slot].rules.count
        lists[slot].rules.insert(state, at: place)
        listOfRule[rule.id] = rule.watchlist
        refresh(slot)
    }

    /// Removes a rule; does nothing when there is none with this id.
    ///
    /// - Complexity: That of setting the list, and some microseconds.
    public mutating func remove(_ rule: RuleID) {
        guard let list = listOfRule.removeValue(forKey: rule), let slot = slots[list],
            let index = lists[slot].rules.firstIndex(where: { $0.id == rule })
        else { return }
        if let circle = lists[slot].rules.remove(at: index).circle { removePlace(circle) }
        refresh(slot)
    }

    /// Removes a list with all its rules; does nothing when there is none with
    /// this id.
    ///
    /// - Complexity: That of setting the list, and some microseconds for each of its rules.
    public mutating func remove(watchlist: FeatureID) {
        guard let slot = slots[watchlist] else { return }
        for rule in lists[slot].rules {
            listOfRule[rule.id] = nil
            if let circle = rule.circle { removePlace(circle) }
        }
        // The slot remains reserved for the list, in case it is set again.
        lists[slot].list = nil
        lists[slot].rules = []
        refresh(slot)
    }

    /// Removes a circle, an area or a route.
    private mutating func removePlace(_ id: UInt32) {
        if id < RuleShapes.firstID { circles.remove(Int(id)) } else { shapes.remove(id) }
    }

    /// The row of the list of a hit's circle, area or route.
    @inline(__always)
    func row(ofHit id: UInt32) -> ListRow {
        id < RuleShapes.firstID ? rowOfCircle[Int(id)] : shapes.rows[Int(id & ~RuleShapes.firstID)]
    }

    /// What an answer says about the list of a hit's circle, area or route.
    @inline(__always)
    func reasons(ofHit id: UInt32) -> ListReasons {
        id < RuleShapes.firstID ? reasonsOfCircle[Int(id)] : shapes.reasons[Int(id & ~RuleShapes.firstID)]
    }

    /// The slot of a list, made when it has none.
    private mutating func slot(of id: FeatureID) -> Int {
        if let known = slots[id] { return known }
        let slot = lists.count
        slots[id] = slot
        lists.append(ListState(id: id))
        rows.append(ListRow())
        reasons.append(ListReasons(id, slot))
        ranges.append(.days(from: nil, through: nil))
        return slot
    }

    /// The slot of a list that is known.
    func knownSlot(of id: FeatureID) -> Int? { slots[id] }
}
