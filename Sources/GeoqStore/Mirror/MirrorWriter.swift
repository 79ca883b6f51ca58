import GRDB
import Geoq
import GeoqIndex

/// Writes staged rows of one table: a new row, a changed one, or nothing.
///
/// Rows come in the order of their ids, so that the table and its index of ids
/// grow at their ends.
struct MirrorWriter {
    let table: MirrorTable
    private let db: Database
    private let remote: String
    private let layout: MirrorLayout
    private var writer: TableWriter
    private let renew: PreparedStatement
    private let parents: [ParentCheck]
    /// Whether the table had no rows at first: then every row is new, because
    /// each has another id.
    private let wasEmpty: Bool
    /// How many of the added and changed rows have no place.
    private var unplaced = 0
    /// The ids of rows with changes that the server has not taken.
    private let open: Set<String>

    /// What was done with a staged row.
    enum Outcome {
        case written
        /// The row has changes that the server has not taken; it is merged
        /// later.
        case isOpen
        case waits(WaitingReason, parent: (table: MirrorTable, id: String)?, detail: String?)
    }

    init(_ db: Database, _ table: MirrorTable, remote: String, open: Set<String>) throws {
        (self.db, self.table, self.remote, layout) = (db, table, remote, MirrorLayout(table))
        self.open = open
        wasEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(table))") ?? false
        // A row in which only the token is new has not changed for a question.
        writer = try TableWriter(db, table.schema, layout.names, untouched: ["sync_token"], owner: remote)
        renew = try PreparedStatement(
            db, "UPDATE \(table) SET sync_token = ?1 WHERE fid = ?2 AND sync_token IS NOT ?1")
        parents = try table.parents.map { try ParentCheck(db, table, column: $0.column, parent: $0.table) }
    }

    /// Columns of a staged row before its values: id, token, gone, problem.
    fileprivate static let stagedValues = 4

    /// The key of a staged row; nil for a row that has none.
    func key(_ staged: PreparedStatement) -> String? {
        let column = Int32(table.columns.count + Self.stagedValues)
        return table.hasKeys && !staged.isNull(column) ? staged.text(column) : nil
    }

    /// The ids of the rows that were written or removed; nil when there are too
    /// many.
    var changedIDs: [String]? { writer.changedIDs }

    var outcome: MirrorTableOutcome {
        var outcome = MirrorTableOutcome()
        (outcome.added, outcome.changed, outcome.removed) = (writer.added, writer.changed, writer.removed)
        outcome.unplaced = unplaced
        return outcome
    }

    /// Ends the writing: brings the spatial index up to date and restores the
    /// triggers.
    func finish() throws {
        try writer.finish()
    }

    /// Copies all rows that are staged *ready* at once.
    ///
    /// SQLite copies records from one table into another without looking into
    /// them when both are made alike, the target is empty, and no triggers are to
    /// run and no foreign keys to be checked ("transfer optimization", insert.c). The
    /// one key of these rows, their source, was registered in this transaction;
    /// the staging table has made the checks of the values.
    ///
    /// - Returns: false when no rows are ready, or the table cannot take them
    ///   in this way.
    mutating func takeReady() throws -> Bool {
        guard wasEmpty, writer.added == 0, open.isEmpty else { return false }
        let isAlike = try Bool.fetchOne(
            db,
            sql: """
                SELECT (SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?1)
                    = (SELECT sql FROM staging.sqlite_master WHERE type = 'table' AND name = ?1)
                """, arguments: [table.rawValue])
        guard isAlike == true else { return false }
        let count = try db.withoutForeignKeys {
            try PreparedStatement(db, "INSERT INTO main.\(table) SELECT * FROM staging.\(table)").run()
        }
        guard count > 0 else { return false }
        if layout.places != nil {
            unplaced += try Int.fetchOne(db, sql: "SELECT count(*) - count(geom) FROM staging.\(table)") ?? 0
        }
        try writer.noteAdded(count) { try String.fetchAll(db, sql: "SELECT id FROM staging.\(table)") }
        return true
    }

    /// Writes a row of a staging table into the store. One of this remote that waits from now on is left to the caller to
    /// remove.
    mutating func write(_ staged: PreparedStatement) throws -> Outcome {
        let id = staged.text(0)
        if open.contains(id) { return .isOpen }
        if !staged.isNull(3) {
            return .waits(.unusable, parent: nil, detail: staged.text(3))
        }
        for parent in parents {
            if let missing = try parent.missing(in: staged) {
                return .waits(.parent, parent: (parent.table, missing), detail: nil)
            }
        }
        if let needed = layout.neededValues.first(where: { staged.isNull(Int32($0 + Self.stagedValues)) }) {
            return .waits(.unusable, parent: nil, detail: "\(table.columns[needed].name) is NULL")
        }
        let found = wasEmpty ? nil : try writer.find(id)
        if found?.isOwn == false { return .waits(.taken, parent: nil, detail: nil) }
        let place = take(staged)
        let isUnplaced = layout.places != nil && place == nil
        guard let known = found else {
            if try writer.add(id, at: place) != nil, isUnplaced { unplaced += 1 }
            return .written
        }
        if try writer.change(known.number, id, at: place), isUnplaced { unplaced += 1 }
        renew.bind(1, 1, of: staged)
        renew.bind(2, known.number)
        try renew.run()
        return .written
    }

    /// Takes the values of a staged row, in the order of `MirrorLayout.names`.
    ///
    /// - Returns: its place, if the row has one that is usable.
    private mutating func take(_ staged: PreparedStatement) -> Coordinate? {
        var place: Coordinate?
        var isNowhere = false
        if let places = layout.places {
            let latitude = Int32(places.latitude + Self.stagedValues)
            let longitude = Int32(places.longitude + Self.stagedValues)
            place = try? Coordinate(strictLatitude: staged.double(latitude), longitude: staged.double(longitude))
            isNowhere = place == nil
        }
        writer.row.clear(from: staged)
        writer.row.append(column: 0)
        writer.row.append(remote)
        writer.row.append(column: 1)
        writer.row.append(.null)
        for (index, valueForNull) in layout.valuesForNull.enumerated() {
            let column = Int32(index + Self.stagedValues)
            if staged.isNull(column) || isNowhere && layout.isRefusedPlace(index) {
                writer.row.append(valueForNull)
            } else {
                writer.row.append(column: column)
            }
        }
        if table.hasKeys { writer.row.append(column: Int32(table.columns.count + Self.stagedValues)) }
        if layout.places != nil { writer.row.append(point: place) }
        return place
    }

    /// The number of a row of this remote; nil when there is none.
    func number(of id: String) throws -> Int64? {
        guard let known = try writer.find(id), known.isOwn else { return nil }
        return known.number
    }

    /// Removes a row.
    mutating func remove(_ row: Int64, _ id: String) throws {
        try writer.remove(row, id)
    }

    /// Notes that many rows were changed by another function.
    mutating func noteMany() {
        writer.noteMany()
    }

    /// Notes a row that was changed by another function.
    mutating func note(_ id: String) {
        writer.note(id)
    }
}

/// Whether the row that a staged row belongs to is there.
private struct ParentCheck {
    let table: MirrorTable
    private let column: Int32
    private let exists: PreparedStatement

    init(_ db: Database, _ child: MirrorTable, column: String, parent: MirrorTable) throws {
        table = parent
        self.column = Int32(child.columns.firstIndex { $0.name == column }! + MirrorWriter.stagedValues)
        exists = try PreparedStatement(db, "SELECT 1 FROM \(parent) WHERE id = ?1 AND deleted_at IS NULL")
    }

    /// - Returns: the id of the missing parent; nil when none is missing. A row
    ///   that names no parent lacks none.
    func missing(in staged: PreparedStatement) throws -> String? {
        if staged.isNull(column) { return nil }
        exists.bind(1, column, of: staged)
        let isThere = try exists.step()
        exists.reset()
        return isThere ? nil : staged.text(column)
    }
}
