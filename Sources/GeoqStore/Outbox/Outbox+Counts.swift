import GRDB

extension Store.Outbox {
    /// How much waits.
    ///
    /// - Complexity: O(open rows).
    package func counts() async throws -> OutboxCounts {
        try await read { db in try Self.counts(db) }
    }

    /// How much waits of each table; of the tables of which nothing does, there
    /// is no count.
    ///
    /// - Complexity: O(open rows).
    package func countsByTable() async throws -> [MirrorTable: OutboxCounts] {
        try await read { db in
            try Self.countsByName(db).reduce(into: [:]) { tables, named in
                if let table = MirrorTable(rawValue: named.key) { tables[table] = named.value }
            }
        }
    }

    static func counts(_ db: Database) throws -> OutboxCounts {
        try countsByName(db).values.reduce(into: OutboxCounts()) { $0.add($1) }
    }

    private static func countsByName(_ db: Database) throws -> [String: OutboxCounts] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT table_name, sum(is_open), sum(is_waiting), sum(is_failed), sum(is_conflict) FROM (
                    SELECT table_name, 1 AS is_open, 0 AS is_waiting, 0 AS is_failed, 0 AS is_conflict FROM (\(openRows))
                    UNION ALL SELECT table_name, 0, 1, 0, 0 FROM geoq_operation WHERE state = 'waiting'
                    UNION ALL SELECT table_name, 0, 0, 1, 0 FROM (
                        SELECT table_name, row_id FROM geoq_operation WHERE state = 'dead' AND \(isUntouched)
                        UNION \(Store.Photos.rows("u.state = 'dead'")))
                    UNION ALL SELECT table_name, 0, 0, 0, 1 FROM geoq_conflict WHERE settled IS NULL
                ) GROUP BY table_name
                """)
        return rows.reduce(into: [:]) { names, row in
            guard let name = String.fromDatabaseValue(row[0]) else { return }
            var counts = OutboxCounts()
            (counts.waiting, counts.failed, counts.conflicts) = (row[2], row[3], row[4])
            counts.pending = (row[1] as Int) - counts.failed
            names[name] = counts
        }
    }

    /// How many rows were made here that a login makes the account's: nothing of them is sent before.
    ///
    /// - Complexity: O(rows that users write).
    package func guestRows() async throws -> Int {
        try await read { db in
            try MirrorTable.written.reduce(0) { count, table in
                try count + RowStatus.all(db, of: table).values.count { $0 == .pendingOwner }
            }
        }
    }

    /// A text that is another one after each edit, and each new picture of a row; nil
    /// when nothing is open.
    ///
    /// - Complexity: O(edits + pictures).
    package func latestEdits() async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT nullif(words, ' 0 ') FROM (SELECT ifnull(max(edited_at), '') || ' ' || count(*) || ' '
                        || ifnull((SELECT group_concat(photo_id) FROM geoq_upload
                            WHERE row_id IS NOT NULL AND state = 'local'), '') AS words FROM geoq_edit)
                    """)
        }
    }

    /// A dead operation whose row was changed again is sent again.
    private static let isUntouched = """
        NOT EXISTS (SELECT 1 FROM geoq_edit AS e
            WHERE e.table_name = geoq_operation.table_name AND e.row_id = geoq_operation.row_id)
        """
}
