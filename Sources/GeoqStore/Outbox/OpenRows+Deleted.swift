import GRDB

/// Rows that this device deleted, and of which the server has said that they are
/// deleted. One that is made again under its id is to live again; a row that
/// another device deleted is not.
extension OpenRows {
    /// How long deleted rows are remembered.
    private static let memory = "-90 days"

    func noteDeleted(_ id: String) throws {
        try db.executeCached(
            sql: """
                INSERT INTO geoq_deleted (table_name, row_id, at) VALUES (?, ?, datetime('now'))
                ON CONFLICT DO UPDATE SET at = excluded.at
                """, arguments: [table.rawValue, id])
    }

    func wasDeletedHere(_ id: String) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM geoq_deleted WHERE table_name = ? AND row_id = ?)"),
            arguments: [table.rawValue, id]) ?? false
    }

    /// The server has the row again.
    func forgetDeleted(_ id: String) throws {
        try db.executeCached(
            sql: "DELETE FROM geoq_deleted WHERE table_name = ? AND row_id = ?", arguments: [table.rawValue, id])
    }

    /// Forgets what was deleted long ago.
    static func forgetOldDeletions(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM geoq_deleted WHERE at < datetime('now', ?)", arguments: [memory])
    }
}
