import GeoqIndex

/// Something noteworthy about a rule or a list. The rule still means what it
/// says.
public struct RuleFinding: Hashable, Sendable {
    /// The list that it is about, or whose rule.
    public var watchlist: FeatureID
    /// nil when it is about the list.
    public var rule: RuleID?
    /// The rule's parameters, as they are stored; empty when it is about the
    /// list.
    public var text: String
    package var kind: Kind
    /// The predicate of a sentence: "radius_km is missing".
    public var reason: String

    /// The raw value is the word in answers. The gravest kinds come first.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The rule can't be understood and never matches.
        case notUnderstood = "not-understood"
        /// The list can never match.
        case neverMatches = "never-matches"
        /// There is no such list.
        case noWatchlist = "no-watchlist"
        /// The list is deleted.
        case deletedWatchlist = "deleted-watchlist"
        /// The area that the rule names cannot be used.
        case noArea = "no-area"
        /// The circle holds every place.
        case everywhere
        /// Another rule of the list asks for the same.
        case duplicate
        /// No known bird is what the rule asks for.
        case unknownBird = "unknown-bird"
    }
}

extension RuleMatcher {
    /// What is noteworthy: by list, for each the list itself before its rules,
    /// then by rule.
    ///
    /// - Parameter rules: those that the matcher was made of. The findings
    ///   quote their texts.
    /// - Complexity: O(*n* log *n*).
    public static func findings(watchlists: [Watchlist], rules: [WatchlistRule], birds: [Bird] = []) -> [RuleFinding] {
        findings(watchlists: watchlists, rules: rules, birds: birds, areas: [:])
    }

    /// The same for rules that name areas.
    ///
    /// - Parameters:
    ///   - areas: as for the matcher.
    ///   - isSeen: whether there are sightings of a name that no bird has, as rules write it.
    package static func findings(
        watchlists: [Watchlist], rules: [WatchlistRule], birds: [Bird], areas: [String: RuleArea],
        isSeen: (String) -> Bool = { _ in true }
    ) -> [RuleFinding] {
        let vocabulary = SpeciesVocabulary(birds)
        let lists = Dictionary(watchlists.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
        let byList = Dictionary(grouping: rules.filter { !$0.isDeleted }) { $0.watchlist }
        var findings: [RuleFinding] = []
        for id in Set(lists.keys).union(byList.keys).sorted() {
            let rules = (byList[id] ?? []).sorted { $0.id < $1.id }
            if let list = lists[id], !list.isDeleted, let reason = whyNever(rules, areas) {
                findings.append(RuleFinding(watchlist: id, rule: nil, text: "", kind: .neverMatches, reason: reason))
            }
            var seen: [RuleCondition: RuleID] = [:]
            for rule in rules {
                func add(_ kind: RuleFinding.Kind, _ reason: String) {
                    findings.append(
                        RuleFinding(
                            watchlist: id, rule: rule.id, text: rule.parameters ?? "", kind: kind, reason: reason))
                }
                if lists[id] == nil { add(.noWatchlist, "there is no watchlist \(id)") }
                if lists[id]?.isDeleted ?? false { add(.deletedWatchlist, "the watchlist is deleted") }
                do {
                    let condition = try rule.condition()
                    if case .location(let circle) = condition, circle.isEverywhere {
                        add(.everywhere, "the circle holds every place on Earth")
                    }
                    if case .area(let asked) = condition, let reason = areas.whyUnusable(asked.area, of: rule) {
                        add(.noArea, reason)
                    }
                    if case .species(let asked) = condition, !vocabulary.isKnown(asked) {
                        if case .scientificName(let name) = asked {
                            if !isSeen(name) { add(.unknownBird, "no bird and no sighting is called so") }
                        } else {
                            add(.unknownBird, asked.name == .shape ? "no bird has this shape" : "there is no such bird")
                        }
                    }
                    guard rule.isActive else { continue }
                    if let first = seen[condition] {
                        add(.duplicate, "rule \(first) asks for the same")
                    } else {
                        seen[condition] = rule.id
                    }
                } catch {
                    add(.notUnderstood, error.reason)
                }
            }
        }
        return findings
    }

    /// Why a list with these rules can never match; nil when it can.
    private static func whyNever(_ rules: [WatchlistRule], _ areas: [String: RuleArea]) -> String? {
        let active = rules.filter(\.isActive)
        if rules.isEmpty { return "it has no rules" }
        if active.isEmpty { return "none of its rules is active" }
        for rule in active where RuleKind(ruleType: rule.type) == nil {
            return "rule \(rule.id) is of an unknown kind"
        }
        for kind in RuleKind.allCases {
            let ofKind = active.filter { RuleKind(ruleType: $0.type) == kind }
            if !ofKind.isEmpty, ofKind.allSatisfy({ !isUsable($0, areas) }) {
                return "none of its \(kind.rawValue) rules can be understood"
            }
        }
        return nil
    }

    private static func isUsable(_ rule: WatchlistRule, _ areas: [String: RuleArea]) -> Bool {
        guard let condition = try? rule.condition() else { return false }
        if case .area(let asked) = condition { return areas.whyUnusable(asked.area) == nil }
        return true
    }
}

extension [String: RuleArea] {
    /// Why an area that a rule names cannot be used; nil when it can.
    ///
    /// - Parameter rule: may know what an area is called of which nothing else is left.
    package func whyUnusable(_ name: String, of rule: WatchlistRule? = nil) -> String? {
        switch self[name] {
        case .found: nil
        case .missing:
            "the store has no area "
                + (rule?.areaName.map { "\(FieldProblem.quoted($0)) (id \(name))" } ?? "with the id \(name)")
                + ": it was removed, or another device has it"
        case .unusable(let reason): reason
        case nil: "there is no area \(FieldProblem.quoted(name))"
        }
    }
}
