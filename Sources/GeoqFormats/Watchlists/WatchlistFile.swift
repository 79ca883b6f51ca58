import Geoq

/// Watchlists with their entries and rules, as JSON, NDJSON, GeoJSON,
/// GeoJSONSeq, or a table with a header.
///
/// Each object, feature or line is one record: a list, an entry or a rule
/// (`WatchlistRecords`). An object may also hold the entries and rules of its
/// list. A list must come before the records that refer to it.
enum WatchlistFile: ImportFormat {
    static let name = "watchlists"

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        guard probe.options.kind == .watchlists, probe.members.count == 1 else { return false }
        let head = try probe.head(of: probe.members[0])
        switch head.content {
        case .json: return true
        case .table: return head.table.map { WatchlistRecords.areColumns($0.header) } ?? false
        default: return false
        }
    }

    /// Whether a table, or a first object, has a name that only watchlists
    /// have.
    static func knownKind(of probe: ImportProbe) throws -> ImportKind? {
        guard probe.members.count == 1 else { return nil }
        let head = try probe.head(of: probe.members[0])
        if let table = head.table { return WatchlistRecords.tell(table.header.names) ? .watchlists : nil }
        guard head.content == .json else { return nil }
        var elements = JSONElementReader(ByteArrayStream(head.bytes), file: probe.input.name)
        guard case .value(let value, _)? = try? elements.next(), let object = value.object else { return nil }
        let row = object["properties"]?.object ?? object
        return WatchlistRecords.tell(row.members.map(\.name)) ? .watchlists : nil
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        guard probe.options.columnMap.isEmpty else {
            throw FileProblem(
                file: probe.input.name, .columnsAreKnown("those of watchlists have names of their own"))
        }
        guard probe.options.species == nil else {
            throw FileProblem(
                file: probe.input.name, .speciesUnused(.watchlists))
        }
        let member = probe.members[0]
        let file = probe.fileName(of: member)
        sink.begin(format: name, source: nil)
        var records = WatchlistRecords(dateOrder: probe.options.dateOrder ?? .yearFirst)
        var report: FormatReport
        if try probe.head(of: member).content == .json {
            report = FormatReport(format: try readJSON(try probe.input.open(member), file, &records, sink))
        } else {
            let table = try probe.openTable(member)
            report = FormatReport(format: try readTable(table, file, &records, sink))
            report.latin1Lines = table.latin1Lines
        }
        report.unknownColumns = records.unknownNames
        report.notes = records.notes
        report.unintelligibleRules = records.unintelligible
        return report
    }

    private static func readJSON(
        _ stream: any ByteStream, _ file: String, _ records: inout WatchlistRecords, _ sink: any ImportSink
    ) throws -> String {
        var elements = JSONElementReader(stream, file: file)
        var hasFeatures = false
        while let element = try elements.next() {
            switch element {
            case .refused(let reason, let line):
                try sink.refuse(
                    FieldProblem(reason: reason).at(line: line, element: elements.elementName, of: file),
                    raw: elements.rawBytes)
            case .value(let value, let line):
                guard let object = value.object else {
                    let problem = FieldProblem(reason: "\(value.kindName), where a watchlist is expected")
                    try sink.refuse(
                        problem.at(line: line, element: elements.elementName, of: file), raw: elements.rawBytes)
                    continue
                }
                hasFeatures = hasFeatures || object["type"] == .string("Feature")
                try give(records.read(object), line, elements.elementName, file, sink) { elements.rawBytes }
            }
        }
        return elements.format(hasFeatures: hasFeatures)
    }

    private static func readTable(
        _ table: DelimitedTable, _ file: String, _ records: inout WatchlistRecords, _ sink: any ImportSink
    ) throws -> String {
        // Parameters are taken unchanged; all other texts are trimmed later.
        table.isVerbatim = true
        let columns = table.header.names.enumerated().map { ($0.element, table.header.column(ColumnName($0.element))) }
        while let row = try table.nextRow(refusingInto: sink) {
            let members = columns.map { name, column in
                JSONObject.Member(name, row.literal(column).map { .string($0) } ?? .null)
            }
            try give(records.read(JSONObject(members), isTable: true), row.line, nil, file, sink) { row.raw }
        }
        return "table"
    }

    /// Gives records to the sink. When the reader or the sink refuses one, the
    /// others are still given; but when a list is refused, so is everything
    /// inside it.
    private static func give(
        _ records: [Result<WatchlistRecord, FieldProblem>], _ line: Int, _ element: String?, _ file: String,
        _ sink: any ImportSink, raw: () -> [UInt8]
    ) throws {
        var isListRefused = false
        for record in records {
            do {
                let row = try record.get()
                if isListRefused, row.list == .preceding { continue }
                let isList = row.part == .watchlist
                if isList { isListRefused = true }
                let record = ImportRecord.watchlist(row)
                try record.checkLengths()
                try sink.take(record, line: line)
                if isList { isListRefused = false }
            } catch let problem as FieldProblem {
                try sink.refuse(problem.at(line: line, element: element, of: file), raw: raw())
            } catch var problem as RowProblem {
                problem.file = file
                problem.element = element
                try sink.refuse(problem, raw: raw())
            }
        }
    }
}
