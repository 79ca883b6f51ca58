import Foundation
import GRDB
import Geoq

/// What the store knows of rows of a table at their remotes: versions, and when each was last as the remote has it.
///
/// A sync that succeeds confirms all rows of the tables that it reads, those with waiting changes as they were before
/// these. So the moment of the sync is that of all rows, and none is written for it. Only what a sync does not say is kept
/// by itself, among the notes of `geoq_setting`: the answers to pushes since, rows that a sync has not found any more, and
/// tables that it has left alone.
struct RowSyncs {
    private struct Base {
        var version: Int
        var isBorn: Bool
        var isGone: Bool
    }

    /// When a sync last read the table, by the source of its rows; nil where none has.
    private var reads: [String: Date?] = [:]
    private var account: String?
    private var bases: [String: Base] = [:]
    private var seen: [String: Date] = [:]

    /// - Parameter id: of the row that is asked for; nil for all.
    /// - Complexity: O(open rows of the table + answers since the last sync), or O(log *n*) for one row.
    init(_ db: Database, of table: MirrorTable, row id: FeatureID? = nil) throws {
        let remotes = try Row.fetchAll(
            try db.cachedStatement(
                sql: """
                    SELECT t.remote, r.synced_at, t.stopped FROM geoq_remote_table AS t
                    JOIN geoq_remote AS r ON r.name = t.remote WHERE t.table_name = ?
                    """), arguments: [table.rawValue])
        for row in remotes.map(WrittenRow.init) {
            guard let remote: String = row["remote"] else { continue }
            let moment =
                row.has("stopped") ? try Self.note(db, Self.leftTable(table, of: remote)) : row["synced_at"]
            reads[remote] = .some(moment.flatMap { RowSync.moment($0) })
        }
        account = try Store.Account.remote(db)
        guard account != nil, !table.isReference else { return }
        let ofRow = id == nil ? "" : " WHERE id = ?"
        let arguments: StatementArguments = id.map { [$0.description] } ?? []
        let open = try Row.fetchCursor(
            try db.cachedStatement(
                sql: "SELECT id, row_version, is_born, is_gone FROM geoq_base_\(table)\(ofRow)"), arguments: arguments)
        while let row = try open.next().map(WrittenRow.init) {
            guard let id: String = row["id"] else { continue }
            bases[id] = Base(
                version: row["row_version"] ?? 0, isBorn: row.isTrue("is_born"), isGone: row.isTrue("is_gone"))
        }
        let prefix = Self.seenRows(table)
        if let id {
            seen[id.description] = try Self.note(db, prefix + id.description).flatMap { RowSync.moment($0) }
            return
        }
        let notes = try Row.fetchCursor(
            try db.cachedStatement(
                sql: """
                    SELECT substr(name, length(?1) + 1), value FROM geoq_setting
                    WHERE scope = 'user' AND name > ?1 AND name < ?1 || 'g'
                    """), arguments: [prefix])
        while let row = try notes.next().map(WrittenRow.init) {
            if let id = row[0] { seen[id] = row[1].flatMap { RowSync.moment($0) } }
        }
    }

    /// - Parameter row: with the columns `id`, `source` and `row_version`.
    func sync(of row: WrittenRow) -> RowSync {
        guard let id: String = row["id"], let source: String = row["source"], id != CaptureTriggers.virtualID
        else { return RowSync() }
        let read = reads[source] ?? nil
        guard source == account else {
            // Rows of a file have no remote.
            return reads[source] == nil ? RowSync() : RowSync(version: row["row_version"] ?? 0, seenAt: read)
        }
        let base = bases[id]
        if base?.isBorn == true { return RowSync() }
        let isConfirmed = base?.isGone != true
        let moments = [seen[id], isConfirmed ? read : nil].compactMap { $0 }
        return RowSync(version: base?.version ?? row["row_version"] ?? 0, seenAt: moments.max())
    }

    // MARK: Notes

    private static func seenRows(_ table: MirrorTable) -> String { "row_seen/\(table)/" }

    private static func leftTable(_ table: MirrorTable, of remote: String) -> String { "table_read/\(table)/\(remote)" }

    private static func note(_ db: Database, _ name: String) throws -> String? {
        try String.fetchOne(
            try db.cachedStatement(sql: "SELECT value FROM geoq_setting WHERE scope = 'user' AND name = ?"),
            arguments: [name])
    }

    /// Notes that an answer has told what the account's remote has of a row.
    static func noteSeen(_ db: Database, _ row: RowKey, remote: String) throws {
        try db.executeCached(
            sql: """
                INSERT INTO geoq_setting (scope, name, value)
                SELECT 'user', ?1 || ?2, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
                WHERE EXISTS (SELECT 1 FROM \(row.table) WHERE id = ?2 AND source = ?3)
                ON CONFLICT DO UPDATE SET value = excluded.value
                """, arguments: [seenRows(row.table), row.id.description, remote])
    }

    /// Notes when rows of the account's remote were last found there, of which a sync has just not found those that are
    /// marked as gone.
    ///
    /// - Parameter last: when a sync had read the table before, as `geoq_remote` has it; nil when none had.
    static func noteGone(_ db: Database, _ table: MirrorTable, last: String?) throws {
        guard let last else { return }
        try db.execute(
            sql: """
                INSERT INTO geoq_setting (scope, name, value)
                SELECT 'user', ?1 || id, ?2 FROM geoq_base_\(table) WHERE is_gone
                ON CONFLICT DO NOTHING
                """, arguments: [seenRows(table), last])
    }

    /// Notes when a table was last read that a sync leaves alone.
    ///
    /// - Parameter last: as of `noteGone`.
    static func noteLeft(_ db: Database, _ table: MirrorTable, of remote: String, last: String?) throws {
        guard let last else { return }
        try db.execute(
            sql: """
                INSERT INTO geoq_setting (scope, name, value) SELECT 'user', ?3, ?4
                WHERE EXISTS (SELECT 1 FROM geoq_remote_table
                    WHERE remote = ?1 AND table_name = ?2 AND stopped IS NULL)
                ON CONFLICT DO UPDATE SET value = excluded.value
                """, arguments: [remote, table.rawValue, leftTable(table, of: remote), last])
    }

    /// Forgets the notes about a table that a sync has read: its moment says more. Of a row that the remote no longer
    /// shows, the note stays.
    static func forget(_ db: Database, _ table: MirrorTable, of remote: String) throws {
        try db.execute(
            sql: "DELETE FROM geoq_setting WHERE scope = 'user' AND name = ?", arguments: [leftTable(table, of: remote)]
        )
        guard MirrorTable.written.contains(table), try Store.Account.remote(db) == remote else { return }
        try db.execute(
            sql: """
                DELETE FROM geoq_setting WHERE scope = 'user' AND name > ?1 AND name < ?1 || 'g' AND NOT EXISTS (
                    SELECT 1 FROM geoq_base_\(table) AS b WHERE b.is_gone AND ?1 || b.id = geoq_setting.name)
                """, arguments: [seenRows(table)])
    }

    /// The same of all tables, after a sync that has found nothing new while no row had changes.
    static func forgetAll(_ db: Database, of remote: String) throws {
        try db.execute(
            sql: """
                DELETE FROM geoq_setting WHERE scope = 'user' AND name > 'row_seen/' AND name < 'row_seen0'
                    AND EXISTS (SELECT 1 FROM geoq_account WHERE remote = ?)
                """, arguments: [remote])
    }
}
