import GRDB
package import Geoq

extension Store.Rules {
    /// The source of lists and rules that a user made with geoq.
    package static let handwrittenSource = "shell"

    /// Makes a list.
    ///
    /// - Returns: its id.
    package func addWatchlist(title: String) async throws -> FeatureID {
        try await store.lists.add([ColumnValue("title", .text(title))])
    }

    /// Adds rules to a list, all of them or none.
    ///
    /// - Parameter rules: kinds and parameters; the parameters are kept byte for
    ///   byte.
    /// - Returns: the ids of the new rules, in order.
    /// - Throws: `RuleProblem` when one of them can't be understood; `StoreError.invalidValue`
    ///   for a priority that no server takes; `StoreError.ofAnother` for a list that is shared with this user for
    ///   viewing.
    package func add(
        _ rules: [(kind: RuleKind, parameters: String)], to watchlist: FeatureID, priority: Int = 0
    ) async throws -> [FeatureID] {
        try RowRules.checkInteger(Int64(priority), of: "priority")
        let rows = rules.map { (id: RecordUUID.random(), type: $0.kind.rawValue, parameters: $0.parameters) }
        for row in rows {
            _ = try WatchlistRule(id: row.id, watchlist: watchlist, type: row.type, parameters: row.parameters)
                .condition()
        }
        try await write { db in
            // With an account, what is added to a list of the account is the
            // account's.
            let source =
                try String.fetchOne(
                    db,
                    sql: "SELECT source FROM watchlists WHERE id = ? AND source = (SELECT captures FROM geoq_device)",
                    arguments: [watchlist.description]) ?? Self.handwrittenSource
            if source == Self.handwrittenSource { _ = try Store.Lists.handwriting(db) }
            try Store.Lists.checkRight(db, RowKey(.watchlists, watchlist), to: .edit)
            for row in rows {
                try db.execute(
                    sql: """
                        INSERT INTO watchlist_rules
                            (id, watchlist_id, rule_type, parameters_json, priority, created_at, updated_at, source)
                        VALUES (?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),
                            strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?)
                        """,
                    arguments: [
                        row.id.description, watchlist.description, row.type, row.parameters, priority,
                        source,
                    ])
            }
        }
        return rows.map(\.id)
    }

    /// Removes rules: rows of `watchlist_rules` by their ids, rules in columns
    /// (`LIST/location_rule`) by disabling them. All of them or none. An id that comes
    /// again counts once.
    ///
    /// - Throws: `StoreError` when there is no such rule, when it is mirrored from
    ///   a remote, or when its list is shared with this user for viewing.
    package func remove(_ ids: [String]) async throws {
        try await write { db in
            var gone: Set<String> = []
            for text in ids {
                let id = text.lowercased()
                guard gone.insert(id).inserted else { continue }
                if let slash = id.firstIndex(of: "/") {
                    let (list, name) = (String(id[..<slash]), String(id[id.index(after: slash)...]))
                    let kind = RuleKind.allCases.first { "\($0.rawValue)_rule" == name }
                    guard let kind else { throw StoreError.unknownRule(text) }
                    try Self.refuse(text, .watchlists, list, .edit, db)
                    // The column is one of three literals.
                    let column = "\(kind.rawValue)_rule_enabled"
                    try db.execute(
                        sql: "UPDATE watchlists SET \(column) = 0 WHERE id = ? AND \(column) = 1", arguments: [list])
                } else {
                    try Self.refuse(text, .watchlistRules, id, .delete, db)
                    try db.execute(sql: "DELETE FROM watchlist_rules WHERE id = ?", arguments: [id])
                }
                guard db.changesCount > 0 else { throw StoreError.unknownRule(text) }
            }
            try Store.Areas.removeUnnamedDrawn(db)
        }
    }

    /// Removes a list with its entries and rules.
    ///
    /// - Throws: `StoreError.mirrored`; `StoreError.ofAnother` for another user's list.
    package func removeWatchlist(_ id: FeatureID) async throws {
        try await write { db in
            try Self.refuse("the watchlist", .watchlists, id.description, .delete, db)
            try db.execute(sql: "DELETE FROM watchlists WHERE id = ?", arguments: [id.description])
            try Store.Areas.removeUnnamedDrawn(db)
        }
    }

    /// Refuses a change that would not last, or that the project would refuse.
    private static func refuse(
        _ row: String, _ table: MirrorTable, _ id: String, _ change: Store.Lists.Change, _ db: Database
    ) throws {
        let remote = try String.fetchOne(
            db,
            sql: """
                SELECT name FROM geoq_source WHERE kind = 'remote' AND name IS NOT (SELECT captures FROM geoq_device)
                    AND name = (SELECT source FROM \(table) WHERE id = ?)
                """, arguments: [id])
        if let remote {
            try Store.Lists.checkStaying(db)
            throw StoreError.mirrored(row, source: remote)
        }
        if let id = FeatureID(id) { try Store.Lists.checkRight(db, RowKey(table, id), to: change) }
    }

    static func registerHandwriting(_ db: Database) throws {
        try Store.Imports.register(handwrittenSource, db)
    }
}
