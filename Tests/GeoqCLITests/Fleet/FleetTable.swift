/// A table whose rows a fleet writes: lists, and the entries and rules in them.
struct FleetTable: Sendable {
    var name: String
    /// The columns that are edited, all of them texts.
    var columns: [String]
    /// What the ids of rows begin with that a device has made. Rows that were there at first stay.
    var mark: String
    /// SQL of the columns that a new row has besides, and of their values; nil for lists.
    private var more: (columns: String, values: String)?

    static let lists = FleetTable(name: "watchlists", columns: ["title", "type", "location"], mark: "d")
    static let entries = FleetTable(
        name: "watchlist_entries", columns: ["notes", "nickname", "observed_by"], mark: "e",
        more: ("bird_id", "'\(bird)'"))
    static let rules = FleetTable(
        name: "watchlist_rules", columns: ["rule_type", "parameters_json"], mark: "f", more: ("is_active", "0"))
    /// A list before what belongs to it.
    static let all = [lists, entries, rules]

    static let bird = "b0000000-0000-4000-8000-000000000001"

    private init(name: String, columns: [String], mark: String, more: (columns: String, values: String)? = nil) {
        (self.name, self.columns, self.mark, self.more) = (name, columns, mark, more)
    }

    var isOfList: Bool { more != nil }

    /// SQL of the rows that are not deleted: the id, the table, and the columns as texts.
    ///
    /// - Parameter condition: SQL of which rows.
    static func rows(where condition: (FleetTable) -> String = { _ in "true" }) -> String {
        let most = all.map(\.columns.count).max() ?? 0
        return all.map { table in
            let values =
                table.columns.map { "coalesce(\($0), '')" }
                + Array(repeating: "''", count: most - table.columns.count)
            return """
                SELECT CAST(id AS text) AS id, '\(table.name)', \(values.joined(separator: ", ")) FROM \(table.name)
                WHERE deleted_at IS NULL AND \(condition(table))
                """
        }.joined(separator: " UNION ALL ") + " ORDER BY 1"
    }

    /// A column's value as the table takes it, of a word that is found again.
    func value(_ word: String, of column: String) -> String {
        column == "parameters_json" ? "{\"word\": \"\(word)\"}" : word
    }

    /// SQL that makes a row.
    ///
    /// - Parameters:
    ///   - owner: SQL of the row's source and its list's owner.
    ///   - list: the list that it belongs to.
    func insertion(id: String, _ word: String, remote: String, owner: String, list: String) -> String {
        let first = columns[0]
        let (columns, values) =
            more.map { ("watchlist_id, \($0.columns)", "'\(list)', \($0.values)") }
            ?? ("owner_id", "'\(owner)'")
        return """
            INSERT INTO \(name) (id, source, \(first), \(columns))
                VALUES ('\(id)', '\(remote)', '\(value(word, of: first))', \(values));
            """
    }
}
