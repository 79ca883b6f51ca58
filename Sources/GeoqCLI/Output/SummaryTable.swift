import Geoq

/// Writes records that are no features.
enum SummaryTable {
    /// - Parameter columns: how a table shows them; nil for all as they are.
    static func write(_ records: [[Feature.Field]], _ format: OutputFormat, columns: [TableColumn]? = nil) throws {
        let shown = columns ?? records.first?.map { TableColumn($0.name, field: $0.name) }
        let layout = TableLayout(columns: shown, terminalWidth: Terminal.width, isStyled: Terminal.isStyled)
        let writer = RecordWriter(format, table: layout, output: Terminal.write)
        for record in records { try writer.write(record) }
        try writer.finish()
    }
}
