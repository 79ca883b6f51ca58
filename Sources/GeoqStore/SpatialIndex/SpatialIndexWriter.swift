import GRDB
import Geoq

/// Keeps a table's spatial index by hand while many rows are written.
///
/// SpatiaLite's triggers parse several statements for each row, which takes
/// most of the time of a large import. They are dropped inside the transaction
/// and made anew at its end, so nobody else ever sees the table without them.
struct SpatialIndexWriter {
    private let db: Database
    private let table: String
    private let insert: PreparedStatement
    private let delete: PreparedStatement
    /// The triggers as SpatiaLite made them.
    private let triggers: [String]

    /// - Parameter table: one of geoq's own tables: a literal.
    init(_ db: Database, table: String) throws {
        precondition(db.isInsideTransaction, "The triggers are missing only inside a transaction.")
        (self.db, self.table) = (db, table)
        insert = try PreparedStatement(
            db, "INSERT OR REPLACE INTO idx_\(table)_geom (pkid, xmin, xmax, ymin, ymax) VALUES (?1, ?2, ?2, ?3, ?3)")
        delete = try PreparedStatement(db, "DELETE FROM idx_\(table)_geom WHERE pkid = ?1")
        let names = ["ggi", "ggu", "gii", "giu", "gid", "tmi", "tmu", "tmd"].map { "\($0)_\(table)_geom" }
        triggers = try names.compactMap { name in
            try String.fetchOne(
                db, sql: "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?", arguments: [name])
        }
        for name in names { try db.execute(sql: "DROP TRIGGER IF EXISTS \"\(name)\"") }
    }

    func put(row: Int64, _ coordinate: Coordinate) throws {
        insert.bind(1, row)
        insert.bind(2, coordinate.longitude)
        insert.bind(3, coordinate.latitude)
        try insert.run()
    }

    func remove(row: Int64) throws {
        delete.bind(1, row)
        try delete.run()
    }

    /// Makes the triggers anew and tells SpatiaLite that the table has changed.
    func finish() throws {
        for trigger in triggers { try db.execute(sql: trigger) }
        try db.execute(
            sql: """
                UPDATE geometry_columns_time SET last_update = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
                WHERE f_table_name = ? AND f_geometry_column = 'geom'
                """, arguments: [table])
    }
}
