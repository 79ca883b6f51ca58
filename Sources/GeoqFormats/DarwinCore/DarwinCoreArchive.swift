import Geoq

/// Darwin Core archives (https://dwc.tdwg.org/text/), GBIF's downloads among
/// them: a folder or zip with a `meta.xml` that describes the tables, perhaps
/// in a folder of its own; or GBIF's `occurrence.txt` with companions and
/// without `meta.xml`.
///
/// The core holds occurrences, or events with occurrences in an extension. A
/// table that is named and missing is ignored, unless it holds the occurrences
/// or the events themselves.
enum DarwinCoreArchive: ImportFormat {
    static let name = "darwin-core-archive"

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        if let member = descriptionMember(of: probe.input) {
            let head = try probe.head(of: member)
            if head.content == .xml, String(decoding: head.bytes, as: UTF8.self).contains("archive") { return true }
        }
        return try bareOccurrences(probe) != nil
    }

    static func knownKind(of probe: ImportProbe) throws -> ImportKind? {
        try recognizes(probe) ? .observations : nil
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        try probe.expect(.observations, in: "a Darwin Core archive")
        guard probe.options.columnMap.isEmpty else {
            throw FileProblem(file: probe.input.name, .columnsAreKnown("the archive names its columns"))
        }
        let tables = try Tables(probe)
        var verbatim: VerbatimDates?
        if let table = tables.verbatim { verbatim = try VerbatimDates(table, probe) }
        var events: ArchiveEvents?
        if let table = tables.events { events = try ArchiveEvents(table, probe) }

        var reader = OccurrenceReader(probe: probe, verbatim: verbatim, events: events)
        for member in tables.occurrences.members {
            try reader.read(tables.occurrences.open(member, probe), into: sink)
        }
        var report = reader.report
        let read = [tables.occurrences, tables.events, tables.verbatim].compactMap { $0 }.flatMap(\.members)
        if let note = probe.noteOfMembers(besides: read) { report.notes.append(note) }
        return report
    }

    /// The `meta.xml` in the topmost folder that has one.
    fileprivate static func descriptionMember(of input: any ImportInput) -> String? {
        input.members
            .filter { $0.split(separator: "/").last == "meta.xml" && !$0.contains("__MACOSX") }
            .min { ($0.utf8.count { $0 == UInt8(ascii: "/") }, $0) < ($1.utf8.count { $0 == UInt8(ascii: "/") }, $1) }
    }

    /// GBIF's `occurrence.txt` without a `meta.xml`, but with other files. A
    /// file on its own is read as a table.
    fileprivate static func bareOccurrences(_ probe: ImportProbe) throws -> String? {
        guard probe.members.count > 1 else { return nil }
        return try probe.members.first { member in
            guard member.split(separator: "/").last == "occurrence.txt" else { return false }
            return try probe.head(of: member).table?.header.has("decimalLatitude", "decimalLongitude") ?? false
        }
    }
}

// MARK: - Which tables there are

extension DarwinCoreArchive {
    /// The tables of an archive that geoq reads.
    fileprivate struct Tables {
        let occurrences: ArchiveTable
        var events: ArchiveTable?
        var verbatim: ArchiveTable?

        init(_ probe: ImportProbe) throws {
            guard let member = descriptionMember(of: probe.input) else {
                self = try Tables(withoutDescription: probe)
                return
            }
            let file = probe.fileName(of: member)
            let archive = try ArchiveDescription(xml: Tables.bytes(of: member, probe.input), file: file)
            let folder = member.lastIndex(of: "/").map { String(member[...$0]) } ?? ""
            func table(_ description: ArchiveDescription.Table) -> ArchiveTable? {
                ArchiveTable(description, in: folder, of: probe.input)
            }
            func required(_ description: ArchiveDescription.Table?) throws(FileProblem) -> ArchiveTable {
                guard let description else {
                    throw FileProblem(file: file, reason: "its core holds events, and it names no table of occurrences")
                }
                if let table = table(description) { return table }
                let files = description.files.joined(separator: ", ")
                throw FileProblem(
                    file: file,
                    reason: "it names \(files.isEmpty ? "no file" : files) for its table "
                        + "\(description.rowType), which is not there")
            }
            switch archive.core.rowType {
            case "Occurrence":
                occurrences = try required(archive.core)
                verbatim = archive.extensions.first { $0.hasFile(named: "verbatim.txt") }.flatMap(table)
            case "Event":
                events = try required(archive.core)
                occurrences = try required(archive.extensions.first { $0.rowType == "Occurrence" })
            default:
                throw FileProblem(
                    file: file,
                    reason: "its core is \(FieldProblem.quoted(archive.core.rowType)); "
                        + "cores of Occurrence and Event are read")
            }
        }

        private init(withoutDescription probe: ImportProbe) throws {
            guard let member = try bareOccurrences(probe) else {
                throw FileProblem(file: probe.input.name, reason: "it has no meta.xml")
            }
            occurrences = ArchiveTable(member: member)
            let verbatim = member.dropLast("occurrence.txt".count) + "verbatim.txt"
            if probe.input.members.contains(String(verbatim)) { self.verbatim = ArchiveTable(member: String(verbatim)) }
        }

        /// A whole `meta.xml`, or one byte more than is allowed.
        private static func bytes(of member: String, _ input: any ImportInput) throws -> [UInt8] {
            let stream = try input.open(member)
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while bytes.count <= ArchiveDescription.maximumBytes {
                let count = try chunk.withUnsafeMutableBytes { try stream.read(into: $0) }
                if count == 0 { break }
                bytes += chunk[..<count]
            }
            return bytes
        }
    }
}

