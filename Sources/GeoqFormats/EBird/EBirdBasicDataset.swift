import Geoq

/// The eBird Basic Dataset (EBD) of any release, or what R makes of it.
///
/// A checklist shared by several observers repeats its rows, under one GROUP
/// IDENTIFIER and with ids of their own. All are kept, since each is a record
/// of its own, and a note says how many there are. Slashes, spuhs and hybrids
/// keep the names that eBird gives them.
struct EBirdBasicDataset: TableFormat {
    static let name = "ebird-ebd"
    static let kind = ImportKind.observations
    static let title = "an eBird Basic Dataset"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        let header = head.header
        guard header.has("OBSERVATION COUNT") else { return false }
        return header.has("GLOBAL UNIQUE IDENTIFIER") || header.has("SAMPLING EVENT IDENTIFIER")
    }

    let source: String? = "ebird"
    private let columns: BoundColumns
    private let group: Column?
    private var maker = RecordMaker(Self.kind)
    private var sharedRows = 0

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        columns.column(.id, "GLOBAL UNIQUE IDENTIFIER")
        try columns.required(.lat, "LATITUDE")
        try columns.required(.lon, "LONGITUDE")
        columns.column(.scientificName, "SCIENTIFIC NAME")
        columns.column(.commonName, "COMMON NAME")
        columns.column(.count, "OBSERVATION COUNT")
        columns.date(["OBSERVATION DATE"])
        columns.column(.time, "TIME OBSERVATIONS STARTED")
        columns.column(.place, "LOCALITY")
        self.columns = columns.fields
        group = columns.column(named: "GROUP IDENTIFIER")
        try columns.requireSpecies(options: options)
    }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        let outcome = try maker.outcome(of: TableRow(row: row, columns: columns))
        if case .take = outcome, row.text(group) != nil { sharedRows += 1 }
        return outcome
    }

    var notes: [String] {
        let shared =
            sharedRows == 1
            ? "1 row is of a shared checklist (GROUP IDENTIFIER), which each of its observers repeats; it was kept"
            : "\(sharedRows) rows are of shared checklists (GROUP IDENTIFIER), which each of their observers repeats; "
                + "all were kept"
        return maker.notes + (sharedRows == 0 ? [] : [shared])
    }
}

/// The file beside an EBD that lists its checklists without any species.
enum EBirdSamplingEvents: ImportFormat {
    static let name = "ebird-sampling"

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        try probe.tables().contains {
            let header = $0.table.header
            return header.has("SAMPLING EVENT IDENTIFIER") && !header.has("GLOBAL UNIQUE IDENTIFIER")
                && header.column("SCIENTIFIC NAME", "COMMON NAME", "OBSERVATION COUNT") == nil
        }
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        throw FileProblem(
            file: probe.input.name,
            reason: "these are eBird's sampling events, which have checklists and no species; "
                + "import the ebd_….txt file that came with them")
    }
}
