import GRDB
import Geoq

/// The rows of a mirror with changes that the server has not taken, while a
/// sync applies what it has read.
struct OpenMirrorRows {
    private let db: Database
    private let remote: String
    /// Their ids. A store without an account has none.
    let ids: [MirrorTable: Set<String>]

    init(_ db: Database, remote: String) throws {
        (self.db, self.remote) = (db, remote)
        guard try Store.Account.remote(db) == remote else {
            ids = [:]
            return
        }
        ids = try Dictionary(
            uniqueKeysWithValues: MirrorTable.written.map {
                ($0, try String.fetchSet(db, sql: "SELECT id FROM geoq_base_\($0)"))
            })
    }

    /// Forgets what was kept of rows that were not changed after all, as by an `INSERT OR IGNORE` that met one: the sync
    /// writes and removes them like all others.
    ///
    /// - Complexity: O(open rows · log *n*).
    static func forgetUnchanged(_ db: Database, remote: String) throws {
        guard try Store.Account.remote(db) == remote else { return }
        for table in MirrorTable.written {
            let ids = try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM geoq_base_\(table) AS b WHERE NOT is_born
                        AND NOT EXISTS (SELECT 1 FROM geoq_edit WHERE table_name = ?1 AND row_id = b.id)
                        AND NOT EXISTS (SELECT 1 FROM geoq_operation WHERE table_name = ?1 AND row_id = b.id)
                    """, arguments: [table.rawValue])
            if ids.isEmpty { continue }
            let rows = OpenRows(db, table, remote: remote)
            try CaptureTriggers.resting(db) {
                for id in ids {
                    guard let base = try rows.base(id) else { continue }
                    try rows.note(id, version: base.version, token: base.token)
                    try rows.dropBase(id)
                }
            }
        }
    }

    func holds(_ id: String, _ table: MirrorTable) -> Bool {
        ids[table]?.contains(id) == true
    }

    /// Merges the rows that the sync has read, and notes those that it no longer
    /// found. It runs after all other rows have been written, inside the same
    /// transaction.
    ///
    /// - Parameter last: when a sync of the remote last succeeded before this one; nil when none has.
    /// - Complexity: O(open rows · log *n*).
    func merge(_ update: MirrorUpdate, _ staged: StagedTables, _ policy: ConflictPolicy, last: String?) throws {
        guard ids.values.contains(where: { !$0.isEmpty }) else { return }
        try CaptureTriggers.resting(db) {
            var merging = try Merging(db, remote: remote, policy: policy)
            let items = update.tables.filter { $0.stopped == nil }.sorted { $0.table.rank < $1.table.rank }
            // Of all tables first: a row that leaves takes rows of others along.
            for item in items where ids[item.table]?.isEmpty == false {
                try noteGone(item, staged)
                try RowSyncs.noteGone(db, item.table, last: last)
            }
            for item in items {
                try takeMade(item.table, &merging)
                guard let open = ids[item.table], !open.isEmpty else { continue }
                try loseRefused(item.table, &merging)
                for id in open.sorted() { try take(id, item.table, &merging) }
                if item.table == .watchlistShares { try merging.joinShares() }
            }
        }
    }

    private func noteGone(_ item: MirrorUpdate.Table, _ staged: StagedTables) throws {
        let isGone =
            item.isReplaced
            ? "NOT \(staged.holds(item.table, "b.id"))"
            : "EXISTS (SELECT 1 FROM staging.staged_\(item.table) AS s WHERE s.id = b.id AND s.gone)"
        try db.execute(sql: "UPDATE geoq_base_\(item.table) AS b SET is_gone = 1 WHERE NOT is_born AND \(isGone)")
    }

    /// Decides rows that left the user's sight after the server had refused their
    /// operation: it will refuse it for ever.
    private func loseRefused(_ table: MirrorTable, _ merging: inout Merging) throws {
        let refused = try String.fetchAll(
            db,
            sql: """
                SELECT b.id FROM geoq_base_\(table) AS b
                JOIN geoq_operation AS o ON o.table_name = '\(table)' AND o.row_id = b.id
                WHERE b.is_gone AND o.state = 'dead' AND o.class = 'forbidden' ORDER BY b.id
                """)
        for id in refused { try merging.lose(id, of: table, .gone, theirVersion: nil) }
        try loseOrphans(table, &merging)
    }

    /// Decides rows that were made here below one that left the user's sight, after the server had refused them for
    /// that. A photo stays: its file is here alone.
    private func loseOrphans(_ table: MirrorTable, _ merging: inout Merging) throws {
        guard let parent = table.parentColumn, table != .observedBirdPhotos else { return }
        let orphans = try String.fetchAll(
            db,
            sql: """
                SELECT b.id FROM geoq_base_\(table) AS b
                JOIN geoq_operation AS o ON o.table_name = '\(table)' AND o.row_id = b.id
                JOIN \(table) AS t ON t.id = b.id
                JOIN \(parent.table) AS p ON p.id = t.\(parent.name)
                WHERE b.is_born AND o.state = 'dead' AND o.class = 'forbidden' AND p.source = ?
                    AND p.sync_token IS NULL AND p.deleted_at IS NOT NULL ORDER BY b.id
                """, arguments: [remote])
        for id in orphans { try merging.lose(id, of: table, .parentGone, theirVersion: nil) }
        try takeBackMoves(table, parent, &merging)
    }

    /// Puts rows back that were moved below one that left the user's sight, after the server had refused that: it
    /// will refuse it for ever, and no list here shows them.
    private func takeBackMoves(
        _ table: MirrorTable, _ parent: (name: String, table: MirrorTable), _ merging: inout Merging
    ) throws {
        let moved = try Row.fetchAll(
            db,
            sql: """
                SELECT o.* FROM geoq_base_\(table) AS b
                JOIN geoq_operation AS o ON o.table_name = '\(table)' AND o.row_id = b.id
                JOIN \(table) AS t ON t.id = b.id
                JOIN \(parent.table) AS p ON p.id = t.\(parent.name)
                JOIN \(parent.table) AS h ON h.id = b.\(parent.name)
                WHERE NOT b.is_born AND NOT b.is_gone AND b.deleted_at IS NULL AND o.kind = 'update'
                    AND o.state = 'dead' AND o.class = 'forbidden' AND p.source = ?
                    AND p.sync_token IS NULL AND p.deleted_at IS NOT NULL AND h.deleted_at IS NULL ORDER BY b.id
                """, arguments: [remote])
        for operation in moved.compactMap({ PendingOperation($0) }) { try merging.takeBackMove(operation) }
    }

    /// Takes what other devices have made below rows that were deleted here, of which the server has not been told: the
    /// delete takes it along. This device did not know it, so it is noted.
    private func takeMade(_ table: MirrorTable, _ merging: inout Merging) throws {
        guard let parent = table.parentColumn, MirrorTable.written.contains(table) else { return }
        let made = try String.fetchAll(
            db,
            sql: """
                SELECT s.id FROM geoq_base_\(parent.table) AS b
                CROSS JOIN staging.staged_\(table) AS s ON s.\(parent.name) = b.id
                WHERE NOT s.gone AND s.problem IS NULL AND NOT b.is_born AND NOT b.is_gone AND b.deleted_at IS NULL
                    AND NOT EXISTS (SELECT 1 FROM \(parent.table) AS p
                        WHERE p.id = b.id AND p.source = ?1 AND p.deleted_at IS NULL)
                    AND (EXISTS (SELECT 1 FROM geoq_edit
                            WHERE table_name = ?2 AND row_id = b.id AND column_name = '-')
                        OR EXISTS (SELECT 1 FROM geoq_operation
                            WHERE table_name = ?2 AND row_id = b.id AND kind = 'delete' AND state <> 'dead'))
                    AND NOT EXISTS (SELECT 1 FROM geoq_base_\(table) AS c WHERE c.id = s.id)
                ORDER BY s.id
                """, arguments: [remote, parent.table.rawValue])
        for id in made {
            guard let row = try stagedRow(id, table) else { continue }
            try merging.keepDeleted(theirs(row, merging.rows(table)), made: id, in: table)
            try db.execute(
                sql: "DELETE FROM geoq_remote_waiting WHERE remote = ? AND table_name = ? AND row_id = ?",
                arguments: [remote, table.rawValue, id])
        }
    }

    /// A row that the sync has read; nil for one that it has not, or that cannot be used.
    private func stagedRow(_ id: String, _ table: MirrorTable) throws -> Row? {
        let names = (table.columns.map(\.name)).joined(separator: ", ")
        return try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT token, \(names) FROM staging.staged_\(table)
                    WHERE id = ? AND NOT gone AND problem IS NULL
                    """), arguments: [id])
    }

    private func theirs(_ row: Row, _ rows: OpenRows) -> Merging.Theirs {
        Merging.Theirs(
            version: row["row_version"], token: row["token"],
            values: rows.columns.map { column in
                column.stored(FieldValue(stored: row[column.name]))
            })
    }

    private func take(_ id: String, _ table: MirrorTable, _ merging: inout Merging) throws {
        let rows = merging.rows(table)
        guard let row = try stagedRow(id, table) else { return }
        // A lost parent may have taken it along.
        guard try rows.base(id) != nil else { return }
        let theirs = theirs(row, rows)
        try merging.take(theirs, for: id, of: table, isAnswer: false)
        let (created, updated): (DatabaseValue, DatabaseValue) = (row["created_at"], row["updated_at"])
        if try rows.base(id) != nil {
            try db.execute(
                sql: "UPDATE geoq_base_\(table) SET created_at = ?, updated_at = ? WHERE id = ?",
                arguments: [created, updated, id])
        } else {
            try db.execute(
                sql: "UPDATE \(table) SET created_at = ?, updated_at = ? WHERE id = ? AND source = ?",
                arguments: [created, updated, id, remote])
            try rows.note(id, version: theirs.version, token: theirs.token)
        }
    }

    /// Removes rows that the remote no longer has, and that had stayed for rows which the merging has taken away, such
    /// as a list that is not shared any more. It runs after the merging, inside the same transaction.
    ///
    /// - Complexity: O(rows) of tables that others belong to, when any row is open.
    func removeFreed(
        _ update: MirrorUpdate, _ staged: StagedTables, _ outcome: inout [MirrorTable: MirrorTableOutcome]
    ) throws {
        guard ids.values.contains(where: { !$0.isEmpty }) else { return }
        try CaptureTriggers.resting(db) {
            for item in update.tables.sorted(by: { $0.table.rank > $1.table.rank }) where item.stopped == nil {
                let table = item.table
                for held in try MirrorApplication.heldRows(table, db, staged, of: remote)
                where !holds(held.id, table) {
                    try db.execute(sql: "DELETE FROM \(table) WHERE fid = ?", arguments: [held.row])
                    outcome[table, default: MirrorTableOutcome()].removed += 1
                }
            }
        }
    }

    /// Notes how many rows the remote has, where the sync did not count them. The
    /// number of before does not tell it: another program may have removed rows of
    /// the mirror that have come again. Of rows with open changes those that the
    /// remote knows are among them.
    ///
    /// - Complexity: O(rows) of a table with open rows, or of which rows were added
    ///   or removed.
    func countRows(_ update: MirrorUpdate, _ outcome: inout [MirrorTable: MirrorTableOutcome]) throws {
        for item in update.tables where item.stopped == nil && item.rows == nil {
            let table = item.table
            let isOpen = ids[table]?.isEmpty == false
            let done = outcome[table] ?? MirrorTableOutcome()
            guard isOpen || done.added + done.removed > 0 else { continue }
            var held = "source = ?1 AND NOT (sync_token IS NULL AND deleted_at IS NOT NULL)"
            var known = ""
            if isOpen {
                held += " AND NOT EXISTS (SELECT 1 FROM geoq_base_\(table) AS b WHERE b.id = t.id)"
                known = " + (SELECT count(*) FROM geoq_base_\(table) WHERE NOT is_born AND NOT is_gone)"
            }
            let count = try Int.fetchOne(
                db,
                sql: """
                    UPDATE geoq_remote_table SET row_count = (SELECT count(*) FROM \(table) AS t WHERE \(held))\(known)
                    WHERE remote = ?1 AND table_name = ?2 RETURNING row_count
                    """, arguments: [remote, table.rawValue])
            if let count { outcome[table, default: MirrorTableOutcome()].rows = count }
        }
    }
}
