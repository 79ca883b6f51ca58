import CSQLite
import GRDB

extension Database {
    /// Runs something while no foreign key is asked, also inside a transaction,
    /// where `PRAGMA foreign_keys` does nothing. Who asks for that vouches for
    /// the keys.
    func withoutForeignKeys<Value>(_ body: () throws -> Value) rethrows -> Value {
        guard let connection = sqliteConnection else { preconditionFailure("The connection is open.") }
        let were = geoq_enforce_foreign_keys(connection, 0)
        defer { _ = geoq_enforce_foreign_keys(connection, were) }
        return try body()
    }
}
