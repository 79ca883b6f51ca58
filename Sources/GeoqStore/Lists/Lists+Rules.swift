import GRDB
package import Geoq

/// A list has several rules of a kind, which are alternatives; so none of them is
/// the one that a person means.
package struct SeveralRules: Error, Hashable, Sendable {
    package let kind: RuleKind
    package let count: Int
}

extension Store.Lists {
    /// What a list's only rule of a kind becomes; a list without one gets it.
    package enum RuleChange: Sendable {
        case none
        case circle(center: Coordinate, radius: Distance)
        case parameters(String)
        /// An area that is kept as well, under the list's title.
        case drawn(NewArea)
    }

    /// Changes columns of a list, and its rules, all in one transaction.
    ///
    /// A rule stays where it is, in columns of the list or in a row, if it can: so
    /// a circle that is moved is one change of one row.
    ///
    /// - Parameters:
    ///   - values: columns of the list, none of those of its rules.
    ///   - changes: by kind.
    ///   - former: as of `edit` of a row.
    ///   - isAsShown: whether the rules of a kind still say what the caller has shown to a person:
    ///     `parameters(of:)` of them. It is asked about all kinds.
    /// - Throws: `SeveralRules` when the list has more than one rule of a kind that
    ///   changes; `RuleProblem`; as `edit` of a row. Then nothing is changed.
    package func edit(
        _ list: FeatureID, _ values: [ColumnValue], rules changes: [RuleKind: RuleChange],
        insteadOf former: [ColumnValue] = [],
        where isAsShown: @Sendable @escaping (RuleKind, String) -> Bool = { _, _ in true }
    ) async throws {
        try await write { db in
            try Self.check(db, RowKey(.watchlists, list), has: former)
            try Self.check(db, list, isAsShown)
            // Also when only rules change: their list says who may do it.
            try Self.edit(db, RowKey(.watchlists, list), values)
            for kind in RuleKind.allCases {
                guard let change = changes[kind] else { continue }
                try Self.change(db, kind, of: list, change)
            }
        }
    }

    /// - Throws: `StoreError.changedMeanwhile`, which names the kinds whose rules are others by now.
    private static func check(
        _ db: Database, _ list: FeatureID, _ isAsShown: (RuleKind, String) -> Bool
    ) throws {
        let rules =
            try WatchlistRule.all(db, "watchlist_id = ?", [list.description])
            + Store.Rules.rulesInColumns(db, of: list)
        let changed = RuleKind.allCases.filter { !isAsShown($0, rules.parameters(of: $0)) }
        if changed.isEmpty { return }
        throw StoreError.changedMeanwhile(
            columns: changed.map { "the rule of \($0.rawValue)" }, now: changed.map { _ in .null })
    }

    private static func change(
        _ db: Database, _ kind: RuleKind, of list: FeatureID, _ change: RuleChange
    ) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM watchlists WHERE id = ?", arguments: [list.description])
        // The column is one of three literals.
        let isInColumns = row?["\(kind.rawValue)_rule_enabled"] == true
        let rules = try WatchlistRule.all(db, "watchlist_id = ? ORDER BY id", [list.description])
            .filter { $0.isInForce && RuleKind(ruleType: $0.type) == kind }
        let count = rules.count + (isInColumns ? 1 : 0)
        guard count <= 1 else { throw SeveralRules(kind: kind, count: count) }
        switch change {
        case .none:
            try disable(db, kind, of: list, isInColumns)
            for rule in rules { try remove(db, rule) }
        case .circle(let center, let radius) where rules.isEmpty:
            try edit(db, RowKey(.watchlists, list), columns(center, radius))
        case .circle(let center, let radius):
            try write(db, kind, RuleText.location(center, radius), of: list, rules.first)
        case .parameters(let text):
            try disable(db, kind, of: list, isInColumns)
            try write(db, kind, text, of: list, rules.first)
        case .drawn(let area):
            try disable(db, kind, of: list, isInColumns)
            _ = try Store.Areas.add(db, [area], from: drawnSource, file: "a map", format: "drawn")
            try write(
                db, kind, RuleText.area(area.id(in: drawnSource), called: area.name), of: list, rules.first)
        }
        try Store.Areas.removeUnnamedDrawn(db)
    }

    private static func columns(_ center: Coordinate, _ radius: Distance) -> [ColumnValue] {
        [
            ColumnValue("location_rule_enabled", .bool(true)),
            ColumnValue("location_rule_lat", .real(center.latitude)),
            ColumnValue("location_rule_lon", .real(center.longitude)),
            ColumnValue("location_rule_radius_km", .real(radius.kilometers)),
        ]
    }

    /// Takes away a rule that a list has as columns.
    private static func disable(_ db: Database, _ kind: RuleKind, of list: FeatureID, _ isInColumns: Bool) throws {
        guard isInColumns else { return }
        let empty = kind == .location ? ["lat", "lon", "radius_km"] : []
        try edit(
            db, RowKey(.watchlists, list),
            [ColumnValue("\(kind.rawValue)_rule_enabled", .bool(false))]
                + empty.map { ColumnValue("\(kind.rawValue)_rule_\($0)", .null) })
    }

    private static func remove(_ db: Database, _ rule: WatchlistRule) throws {
        guard case .row(let id) = rule.id else { return }
        try checkWritable(db, RowKey(.watchlistRules, id), to: .delete)
        try db.execute(sql: "DELETE FROM watchlist_rules WHERE id = ?", arguments: [id.description])
    }

    private static func write(
        _ db: Database, _ kind: RuleKind, _ parameters: String, of list: FeatureID, _ rule: WatchlistRule?
    ) throws {
        let new = WatchlistRule(kind, parameters, on: list)
        _ = try new.condition()
        guard let rule, case .row(let id) = rule.id else {
            _ = try add(db, new.given, to: list, in: .watchlistRules)
            return
        }
        try edit(db, RowKey(.watchlistRules, id), [ColumnValue("parameters_json", .text(parameters))])
    }
}
