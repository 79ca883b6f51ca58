import GRDB
package import Geoq

/// Rows of the remote that the store does not have among its own, and why.
extension MirrorReader {
    /// The keys of rows that wait, and of those that are staged as unusable.
    package func keysOfWaiting(_ table: MirrorTable, of remote: String) async throws -> [FeatureID: String] {
        guard table.hasKeys else { return [:] }
        var sql = """
            SELECT row_id, source_id FROM main.geoq_remote_waiting
            WHERE remote = ?1 AND table_name = ?2 AND source_id IS NOT NULL
            """
        if let staged {
            sql += """
                 UNION ALL SELECT id, source_id FROM staging.\(staged.loose(table))
                WHERE problem IS NOT NULL AND source_id IS NOT NULL
                """
        }
        return try await read { [sql] db in
            let rows = try Row.fetchAll(db, sql: sql, arguments: [remote, table.rawValue])
            return Self.texts(rows)
        }
    }

    /// The texts of the second column, by the ids of the first.
    private static func texts(_ rows: [Row]) -> [FeatureID: String] {
        rows.reduce(into: [:]) { texts, row in
            let row = WrittenRow(row)
            if let id = row[0].flatMap({ FeatureID($0) }) { texts[id] = row[1] }
        }
    }

    /// Rows that are staged as unusable, and why.
    package func unusable(_ table: MirrorTable) async throws -> [FeatureID: String] {
        guard let staged else { return [:] }
        return try await read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, problem FROM staging.\(staged.loose(table)) WHERE problem IS NOT NULL")
            return Self.texts(rows)
        }
    }

    /// Waiting rows that need not wait any more: the row that they lacked
    /// exists, or is staged.
    package func waitingToRetry(_ table: MirrorTable, of remote: String) async throws -> [FeatureID] {
        guard let staged else { return [] }
        var conditions = [
            "(reason = 'taken' AND NOT EXISTS (SELECT 1 FROM main.\(table) AS t WHERE t.id = row_id))"
        ]
        for parent in Set(table.parents.map(\.table)) {
            conditions.append(
                """
                (reason = 'parent' AND parent_table = '\(parent)' AND (\(staged.holds(parent, "parent_id"))
                    OR EXISTS (SELECT 1 FROM main.\(parent) AS p WHERE p.id = parent_id AND p.deleted_at IS NULL)))
                """)
        }
        let sql = """
            SELECT row_id FROM main.geoq_remote_waiting
            WHERE remote = ? AND table_name = ? AND (\(conditions.joined(separator: " OR ")))
                AND NOT EXISTS (SELECT 1 FROM staging.staged_\(table) AS s WHERE s.id = row_id)
            """
        return try await read { db in
            try String.fetchAll(db, sql: sql, arguments: [remote, table.rawValue]).compactMap { FeatureID($0) }
        }
    }

    /// Rows of the account with changes that the server has not taken.
    package func open(_ table: MirrorTable, of remote: String) async throws -> [FeatureID] {
        guard !table.isReference else { return [] }
        return try await read { db in
            try String.fetchAll(
                db, sql: "SELECT id FROM main.geoq_base_\(table) WHERE ? = (SELECT remote FROM main.geoq_account)",
                arguments: [remote]
            ).compactMap { FeatureID($0) }
        }
    }

    /// Waiting rows: those of the remote that are not among the store's rows.
    package func waiting(_ table: MirrorTable, of remote: String) async throws -> [FeatureID] {
        try await read { db in
            try String.fetchAll(
                db, sql: "SELECT row_id FROM main.geoq_remote_waiting WHERE remote = ? AND table_name = ?",
                arguments: [remote, table.rawValue]
            ).compactMap { FeatureID($0) }
        }
    }
}
