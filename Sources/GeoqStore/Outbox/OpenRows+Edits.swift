import GRDB
import Geoq

/// What was changed of a row, and what of it is on its way.
extension OpenRows {
    /// The moments of edits, by column; `+` and `-` for a row that was made or
    /// deleted here.
    func edits(_ id: String) throws -> [String: String] {
        let rows = try Row.fetchAll(
            try db.cachedStatement(
                sql: "SELECT column_name, edited_at FROM geoq_edit WHERE table_name = ? AND row_id = ?"),
            arguments: [table.rawValue, id])
        return rows.reduce(into: [:]) { edits, row in
            let row = WrittenRow(row)
            if let column: String = row["column_name"] { edits[column] = row["edited_at"] ?? "" }
        }
    }

    func writeEdits(_ id: String, _ edits: [String: String]) throws {
        try dropEdits(id)
        for (name, moment) in edits {
            try db.executeCached(
                sql: "INSERT INTO geoq_edit (table_name, row_id, column_name, edited_at) VALUES (?, ?, ?, ?)",
                arguments: [table.rawValue, id, name, moment])
        }
    }

    func dropEdits(_ id: String) throws {
        try db.executeCached(
            sql: "DELETE FROM geoq_edit WHERE table_name = ? AND row_id = ?", arguments: [table.rawValue, id])
    }

    func operation(_ id: String) throws -> PendingOperation? {
        try Row.fetchOne(
            try db.cachedStatement(sql: "SELECT * FROM geoq_operation WHERE table_name = ? AND row_id = ?"),
            arguments: [table.rawValue, id]
        ).flatMap { PendingOperation($0) }
    }

    func dropOperation(_ id: String) throws {
        try db.executeCached(
            sql: "DELETE FROM geoq_operation WHERE table_name = ? AND row_id = ?", arguments: [table.rawValue, id])
    }

    /// Nothing of the row is open any more.
    func close(_ id: String) throws {
        try dropEdits(id)
        try dropOperation(id)
        try dropBase(id)
    }

    /// Makes the operation of a row edits again.
    ///
    /// - Returns: the edits of the row.
    @discardableResult
    func thaw(_ id: String) throws -> [String: String] {
        let edits = try thawed(id)
        guard try operation(id) != nil else { return edits }
        try dropOperation(id)
        try writeEdits(id, edits)
        return edits
    }

    /// The edits of a row with those of its operation, which stays.
    func thawed(_ id: String) throws -> [String: String] {
        var edits = try edits(id)
        guard let operation = try operation(id) else { return edits }
        let moment = try moment(of: operation)
        switch operation.kind {
        case .insert: edits["+"] = edits["+"] ?? moment
        case .delete:
            // A row that was made again since has its own edits.
            if edits.isEmpty { edits["-"] = moment }
        case .update:
            // A statement with OR IGNORE marks the row whose place it would have taken, and then leaves it there.
            if try edits["-"] == nil || visible(id) != nil {
                for column in operation.values where edits[column.name] == nil { edits[column.name] = moment }
            }
        }
        return edits
    }

    /// When the edits of an operation were made by this device's clock, which the moments of edits are by; those of
    /// operations are by the server's.
    private func moment(of operation: PendingOperation) throws -> String {
        let moment = try String.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', ?, printf('%.3f seconds', -clock_offset)) FROM geoq_device
                    """), arguments: [operation.editedAt])
        return moment ?? operation.editedAt
    }
}
