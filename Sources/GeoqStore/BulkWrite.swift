import GRDB

/// A write of many rows: the log gets one entry for each whole table, instead
/// of one for each row.
enum BulkWrite {
    /// More entries than this are not kept; who is further behind starts anew.
    static let longestLog = 100_000

    /// Runs `body` with the triggers of the log asleep.
    ///
    /// The version rises, and the tables are logged, only when `body` says that
    /// it changed rows.
    static func run<Value>(
        _ db: Database, tables: [String], _ body: () throws -> (value: Value, hasChanged: Bool)
    ) throws -> Value {
        precondition(db.isInsideTransaction, "A bulk write is part of a transaction.")
        try db.execute(sql: "UPDATE geoq_store SET bulk = 1")
        let (value, hasChanged) = try body()
        try db.execute(sql: "UPDATE geoq_store SET bulk = 0")
        if hasChanged { try log(db, tables: tables) }
        return value
    }

    private static func log(_ db: Database, tables: [String]) throws {
        try db.execute(sql: "UPDATE geoq_store SET version = version + 1")
        for table in tables {
            try db.execute(
                sql: "INSERT INTO geoq_change VALUES ((SELECT version FROM geoq_store), ?, NULL)", arguments: [table])
        }
        try db.execute(
            sql: """
                DELETE FROM geoq_change WHERE version <= (SELECT max(version) FROM geoq_change) - ?
                """, arguments: [longestLog])
        if db.changesCount > 0 {
            try db.execute(sql: "UPDATE geoq_store SET log_starts_after = (SELECT min(version) - 1 FROM geoq_change)")
        }
    }
}
