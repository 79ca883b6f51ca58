import GRDB

/// The tables of a staging file, and how SQL names them.
///
/// A table of the remote is staged *loose*: `staged_…` has id, token, whether
/// the row is gone, why it cannot be used, and the values as they came. What goes into an empty table
/// of the store is staged *ready*: a table of the store's own name and columns
/// has each row as the store will, so that all of them go over at once; what the
/// store would not take as it is stays loose, in `loose_…`, and `staged_…` shows
/// both.
struct StagedTables: Sendable {
    /// Tables that are staged ready.
    let ready: Set<MirrorTable>

    /// The table of loose rows.
    func loose(_ table: MirrorTable) -> String {
        ready.contains(table) ? "loose_\(table)" : "staged_\(table)"
    }

    /// SQL that asks whether a row is staged, and not as one that is gone, in
    /// the attached file. SQLite does not look into a view for each row.
    ///
    /// - Parameter id: SQL that names the id.
    func holds(_ table: MirrorTable, _ id: String) -> String {
        let isLoose = "EXISTS (SELECT 1 FROM staging.\(loose(table)) AS s WHERE s.id = \(id) AND NOT s.gone)"
        guard ready.contains(table) else { return isLoose }
        return "(\(isLoose) OR EXISTS (SELECT 1 FROM staging.\(table) AS r WHERE r.id = \(id)))"
    }

    /// Makes the tables of a new staging file.
    ///
    /// - Parameter forms: how the store's tables were made that are to be staged
    ///   ready. Those that cannot be made so here are staged loose.
    static func create(_ db: Database, forms: [MirrorTable: String]) throws -> StagedTables {
        try db.execute(
            sql: """
                CREATE TABLE staging (
                    one INTEGER PRIMARY KEY CHECK (one = 1), key TEXT NOT NULL,
                    xmin INTEGER NOT NULL, xmax INTEGER NOT NULL)
                """)
        let ready = forms.filter { table, sql in
            (try? db.inSavepoint {
                // Prepared, so that only the first statement counts, whatever the file says.
                try PreparedStatement(db, sql).run()
                try db.execute(sql: "SELECT id, source, sync_token FROM \(table) LIMIT 0")
                return .commit
            }) != nil
        }
        let tables = StagedTables(ready: Set(ready.keys))
        for table in MirrorTable.allCases {
            let columns = table.columns.map { ", \($0.name)" }.joined()
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
                    SELECT id, token, gone, problem\(columns) FROM loose_\(table)
                    UNION ALL SELECT id, sync_token, 0, NULL\(columns) FROM \(table)
                    """)
        }
        return tables
    }

    /// The tables of a staging file that is there.
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

    /// Forgets the rows of a table.
    func clear(_ db: Database, _ table: MirrorTable) throws {
        try db.execute(sql: "DELETE FROM \(loose(table))")
        if ready.contains(table) { try db.execute(sql: "DELETE FROM \(table)") }
    }
}
