import GRDB
import Geoq

extension Store.Outbox {
    /// Whether a row of the server that was deleted here takes others along, as far as this device knows: what other
    /// devices have changed of these is known by a pull alone. A delete that the server has refused is not sent again
    /// by itself, and does not count.
    ///
    /// - Complexity: O(open rows · log *n*).
    package func deletesTrees() async throws -> Bool {
        try await read { db in
            guard
                let remote = try String.fetchOne(db, sql: "SELECT remote FROM geoq_account WHERE state = 'active'")
            else { return false }
            for table in MirrorTable.written where !table.dependents.isEmpty {
                let deleted = """
                    SELECT b.id FROM geoq_base_\(table) AS b WHERE NOT b.is_born
                        AND NOT EXISTS (SELECT 1 FROM \(table) AS t WHERE t.id = b.id AND t.source = ?1)
                        AND NOT EXISTS (SELECT 1 FROM geoq_operation AS o
                            WHERE o.table_name = '\(table)' AND o.row_id = b.id AND o.kind = 'delete'
                                AND o.state = 'dead')\(Self.isTop(table))
                    """
                // Most often nothing is deleted, and nothing else is looked at.
                guard try Bool.fetchOne(db, sql: "SELECT EXISTS (\(deleted))", arguments: [remote]) == true else {
                    continue
                }
                for child in table.dependents {
                    let takesAlong = try Bool.fetchOne(
                        db,
                        sql: """
                            SELECT EXISTS (SELECT 1 FROM geoq_base_\(child.table) AS c
                                WHERE NOT c.is_born AND c.\(child.column) IN (\(deleted)))
                            """, arguments: [remote])
                    if takesAlong == true { return true }
                }
            }
            return false
        }
    }

    /// SQL: that a deleted row of `deletesTrees` did not go with the row that it belongs to, which alone is sent then.
    private static func isTop(_ table: MirrorTable) -> String {
        guard let parent = table.parentColumn else { return "" }
        return """
             AND NOT EXISTS (SELECT 1 FROM geoq_base_\(parent.table) AS p
                WHERE p.id = b.\(parent.name) AND NOT p.is_born AND NOT EXISTS (
                    SELECT 1 FROM \(parent.table) AS q WHERE q.id = p.id AND q.source = ?1))
            """
    }
}
