import GRDB
import Geoq

/// The list of a remote's rows that cannot be rows of the store yet.
struct WaitingRows {
    private let db: Database
    private let remote: String
    private let insert: PreparedStatement
    private let delete: PreparedStatement

    init(_ db: Database, remote: String) throws {
        (self.db, self.remote) = (db, remote)
        insert = try PreparedStatement(
            db, "INSERT OR REPLACE INTO geoq_remote_waiting VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
        delete = try PreparedStatement(
            db, "DELETE FROM geoq_remote_waiting WHERE remote = ?1 AND table_name = ?2 AND row_id = ?3")
    }

    /// Whether a row of a table waits.
    func isAny(of table: MirrorTable) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_remote_waiting WHERE remote = ? AND table_name = ?)",
            arguments: [remote, table.rawValue]) == true
    }

    func add(
        _ id: String, of table: MirrorTable, token: Int64, _ reason: WaitingReason,
        parent: (table: MirrorTable, id: String)?, detail: String?, key: String? = nil
    ) throws {
        insert.bind(1, remote)
        insert.bind(2, table.rawValue)
        insert.bind(3, id)
        insert.bind(4, token)
        insert.bind(5, reason.rawValue)
        insert.bind(6, parent?.table.rawValue)
        insert.bind(7, parent?.id)
        insert.bind(8, detail)
        insert.bind(9, key)
        try insert.run()
    }

    func remove(_ id: String, of table: MirrorTable) throws {
        delete.bind(1, remote)
        delete.bind(2, table.rawValue)
        delete.bind(3, id)
        try delete.run()
    }

    /// Notes the ids that several rows of the remote share, and drops earlier
    /// notes.
    func replaceDoubled(_ ids: [FeatureID], of table: MirrorTable) throws {
        try db.execute(
            sql: "DELETE FROM geoq_remote_waiting WHERE remote = ? AND table_name = ? AND reason = 'doubled'",
            arguments: [remote, table.rawValue])
        for id in ids { try add(id.description, of: table, token: -1, .doubled, parent: nil, detail: nil) }
    }

    /// The first waiting rows of a table, by id.
    func first(_ count: Int, of table: MirrorTable) throws -> [WaitingRow] {
        let key: StatementArguments = [remote, table.rawValue]
        return try Row.fetchAll(
            db,
            sql: """
                SELECT ifnull(geoq_remote_waiting.source_id, row_id), reason, parent_table || ' ' || parent_id, detail, t.source
                FROM geoq_remote_waiting LEFT JOIN \(table) AS t ON reason = 'taken' AND t.id = row_id
                WHERE remote = ? AND table_name = ? ORDER BY row_id LIMIT \(count)
                """, arguments: key
        ).compactMap { row in
            let row = WrittenRow(row)
            guard let id = row[0], let reason: WaitingReason = row.word("reason") else { return nil }
            return WaitingRow(id: id, reason: reason, parent: row[2], holder: row[4], detail: row[3])
        }
    }

    /// How many rows of a table wait for an id that a row of another source has, by source; and which of these
    /// sources are no mirrors.
    func holders(of table: MirrorTable) throws -> (counts: [String: Int], files: Set<String>) {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT t.source, count(*), EXISTS (SELECT 1 FROM geoq_remote AS r WHERE r.name = t.source)
                FROM geoq_remote_waiting JOIN \(table) AS t ON t.id = row_id
                WHERE remote = ? AND table_name = ? AND reason = 'taken' GROUP BY 1
                """, arguments: [remote, table.rawValue])
        var (counts, files): ([String: Int], Set<String>) = ([:], [])
        for row in rows {
            guard let source = WrittenRow(row)[0] else { continue }
            let (count, isMirror): (Int, Bool) = (row[1], row[2])
            counts[source] = count
            if !isMirror { files.insert(source) }
        }
        return (counts, files)
    }

    /// Drops waiting rows that are staged as gone. When all of the remote's
    /// rows are staged, it drops every waiting row; each is then looked at
    /// again.
    func removeGone(of table: MirrorTable, isReplaced: Bool) throws {
        let isGone = isReplaced ? "" : " AND row_id IN (SELECT id FROM staging.staged_\(table) WHERE gone)"
        try db.execute(
            sql: "DELETE FROM geoq_remote_waiting WHERE remote = ? AND table_name = ?\(isGone)",
            arguments: [remote, table.rawValue])
    }
}
