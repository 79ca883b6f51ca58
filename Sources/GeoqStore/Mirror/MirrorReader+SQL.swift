import Geoq

/// The statements that select rows of a mirror as they are, or as the server last had
/// them where they have changes that it has not taken.
extension MirrorReader {
    private static let isHeld = "t.source = ?1 AND NOT (t.sync_token IS NULL AND t.deleted_at IS NOT NULL)"

    /// The condition that a row has no changes which wait for the server. Of a row with
    /// such changes, the row as the server last had it (its base) is read instead.
    static func isClosed(_ table: MirrorTable) -> String {
        table.isReference ? "" : " AND NOT EXISTS (SELECT 1 FROM main.geoq_base_\(table) AS c WHERE c.id = t.id)"
    }

    /// The rows with open changes, as the server last had them.
    static func bases(_ table: MirrorTable) -> String {
        """
        FROM main.geoq_base_\(table) AS b
        WHERE NOT b.is_born AND NOT b.is_gone AND ?1 = (SELECT remote FROM main.geoq_account)
        """
    }

    private static func condition(_ column: String, _ isRange: Bool) -> String {
        isRange ? " AND \(column) >= ?2 AND \(column) < ?3" : ""
    }

    /// The rows of a selection that are among the store's, or staged: SQL from
    /// FROM on, and the alias of the table that has their values.
    ///
    /// The names are literals of `MirrorTable`. Rows whose ids the remote has
    /// several times are in no selection.
    private static func rows(
        _ selection: Selection, _ table: MirrorTable, isRange: Bool
    ) -> (sql: String, alias: String) {
        switch selection {
        case .held:
            ("FROM main.\(table) AS t WHERE \(isHeld)\(isClosed(table))\(condition("t.id", isRange))", "t")
        case .overtaken:
            (
                """
                FROM staging.staged_\(table) AS s CROSS JOIN main.\(table) AS t ON t.id = s.id
                WHERE \(isHeld)\(isClosed(table))\(condition("s.id", isRange))
                """, "t"
            )
        // SQLite wants every bound parameter to be used.
        case .staged:
            (
                "FROM staging.staged_\(table) AS s WHERE NOT gone AND ?1 IS NOT NULL\(condition("s.id", isRange))",
                "s"
            )
        }
    }

    static func tokens(
        _ selection: Selection, _ table: MirrorTable, isRange: Bool, key hasKey: Bool = false
    ) -> String {
        let rows = rows(selection, table, isRange: isRange)
        func key(_ alias: String) -> String { hasKey ? ", \(alias).source_id" : "" }
        if selection == .staged { return "SELECT s.id, s.token\(key("s")) \(rows.sql)" }
        let waiting =
            selection == .held
            ? "FROM main.geoq_remote_waiting AS w"
            : "FROM staging.staged_\(table) AS s CROSS JOIN main.geoq_remote_waiting AS w ON w.row_id = s.id"
        // A row that exists does not wait, even if a damaged file says so.
        return """
            SELECT t.id, ifnull(t.sync_token, -1)\(key("t")) \(rows.sql)\(
                openRows(selection, table, isRange, "ifnull(b.sync_token, -1)")) UNION ALL
            SELECT w.row_id, w.token\(key("w")) \(waiting)
            WHERE w.remote = ?1 AND w.table_name = '\(table)' AND w.reason <> 'doubled'
                AND NOT EXISTS (SELECT 1 FROM main.\(table) AS own WHERE own.id = w.row_id AND own.source = ?1)
                \(table.isReference ? "" : "AND NOT EXISTS (SELECT 1 \(bases(table)) AND b.id = w.row_id)")
                \(condition(selection == .held ? "w.row_id" : "s.id", isRange))
            """
    }

    static func values(_ selection: Selection, _ table: MirrorTable, isRange: Bool) -> String {
        let rows = rows(selection, table, isRange: isRange)
        let columns =
            table.columns.map { ", \(rows.alias).\($0.name)" }.joined()
            + (table.hasKeys ? ", \(rows.alias).source_id" : "")
        let open = table.columns.map { "b.\($0.name)" }.joined(separator: ", ")
        return "SELECT \(rows.alias).id\(columns) \(rows.sql)"
            + (selection == .staged ? " AND problem IS NULL" : openRows(selection, table, isRange, open))
    }

    /// SQL that adds rows with open changes to a selection of held rows.
    private static func openRows(
        _ selection: Selection, _ table: MirrorTable, _ isRange: Bool, _ columns: String
    ) -> String {
        if table.isReference || selection == .staged { return "" }
        let isOvertaken =
            selection == .held ? "" : " AND EXISTS (SELECT 1 FROM staging.staged_\(table) AS s WHERE s.id = b.id)"
        return " UNION ALL SELECT b.id, \(columns) \(bases(table))\(isOvertaken)\(condition("b.id", isRange))"
    }
}
