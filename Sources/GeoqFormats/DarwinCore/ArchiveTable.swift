import Geoq

/// A table of a Darwin Core archive whose files are in the input, and the
/// places of its terms.
struct ArchiveTable {
    /// The paths of its files within the input, in the order of the
    /// description.
    let members: [String]

    private let description: ArchiveDescription.Table?

    /// A table as `meta.xml` describes it.
    ///
    /// - Parameter folder: Where `meta.xml` lies, with a `/` at its end; empty
    ///   for the top.
    /// - Returns: nil when none of its files is in the input: people pass
    ///   archives on with parts missing.
    init?(_ description: ArchiveDescription.Table, in folder: String, of input: any ImportInput) {
        let present = Set(input.members)
        members = description.files.map { folder + $0 }.filter { present.contains($0) }
        guard !members.isEmpty else { return nil }
        self.description = description
    }

    /// A file whose header names the terms.
    init(member: String) {
        members = [member]
        description = nil
    }

    /// Opens one of the files.
    ///
    /// - Throws: `FileProblem` when geoq cannot read its separators or its
    ///   encoding; what the input throws.
    func open(_ member: String, _ probe: ImportProbe) throws -> (table: DelimitedTable, terms: ArchiveTerms) {
        let file = probe.fileName(of: member)
        guard let description else {
            let table = try probe.openTable(member)
            return (table, ArchiveTerms(table.header))
        }
        guard description.quote == nil || description.quote == UInt8(ascii: "\"") else {
            throw FileProblem(file: file, reason: "meta.xml encloses its fields in another character than \"")
        }
        let dialect = Dialect(separator: description.separator, quotes: description.quote != nil)
        let stream = try description.text(of: probe.input.open(member), file)
        // The header says how many columns there are; meta.xml need not name all.
        let table =
            description.headerLines == 1
            ? try DelimitedTable(stream, file: file, dialect: dialect)
            : try DelimitedTable(
                stream, file: file, dialect: dialect, names: description.columnNames,
                skippedRecords: description.headerLines)
        table.dates = probe.dates
        return (table, ArchiveTerms(description))
    }
}

extension ArchiveDescription.Table {
    /// The stream as UTF-8. A table that is said to be in UTF-8, ASCII or latin-1
    /// stays as it is: the reader reads each line of it as what it is.
    ///
    /// - Throws: `FileProblem` for an encoding that geoq does not know.
    fileprivate func text(of stream: any ByteStream, _ file: String) throws(FileProblem) -> any ByteStream {
        // The input has decoded it already.
        if stream is UTF16Stream { return stream }
        switch DBaseTable.Encoding(cpg: Array(encoding.utf8)) {
        case .page(let page): return CodePageStream(stream, page)
        case .unknown where !["ascii", "us-ascii", "ansi"].contains(encoding):
            throw FileProblem(file: file, reason: "its encoding is \(encoding); convert it to UTF-8 first")
        default: return stream
        }
    }
}

/// The places of a table's terms: each in a column, or in a value that all rows
/// share.
struct ArchiveTerms {
    /// The column of the core's id.
    let id: Column?

    private var columns: [String: Column] = [:]
    private var defaults: [String: String] = [:]

    init(_ description: ArchiveDescription.Table) {
        id = description.idIndex.map { Column(index: $0, name: "id") }
        for field in description.fields {
            columns[field.term] = field.index.map { Column(index: $0, name: field.term) }
            defaults[field.term] = field.defaultValue.flatMap { $0.isEmpty || $0 == "NA" ? nil : $0 }
        }
    }

    /// Terms as a header names them.
    init(_ header: TableHeader) {
        for (index, name) in header.names.enumerated() where columns[name] == nil {
            columns[name] = Column(index: index, name: name)
        }
        id = columns["gbifID"] ?? columns["id"]
    }

    /// Whether the table has a term at all.
    func has(_ term: String) -> Bool {
        columns[term] != nil || defaults[term] != nil
    }

    /// A row's value of a term; nil when it is empty, `NA`, or missing.
    func text(_ term: String, in row: DelimitedRow) -> String? {
        row.text(columns[term]) ?? defaults[term]
    }

    /// As `text(_:in:)`, for one of the terms that geoq uses.
    func text(_ term: DarwinCoreTerm, in row: DelimitedRow) -> String? {
        text(term.rawValue, in: row)
    }

    /// The names of columns that geoq does not use, in order.
    func unused(except used: Set<String>) -> [String] {
        columns.values.filter { !used.contains($0.name) }.sorted { $0.index < $1.index }.map(\.name)
    }
}
