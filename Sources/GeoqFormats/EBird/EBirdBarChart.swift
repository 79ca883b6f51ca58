import Geoq

/// The bar chart of a hotspot as eBird's "Download Histogram Data" gives it: for
/// each taxon the share of checklists with it, in four quarters of each month.
///
/// The file does not name its hotspot; eBird's name of the file does
/// (`ebird_L123__1900_2026_1_12_barchart.txt`), or `ImportOptions.hotspot`. A
/// quarter without a checklist tells nothing. Each week of a year has the value
/// of the quarter that its Thursday falls in, in a year that begins with a
/// Monday: `quarter(ofWeek:)`.
enum EBirdBarChart: ImportFormat {
    static let name = "ebird-barchart"

    /// Four quarters in each month.
    private static let quarters = 48

    static func recognizes(_ probe: ImportProbe) throws -> Bool { try member(of: probe) != nil }

    static func knownKind(of probe: ImportProbe) throws -> ImportKind? {
        try member(of: probe) == nil ? nil : .presence
    }

    /// The bar chart is the only file; a line of it tells how many checklists each
    /// quarter has.
    private static func member(of probe: ImportProbe) throws -> String? {
        guard probe.members.count == 1, let member = probe.members.first else { return nil }
        let head = try probe.head(of: member)
        guard head.content == .table else { return nil }
        return head.bytes.split(separator: UInt8(ascii: "\n"), maxSplits: mostPreamble).prefix(mostPreamble)
            .contains { $0.starts(with: sampleSize) } ? member : nil
    }

    /// How many lines may stand before the numbers of checklists.
    private static let mostPreamble = 40
    private static let sampleSize = Array("Sample Size:\t".utf8)

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        try probe.expect(.presence, in: "an eBird bar chart")
        let member = probe.members[0]
        let file = probe.fileName(of: member)
        guard probe.options.columnMap.isEmpty else {
            throw FileProblem(file: file, .columnsAreKnown("an eBird bar chart has none"))
        }
        guard probe.options.species == nil else { throw FileProblem(file: file, .speciesUnused(.presence)) }
        // A folder or an archive of one file has a name of its own.
        let named = Self.hotspot(in: file) ?? Self.hotspot(in: member)
        guard let hotspot = probe.options.hotspot ?? named else {
            throw FileProblem(file: file, .noHotspot(mayBeNamed: false))
        }
        let names = ["taxon"] + (1...quarters).map { "quarter \($0)" }
        let table = try DelimitedTable(
            try probe.input.open(member), file: file, dialect: .tabs, names: names, width: .ragged)
        // A folder may have charts of hotspots that the store lacks: these are left out.
        try sink.check(.ofFile(hotspot), source: EBirdJSON.source, file: file)
        sink.begin(format: name, source: EBirdJSON.source)
        let columns = names.enumerated().map { Column(index: $0, name: $1) }
        var checklists: [Double]?
        try table.forEachRow(into: sink) { row in
            let title = row.text(columns[0])
            if title == "Sample Size:" {
                guard checklists == nil else { throw FileProblem(file: file, reason: severalCharts) }
                do {
                    checklists = try numbers(of: row, columns.dropFirst())
                } catch let problem as FieldProblem {
                    // Without them no line below tells anything.
                    throw FileProblem(
                        file: file, reason: "its numbers of checklists cannot be read: \(problem.reason)")
                }
                return
            }
            guard let known = checklists else { return }
            guard let taxon = title else {
                if columns.allSatisfy({ row.text($0) == nil }) { return }
                throw FieldProblem(column: "taxon", reason: "no taxon")
            }
            let shares = try numbers(of: row, columns.dropFirst(), isShare: true)
            let bird = bird(taxon)
            for week in PresenceRecord.weeks {
                let quarter = quarter(ofWeek: week)
                guard known[quarter] > 0 else { continue }
                let record = ImportRecord.presence(
                    PresenceRecord(
                        hotspot: .ofFile(hotspot), bird: .name(bird.scientificName ?? bird.commonName), newBird: bird,
                        week: week, likelihood: shares[quarter]))
                try record.checkLengths()
                try sink.take(record, line: row.line)
            }
        }
        guard checklists != nil else {
            throw FileProblem(file: file, reason: "its line of checklists, Sample Size, cannot be read")
        }
        var report = FormatReport(format: name, source: EBirdJSON.source)
        report.latin1Lines = table.latin1Lines
        report.commonNotes = [
            "eBird tells quarters of months: each week has the value of the quarter that its Thursday falls in"
        ]
        if let named, named != hotspot {
            report.notes = ["taken as presence of \(hotspot), though its name tells \(named)"]
        }
        return report
    }

    /// The quarter, from 0 on, of a week of ISO 8601.
    ///
    /// eBird's quarters begin on the 1st, 8th, 15th and 22nd. In a year that
    /// begins with a Monday the Thursday of week *w* is day 7 *w* − 3; week 53 is
    /// in the last quarter.
    static func quarter(ofWeek week: Int) -> Int {
        var day = min(7 * week - 3, 365)
        for (month, days) in [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
            if day <= days { return 4 * month + min((day - 1) / 7, 3) }
            day -= days
        }
        preconditionFailure("A year has 365 days.")
    }

    /// The location that eBird's name of a file tells, when it is one hotspot.
    static func hotspot(in file: String) -> String? {
        let name = file.split(separator: "/").last ?? ""
        guard let match = name.firstMatch(of: /ebird_(L[0-9]{1,12})_+(.*)/) else { return nil }
        return match.2.prefixMatch(of: /L[0-9]/) == nil ? String(match.1) : nil
    }

    private static let severalCharts =
        "it holds several bar charts, each of a hotspot of its own; import each from its own file"

    private static func numbers(
        of row: DelimitedRow, _ columns: ArraySlice<Column>, isShare: Bool = false
    ) throws -> [Double] {
        try columns.map { column in
            guard let value = try row.number(column) else {
                throw FieldProblem(reason: "a bar chart has \(quarters) numbers in a line, and one is missing here")
            }
            guard value >= 0, !isShare || value <= 1 else {
                throw FieldProblem(
                    column: column.name, value: "\(value)",
                    reason: isShare ? "\(value) is no share of checklists, 0 to 1" : "\(value) checklists")
            }
            return value
        }
    }
}
