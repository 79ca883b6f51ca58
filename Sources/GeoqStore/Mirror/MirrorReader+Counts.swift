import GRDB

extension MirrorReader {
    /// How many rows of a table will leave the mirror.
    ///
    /// - Parameter isReplaced: whether all of the remote's rows are staged.
    /// - Complexity: O(rows) when it is, otherwise O(staged rows · log *n*).
    package func leaving(_ table: MirrorTable, of remote: String, isReplaced: Bool) async throws -> Int {
        guard let staged else { return 0 }
        let sql =
            isReplaced
            ? """
            SELECT count(*) FROM main.\(table) AS t
            WHERE source = ?1 AND NOT \(staged.holds(table, "t.id"))\(Self.isClosed(table))
            """
            : """
            SELECT count(*) FROM staging.\(staged.loose(table)) AS s CROSS JOIN main.\(table) AS t ON t.id = s.id
            WHERE s.gone AND t.source = ?1\(Self.isClosed(table))
            """
        return try await read { db in try Int.fetchOne(db, sql: sql, arguments: [remote]) ?? 0 }
    }

    /// How many rows of this remote a table has.
    ///
    /// - Complexity: O(rows).
    package func count(_ table: MirrorTable, of remote: String) async throws -> Int {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM main.\(table) WHERE source = ?", arguments: [remote]) ?? 0
        }
    }

    /// How many rows `reduce` would read, if the store's own note of their
    /// number is right.
    ///
    /// - Complexity: O(staged rows · log *n*).
    package func expectedCount(of table: MirrorTable, of remote: String) async throws -> Int {
        let isKnown = """
            (EXISTS (SELECT 1 FROM main.\(table) AS t WHERE t.id = s.id AND t.source = ?1\(Self.isClosed(table)))
            \(table.isReference ? "" : "OR EXISTS (SELECT 1 \(Self.bases(table)) AND b.id = s.id)")
            OR EXISTS (SELECT 1 FROM main.geoq_remote_waiting
                WHERE remote = ?1 AND table_name = '\(table)' AND row_id = s.id AND reason <> 'doubled'))
            """
        let sql = """
            SELECT ifnull((SELECT row_count FROM main.geoq_remote_table WHERE remote = ?1 AND table_name = '\(table)'), 0)
                + (SELECT count(*) FROM main.geoq_remote_waiting
                    WHERE remote = ?1 AND table_name = '\(table)' AND reason <> 'doubled')
                + (SELECT count(*) FROM staging.staged_\(table) AS s WHERE NOT gone AND NOT \(isKnown))
                - (SELECT count(*) FROM staging.staged_\(table) AS s WHERE gone AND \(isKnown))
            """
        return try await read { db in try Int.fetchOne(db, sql: sql, arguments: [remote]) ?? 0 }
    }
}
