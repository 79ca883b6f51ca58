import GRDB
import Geoq
import GeoqIndex

/// Keeps a table's spatial index by hand while many rows are written.
///
/// A few rows are put into the index one by one; when they become many, the
/// index is left alone and built anew at the end, which is cheaper. Meanwhile
/// SpatiaLite's triggers, which parse several statements for each row, are
/// dropped, and so are those that make a geometry follow degrees: the caller
/// writes both.
struct SpatialIndexWriter {
    private let db: Database
    private let table: String
    private let insert: PreparedStatement
    private let delete: PreparedStatement
    private let triggers: SuspendedTriggers
    /// How many more rows are put into the index one by one.
    private var allowance: Int

    /// With fewer changes than this the index is never built anew.
    private static let fewRows = 2_000

    /// - Parameter table: one of geoq's own tables: a literal.
    init(_ db: Database, table: String) throws {
        (self.db, self.table) = (db, table)
        insert = try PreparedStatement(
            db, "INSERT OR REPLACE INTO idx_\(table)_geom (pkid, xmin, xmax, ymin, ymax) VALUES (?1, ?2, ?2, ?3, ?3)")
        delete = try PreparedStatement(db, "DELETE FROM idx_\(table)_geom WHERE pkid = ?1")
        triggers = try SuspendedTriggers(
            db,
            Self.spatialTriggers(of: table)
                + ["placed", "located", "moved", "relocated"].map { "geoq_\(table)_\($0)" })
        // Putting one row into its place costs as much as building the index of
        // four rows. Once the limit is reached, the rows that were put in were
        // work for nothing.
        let last = try Int64.fetchOne(db, sql: "SELECT max(fid) FROM \(table)") ?? 0
        let count = RowSet.dense.contains(last) ? Int(last) : try Self.rowCount(db, table)
        allowance = max(Self.fewRows, count / 8)
    }

    /// The names of the triggers that a table has for SpatiaLite.
    static func spatialTriggers(of table: String) -> [String] {
        ["ggi", "ggu", "gii", "giu", "gid", "tmi", "tmu", "tmd"].map { "\($0)_\(table)_geom" }
    }

    private static func rowCount(_ db: Database, _ table: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    mutating func put(row: Int64, _ coordinate: Coordinate) throws {
        guard isOneByOne() else { return }
        insert.bind(1, row)
        insert.bind(2, coordinate.longitude)
        insert.bind(3, coordinate.latitude)
        try insert.run()
    }

    mutating func remove(row: Int64) throws {
        guard isOneByOne() else { return }
        delete.bind(1, row)
        try delete.run()
    }

    /// Stops putting rows into the index; it is built anew at the end.
    mutating func leaveToTheEnd() {
        allowance = -1
    }

    private mutating func isOneByOne() -> Bool {
        allowance -= 1
        return allowance >= 0
    }

    /// Brings the index up to date, makes the triggers anew, and tells
    /// SpatiaLite that the table has changed.
    func finish() throws {
        if allowance < 0 {
            var builder = try SpatialIndexBuilder(db, table: table)
            try builder.run(count: try Self.rowCount(db, table))
        }
        try triggers.restore()
        try db.execute(
            sql: """
                UPDATE geometry_columns_time SET last_update = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
                WHERE f_table_name = ? AND f_geometry_column = 'geom'
                """, arguments: [table])
    }
}
