import Geoq
import GeoqStore
import GeoqSupabase

/// Makes the mirror's rows of the JSON objects that PostgREST and the kit send:
/// the same rows as those of a connection to the database itself.
///
/// A server writes a double with as many digits as bring the same one back.
/// JSON has neither −0, which becomes 0, nor NaN, which comes as a text.
struct JSONRowReader {
    let table: MirrorTable
    let names: TableMapping.Table
    private let columns: [TableSchema.Column]
    private let remoteNames: [String]
    private let deletedAt: String
    let id: String
    /// Where members were found in the row before: rows of one answer are alike.
    private var positions: [Int]

    init(_ table: MirrorTable, _ names: TableMapping.Table) {
        (self.table, self.names, columns) = (table, names, table.columns)
        remoteNames = columns.map { names.column($0.name) }
        (id, deletedAt) = (names.column("id"), names.column("deleted_at"))
        positions = Array(repeating: 0, count: columns.count)
    }

    /// The columns that are read, as PostgREST names them.
    var selected: String {
        let own = zip(columns, remoteNames).filter { !$0.0.isOfRelations }.map(\.1)
        return ([id, deletedAt] + own).joined(separator: ",")
    }

    /// A row. A value that cannot be used is noted as the row's problem.
    ///
    /// - Parameter token: nil for a hash of the row's contents.
    /// - Throws: `SyncError` when the row has no id, or the table lacks a column
    ///   that the mirror needs.
    mutating func row(_ object: JSONObject, token: Int64?) throws -> MirrorRow {
        var row = MirrorRow(id: try id(of: object), token: token ?? 0, isGone: isMarked(object), values: [])
        if row.isGone { return row }
        row.values = Array(repeating: .null, count: columns.count)
        for (index, column) in columns.enumerated() where !column.isOfRelations {
            guard let value = member(index, of: object) else {
                guard !column.isRequired else {
                    throw SyncError.schema(
                        "\(names.name) has no column \(remoteNames[index]), which \(table) needs", remedy: .column)
                }
                continue
            }
            if value == .null { continue }
            guard let read = column.kind.value(value) else {
                row.values = []
                row.problem = "\(remoteNames[index]): \(value.kindName) cannot become \(column.kind.rawValue)"
                return row
            }
            row.values[index] = read
        }
        if token == nil { row.token = Self.hash(row.values, table) }
        return row
    }

    /// Whether a row is marked as deleted.
    func isMarked(_ object: JSONObject) -> Bool { object[deletedAt].map { $0 != .null } ?? false }

    func id(of object: JSONObject) throws -> FeatureID {
        guard let text = object[id]?.string, let id = FeatureID(text) else {
            throw SyncError.schema("a row of \(names.name) has no id that can be read in \(id)", remedy: .idColumn)
        }
        return id
    }

    private mutating func member(_ index: Int, of object: JSONObject) -> JSONValue? {
        let position = positions[index]
        if position < object.members.count, object.members[position].name == remoteNames[index] {
            return object.members[position].value
        }
        guard let found = object.members.lastIndex(where: { $0.name == remoteNames[index] }) else { return nil }
        positions[index] = found
        return object.members[found].value
    }

    /// 63 bits of a hash of all values, for a table whose rows have no versions
    /// that can be relied on.
    private static func hash(_ values: [FieldValue], _ table: MirrorTable) -> Int64 {
        var contents = RowContents(table, isUTF8: true)
        return Int64(contents.hash(FieldValues(values: values)) & UInt64(Int64.max))
    }
}

/// Values as the store will have them.
private struct FieldValues: RowValues {
    let values: [FieldValue]

    func isNull(_ column: Int) -> Bool { values[column] == .null }

    func number(_ column: Int) -> Double? {
        if case .real(let number) = values[column] { number } else { nil }
    }

    func withText<Value>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let text =
            switch values[column] {
            case .text(let text): text
            case .integer(let number): "\(number)"
            case .bool(let flag): flag ? "1" : "0"
            case .real(let number): "\(number)"
            case .null: ""
            }
        return Array(text.utf8).withUnsafeBufferPointer(body)
    }
}

extension TableSchema.Column.Kind {
    /// The value of a member of a row; nil when the member is of another kind.
    ///
    /// - Precondition: the value is not null.
    func value(_ json: JSONValue) -> FieldValue? {
        switch self {
        case .text: Self.text(json).map { .text($0) }
        case .integer: if case .integer(let number) = json { .integer(number) } else { nil }
        case .real: Self.real(json).map { .real($0) }
        case .bool: if case .bool(let flag) = json { .bool(flag) } else { nil }
        case .id: json.string.flatMap { FeatureID($0) }.map { .text($0.description) }
        case .timestamp: json.string.flatMap { JSONTime.timestamp($0) }.map { .text($0) }
        case .date: json.string.flatMap { JSONTime.date($0) }.map { .text($0) }
        case .texts: Self.texts(json).map { .text(StoredArray.json($0)) }
        case .integers: Self.integers(json).map { .text(StoredArray.json($0)) }
        }
    }

    private static func text(_ json: JSONValue) -> String? {
        switch json {
        case .string(let text), .digits(let text): text
        case .integer(let number): "\(number)"
        case .bool(let flag): flag ? "true" : "false"
        case .null, .number, .array, .object: nil
        }
    }

    private static func real(_ json: JSONValue) -> Double? {
        if let number = json.double { return number }
        switch json.string {
        case "NaN": return .nan
        case "Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: return nil
        }
    }

    private static func texts(_ json: JSONValue) -> [String?]? {
        guard let items = json.array else { return nil }
        var texts: [String?] = []
        for item in items {
            guard item != .null else {
                texts.append(nil)
                continue
            }
            guard let text = item.string else { return nil }
            texts.append(text)
        }
        return texts
    }

    private static func integers(_ json: JSONValue) -> [Int32?]? {
        guard let items = json.array else { return nil }
        var integers: [Int32?] = []
        for item in items {
            guard item != .null else {
                integers.append(nil)
                continue
            }
            guard case .integer(let number) = item, let integer = Int32(exactly: number) else { return nil }
            integers.append(integer)
        }
        return integers
    }
}
