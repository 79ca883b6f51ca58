import GRDB
package import Geoq

extension Store.Outbox {
    /// The rows of `deletedTrees`.
    package func deletedTreeKeys() async throws -> Set<RowKey> {
        try await deletedTrees().reduce(into: []) { keys, tree in
            keys.formUnion(tree.rows.map { RowKey(tree.table, $0) })
        }
    }

    /// Rows of the server, or such as may be there, that were deleted here and may take others along, by table: what other
    /// devices have changed of these, and which they have made since, is known by a pull alone. Rows whose own delete
    /// waits count, too, although they went with another row since. A delete that the server has refused is not sent
    /// again by itself, and does not count.
    ///
    /// - Throws: `StoreError`, as `nextBatch` does.
    /// - Complexity: O(open rows · log *n*).
    package func deletedTrees() async throws -> [(table: MirrorTable, rows: [FeatureID])] {
        try await read { db in
            try Self.checkCaptured(db, store.path)
            guard let remote = try Self.activeRemote(db) else { return [] }
            return try Self.withDependents.map { table in
                (
                    table,
                    try String.fetchAll(db, sql: Self.deleted(table), arguments: [remote])
                        .compactMap { FeatureID($0) }
                )
            }.filter { !$0.rows.isEmpty }
        }
    }

    /// The first row, by table and id, that a remote has and this store does not, or only in an earlier version.
    ///
    /// - Parameter versions: those of the remote, which grow with each change.
    /// - Complexity: O(rows · log *n*).
    package func firstUnknown(of versions: [RowKey: Int64]) async throws -> RowKey? {
        try await read { db in
            guard let remote = try Self.activeRemote(db) else { return nil }
            return try versions.sorted { ($0.key.table.rank, $0.key.id) < ($1.key.table.rank, $1.key.id) }.first {
                key, version in
                let known = try Int64.fetchOne(
                    db,
                    sql: """
                        SELECT max(row_version) FROM (
                            SELECT row_version FROM geoq_base_\(key.table) WHERE id = ?1
                            UNION ALL SELECT row_version FROM \(key.table) WHERE id = ?1 AND source = ?2)
                        """, arguments: [key.id.description, remote])
                return known.map { $0 < version } ?? true
            }?.key
        }
    }

    private static let withDependents = MirrorTable.written.filter { !$0.dependents.isEmpty }

    private static func activeRemote(_ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT remote FROM geoq_account WHERE state = 'active'")
    }

    /// SQL for the ids of the server's rows that were deleted here, of a table whose rows others belong to. A row that was
    /// made again counts while its delete is still to be sent.
    private static func deleted(_ table: MirrorTable) -> String {
        let isAlone = """
            EXISTS (SELECT 1 FROM geoq_operation AS o
                WHERE o.table_name = '\(table)' AND o.row_id = b.id AND o.kind = 'delete')
            """
        let isTop = Self.isTop(table)
        // A new row whose answer has not come may be there.
        let mayBeThere = """
            EXISTS (SELECT 1 FROM geoq_operation AS o WHERE o.table_name = '\(table)' AND o.row_id = b.id
                AND (o.kind = 'delete' OR o.attempts > 0))
            """
        return """
            SELECT b.id FROM geoq_base_\(table) AS b WHERE (NOT b.is_born OR \(mayBeThere))
                AND (\(isAlone) OR NOT EXISTS (SELECT 1 FROM \(table) AS t WHERE t.id = b.id AND t.source = ?1))
                AND NOT EXISTS (SELECT 1 FROM geoq_operation AS o
                    WHERE o.table_name = '\(table)' AND o.row_id = b.id AND o.kind = 'delete'
                        AND o.state = 'dead')
                AND (\(isTop) OR \(isAlone))
            """
    }

    /// The rows of a table that another row was moved out of, or out of what belongs to them, and the server has not
    /// been told. It would delete that row with one of these, so a delete of one is sent after the move.
    ///
    /// - Returns: by their ids, a row that was moved out.
    /// - Complexity: O(operations and edits of the tables below · log *n*).
    static func treesLeft(_ table: MirrorTable, _ db: Database, remote: String) throws -> [String: RowKey] {
        var trees: [String: RowKey] = [:]
        for child in table.dependents {
            let moved = try Row.fetchAll(
                db,
                sql: """
                    SELECT b.\(child.column), b.id FROM (
                        SELECT row_id FROM geoq_operation
                            WHERE table_name = ?1 AND kind = 'update' AND instr(payload, ?2) > 0
                        UNION SELECT row_id FROM geoq_edit WHERE table_name = ?1 AND column_name = ?2) AS m
                    CROSS JOIN geoq_base_\(child.table) AS b ON b.id = m.row_id
                    CROSS JOIN \(child.table) AS t ON t.id = b.id
                    WHERE NOT b.is_born AND NOT b.is_gone AND b.deleted_at IS NULL AND t.deleted_at IS NULL
                        AND t.source = ?3 AND t.\(child.column) <> b.\(child.column)
                    """, arguments: [child.table.rawValue, child.column, remote])
            for row in moved {
                guard let parent = String.fromDatabaseValue(row[0]),
                    let id = String.fromDatabaseValue(row[1]).flatMap({ FeatureID($0) })
                else { continue }
                trees[parent] = RowKey(child.table, id)
            }
            for (id, key) in try treesLeft(child.table, db, remote: remote) {
                let parent = try String.fetchOne(
                    db, sql: "SELECT \(child.column) FROM geoq_base_\(child.table) WHERE id = ?", arguments: [id])
                if let parent { trees[parent] = key }
            }
        }
        return trees
    }

    /// SQL: that a deleted row did not go with the row that it belongs to, which alone is sent then.
    private static func isTop(_ table: MirrorTable) -> String {
        guard let parent = table.parentColumn else { return "TRUE" }
        return """
            NOT EXISTS (SELECT 1 FROM geoq_base_\(parent.table) AS p
                WHERE p.id = b.\(parent.name) AND NOT p.is_born AND NOT EXISTS (
                    SELECT 1 FROM \(parent.table) AS q WHERE q.id = p.id AND q.source = ?1))
            """
    }
}
