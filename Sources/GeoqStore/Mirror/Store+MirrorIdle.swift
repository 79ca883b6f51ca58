import GRDB
package import GeoqIndex

/// What a sync notes that has found nothing new.
package struct MirrorUnchanged: Sendable {
    /// The name of the remote's rows.
    package var name: String
    /// How far all of its tables have been read.
    package var cursor: MirrorCursor
    /// The server's clock then.
    package var serverTime: String
    /// As `MirrorUpdate.memory`.
    package var memory: String?
    /// Whether the sync also compared ids and versions of all rows.
    package var isCompared: Bool

    package init(name: String, cursor: MirrorCursor, serverTime: String, memory: String?, isCompared: Bool) {
        (self.name, self.cursor, self.serverTime) = (name, cursor, serverTime)
        (self.memory, self.isCompared) = (memory, isCompared)
    }
}

extension Store.Mirror {
    /// Whether a sync has nothing to do but to read what has changed: no row of a
    /// remote waits, is kept only for rows that belong to it, or has changes that
    /// the server has not taken.
    ///
    /// - Complexity: O(rows that are marked as deleted).
    package func isSettled(_ remote: String) async throws -> Bool {
        try await read { db in
            let waits = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_remote_waiting WHERE remote = ?)", arguments: [remote])
            if waits != false { return false }
            for table in MirrorTable.written {
                // The names are literals of `MirrorTable`.
                let isOpen = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_base_\(table))")
                if isOpen != false { return false }
            }
            for table in MirrorTable.allCases where !table.children.isEmpty {
                let isKept = try Bool.fetchOne(
                    db,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM \(table)
                            WHERE source = ? AND sync_token IS NULL AND deleted_at IS NOT NULL)
                        """, arguments: [remote])
                if isKept != false { return false }
            }
            return true
        }
    }

    /// Reads the ids and tokens of the rows of a remote, as `MirrorReader.reduce`
    /// does, by the store's own connection: those of each table, as of one moment.
    ///
    /// - Complexity: O(rows of the tables).
    package func reduceHeld<Value: Sendable>(
        _ tables: Set<MirrorTable>, of remote: String, into initial: Value,
        _ update: @escaping @Sendable (inout Value, ItemKey, Int64) -> Void
    ) async throws -> [MirrorTable: (value: Value, damaged: [String])] {
        try await read(.scan) { db in
            var results: [MirrorTable: (value: Value, damaged: [String])] = [:]
            for table in tables {
                results[table] = try MirrorReader.reduceHeld(db, table, of: remote, into: initial, update)
            }
            return results
        }
    }

    /// Gets ready to note that a sync has found nothing, on another thread: the sync
    /// calls it before it asks the remote.
    package func prepareNote() { store.prepareNote() }

    /// Notes that a sync has found nothing.
    ///
    /// It does not wait for the disk: a power cut may undo the note, and then the
    /// next sync begins at the earlier cursor.
    package func noteUnchanged(_ found: MirrorUnchanged) async throws {
        try await store.note { db in
            try db.execute(
                sql: """
                    UPDATE geoq_remote SET synced_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), server_time = ?2,
                        failed_at = NULL, failure = NULL, memory = ?3,
                        digested_at = CASE WHEN ?4 THEN strftime('%Y-%m-%dT%H:%M:%fZ', 'now') ELSE digested_at END
                    WHERE name = ?1
                    """, arguments: [found.name, found.serverTime, found.memory, found.isCompared])
            try db.execute(
                sql: "UPDATE geoq_remote_table SET cursor = ?2 WHERE remote = ?1 AND cursor IS NOT ?2",
                arguments: [found.name, found.cursor.text])
            try RowSyncs.forgetAll(db, of: found.name)
        }
    }
}
