import GRDB
import Geoq

/// A row as the server last had it.
struct BaseRow {
    /// Whether the server has never said that it has the row.
    var isBorn: Bool
    /// Whether a pull no longer found the row.
    var isGone: Bool
    var version: Int64?
    /// When the server's row was marked as deleted.
    var deletedAt: String?
    /// The values of the traveling columns, in order; all NULL for a row that
    /// was born here.
    var values: [FieldValue]
    var token: Int64?
}

/// Reads and writes the rows of one table: as they are, as the server had them,
/// and what was changed. Lives inside one transaction.
struct OpenRows {
    let db: Database
    let table: MirrorTable
    let columns: [TableSchema.Column]
    /// The source of the account's rows.
    let remote: String
    private let names: String

    init(_ db: Database, _ table: MirrorTable, remote: String) {
        (self.db, self.table, self.remote, columns) = (db, table, remote, table.travelingColumns)
        names = table.travelingColumns.map(\.name).joined(separator: ", ")
    }

    /// The position of a traveling column.
    func position(_ name: String) -> Int? { columns.firstIndex { $0.name == name } }

    // MARK: The row as it is

    /// The values of the traveling columns; nil when there is no such row of
    /// the account, or it is marked as deleted.
    func visible(_ id: String) throws -> [FieldValue]? {
        try values("SELECT \(names) FROM \(table) WHERE id = ? AND source = ? AND deleted_at IS NULL", id)
    }

    /// The same, also of a row that is marked as deleted: a sync leaves one so for the sake of open changes below it.
    func present(_ id: String) throws -> [FieldValue]? {
        try values("SELECT \(names) FROM \(table) WHERE id = ? AND source = ?", id)
    }

    /// The ids of rows that belonged to a parent when the server last told them, and that the store does not have.
    ///
    /// - Parameter column: the one that holds the parent's id.
    func gone(from parent: String, by column: String) throws -> [String] {
        let ids = try String.fetchAll(
            db, sql: "SELECT id FROM geoq_base_\(table) WHERE \(column) = ?", arguments: [parent])
        return try ids.filter { try visible($0) == nil }
    }

