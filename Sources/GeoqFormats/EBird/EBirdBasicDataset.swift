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
    private let id, latitude, longitude, scientificName, commonName, count, place, group: Column?
    private let date: DateColumns
    private var time: TimeColumn
    private var sharedRows = 0

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        id = columns.column(.id, "GLOBAL UNIQUE IDENTIFIER")
        latitude = try columns.required(.lat, "LATITUDE")
        longitude = try columns.required(.lon, "LONGITUDE")
        scientificName = columns.column(.scientificName, "SCIENTIFIC NAME")
        commonName = columns.column(.commonName, "COMMON NAME")
        count = columns.column(.count, "OBSERVATION COUNT")
        date = DateColumns(columns.column(.date, "OBSERVATION DATE"), &columns)
        time = TimeColumn(columns.column(.time, "TIME OBSERVATIONS STARTED"))
        place = columns.column(.place, "LOCALITY")
        group = columns.column(named: "GROUP IDENTIFIER")
        try columns.requireSpecies(scientificName, commonName, options: options)
    }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        var observation = ObservationRecord(
            identity: RecordIdentity(sourceID: row.text(id)),
            coordinate: try row.requiredCoordinate(latitude: latitude, longitude: longitude))
        observation.scientificName = row.text(scientificName)
        observation.commonName = row.text(commonName)
        observation.count = try row.count(count)
        // A count of 0 is no sighting; X is one.
        if observation.count == 0 { return .skip(.absent) }
        observation.date = try date.date(row)?.date
        observation.time = time.time(row)
        observation.place = row.text(place)
        if row.text(group) != nil { sharedRows += 1 }
        return .take(.observation(observation))
    }

    var notes: [String] {
        let shared =
            "\(sharedRows) rows are of shared checklists (GROUP IDENTIFIER), which each of their observers repeats; "
            + "all were kept"
        return time.notes + (sharedRows == 0 ? [] : [shared])
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
