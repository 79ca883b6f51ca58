import GRDB

/// Triggers that are away for a while, so that each of a million rows need not
/// pay for them; who suspends them does their work.
///
/// They are dropped inside a transaction and made anew before its end, so
/// nobody else ever sees the tables without them, and a rollback or a crash
/// brings them back.
struct SuspendedTriggers {
    private let db: Database
    /// The triggers as they were made.
    private let statements: [String]

    /// - Parameter names: names of triggers, literals; those that do not exist
    ///   are passed over.
    init(_ db: Database, _ names: [String]) throws {
        precondition(db.isInsideTransaction, "Triggers are missing only inside a transaction.")
        self.db = db
        statements = try names.compactMap { name in
            try String.fetchOne(
                db, sql: "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?", arguments: [name])
        }
        for name in names { try db.execute(sql: "DROP TRIGGER IF EXISTS \"\(name)\"") }
    }

    func restore() throws {
        for statement in statements { try db.execute(sql: statement) }
    }
}