    private func values(_ sql: String, _ id: String) throws -> [FieldValue]? {
        let row = try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: [id, remote])
        return row.map { row in columns.indices.map { FieldValue(stored: row[$0]) } }
    }

    /// Writes values into a row of the account that is there.
    ///
    /// - Parameter positions: of the columns that are written.
    func write(_ id: String, _ values: [FieldValue], at positions: [Int]) throws {
        guard !positions.isEmpty else { return }
        let assignments = positions.map { "\(columns[$0].name) = ?" }.joined(separator: ", ")
        try db.executeCached(
            sql: "UPDATE \(table) SET \(assignments) WHERE id = ? AND source = ?",
            arguments: StatementArguments(positions.map { values[$0].databaseValue } + [id, remote]))
    }

    /// Makes the row that the server has, or that a person wants back.
    func insert(_ id: String, _ values: [FieldValue]) throws {
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        try db.executeCached(
            sql: "INSERT INTO \(table) (id, source, \(names)) VALUES (?, ?, \(marks))",
            arguments: StatementArguments([id.databaseValue, remote.databaseValue] + values.map(\.databaseValue)))
    }

    /// Takes the mark as deleted from a row that a sync has left so.
    ///
    /// - Returns: false for a row that has no mark, is not there, or was marked here.
    func show(_ id: String) throws -> Bool {
        guard try edits(id)["deleted_at"] == nil else { return false }
        try db.executeCached(
            sql: "UPDATE \(table) SET deleted_at = NULL WHERE id = ? AND source = ? AND deleted_at IS NOT NULL",
            arguments: [id, remote])
        return db.changesCount > 0
    }

    /// Removes a row of the account, with what belongs to it.
    func remove(_ id: String) throws {
        try db.executeCached(sql: "DELETE FROM \(table) WHERE id = ? AND source = ?", arguments: [id, remote])
    }

    /// Marks a row as deleted on the server. It stays in the store, because other rows need it.
    func mark(_ id: String) throws {
        try db.executeCached(
            sql: """
                UPDATE \(table) SET sync_token = NULL,
                    deleted_at = ifnull(deleted_at, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
                WHERE id = ? AND source = ?
                """, arguments: [id, remote])
    }

    /// Lets a row live that a sync has left marked as deleted.
    func unmark(_ id: String) throws {
        try db.executeCached(
            sql: "UPDATE \(table) SET deleted_at = NULL WHERE id = ? AND source = ?", arguments: [id, remote])
    }

    /// Gives the row what the server alone writes.
    func note(_ id: String, version: Int64?, token: Int64?) throws {
        try db.executeCached(
            sql: "UPDATE \(table) SET row_version = ifnull(?, row_version) WHERE id = ? AND source = ?",
            arguments: [version, id, remote])
        // Apart from the version: a trigger takes the token from a row that is
        // changed while nothing is caught.
        try db.executeCached(
            sql: "UPDATE \(table) SET sync_token = ? WHERE id = ? AND source = ?", arguments: [token, id, remote])
    }

    // MARK: The row as the server had it

    func base(_ id: String) throws -> BaseRow? {
        let row = try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT is_born, is_gone, row_version, deleted_at, sync_token, \(names)
                    FROM geoq_base_\(table) WHERE id = ?
                    """), arguments: [id])
        return row.map { row in
            let written = WrittenRow(row)
            return BaseRow(
                isBorn: written.isTrue("is_born"), isGone: written.isTrue("is_gone"),
                version: written.int64("row_version"), deletedAt: written["deleted_at"],
                values: columns.indices.map { FieldValue(stored: row[$0 + 5]) }, token: written.int64("sync_token"))
        }
    }

    func writeBase(_ id: String, _ base: BaseRow) throws {
        let assignments = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
        let own: [DatabaseValue] = [
            base.isBorn.databaseValue, base.isGone.databaseValue, base.version.databaseValue,
            base.deletedAt.databaseValue, base.token.databaseValue,
        ]
        try db.executeCached(
            sql: "INSERT INTO geoq_base_\(table) (id) VALUES (?) ON CONFLICT DO NOTHING", arguments: [id])
        try db.executeCached(
            sql: """
                UPDATE geoq_base_\(table)
                SET is_born = ?, is_gone = ?, row_version = ?, deleted_at = ?, sync_token = ?, \(assignments)
                WHERE id = ?
                """,
            arguments: StatementArguments(own + base.values.map(\.databaseValue) + [id.databaseValue]))
    }

    func dropBase(_ id: String) throws {
        try db.executeCached(sql: "DELETE FROM geoq_base_\(table) WHERE id = ?", arguments: [id])
    }

    /// Whether an operation deletes the row that a row belongs to at the server, or one above it: the server would delete
    /// this row with it, or take none below it. One that was moved to another row belongs to that one.
    ///
    /// - Parameter now: the present values of the row.
    func goesWithDelete(now: [FieldValue]) throws -> Bool {
        guard let parent = table.parentColumn, let position = position(parent.name),
            case .text(let parentID) = now[position]
        else { return false }
        let above = OpenRows(db, parent.table, remote: remote)
        if let operation = try above.operation(parentID), operation.kind == .delete, operation.state != .dead {
            return true
        }
        return try above.visible(parentID).map { try above.goesWithDelete(now: $0) } ?? false
    }

    /// Whether the row that it goes with was deleted here, and the server has
    /// not been told.
    func parentIsDeletedHere(_ base: BaseRow) throws -> Bool {
        guard let parent = table.parentColumn, let position = position(parent.name),
            case .text(let parentID) = base.values[position]
        else { return false }
        return try Bool.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM geoq_base_\(parent.table) AS b WHERE id = ?1 AND NOT is_born
                        AND NOT EXISTS (SELECT 1 FROM \(parent.table) WHERE id = ?1 AND source = ?2
                            AND deleted_at IS NULL))
                    """), arguments: [parentID, remote]) ?? false
    }
}

extension Database {
    /// Runs a statement that is compiled once for a connection.
    func executeCached(sql: String, arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension FieldValue {
    /// A value as SQLite has it, infinities included.
    init(stored value: DatabaseValue) {
        switch value.storage {
        case .double(let number): self = .real(number)
        default: self.init(value)
        }
    }
}
