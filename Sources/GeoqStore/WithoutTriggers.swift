import CSQLite
import GRDB

extension Database {
    /// Whether the statements of this connection run triggers.
    var runsTriggers: Bool { setTriggers(-1) }

    /// Runs `body` while no statement of this connection runs a trigger, nor does a cascade of a foreign key. The
    /// caller does the triggers' work.
    ///
    /// To drop them and make them anew would change the schema: each connection of each process would read all of it
    /// again, and a store with an account has more than 300 triggers.
    func withoutTriggers<Value>(_ body: () throws -> Value) rethrows -> Value {
        let did = setTriggers(0)
        defer { _ = setTriggers(did ? 1 : 0) }
        return try body()
    }

    private func setTriggers(_ isOn: CInt) -> Bool {
        guard let connection = sqliteConnection else { preconditionFailure("The connection is open.") }
        return geoq_run_triggers(connection, isOn) != 0
    }
}
