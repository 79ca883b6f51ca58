import GRDB
package import Geoq

extension PendingOperation {
    /// - Returns: nil for a row that no geoq wrote.
    init?(_ row: Row) {
        let row = WrittenRow(row)
        guard let id = row.id("op_id"), let table: MirrorTable = row.word("table_name"),
            let rowID = row.id("row_id"), let kind: Kind = row.word("kind"), let state: State = row.word("state"),
            let payload: String = row["payload"], let values = Payload.columns(payload, of: table),
            let editedAt: String = row["edited_at"], let sequence = row.int64("sequence")
        else { return nil }
        let waitsFor: String? = row["waits_for"]
        let attempts: Int? = row["attempts"]
        let failure: String? = row["class"]
        self.init(
            id: id, row: RowKey(table, rowID), kind: kind, baseVersion: row.int64("base_version"), values: values,
            editedAt: editedAt, state: state, waitsFor: waitsFor.flatMap { RowKey($0) }, attempts: attempts ?? 0,
            notBefore: row["not_before"],
            failure: failure.map { Failure(kind: $0, code: row["code"], message: row["message"]) },
            sequence: sequence)
    }
}

/// Columns of a row as JSON, in `geoq_operation` and `geoq_conflict`. Numbers
/// are written with all digits that tell them from others.
enum Payload {
    static func text(_ values: [ColumnValue]) -> String { object(values).text }

    static func object(_ values: [ColumnValue]) -> JSONValue {
        .object(JSONObject(values.map { JSONObject.Member($0.name, JSONValue(column: $0.value)) }))
    }

    /// - Returns: nil for a text that is no JSON object.
    static func columns(_ text: String, of table: MirrorTable) -> [ColumnValue]? {
        guard let members = try? JSONValue(parsing: text).object?.members else { return nil }
        let kinds = Dictionary(table.columns.map { ($0.name, $0) }) { first, _ in first }
        return members.map { member in
            ColumnValue(member.name, value(member.value, kinds[member.name]?.kind ?? .text))
        }
    }

    private static func value(_ value: JSONValue, _ kind: TableSchema.Column.Kind) -> FieldValue {
        switch value {
        case .null, .array, .object: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): kind == .real ? .real(Double(number)) : .integer(number)
        case .digits(let text): kind == .real ? .real(Double(text) ?? .nan) : .text(text)
        case .number(let number): .real(number)
        // JSON has no infinities.
        case .string(let text): kind == .real ? (Double(text).map { .real($0) } ?? .text(text)) : .text(text)
        }
    }
}

extension JSONValue {
    /// A value of a column as PostgreSQL reads it out of JSON: a number that JSON does
    /// not have is a text.
    package init(column value: FieldValue) {
        if case .real(let number) = value, !number.isFinite {
            self = .string(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
        } else {
            self = JSONValue(value)
        }
    }
}
