import GRDB
import Geoq

/// Writes what a sync has staged, and what it leaves to be done.
extension Store.Mirror {
    /// Applies the staged rows: rows, removals and cursors in one transaction.
    /// A row with changes that the server has not taken is merged with them.
    ///
    /// The changes stay in the write-ahead log until `checkpoint()`, or the
    /// next write.
    ///
    /// - Throws: `StoreError`; then the store is what it was before.
    /// - Complexity: O(staged rows · log *n*); and O(rows of the remote) for a
    ///   table that is replaced.
    package func apply(
        _ update: MirrorUpdate, from staging: MirrorStaging, policy: ConflictPolicy = .server
    ) async throws -> [MirrorTable: MirrorTableOutcome] {
        do {
            return try await writing { db in
                try db.execute(sql: "ATTACH DATABASE ? AS staging", arguments: [staging.path])
                defer { db.setBack("DETACH DATABASE staging") }
                let pages = try Int.fetchOne(db, sql: "PRAGMA wal_autocheckpoint") ?? 1_000
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
                defer { db.setBack("PRAGMA wal_autocheckpoint = \(pages)") }
                var outcome: [MirrorTable: MirrorTableOutcome] = [:]
                try db.inTransaction(.immediate) {
                    // Rows may come before the rows that they refer to.
                    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                    let last = try String.fetchOne(
                        db, sql: "SELECT synced_at FROM geoq_remote WHERE name = ?", arguments: [update.name])
                    try Self.register(db, update)
                    try OpenMirrorRows.forgetUnchanged(db, remote: update.name)
                    outcome = try db.withPageCache(kibibytes: Self.mirrorCache) {
                        try Self.withFewTriggers(db) {
                            try BulkWrite.run(db) {
                                var application = try MirrorApplication(db, update, staging.tables)
                                return try application.run()
                            }
                        }
                    }
                    let open = try OpenMirrorRows(db, remote: update.name)
                    try open.merge(update, staging.tables, policy, last: last)
                    try open.removeFreed(update, staging.tables, &outcome)
                    CrashPoint.merging.reached()
                    if update.erases { try Self.forgetLog(db) }
                    for table in update.tables {
                        if table.stopped == nil {
                            try RowSyncs.forget(db, table.table, of: update.name)
                        } else {
                            try RowSyncs.noteLeft(db, table.table, of: update.name, last: last)
                        }
                    }
                    try Self.noteTables(db, update, &outcome)
                    try open.countRows(update, &outcome)
                    return .commit
                }
                // The index, which is built next, needs as much again.
                db.releaseMemory()
                return outcome
            }
        } catch {
            throw Store.described(error, path: store.path)
        }
    }

