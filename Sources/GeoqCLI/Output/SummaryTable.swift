import Geoq
import GeoqFormats

/// Writes records that are not features.
enum SummaryTable {
    /// - Parameters:
    ///   - names: the names of the fields, which CSV has also without records.
    ///   - columns: the columns of a table; nil for all fields.
    static func write(
        _ records: [[Feature.Field]], _ format: OutputFormat, names: [String] = [], columns: [TableColumn]? = nil
    ) throws {
        let shown =
            columns
            ?? records.first?.map { field in
                field.name == "id"
                    ? TableColumn.id("id", field: "id")
                    : TableColumn(
                        field.name, field: field.name, alignment: field.alignment,
                        yields: field.isDateOrMoment ? .never : nil)
            }
        let output = Terminal.output(for: format)
        try write(records, RecordWriter(format, names: names, table: .ofTerminal(shown), output: output))
    }

    /// Writes one record; as a table it has a line for each field. What is wider than the terminal
    /// goes on in the terminal's next line: ids and paths are of no use when they are cut.
    ///
    /// - Parameter words: the words for a field in a table; nil for its name.
    static func write(
        _ record: [Feature.Field], _ format: OutputFormat, words: (String) -> String? = { _ in nil }
    ) throws {
        guard format == .table else { return try write([record], format) }
        let rows = record.map { [Feature.Field("what", .text(words($0.name) ?? $0.name)), .init("value", $0.value)] }
        let columns = [TableColumn("what", field: "what"), TableColumn("value", field: "value")]
        try write(
            rows,
            RecordWriter(
                format, table: TableLayout(columns: columns, isStyled: Terminal.isStyled), output: Terminal.write))
    }

    private static func write(_ records: [[Feature.Field]], _ writer: RecordWriter) throws {
        for record in records { try writer.write(record) }
        try writer.finish()
        Terminal.sayOmitted(writer.omittedColumns)
    }
}

extension Feature.Field {
    /// Numbers stand to the right.
    fileprivate var alignment: TableColumn.Alignment {
        switch value {
        case .integer, .real: .trailing
        case .null, .bool, .text: .leading
        }
    }

    /// Whether it is a date or a moment, of which no part may be cut.
    fileprivate var isDateOrMoment: Bool { name.hasSuffix("_at") || name.hasSuffix("_date") }
}

extension FieldValue {
    static func optional(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }
}
