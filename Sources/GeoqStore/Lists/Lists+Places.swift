import GRDB
package import Geoq

extension Store.Lists {
    /// The source of areas that a person draws for a list.
    package static let drawnSource = "drawn"

    /// Makes a list with its rules, all in one transaction.
    ///
    /// - Parameters:
    ///   - values: columns of the list.
    ///   - rules: kinds and parameters.
    ///   - area: an area that is kept as well, for a rule of the list that names
    ///     it; nil for none.
    /// - Returns: the list's id.
    /// - Throws: `RuleProblem` when a rule can't be understood;
    ///   `StoreError.invalidValue`. Then nothing is kept.
    package func add(
        _ values: [ColumnValue], rules: [(kind: RuleKind, parameters: String)], inside area: NewArea? = nil
    ) async throws -> FeatureID {
        let list = FeatureID.random()
        var all = rules
        if let area { all.append((.location, RuleText.area(area.id(in: Self.drawnSource), called: area.name))) }
        let made = all.map { WatchlistRule($0.kind, $0.parameters, on: list) }
        for rule in made { _ = try rule.condition() }
        return try await write { db in
            _ = try Self.add(db, values, id: list)
            if let area {
                _ = try Store.Areas.add(db, [area], from: Self.drawnSource, file: "a map", format: "drawn")
            }
            for rule in made { _ = try Self.add(db, rule.given, to: list, in: .watchlistRules) }
            return list
        }
    }
}
