import GRDB
import Geoq

/// The tables of a staging file, and how SQL names them.
///
/// A table of the remote is staged *loose*: `staged_…` has id, token, whether
/// the row is gone, why it is unusable, and the values as the remote gave them.
/// A table whose target in the store is empty is staged *ready*: a table with
/// the store's own name and columns has each row as the store will have it, so
/// that all rows are copied at once. Rows that the store would not take
/// unchanged are still staged loose, in `loose_…`, and `staged_…` shows both.
struct StagedTables: Sendable {
    /// Tables that are staged ready.
    let ready: Set<MirrorTable>

    /// The columns of a staged row, in order.
    static func columns(of table: MirrorTable) -> String {
        (["id", "token", "gone", "problem"] + values(of: table)).joined(separator: ", ")
    }

    /// The columns behind these: the mirrored ones, and the key.
    private static func values(of table: MirrorTable) -> [String] {
        table.columns.map(\.name) + (table.hasKeys ? ["source_id"] : [])
    }

    /// The table of loose rows.
    func loose(_ table: MirrorTable) -> String {
        ready.contains(table) ? "loose_\(table)" : "staged_\(table)"
    }

    /// SQL that asks whether a row is staged, and not as gone, in the attached
    /// file. (For each row SQLite would evaluate a view anew.)
    ///
    /// - Parameter id: SQL that names the id.
    func holds(_ table: MirrorTable, _ id: String) -> String {
        let isLoose = "EXISTS (SELECT 1 FROM staging.\(loose(table)) AS s WHERE s.id = \(id) AND NOT s.gone)"
        guard ready.contains(table) else { return isLoose }
        return "(\(isLoose) OR EXISTS (SELECT 1 FROM staging.\(table) AS r WHERE r.id = \(id)))"
    }

    /// Makes the tables of a new staging file.
    ///
    /// - Parameter forms: the SQL of the store's tables that are to be staged
    ///   ready. Tables that cannot be made here in this way are staged loose.
    static func create(_ db: Database, forms: [MirrorTable: String]) throws -> StagedTables {
        try db.execute(
            sql: """
                CREATE TABLE staging (
                    one INTEGER PRIMARY KEY CHECK (one = 1), key TEXT NOT NULL, cursor TEXT NOT NULL)
                """)
        let ready = forms.filter { table, sql in
            (try? db.inSavepoint {
                // Prepared, so that only the first statement runs, even if a
                // damaged file holds several.
                try PreparedStatement(db, sql).run()
                try db.execute(sql: "SELECT id, source, sync_token FROM \(table) LIMIT 0")
                return .commit
            }) != nil
        }
        let tables = StagedTables(ready: Set(ready.keys))
        for table in MirrorTable.allCases {
            let columns = values(of: table).map { ", \($0)" }.joined()
            try db.execute(
                sql: """
                    CREATE TABLE \(tables.loose(table)) (
                        id TEXT PRIMARY KEY, token INTEGER NOT NULL, gone INTEGER NOT NULL, problem TEXT\(columns)
                    ) WITHOUT ROWID
                    """)
            guard tables.ready.contains(table) else { continue }
            try db.execute(
                sql: """
                    CREATE VIEW staged_\(table) AS
                    SELECT \(Self.columns(of: table)) FROM loose_\(table)
                    UNION ALL SELECT id, sync_token, 0, NULL\(columns) FROM \(table)
                    """)
        }
        return tables
    }

    /// The tables of an existing staging file.
    init(of db: Database) throws {
        let names = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        ready = Set(MirrorTable.allCases.filter { names.contains("loose_\($0)") })
    }

    private init(ready: Set<MirrorTable>) {
        self.ready = ready
    }

    /// The greatest id that is staged.
    func lastID(_ db: Database, _ table: MirrorTable) throws -> String? {
        let names = [loose(table)] + (ready.contains(table) ? [table.rawValue] : [])
        return try names.compactMap { try String.fetchOne(db, sql: "SELECT max(id) FROM \($0)") }.max()
    }

    /// Drops the rows of a table.
    func clear(_ db: Database, _ table: MirrorTable) throws {
        try db.execute(sql: "DELETE FROM \(loose(table))")
        if ready.contains(table) { try db.execute(sql: "DELETE FROM \(table)") }
    }
}
