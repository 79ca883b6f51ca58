/// What a rule is about. The raw value is the word in `rule_type`.
public enum RuleKind: String, Hashable, Sendable, CaseIterable {
    /// Where a bird is seen.
    case location
    /// What is seen.
    case species
    /// When it is seen.
    case date
}

/// Which rule: a row of `watchlist_rules`, or one of the rules that a watchlist
/// has as columns of its own.
public enum RuleID: Hashable, Sendable {
    /// The row of `watchlist_rules` that has this id.
    case row(FeatureID)
    /// The rule of this kind in the columns of the watchlist that has this id.
    case columns(RuleKind, of: FeatureID)
}

extension RuleID: Comparable {
    /// Rules in columns come before those in rows; then by UUID; then location,
    /// species, date.
    public static func < (lhs: RuleID, rhs: RuleID) -> Bool {
        lhs.order < rhs.order
    }

    private var order: (Int, FeatureID, Int) {
        switch self {
        case .columns(.location, let list): (0, list, 0)
        case .columns(.species, let list): (0, list, 1)
        case .columns(.date, let list): (0, list, 2)
        case .row(let id): (1, id, 0)
        }
    }
}

extension RuleID: CustomStringConvertible {
    /// The UUID of the row; of a rule in columns, the watchlist's UUID and the
    /// columns' name: `8f14…/location_rule`.
    public var description: String {
        switch self {
        case .row(let id): id.description
        case .columns(let kind, let list): "\(list)/\(kind.rawValue)_rule"
        }
    }
}

/// One rule of a watchlist, as it is stored: not interpreted yet.
///
/// Rules of one kind are alternatives; the kinds that a list has must all hold.
/// A rule that can't be understood never matches; `RuleMatcher.findings(watchlists:rules:birds:)`
/// says why.
public struct WatchlistRule: Hashable, Sendable, Identifiable {
    /// Which rule it is.
    public var id: RuleID
    /// The list that it belongs to.
    public var watchlist: FeatureID
    /// `rule_type`, as it was written.
    public var type: String
    /// `parameters_json`, as it was written; nil when the row has none.
    public var parameters: String?
    /// An inactive rule is as if it were not there.
    public var isActive: Bool
    /// A deleted rule is as if it were not there.
    public var isDeleted: Bool
    /// nil for rules in columns, which have none.
    public var priority: Int?
    package var sync = RowSync()

    /// A row of `watchlist_rules`.
    public init(
        id: FeatureID, watchlist: FeatureID, type: String, parameters: String?, isActive: Bool = true,
        isDeleted: Bool = false, priority: Int = 0
    ) {
        (self.id, self.watchlist, self.type, self.parameters) = (.row(id), watchlist, type, parameters)
        (self.isActive, self.isDeleted, self.priority) = (isActive, isDeleted, priority)
    }

    init(columns kind: RuleKind, of watchlist: FeatureID, _ members: [(name: String, value: JSONValue?)]) {
        (id, self.watchlist, type) = (.columns(kind, of: watchlist), watchlist, kind.rawValue)
        parameters =
            JSONValue.object(
                JSONObject(members.compactMap { name, value in value.map { JSONObject.Member(name, $0) } })
            ).text
        (isActive, isDeleted, priority) = (true, false, nil)
    }

    /// Whether it counts: active and not deleted.
    package var isInForce: Bool { isActive && !isDeleted }
}

extension Sequence<WatchlistRule> {
    /// What the rules of a kind that are in force say, as one text that tells whether others have changed
    /// them: their parameters, in the order of the texts.
    package func parameters(of kind: RuleKind) -> String {
        filter { $0.isInForce && RuleKind(ruleType: $0.type) == kind }.map { $0.parameters ?? "" }.sorted()
            .joined(separator: "\n")
    }
}

extension WatchlistRule {
    /// The rule in `location_rule_lat`, `location_rule_lon` and
    /// `location_rule_radius_km`, when `location_rule_enabled`.
    ///
    /// Missing and unusable numbers are left to `condition()` to report.
    package static func location(
        columnsOf watchlist: FeatureID, latitude: Double?, longitude: Double?, radiusKilometers: Double?
    ) -> WatchlistRule {
        WatchlistRule(
            columns: .location, of: watchlist,
            [
                ("lat", latitude.map { .number($0) }), ("lon", longitude.map { .number($0) }),
                ("radius_km", radiusKilometers.map { .number($0) }),
            ])
    }

    /// The rule in `species_rule_shape_id`, when `species_rule_enabled`.
    package static func species(columnsOf watchlist: FeatureID, shapeID: String?) -> WatchlistRule {
        WatchlistRule(columns: .species, of: watchlist, [("shape_id", shapeID.map { .string($0) })])
    }

    /// The rule in `date_rule_start_date` and `date_rule_end_date`, when
    /// `date_rule_enabled`.
    package static func dates(columnsOf watchlist: FeatureID, start: String?, end: String?) -> WatchlistRule {
        WatchlistRule(
            columns: .date, of: watchlist, [("start", start.map { .string($0) }), ("end", end.map { .string($0) })])
    }
}
