import CSQLite
import GRDB

/// What a statement of one connection leaves out, also inside a transaction.
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
    /// To drop them and make them anew would change the schema: each connection of each process would read all of it
    /// again, and a store with an account has more than 300 triggers.
    func withoutTriggers<Value>(_ body: () throws -> Value) rethrows -> Value {
        let did = geoq_run_triggers(openConnection, 0)
        defer { _ = geoq_run_triggers(openConnection, did) }
        return try body()
    }

    private var openConnection: SQLiteConnection {
        guard let connection = sqliteConnection else { preconditionFailure("The connection is open.") }
        return connection
    }
}
