import Geoq

/// A table in a text file: its header, and its rows one after the other.
final class DelimitedTable {
    /// How many fields a row may have.
    enum Width: Sendable {
        /// As many as the header. A surplus of empty fields is allowed.
        case exact
        /// Fewer than the header, too: the format drops empty fields at the end.
        case ragged
    }

    /// The name of the file in messages.
    let file: String
    let header: TableHeader
    let width: Width
    /// Whether texts are taken unchanged: with spaces at their ends, and `NA`
    /// as a text.
    var isVerbatim = false
    /// Reads the rows' dates.
    var dates = DateReading(.yearFirst)

    private let reader: DelimitedReader
    /// 1 when each row begins with a row number that the header leaves out.
    private var shift = 0
    private var isFirstRow = true
    private let headerIsQuoted: Bool

    /// Opens a table whose first line is its header.
    ///
    /// - Throws: `FileProblem` when the file is empty or the header cannot be
    ///   read, and what the stream throws.
    init(
        _ stream: any ByteStream, file: String, dialect: Dialect, width: Width = .exact,
        limits: DelimitedReader.Limits = .init()
    ) throws {
        reader = DelimitedReader(stream, dialect: dialect, limits: limits, file: file)
        (self.file, self.width) = (file, width)
        guard try reader.next() else { throw FileProblem(file: file, reason: "the file is empty") }
        if let problem = reader.problem {
            throw FileProblem(file: file, reason: "the header cannot be read: \(problem.reason)")
        }
        header = TableHeader(reader.texts)
        headerIsQuoted = reader.isQuoted
    }

    /// Opens a table whose first record has been read already.
    init(
        _ stream: any ByteStream, file: String, head: TableHead, width: Width = .exact,
        limits: DelimitedReader.Limits = .init()
    ) throws {
        reader = DelimitedReader(stream, dialect: head.dialect, limits: limits, file: file)
        (self.file, self.width, header, headerIsQuoted) = (file, width, head.header, head.isQuoted)
        _ = try reader.next()
    }

    /// Opens a table whose columns are known without its header.
    ///
    /// - Parameters:
    ///   - names: One name for each column.
    ///   - skippedRecords: How many records (header lines) come before the rows.
    init(
        _ stream: any ByteStream, file: String, dialect: Dialect, names: [String], skippedRecords: Int = 0,
        width: Width = .exact, limits: DelimitedReader.Limits = .init()
    ) throws {
        reader = DelimitedReader(stream, dialect: dialect, limits: limits, file: file)
        (self.file, self.width, headerIsQuoted) = (file, width, false)
        header = TableHeader(names)
        var left = skippedRecords
        while left > 0, try reader.next() { left -= 1 }
    }

    /// How many lines so far were read as latin-1.
    var latin1Lines: Int { reader.latin1Lines }

    /// The next row with the width of the header. Rows of another width are
    /// refused.
    ///
    /// - Returns: nil at the end. A row is valid until the next is asked for.
    /// - Throws: What the stream and the sink throw.
    func nextRow(refusingInto sink: any ImportSink) throws -> DelimitedRow? {
        while try reader.next() {
            if let problem = reader.problem ?? widthProblem() {
                try sink.refuse(problem.at(line: reader.line, of: file), raw: reader.raw)
                continue
            }
            return DelimitedRow(reader: reader, shift: shift, isVerbatim: isVerbatim, dates: dates)
        }
        return nil
    }

    /// Gives each row to `body`; refuses those for which it throws a
    /// `FieldProblem`.
    ///
    /// - Throws: What the stream and the sink throw, and what else `body`
    ///   throws.
    func forEachRow(into sink: any ImportSink, _ body: (DelimitedRow) throws -> Void) throws {
        while let row = try nextRow(refusingInto: sink) {
            do {
                try body(row)
            } catch let problem as FieldProblem {
                try sink.refuse(problem.at(line: row.line, of: file), raw: row.raw)
            }
        }
    }

    private func widthProblem() -> FieldProblem? {
        defer { isFirstRow = false }
        let found = reader.fieldCount - shift
        if found == header.count { return nil }
        if isFirstRow, headerIsQuoted, found == header.count + 1, reader.raw.starts(with: #""1""#.utf8) {
            // R's write.table numbers the rows, and the header has no name for
            // the numbers.
            shift = 1
            return nil
        }
        let lines = reader.lineCount
        let amount = found == 1 ? "1 field" : "\(found) fields"
        if found < header.count {
            if width == .ragged { return nil }
            let hint = reader.endAtFirstLine() ? "a quote that is opened in it closes \(lines - 1) lines below" : nil
            return FieldProblem(reason: "\(amount) where the header has \(header.count)", hint: hint)
        }
        guard (header.count..<found).contains(where: { !reader.isEmpty($0 + shift) }) else { return nil }
        var hint = "does a field hold the separator without being quoted?"
        if reader.endAtFirstLine() { hint = "a quote that is opened in it closes \(lines - 1) lines below" }
        return FieldProblem(reason: "\(amount) where the header has \(header.count)", hint: hint)
    }
}

extension DelimitedReader {
    /// The reader of a table, whose decimals may have commas when its fields
    /// have semicolons between them.
    fileprivate convenience init(_ stream: any ByteStream, dialect: Dialect, limits: Limits, file: String) {
        self.init(stream, dialect: dialect, limits: limits)
        if dialect.separator == UInt8(ascii: ";") { decimals = DecimalMarks(file: file) }
    }

    /// Whether a field holds nothing but blanks.
    fileprivate func isEmpty(_ index: Int) -> Bool {
        withField(index) { $0.isEmpty }
    }
}
