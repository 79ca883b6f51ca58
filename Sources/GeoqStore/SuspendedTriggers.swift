import GRDB

/// Triggers that are dropped for a while, so that a million rows need not each
/// pay for them; the caller does their work.
///
/// They are dropped inside a transaction and made anew before its end, so no
/// other process ever sees the tables without them, and a rollback or a crash
/// restores them. On a connection that runs no triggers (`withoutTriggers`) they
/// stay.
struct SuspendedTriggers {
    private let db: Database
    /// The SQL that made the triggers.
    private let statements: [String]

    /// - Parameter names: names of triggers, literals; missing triggers are
    ///   passed over.
    init(_ db: Database, _ names: [String]) throws {
        precondition(db.isInsideTransaction, "Triggers are missing only inside a transaction.")
        self.db = db
        guard db.runsTriggers else {
            statements = []
            return
        }
        let made = try db.makeStatement(sql: "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?")
        statements = try names.compactMap { try String.fetchOne(made, arguments: [$0]) }
        for name in names { try db.execute(sql: "DROP TRIGGER IF EXISTS \"\(name)\"") }
    }

    func restore() throws {
        for statement in statements { try db.execute(sql: statement) }
    }
}