    /// Runs a bulk write without triggers, unless another program has made some.
    ///
    /// geoq's own triggers rest in a bulk write, and the writers of rows do the work of SpatiaLite's triggers. A row is
    /// deleted after the rows that belong to it, so a cascade finds nothing to delete. Where another program has made
    /// triggers, the writers drop only the triggers whose work they do, and make these anew.
    private static func withFewTriggers<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        try db.hasOtherTriggers() ? body() : db.withoutTriggers(body)
    }

    /// Copies the write-ahead log into the file, as far as no reader still
    /// reads older rows. It may fail: then the next write does it.
    package func checkpoint() async {
        _ = try? await writing { db in
            try db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// The log of changes names ids of removed rows, too. Readers that need the
    /// log read all rows instead.
    static func forgetLog(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM geoq_change; UPDATE geoq_store SET log_starts_after = version")
    }

    /// Erases removed rows from the store's file and its write-ahead log, if
    /// `MirrorUpdate.erases` asked for that, now or at an earlier time when it
    /// was not possible.
    ///
    /// The file is written anew, because free pages, and gaps in others, may
    /// still hold values of removed rows. So are the nodes of the spatial indexes before: SQLite takes a cell out of a
    /// node by counting one less, and a copy of the file has the node as it is.
    ///
    /// - Returns: false when another program that reads the store keeps the log
    ///   from being emptied.
    /// - Throws: `StoreError`.
    /// - Complexity: O(bytes of the store), and O(*n* log *n*) for the rows with a place.
    package func eraseRemoved(for remote: String) async throws -> Bool {
        do {
            return try await writing { db in
                try db.inTransaction(.immediate) {
                    for table in TableSchema.all where table.hasPlace {
                        var builder = try SpatialIndexBuilder(db, table: table.name)
                        try builder.run(count: Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.name)") ?? 0)
                    }
                    return .commit
                }
                try db.execute(sql: "VACUUM")
                let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                guard row?[0] == 0 else { return false }
                try db.execute(sql: "UPDATE geoq_remote SET erasing = 0 WHERE name = ?", arguments: [remote])
                return true
            }
        } catch {
            throw Store.described(error, path: store.path)
        }
    }

    /// 48 MiB, in KiB: rows come in the order of their ids, so little is read twice.
    private static let mirrorCache = 49_152

    private static func register(_ db: Database, _ update: MirrorUpdate) throws {
        try RemoteSource.register(db, update.name)
        let identity = update.identity
        // The rows of a mirror of which nothing was read are those of the user, region and names before.
        let isOld = update.isRefused && update.absorbed == nil
        let changes =
            isOld
            ? "" : "address = ?2, origin = ?3, user_id = ?4, region = ?5, mapping = ?6, tables = ?7, memory = ?9, "
        try db.execute(
            sql: """
                INSERT INTO geoq_remote (name, address, origin, user_id, region, mapping, tables, connection, memory)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                ON CONFLICT (name) DO UPDATE SET \(changes)connection = ifnull(?8, connection)
                """,
            arguments: [
                update.name, identity.address, identity.origin, identity.user, identity.region, identity.mapping,
                update.namesOfTables, update.connection, update.memory,
            ])
        try db.execute(
            sql: "UPDATE geoq_remote SET failure = NULL, erasing = erasing OR ?2 WHERE name = ?1",
            arguments: [update.name, update.erases])
        // Rows that no sync has read since are as old as they were.
        if update.isRefused {
            try db.execute(
                sql: "UPDATE geoq_remote SET failed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE name = ?",
                arguments: [update.name])
            return
        }
        try db.execute(
            sql: """
                UPDATE geoq_remote SET synced_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), server_time = ?2,
                    failed_at = NULL,
                    digested_at = CASE WHEN ?3 THEN strftime('%Y-%m-%dT%H:%M:%fZ', 'now') ELSE digested_at END,
                    verified_at = CASE WHEN ?4 THEN strftime('%Y-%m-%dT%H:%M:%fZ', 'now') ELSE verified_at END
                WHERE name = ?1
                """, arguments: [update.name, update.serverTime, update.isDigested, update.isVerified])
    }

    private static func noteTables(
        _ db: Database, _ update: MirrorUpdate, _ outcome: inout [MirrorTable: MirrorTableOutcome]
    ) throws {
        for item in update.tables {
            let key: [any DatabaseValueConvertible] = [update.name, item.table.rawValue]
            if let reason = item.stopped {
                try db.execute(
                    sql: """
                        INSERT INTO geoq_remote_table (remote, table_name, origin, row_count, stopped)
                        VALUES (?, ?, ?, 0, ?) ON CONFLICT DO UPDATE SET stopped = excluded.stopped
                        """, arguments: StatementArguments(key + [item.origin, reason]))
                // The contents of all other tables were compared; those of this
                // one will be when it can be read again. Where no definition
                // can show that, the table is read whole.
                if update.isVerified {
                    try db.execute(
                        sql: """
                            UPDATE geoq_remote_table SET definition = NULL,
                                cursor = CASE WHEN definition IS NULL THEN NULL ELSE cursor END
                            WHERE remote = ? AND table_name = ?
                            """, arguments: StatementArguments(key))
                }
                continue
            }
            var result = outcome[item.table] ?? MirrorTableOutcome()
            try db.execute(
                sql: """
                    INSERT INTO geoq_remote_table (remote, table_name, origin, row_count)
                    VALUES (?, ?, ?, 0) ON CONFLICT DO UPDATE SET origin = excluded.origin, stopped = NULL
                    """, arguments: StatementArguments(key + [item.origin]))
            try db.execute(
                sql: """
                    UPDATE geoq_remote_table SET definition = ?3, cost = ?4, kept = ?5
                    WHERE remote = ?1 AND table_name = ?2
                    """,
                arguments: StatementArguments(
                    key + [item.definition, item.cost, item.kept.isEmpty ? nil : KeptColumns.text(item.kept)]))
            if item.cursor != nil || item.forgetsCursor {
                try db.execute(
                    sql: "UPDATE geoq_remote_table SET cursor = ?3 WHERE remote = ?1 AND table_name = ?2",
                    arguments: StatementArguments(key + [item.cursor?.text]))
            }
            result.waiting =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM geoq_remote_waiting WHERE remote = ? AND table_name = ?",
                    arguments: StatementArguments(key)) ?? 0
            let counted = item.rows.map { $0 - result.waiting + item.doubled.count }
            if result.waiting > 0 {
                let waiting = try WaitingRows(db, remote: update.name)
                result.waitingRows = try waiting.first(5, of: item.table)
                (result.holders, result.fileHolders) = try waiting.holders(of: item.table)
            }
            result.rows =
                try Int.fetchOne(
                    db,
                    sql: """
                        UPDATE geoq_remote_table SET row_count = ifnull(?3, row_count + ?4)
                        WHERE remote = ?1 AND table_name = ?2 RETURNING row_count
                        """, arguments: StatementArguments(key + [counted, result.added - result.removed])) ?? 0
            outcome[item.table] = result
        }
    }
}
