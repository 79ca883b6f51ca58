import GRDB
import Geoq

extension HandwrittenRows {
    /// Brings rows that were written while there were no triggers into the form
    /// in which rows travel. A row with a rough id gets the proper one, and the
    /// triggers that catch changes, which must be there, note its changes anew under it.
    ///
    /// A sync may have brought the row back under the proper id. Then that row gets the
    /// values of the rough one, as an edit.
    static func mend(_ db: Database) throws {
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        // A profile that was deleted comes back with the next digest.
        let isGone = "NOT EXISTS (SELECT 1 FROM users WHERE id ="
        try db.execute(
            sql: """
                DELETE FROM geoq_edit WHERE table_name = 'users' AND \(isGone) row_id);
                DELETE FROM geoq_operation WHERE table_name = 'users' AND \(isGone) row_id);
                DELETE FROM geoq_base_users WHERE \(isGone) geoq_base_users.id);
                """)
        let mended = try roughTables(db)
        for table in mended {
            for name in references(table) {
                try db.execute(
                    sql:
                        "UPDATE \(table) SET \(name) = \(IDText.corrected(name)) WHERE \(isRough(name)) AND \(IDText.isUUID(name))"
                )
            }
        }
        for table in mended {
            let isRoughUUID = "NOT \(IDText.isCanonical("id")) AND \(IDText.isUUID("id"))"
            let columns = (table.travelingColumns.map(\.name) + ["deleted_at"]).joined(separator: ", ")
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE source = \(captured) AND id IN (
                        SELECT \(IDText.corrected("row_id")) FROM geoq_edit AS e WHERE table_name = '\(table)'
                            AND column_name = '-' AND NOT \(IDText.isCanonical("row_id"))
                            AND NOT EXISTS (SELECT 1 FROM \(table) WHERE id = e.row_id));
                    \(forgetting(table))
                    UPDATE \(table) AS t SET (\(columns)) = (
                            SELECT \(columns) FROM \(table) AS r WHERE \(rough("r")) AND \(IDText.corrected("r.id")) = t.id)
                        WHERE id IN (SELECT \(IDText.corrected("id")) FROM \(table) WHERE \(isRoughUUID));
                    DELETE FROM \(table) AS t WHERE \(isRoughUUID) AND EXISTS (
                        SELECT 1 FROM \(table) AS r WHERE r.id = \(IDText.corrected("t.id")));
                    UPDATE OR IGNORE \(table) SET id = \(IDText.corrected("id")) WHERE \(isRoughUUID);
                    """)
        }
        for table in MirrorTable.written where !mended.contains(table) { try db.execute(sql: forgetting(table)) }
    }

    /// Gives rows what was noted under a rough form of their ids. An INSERT OR FAIL that meets a row of the proper id
    /// fails, and leaves its own row under the id as it was written; a program may change that one then.
    ///
    /// - Complexity: O(edits).
    static func mendNoted(_ db: Database) throws {
        let edits = try Row.fetchAll(
            db,
            sql: """
                SELECT table_name, row_id, group_concat(column_name) FROM geoq_edit
                WHERE NOT \(IDText.isCanonical("row_id")) GROUP BY table_name, row_id
                """
        ).map(WrittenRow.init)
        for edit in edits {
            guard let table: MirrorTable = edit.word("table_name"), table != .profile, let id = edit[1],
                let names = edit[2]
            else { continue }
            let changed = names.split(separator: ",").map(String.init)
            let columns = table.travelingColumns.map(\.name).filter(changed.contains).joined(separator: ", ")
            if !columns.isEmpty {
                try db.execute(
                    sql: """
                        UPDATE \(table) SET (\(columns)) = (SELECT \(columns) FROM \(table) AS r WHERE r.id = ?1)
                        WHERE id = \(IDText.corrected("?1")) AND EXISTS (SELECT 1 FROM \(table) AS r WHERE r.id = ?1)
                        """, arguments: [id])
            }
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE id = ?1 AND source = \(captured)
                        AND EXISTS (SELECT 1 FROM \(table) AS r WHERE r.id = \(IDText.corrected("?1")))
                    """, arguments: [id])
        }
        for name in Set(edits.compactMap { $0[0] }) {
            if let table = MirrorTable(rawValue: name) { try db.execute(sql: forgetting(table)) }
        }
    }

    /// SQL that forgets what was noted under rough ids.
    private static func forgetting(_ table: MirrorTable) -> String {
        """
        DELETE FROM geoq_base_\(table) WHERE NOT \(IDText.isCanonical("id"));
        DELETE FROM geoq_edit WHERE table_name = '\(table)' AND NOT \(IDText.isCanonical("row_id"));
        DELETE FROM geoq_operation WHERE table_name = '\(table)' AND NOT \(IDText.isCanonical("row_id"));
        """
    }

    /// The tables with a row, or with the note of one, that has a rough id or names a
    /// row by one. A statement that changes another table would have nothing to do,
    /// and SQLite would compile all triggers of that table for it.
    private static func roughTables(_ db: Database) throws -> [MirrorTable] {
        try MirrorTable.written.filter { table in
            let names = references(table).map { " OR " + isRough($0) }.joined()
            return try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM \(table) WHERE NOT \(IDText.isCanonical("id"))\(names))
                        OR EXISTS (SELECT 1 FROM geoq_edit
                            WHERE table_name = '\(table)' AND NOT \(IDText.isCanonical("row_id")))
                    """) == true
        }
    }

    /// Gives the account what was written as a guest's while its user was logged in.
    static func takeStrays(_ db: Database) throws {
        for table in MirrorTable.written {
            let stray = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(isTaken(table)))")
            guard stray == true else { continue }
            try db.execute(sql: "UPDATE \(table) SET source = \(captured) WHERE \(isTaken(table))")
        }
    }

    private static func rough(_ row: String) -> String {
        "NOT \(IDText.isCanonical("\(row).id")) AND \(IDText.isUUID("\(row).id"))"
    }
}
