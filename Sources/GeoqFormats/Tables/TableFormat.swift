import Geoq

/// A format of one table with a header, in a file of its own. A value of the
/// type maps the rows of one table.
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

    /// What the rows of a table are, if its columns tell; nil when the user
    /// must say it.
    static func knownKind(_ head: TableHead) -> ImportKind?

    /// Binds the columns.
    ///
    /// - Throws: `FileProblem` when a column is missing without which no row
    ///   can be imported.
    init(_ columns: inout ColumnBinder, options: ImportOptions) throws

    /// The default name of the source.
    var source: String? { get }

    /// Whether texts are taken unchanged, with spaces at their ends and `NA`.
    var isVerbatim: Bool { get }

    /// The result of a row.
    ///
    /// - Throws: `FieldProblem` when the row is bad.
    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome

    /// Sentences for the user, once all rows are read.
    var notes: [String] { get }
}

extension TableFormat {
    static var width: DelimitedTable.Width { .exact }
    static var columnNames: [String]? { nil }
    var isVerbatim: Bool { false }
    var notes: [String] { [] }

    static func knownKind(_ head: TableHead) -> ImportKind? {
        matches(head, options: ImportOptions(kind: kind)) ? kind : nil
    }

    static func knownKind(of probe: ImportProbe) throws -> ImportKind? {
        try probe.tables().lazy.compactMap { knownKind($0.table) }.first
    }

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        try probe.tables().contains { matches($0.table, options: probe.options) }
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        try probe.expect(kind, in: title)
        guard let member = try probe.tables().first(where: { matches($0.table, options: probe.options) })?.member
        else { throw try probe.unknownFormat() }
        let table = try probe.openTable(member, names: columnNames, width: width)
        var columns = try ColumnBinder(table.header, file: table.file, options: probe.options)
        var format = try Self(&columns, options: probe.options)
        table.isVerbatim = format.isVerbatim
        var report = FormatReport(format: name, source: format.source)
        report.unknownColumns = try columns.unknownColumns()
        sink.begin(format: name, source: format.source)
        try table.importRows(into: sink, options: probe.options) { try format.outcome(of: $0) }
        report.latin1Lines = table.latin1Lines
        report.notes = format.notes
        return report
    }
}
