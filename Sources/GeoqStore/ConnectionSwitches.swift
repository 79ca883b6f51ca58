import CSQLite
import GRDB
import Geoq

/// What a statement of one connection leaves out, also inside a transaction, and what it leaves behind.
extension Database {
    /// Runs `body` while SQLite checks no foreign keys, also inside a
    /// transaction, where `PRAGMA foreign_keys` does nothing. The caller must
    /// make sure that the keys are right.
    func withoutForeignKeys<Value>(_ body: () throws -> Value) rethrows -> Value {
        let were = geoq_enforce_foreign_keys(openConnection, 0)
        defer { _ = geoq_enforce_foreign_keys(openConnection, were) }
        return try body()
    }

    /// Whether the statements of this connection run triggers.
    var runsTriggers: Bool { geoq_run_triggers(openConnection, -1) != 0 }

    /// Runs `body` while no statement of this connection runs a trigger, nor does a cascade of a foreign key. The
    /// caller does the triggers' work.
    ///
    /// Triggers of other programs do not run either: `hasOtherTriggers` tells of them.
    ///
    /// To drop triggers and make them anew would change the schema: each connection of each process would read all of
    /// it again, and a store with an account has more than 300 triggers.
    func withoutTriggers<Value>(_ body: () throws -> Value) rethrows -> Value {
        let did = geoq_run_triggers(openConnection, 0)
        defer { _ = geoq_run_triggers(openConnection, did) }
        return try body()
    }

    /// Whether the store has triggers that neither geoq nor SpatiaLite made for geoq's tables, such as those by which
    /// another program keeps an index of words.
    ///
    /// - Complexity: O(tables, indexes and triggers).
    func hasOtherTriggers() throws -> Bool {
        let spatial = TableSchema.all.filter { $0.geometry != nil }
        let known = Set(spatial.flatMap { SpatialIndexWriter.spatialTriggers(of: $0.name) })
        let names = try String.fetchAll(
            self,
            sql: """
                SELECT CAST(name AS TEXT) FROM main.sqlite_master
                WHERE type = 'trigger' AND name NOT GLOB 'geoq_*' AND tbl_name NOT GLOB '*geometry_columns*'
                """)
        return !known.isSuperset(of: names)
    }

    /// Runs a statement that makes a connection again what it was, and fails silently. GRDB lets a cancelled task run
    /// no statement but a rollback, so this one goes past it.
    func setBack(_ statement: String) {
        sqlite3_exec(openConnection, statement, nil, nil, nil)
    }

    private var openConnection: SQLiteConnection {
        guard let connection = sqliteConnection else { preconditionFailure("The connection is open.") }
        return connection
    }
}
