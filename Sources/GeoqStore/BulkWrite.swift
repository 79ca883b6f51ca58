import GRDB

/// A write of many rows: the log gets one entry for each whole table, instead
/// of one for each row; when few rows were changed after all, one for each.
enum BulkWrite {
    /// More entries than this are not kept; who is further behind starts anew.
    static let longestLog = 100_000

    /// What a bulk write has changed.
    enum Change {
        case nothing
        /// Rows of the table, by id.
        case rows([String], of: String)
        /// So many that they were not noted.
        case tables([String])
        /// Rows of several tables, by id; nil for all of a table.
        case several([(table: String, ids: [String]?)])
    }

    /// Runs `body` with the triggers of the log asleep.
    ///
    /// The version rises, and the change is logged, only when `body` says that
    /// it changed rows.
    static func run<Value>(
        _ db: Database, _ body: () throws -> (value: Value, change: Change)
    ) throws -> Value {
        precondition(db.isInsideTransaction, "A bulk write is part of a transaction.")
        try db.execute(sql: "UPDATE geoq_store SET bulk = 1")
        let (value, change) = try body()
        try db.execute(sql: "UPDATE geoq_store SET bulk = 0")
        switch change {
        case .nothing: break
        case .rows(let ids, let table): try log(db, [(table, ids)])
        case .tables(let tables): try log(db, tables.map { ($0, [nil]) })
        case .several(let changes): try log(db, changes.map { ($0.table, $0.ids ?? [nil]) })
        }
        return value
    }

    /// - Parameter entries: ids by table; nil for all of the table.
    private static func log(_ db: Database, _ entries: [(table: String, ids: [String?])]) throws {
        try db.execute(sql: "UPDATE geoq_store SET version = version + 1")
        let insert = try PreparedStatement(
            db, "INSERT INTO geoq_change VALUES ((SELECT version FROM geoq_store), ?1, ?2)")
        for (table, ids) in entries {
            insert.bind(1, table)
            for id in ids {
                insert.bind(2, id)
                try insert.run()
            }
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
