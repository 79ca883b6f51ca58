import Geoq

/// A line of exported changes that is about a row.
struct ExportedRow {
    let key: RowKey
    /// The row as it was where it was exported; empty for a deleted one.
    let values: [ColumnValue]
    let isDeleted: Bool
    /// Whether the server did not have the row.
    let isNew: Bool
    /// The columns that were changed; of a new row, all that it has.
    let changed: Set<String>
    /// The row as the server had it when it was changed; nil for one that did not live there, and when the line does
    /// not say it.
    let before: [ColumnValue]?
    /// Whether the line says how the server had the row. Those of an earlier geoq do not.
    let saysBefore: Bool
    /// The server's version of that row.
    let version: Int64?

    /// - Throws: `OutboxImporting.Problem`.
    init(_ object: JSONObject, _ key: RowKey) throws {
        func columns(_ name: String) -> [ColumnValue]? {
            object[name].flatMap { Payload.columns($0.text, of: key.table) }
        }
        guard let status = object["status"]?.string.flatMap({ RowStatus(rawValue: $0) }),
            let values = columns("values")
        else { throw OutboxImporting.Problem(reason: "it has no status and values, as exported changes have") }
        let kind = object["kind"]?.string.flatMap { PendingOperation.Kind(rawValue: $0) }
        isDeleted = values.isEmpty
        guard !isDeleted || status == .pendingDelete || kind == .delete else {
            throw OutboxImporting.Problem(reason: "it has no values")
        }
        isNew = !isDeleted && (status == .pendingCreate || kind == .insert)
        var changed = Set(values.map(\.name))
        if !isNew {
            changed = Set(object["edited"]?.array?.compactMap(\.string) ?? [])
            changed.formUnion(object["changes"]?.object?.members.map(\.name) ?? [])
        }
        (self.key, self.values, self.changed) = (key, values, changed)
        before = isNew ? nil : columns("before")
        saysBefore = object["before"] != nil
        version = if case .integer(let version)? = object["base_version"] { version } else { nil }
    }
}

extension OpenRows {
    /// A row's values with others in their places; those of columns that do not travel are passed over.
    func replacing(_ values: [ColumnValue], in row: [FieldValue]) -> [FieldValue] {
        var row = row
        for value in values {
            guard let position = position(value.name) else { continue }
            row[position] = columns[position].stored(value.value)
        }
        return row
    }
}
