import CSQLite
import GRDB

extension Database {
    /// Runs `body` while SQLite checks no foreign keys, also inside a
    /// transaction, where `PRAGMA foreign_keys` does nothing. The caller must
    /// make sure that the keys are right.
    func withoutForeignKeys<Value>(_ body: () throws -> Value) rethrows -> Value {
        guard let connection = sqliteConnection else { preconditionFailure("The connection is open.") }
        let were = geoq_enforce_foreign_keys(connection, 0)
        defer { _ = geoq_enforce_foreign_keys(connection, were) }
        return try body()
    }
}
