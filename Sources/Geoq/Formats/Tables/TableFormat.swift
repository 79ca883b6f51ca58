/// A format of one table with a header, which may come alone, or as one or
/// several members of a folder or an archive. A value of the type maps the
/// rows of one table.
protocol TableFormat: ImportFormat {
    /// What the rows are.
    static var kind: ImportKind { get }

    /// The format for a message, with its article: "an eBird hotspot list".
    static var title: String { get }

    /// How many fields a row may have.
    static var width: DelimitedTable.Width { get }

    /// The names of the columns when the file has no header.
    static var columnNames: [String]? { get }

    /// Whether a table is of this format, by the names of its columns.
    static func matches(_ head: TableHead, options: ImportOptions) -> Bool

    /// Binds the columns.
    ///
    /// - Throws: `FileProblem` when one is missing without which nothing can
    ///   be imported.
    init(_ columns: inout ColumnBinder, options: ImportOptions) throws

    /// The default name of the source.
    var source: String? { get }

    /// Whether texts count as they are, with spaces at their ends and `NA`.
    var isVerbatim: Bool { get }

    /// What becomes of a row.
    ///
    /// - Throws: `FieldProblem` when the row is bad.
    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome

    /// Sentences for the user when all rows are read.
    var notes: [String] { get }
}

extension TableFormat {
    static var width: DelimitedTable.Width { .exact }
    static var columnNames: [String]? { nil }
    var isVerbatim: Bool { false }
    var notes: [String] { [] }

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        try probe.tables().contains { matches($0.table, options: probe.options) }
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        try probe.expect(kind, in: title)
        let members = try probe.tables().filter { matches($0.table, options: probe.options) }.map(\.member)
        var report = FormatReport(format: name)
        for member in members {
            let table = try probe.openTable(member, names: columnNames, width: width)
            var columns = try ColumnBinder(table.header, file: table.file, options: probe.options)
            var format = try Self(&columns, options: probe.options)
            table.isVerbatim = format.isVerbatim
            for column in try columns.unknownColumns() where !report.unknownColumns.contains(column) {
                report.unknownColumns.append(column)
            }
            sink.begin(format: name, source: format.source)
            try table.importRows(into: sink, options: probe.options) { try format.outcome(of: $0) }
            report.source = format.source
            report.latin1Lines += table.latin1Lines
            report.notes += members.count == 1 ? format.notes : format.notes.map { "\(member): \($0)" }
        }
        if let note = probe.noteOfMembers(besides: members) { report.notes.append(note) }
        return report
    }
}
