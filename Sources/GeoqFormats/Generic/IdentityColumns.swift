import Geoq

/// The columns that identify a row.
///
/// geoq's own export has `id` (a UUID), `source` and `source_id`; another table
/// has at most one id, which its source gave.
struct IdentityColumns {
    private let id, source, sourceID: Column?
    /// Whether geoq itself wrote the table.
    let isOwnExport: Bool

    init(_ columns: inout ColumnBinder, of kind: ImportKind) {
        isOwnExport = columns.header.has("id", "source", "source_id")
        if isOwnExport {
            (id, source) = (columns.column(.id, "id"), columns.column(named: "source"))
            sourceID = columns.column(named: "source_id")
        } else {
            (id, source) = (nil, nil)
            sourceID = columns.column(.id, of: kind)
        }
    }

    /// - Throws: `FieldProblem` when the id of an own export is no UUID.
    func identity(_ row: DelimitedRow) throws -> RecordIdentity {
        guard isOwnExport else { return RecordIdentity(sourceID: row.text(sourceID)) }
        let text = row.text(id)
        guard let text else { throw FieldProblem(column: id?.name, reason: "no id") }
        guard IdentityColumns.isUUID(text) else {
            throw FieldProblem(
                column: id?.name, value: text, reason: "id \(FieldProblem.quoted(text)) is not a UUID",
                hint: "leave out the columns source and source_id if the file is not geoq's own export")
        }
        return RecordIdentity(sourceID: row.text(sourceID), id: text.lowercased(), source: row.text(source))
    }

    /// Whether a text is a UUID in its usual form: 8-4-4-4-12 hexadecimal
    /// digits (RFC 9562, 4).
    static func isUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            [8, 13, 18, 23].contains(index)
                ? bytes[index] == UInt8(ascii: "-")
                : bytes[index].isDigit || (0x61...0x66).contains(bytes[index] | 0x20)
        }
    }
}
