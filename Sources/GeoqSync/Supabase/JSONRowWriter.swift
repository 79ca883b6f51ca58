import Geoq
import GeoqStore
import GeoqSupabase

/// Makes what a project reads of a store's operations, and a store's row of what
/// a project tells of one.
struct JSONRowWriter {
    let table: MirrorTable
    let names: TableMapping.Table

    private static let deletedAt = "deleted_at"
    /// Columns that the server sets, and no conflict is about.
    private static let ofServer: Set<String> = ["row_version", "created_at", "updated_at"]

    /// The remote's names of what an operation needs besides its values.
    var columns: TablePush.Names {
        TablePush.Names(
            id: names.column("id"), version: names.column("row_version"), updatedAt: names.column("updated_at"),
            deletedAt: names.column(Self.deletedAt))
    }

    // MARK: - Operations

    /// - Parameter device: nil for a table that does not keep who made an edit.
    func pushed(_ operation: PendingOperation, by device: FeatureID?) -> PushedOperation {
        let kind: PushedOperation.Kind =
            switch operation.kind {
            case .insert: .insert
            case .update: .update
            case .delete: .delete
            }
        var members = operation.values.map { JSONObject.Member(names.column($0.name), traveling($0)) }
        if let device, kind != .delete {
            members.append(.init("edited_at", .string(operation.editedAt)))
            members.append(.init("edited_device", .string(device.description)))
        }
        return PushedOperation(
            id: operation.id, table: names.table, kind: kind, row: operation.row.id,
            baseVersion: operation.baseVersion, values: JSONObject(members))
    }

    /// A value as JSON. The store reads a moment without an offset as one in UTC; a server would read it in its own zone.
    private func traveling(_ column: ColumnValue) -> JSONValue {
        let kind = kind(column.name)
        guard kind == .date || kind == .timestamp, case .text(let written) = column.value else {
            return JSONValue(column: column.value)
        }
        let text = WrittenTime.withoutSign(written)
        guard kind == .timestamp else { return .string(text) }
        if text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil { return .string(text + "T00:00:00Z") }
        let isLocal = text.wholeMatch(of: /\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?/) != nil
        return .string(isLocal ? text + "Z" : text)
    }

    /// Whether a row has the values of an operation. When it was made says nothing:
    /// a server may set its own time.
    func has(_ row: JSONObject, valuesOf operation: PendingOperation) -> Bool {
        operation.values.filter { !Self.ofServer.contains($0.name) }.allSatisfy { column in
            let mine = kind(column.name).flatMap { $0.value(JSONValue(column: column.value)) } ?? .null
            let theirs = kind(column.name).flatMap { kind in
                row[names.column(column.name)].flatMap { $0 == .null ? nil : kind.value($0) }
            }
            return mine.isIdentical(to: theirs ?? .null)
        }
    }

    private func kind(_ name: String) -> TableSchema.Column.Kind? {
        name == Self.deletedAt ? .timestamp : table.columns.first { $0.name == name }?.kind
    }

    // MARK: - Rows

    /// A row that an answer holds.
    ///
    /// - Parameter version: as the answer says; nil for that of the row.
    func serverRow(_ row: JSONObject, version: Int64? = nil) -> ServerRow {
        var result = ServerRow(version: version, values: [])
        if case .integer(let number)? = row[names.column("row_version")], version == nil { result.version = number }
        result.deletedAt = row[names.column(Self.deletedAt)]?.string.flatMap { JSONTime.timestamp($0) }
        for column in table.columns where !Self.ofServer.contains(column.name) {
            guard let value = row[names.column(column.name)] else { continue }
            guard value != .null else {
                result.values.append(ColumnValue(column.name, column.valueForNull ?? .null))
                continue
            }
            // A value that the store cannot have counts as one that was not told.
            guard let read = column.kind.value(value) else { continue }
            result.values.append(ColumnValue(column.name, read))
        }
        result.editedAt = row["edited_at"]?.string.flatMap { JSONTime.timestamp($0) }
        result.editedDevice = row["edited_device"]?.string
        return result
    }

    // MARK: - Refusals

    /// The row that a refused operation needs, when the refusal names it: the
    /// server calls a constraint after the table and the column.
    func parent(of operation: PendingOperation, named message: String) -> RowKey? {
        for parent in table.parents where message.contains("_\(names.column(parent.column))_") {
            if let key = Self.parent(parent, of: operation) { return key }
        }
        return nil
    }

    /// The rows that an operation says its row belongs to.
    func parents(of operation: PendingOperation) -> [RowKey] {
        table.parents.compactMap { Self.parent($0, of: operation) }
    }

    private static func parent(_ parent: (column: String, table: MirrorTable), of operation: PendingOperation)
        -> RowKey?
    {
        guard case .text(let text)? = operation.values.first(where: { $0.name == parent.column })?.value,
            let id = FeatureID(text)
        else { return nil }
        return RowKey(parent.table, id)
    }
}
