import GRDB
import Geoq
import GeoqIndex

/// Writes rows of one table, inside one transaction: an import's, a sync's, or
/// areas.
///
/// It does what the table's triggers would do for each row: it notes the ids
/// for the log of changes, and keeps the spatial index.
///
/// One `INSERT … ON CONFLICT DO UPDATE … RETURNING` would do the same at three
/// times the cost: for every row SQLite opens a table for the values that it
/// returns, and a journal for changes that it may have to undo.
struct TableWriter {
    let table: TableSchema
    /// The row that is written next: the values of the columns, in their order.
    var row = RowValues()

    private let db: Database
    private let known: PreparedStatement
    private let insert: PreparedStatement
    private let update: PreparedStatement
    /// Made for the first row that is removed: the triggers of all tables below this one are part of it.
    private var delete: PreparedStatement?
    private let triggers: SuspendedTriggers
    private var spatialIndex: SpatialIndexWriter?

    private(set) var added = 0
    private(set) var changed = 0
    private(set) var removed = 0
    /// The ids of the rows that were added, changed or removed; nil when there
    /// are more than `mostNoted`.
    private(set) var changedIDs: [String]? = []

    /// With more changes than this the index is soon built anew.
    private static let mostNoted = 5_000

    /// - Parameters:
    ///   - columns: the names of the columns that are written; the first is
    ///     `id`.
    ///   - untouched: those that are written in new rows only.
    ///   - owner: the source of the rows that `find` calls its own; nil for any.
    init(
        _ db: Database, _ table: TableSchema, _ columns: [String], untouched: Set<String> = [], owner: String? = nil
    ) throws {
        (self.db, self.table) = (db, table)
        // Before the statements: SQLite compiles the triggers that it finds into each, and once more when they go.
        triggers = try SuspendedTriggers(
            db,
            ["insert", "update", "delete", "replace", "renumber", "forget"].map { "geoq_\(table.name)_\($0)" }
                + CaptureTriggers.triggers.names(of: table.name)
                + HandwrittenRows.triggers.names(of: table.name))
        spatialIndex = try table.hasPlace ? SpatialIndexWriter(db, table: table.name) : nil
        // The names are literals of `TableSchema`.
        let isOwn = owner == nil ? "1" : "source = ?2"
        known = try PreparedStatement(db, "SELECT fid, \(isOwn) FROM \(table.name) WHERE id = ?1")
        if let owner { known.bind(2, owner) }
        insert = try PreparedStatement(db, table.insertion(columns))
        update = try PreparedStatement(db, table.changing(columns, untouched: untouched))
    }

    /// Ends the writing: brings the spatial index up to date and restores the
    /// triggers.
    func finish() throws {
        try spatialIndex?.finish()
        try triggers.restore()
    }

    /// The row that has an id.
    func find(_ id: String) throws -> (number: Int64, isOwn: Bool)? {
        known.bind(1, id)
        defer { known.reset() }
        return try known.step() ? (known.int(0), known.int(1) == 1) : nil
    }

    /// Adds `row`.
    ///
    /// - Parameter place: the place of its geometry.
    /// - Returns: its number; nil when there is a row of this id, which stays as
    ///   it is.
    mutating func add(_ id: String, at place: Coordinate? = nil) throws -> Int64? {
        guard try insert.run(row) > 0 else { return nil }
        added += 1
        note(id)
        let number = db.lastInsertedRowID
        if let place { try spatialIndex?.put(row: number, place) }
        return number
    }

    /// Changes a row to `row`, unless it is the same.
    ///
    /// - Returns: whether it was changed.
    mutating func change(_ number: Int64, _ id: String, at place: Coordinate? = nil) throws -> Bool {
        guard try update.run(row, and: number) > 0 else { return false }
        changed += 1
        note(id)
        if let place {
            try spatialIndex?.put(row: number, place)
        } else {
            // The row may have had a place before.
            try spatialIndex?.remove(row: number)
        }
        return true
    }

    /// Removes a row.
    mutating func remove(_ number: Int64, _ id: String) throws {
        let delete = try self.delete ?? PreparedStatement(db, "DELETE FROM \(table.name) WHERE fid = ?1")
        self.delete = delete
        delete.bind(1, number)
        try delete.run()
        try spatialIndex?.remove(row: number)
        removed += 1
        note(id)
    }

    /// Notes a row that was changed by another statement.
    mutating func note(_ id: String) {
        if changedIDs?.count == Self.mostNoted { changedIDs = nil }
        changedIDs?.append(id)
    }

    /// Notes that many rows were changed by another statement.
    mutating func noteMany() {
        changedIDs = nil
    }

    /// Notes that another statement has added rows. The spatial index is built
    /// anew.
    mutating func noteAdded(_ count: Int, ids: () throws -> [String]) throws {
        added += count
        if count > Self.mostNoted { noteMany() } else { changedIDs? += try ids() }
        spatialIndex?.leaveToTheEnd()
    }
}
