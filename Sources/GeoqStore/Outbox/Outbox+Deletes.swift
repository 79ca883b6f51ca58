import GRDB
import Geoq

extension Store.Outbox {
    /// Whether a row of the server that was deleted here takes others along, as far as this device knows: what other
    /// devices have changed of these is known by a pull alone.
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
}