// MARK: - Rows

/// Makes sightings of the rows of an archive's occurrences.
private struct OccurrenceReader {
    let probe: ImportProbe
    let verbatim: VerbatimDates?
    var events: ArchiveEvents?

    private var mapper = DarwinCoreMapper()
    private var isGBIF = false
    private var unusedColumns: [String] = []
    private var latin1Lines = 0

    init(probe: ImportProbe, verbatim: VerbatimDates?, events: ArchiveEvents?) {
        (self.probe, self.verbatim, self.events) = (probe, verbatim, events)
    }

    mutating func read(_ file: (table: DelimitedTable, terms: ArchiveTerms), into sink: any ImportSink) throws {
        let (table, terms) = file
        let names: [DarwinCoreTerm] = [
            .species, .scientificName, .verbatimScientificName, .genus, .vernacularName,
        ]
        if names.allSatisfy({ !terms.has($0.rawValue) }), probe.options.species == nil,
            !probe.options.takesPlacesAlone
        {
            throw FileProblem(
                file: table.file, .noSpecies(wanted: "for the species", mayBeNamed: false, mayBePlaces: false))
        }
        isGBIF = isGBIF || terms.has(DarwinCoreTerm.gbifID.rawValue)
        unusedColumns = terms.unused(except: Set(DarwinCoreTerm.allCases.map(\.rawValue) + ["eventID"]))
        sink.begin(format: isGBIF ? "gbif" : DarwinCoreArchive.name, source: isGBIF ? "gbif" : nil)
        try table.importRows(into: sink, options: probe.options) { row in
            do {
                return events == nil ? try occurrence(row, terms) : try occurrenceOfEvent(row, terms)
            } catch var problem as FieldProblem {
                if problem.column == "lat" { problem.column = DarwinCoreTerm.decimalLatitude.rawValue }
                if problem.column == "lon" { problem.column = DarwinCoreTerm.decimalLongitude.rawValue }
                throw problem
            }
        }
        latin1Lines += table.latin1Lines
    }

    var report: FormatReport {
        var report = FormatReport(
            format: isGBIF ? "gbif" : DarwinCoreArchive.name, source: isGBIF ? "gbif" : nil)
        report.unknownColumns = unusedColumns + (events?.unusedColumns ?? [])
        report.latin1Lines = latin1Lines + (events?.latin1Lines ?? 0) + (verbatim?.latin1Lines ?? 0)
        report.notes = mapper.notes + (verbatim?.notes ?? [])
        if let count = events?.unreadableRows, count > 0 {
            report.notes.append("\(count) \(count == 1 ? "row" : "rows") of the table of events could not be read")
        }
        return report
    }

    private mutating func occurrence(_ row: DelimitedRow, _ terms: ArchiveTerms) throws -> RowOutcome {
        let id = row.text(terms.id)
        let finest = try verbatim?.finestPrecision(of: id) ?? .day
        return try mapper.outcome(id: id, finestPrecision: finest, dates: row.dates) { terms.text($0, in: row) }
    }

    /// Finds the event by the core's id, which an extension has in a column; or
    /// by eventID, where the extension has no such column.
    private mutating func occurrenceOfEvent(_ row: DelimitedRow, _ terms: ArchiveTerms) throws -> RowOutcome {
        guard let id = row.text(terms.id) ?? terms.text("eventID", in: row) else {
            throw FieldProblem(column: "eventID", reason: "no id of an event")
        }
        var found = try events?.event(id)
        if found == nil, let eventID = terms.text("eventID", in: row) { found = try events?.event(eventID) }
        guard let event = found else {
            throw FieldProblem(
                column: "eventID", value: id, reason: "event \(FieldProblem.quoted(id)) is not in the table of events")
        }
        // An occurrence with a place of its own takes no part of the event's:
        // the event's uncertainty belongs to the event's point. The same holds
        // for dates.
        let hasPlace = [.decimalLatitude, .decimalLongitude].contains { terms.text($0, in: row) != nil }
        let hasDate = [.eventDate, .year].contains { terms.text($0, in: row) != nil }
        if !hasPlace, !event.hasPlace, event.isLine { return .skip(.lineGeometry) }
        return try mapper.outcome(dates: row.dates) { term in
            if let text = terms.text(term, in: row) { return text }
            switch term {
            case .decimalLatitude, .decimalLongitude, .coordinateUncertaintyInMeters:
                return hasPlace ? nil : event.text(term)
            case .eventDate, .year, .month, .day, .eventTime: return hasDate ? nil : event.text(term)
            default: return event.text(term)
            }
        }
    }
}
