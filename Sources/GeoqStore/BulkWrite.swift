import GRDB
import GeoqIndex

/// A write of many rows: the log gets one entry for each whole table, instead
/// of one for each row. When few rows were changed after all, the log gets an
/// entry for each changed row.
enum BulkWrite {
    /// The log keeps the entries of this many versions; a reader that is
    /// further behind reads all rows.
    static let longestLog = 100_000

    /// What a bulk write has changed.
    enum Change {
        case nothing
        /// Rows of some tables, by id; nil for a table with so many changed
        /// rows that they were not noted.
        case several([(table: String, ids: [String]?)])

        /// Some tables, each with so many changed rows that they were not
        /// noted.
        static func tables(_ names: [String]) -> Change { .several(names.map { ($0, nil) }) }
    }

    /// Runs `body` while the triggers of the log do nothing.
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
        case .several(let tables): try log(db, tables.map { ($0.table, $0.ids.map { $0.map(Optional.some) } ?? [nil]) })
        }
        return value
    }

    /// - Parameter entries: ids by table; nil for all of the table.
    private static func log(_ db: Database, _ entries: [(table: String, ids: [String?])]) throws {
        try db.execute(sql: "UPDATE geoq_store SET version = version + 1, token = random()")
        let stamp = try Store.stamp(db)
        let insert = try PreparedStatement(
            db, "INSERT INTO geoq_change (version, table_name, row_id, token) VALUES (?1, ?2, ?3, ?4)")
        insert.bind(1, stamp.version)
        insert.bind(4, stamp.token)
        for (table, ids) in entries {
            insert.bind(2, table)
            for id in ids {
                insert.bind(3, id)
                try insert.run()
            }
        }
        if stamp.version > longestLog { try ChangeLog.cut(db, through: stamp.version - Int64(longestLog)) }
    }
}
