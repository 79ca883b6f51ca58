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
    private let find: PreparedStatement
    private let insert: PreparedStatement
    private let change: PreparedStatement
    private let renew: PreparedStatement
    private let delete: PreparedStatement
    private let parents: [ParentCheck]
    private let triggers: SuspendedTriggers
    private var spatialIndex: SpatialIndexWriter?
    private let columns: [String]
    /// How many columns a mirror copies.
    private let valueCount: Int32
    /// Which of these columns is the row's version.
    private let versionColumn: Int32?
    /// The number of the last parameter of `change`.
    private let rowParameter: Int32
    /// Whether the table had no rows at first: then every row is new, because
    /// each has another id.
    private let wasEmpty: Bool
    private let placeColumns: (latitude: Int32, longitude: Int32)?
    private let requiredColumns: [(index: Int32, name: String)]
    /// The staged column whose NULL becomes an empty text.
    private let emptyTextColumn: Int32?

    private(set) var added = 0
    private(set) var changed = 0
    private(set) var removed = 0
    /// How many rows have unusable coordinates.
    private(set) var unplaced = 0
    /// The ids that were added, changed or removed; nil when there are too
    /// many.
    private(set) var changedIDs: [String]? = []

    /// With more changes than this the index is soon built anew.
    private static let mostNoted = 5_000

    /// What was done with a staged row.
    enum Outcome {
        case written
        case waits(WaitingReason, parent: (table: MirrorTable, id: String)?, detail: String?)
    }

    init(_ db: Database, _ table: MirrorTable, remote: String) throws {
        (self.db, self.table, self.remote) = (db, table, remote)
        columns =
            ["id", "source", "sync_token", "deleted_at"] + (table.hasPlace ? ["geom"] : [])
            + table.columns.map(\.name)
        valueCount = Int32(table.columns.count)
        wasEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(table))") ?? false
        find = try PreparedStatement(db, "SELECT fid, source = ?2 FROM \(table) WHERE id = ?1")
        insert = try PreparedStatement(db, RowWriter.insertion(table.rawValue, columns))
        // A row in which only the token is new has not changed for a question.
        let compared = columns.filter { $0 != "sync_token" }
        change = try PreparedStatement(db, RowWriter.changing(table.rawValue, compared))
        rowParameter = Int32(compared.count + 1)
        renew = try PreparedStatement(
            db, "UPDATE \(table) SET sync_token = ?1 WHERE fid = ?2 AND sync_token IS NOT ?1")
        delete = try PreparedStatement(db, "DELETE FROM \(table) WHERE fid = ?1")
        parents = try table.parents.map { try ParentCheck(db, table, column: $0.column, parent: $0.table) }
        func staged(_ name: String) -> Int32? {
            table.columns.firstIndex { $0.name == name }.map { Int32($0) + Self.stagedValues }
        }
        versionColumn = staged("row_version")
        placeColumns = table.hasPlace ? (staged("lat")!, staged("lon")!) : nil
        requiredColumns = table.neededTexts.map { (Int32($0) + Self.stagedValues, table.columns[$0].name) }
        emptyTextColumn = table.emptyTextForNull.map { Int32($0) + Self.stagedValues }
        triggers = try SuspendedTriggers(
            db, ["insert", "update", "delete", "replace", "renumber", "forget"].map { "geoq_\(table)_\($0)" })
        if table.hasPlace {
            let count = try Int.fetchOne(db, sql: "SELECT max(fid) FROM \(table)") ?? 0
            spatialIndex = try SpatialIndexWriter(db, table: table.rawValue, count: count)
        }
    }

    /// Columns of a staged row before its values: id, token, gone, problem.
    fileprivate static let stagedValues: Int32 = 4

    /// Ends the writing: brings the spatial index up to date and restores the
    /// triggers.
    func finish() throws {
        if let spatialIndex {
            try spatialIndex.finish(count: try Int.fetchOne(db, sql: "SELECT max(fid) FROM \(table)") ?? 0)
        }
        try triggers.restore()
    }

    /// Copies all rows that are staged *ready* at once.
    ///
    /// SQLite copies records from one table into another without looking into
    /// them when both are made alike, the target is empty, and no triggers or
    /// foreign keys have to be checked ("transfer optimization", insert.c). The
    /// one key of these rows, their source, was registered in this transaction;
    /// the staging table has made the checks of the values.
    ///
    /// - Returns: false when no rows are ready, or the table cannot take them
    ///   in this way.
    mutating func takeReady() throws -> Bool {
        guard wasEmpty, added == 0 else { return false }
        let isAlike = try Bool.fetchOne(
            db,
            sql: """
                SELECT (SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?1)
                    = (SELECT sql FROM staging.sqlite_master WHERE type = 'table' AND name = ?1)
                """, arguments: [table.rawValue])
        guard isAlike == true else { return false }
        added = try db.withoutForeignKeys {
            try PreparedStatement(db, "INSERT INTO main.\(table) SELECT * FROM staging.\(table)").run()
        }
        guard added > 0 else { return false }
        if added > Self.mostNoted {
            changedIDs = nil
        } else {
            changedIDs? += try String.fetchAll(db, sql: "SELECT id FROM staging.\(table)")
        }
        spatialIndex?.leaveToTheEnd()
        return true
    }

    /// Writes a row of a staging table into the store.
    mutating func write(_ staged: PreparedStatement) throws -> Outcome {
        let id = staged.text(0)
        if !staged.isNull(3) {
            try removeRow(id)
            return .waits(.unusable, parent: nil, detail: staged.text(3))
        }
        for parent in parents {
            if let missing = try parent.missing(in: staged) {
                try removeRow(id)
                return .waits(.parent, parent: (parent.table, missing), detail: nil)
            }
        }
        if let (_, name) = requiredColumns.first(where: { staged.isNull($0.index) }) {
            try removeRow(id)
            return .waits(.unusable, parent: nil, detail: "\(name) is NULL")
        }
        if wasEmpty {
            try add(staged, id)
            return .written
        }
        find.bind(1, id)
        find.bind(2, remote)
        guard try find.step() else {
            find.reset()
            try add(staged, id)
            return .written
        }
        let (row, isOwn) = (find.int(0), find.int(1) == 1)
        find.reset()
        guard isOwn else { return .waits(.taken, parent: nil, detail: nil) }
        let place = bind(staged, id, to: change, isInsert: false)
        change.bind(rowParameter, row)
        if try change.run() > 0 {
            changed += 1
            note(id)
            try spatialIndex?.remove(row: row)
            if let place { try spatialIndex?.put(row: row, place) }
        }
        renew.bind(1, 1, of: staged)
        renew.bind(2, row)
        try renew.run()
        return .written
    }

    private mutating func add(_ staged: PreparedStatement, _ id: String) throws {
        let place = bind(staged, id, to: insert, isInsert: true)
        try insert.run()
        added += 1
        note(id)
        if let place { try spatialIndex?.put(row: db.lastInsertedRowID, place) }
    }

    /// Removes a row of this remote, if there is one.
    private mutating func removeRow(_ id: String) throws {
        find.bind(1, id)
        find.bind(2, remote)
        let row = try find.step() && find.int(1) == 1 ? find.int(0) : nil
        find.reset()
        if let row { try remove(row, id) }
    }

    mutating func remove(_ row: Int64, _ id: String) throws {
        delete.bind(1, row)
        try delete.run()
        try spatialIndex?.remove(row: row)
        removed += 1
        note(id)
    }

    /// Notes that many rows were changed by another function.
    mutating func noteMany() {
        changedIDs = nil
    }

    /// Notes a row that was changed by another function.
    mutating func note(_ id: String) {
        if changedIDs?.count == Self.mostNoted { changedIDs = nil }
        changedIDs?.append(id)
    }

    /// Binds a row in the order of `columns`.
    ///
    /// - Returns: its place, if the row has one that is usable.
    private mutating func bind(
        _ staged: PreparedStatement, _ id: String, to statement: PreparedStatement, isInsert: Bool
    ) -> Coordinate? {
        var number: Int32 = 1
        statement.bind(number, id)
        statement.bind(number + 1, remote)
        number += 2
        if isInsert {
            statement.bind(number, 1, of: staged)
            number += 1
        }
        statement.bind(number, nil as String?)
        number += 1
        var place: Coordinate?
        if let placeColumns {
            let (latitude, longitude) = (staged.double(placeColumns.latitude), staged.double(placeColumns.longitude))
            place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
            let isEmpty = staged.isNull(placeColumns.latitude) && staged.isNull(placeColumns.longitude)
            if place == nil, !isEmpty { unplaced += 1 }
            if let place {
                statement.bind(number, PointBlob.bytes(place))
            } else {
                statement.bind(number, nil as String?)
            }
            number += 1
        }
        for index in 0..<valueCount {
            let column = index + Self.stagedValues
            // The table of hotspots accepts only real coordinates.
            if table == .hotspot, place == nil, column == placeColumns?.latitude || column == placeColumns?.longitude {
                statement.bind(number + index, nil as Double?)
            } else if column == versionColumn, staged.isNull(column) {
                statement.bind(number + index, 1 as Int64)
            } else if column == emptyTextColumn, staged.isNull(column) {
                statement.bind(number + index, "")
            } else {
                statement.bind(number + index, column, of: staged)
            }
        }
        return place
    }
}

/// Whether the row that a staged row belongs to is there.
private struct ParentCheck {
    let table: MirrorTable
    private let column: Int32
    private let exists: PreparedStatement

    init(_ db: Database, _ child: MirrorTable, column: String, parent: MirrorTable) throws {
        table = parent
        self.column = Int32(child.columns.firstIndex { $0.name == column }!) + MirrorWriter.stagedValues
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
