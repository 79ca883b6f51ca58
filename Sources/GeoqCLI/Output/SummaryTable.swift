import Geoq

/// Writes records that are no features.
enum SummaryTable {
    /// - Parameter columns: how a table shows them; nil for all as they are.
    static func write(_ records: [[Feature.Field]], _ format: OutputFormat, columns: [TableColumn]? = nil) throws {
        let shown = columns ?? records.first?.map { TableColumn($0.name, field: $0.name, alignment: $0.alignment) }
        let layout = TableLayout(columns: shown, terminalWidth: Terminal.width, isStyled: Terminal.isStyled)
        let writer = RecordWriter(format, table: layout, output: Terminal.write)
        for record in records { try writer.write(record) }
        try writer.finish()
    }

    /// Writes one record; a table of it has a line for each field.
    ///
    /// - Parameter words: what a table calls a field; nil for its name.
    static func write(
        _ record: [Feature.Field], _ format: OutputFormat, words: (String) -> String? = { _ in nil }
    ) throws {
        guard format == .table else { return try write([record], format) }
        let rows = record.map { [Feature.Field("what", .text(words($0.name) ?? $0.name)), .init("value", $0.value)] }
        let layout = TableLayout(
            columns: [TableColumn("what", field: "what"), TableColumn("value", field: "value")],
            terminalWidth: Terminal.width, isStyled: Terminal.isStyled)
        let writer = RecordWriter(format, table: layout, output: Terminal.write)
        for row in rows { try writer.write(row) }
        try writer.finish()
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
}
