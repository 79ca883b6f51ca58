import Geoq

/// MyEBirdData.csv, in which eBird gives people their own records; in its forms
/// before and after about 2019.
///
/// Empty fields at a row's end are dropped. A row has no id; geoq gives it the
/// checklist's id and the species, with a blank between.
struct EBirdPersonalExport: TableFormat {
    static let name = "ebird-personal"
    static let kind = ImportKind.observations
    static let title = "a MyEBirdData export"
    static let width = DelimitedTable.Width.ragged
    /// Before about 2019 eBird wrote `mm-dd-yyyy`.
    static let dateOrder: DateOrder? = .monthFirst

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        head.header.has("Submission ID", "Latitude", "Longitude")
            && head.header.column("Common Name", "Scientific Name") != nil
    }

    let source: String? = "myebird"
    private let submission, latitude, longitude, scientificName, commonName, count, place: Column?
    private let date: DateColumns
    private var time: TimeColumn

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        submission = columns.column(.id, "Submission ID")
        latitude = try columns.required(.lat, "Latitude")
        longitude = try columns.required(.lon, "Longitude")
        scientificName = columns.column(.scientificName, "Scientific Name")
        commonName = columns.column(.commonName, "Common Name")
        count = columns.column(.count, "Count")
        date = DateColumns(columns.column(.date, "Date"), &columns)
        time = TimeColumn(columns.column(.time, "Time"))
        place = columns.column(.place, "Location")
    }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        let (scientific, common) = (row.text(scientificName), row.text(commonName))
        let species = scientific ?? common
        let id = row.text(submission).flatMap { submission in species.map { "\(submission) \($0)" } }
        var observation = ObservationRecord(
            identity: RecordIdentity(sourceID: id),
            coordinate: try row.requiredCoordinate(latitude: latitude, longitude: longitude))
        (observation.scientificName, observation.commonName) = (scientific, common)
        observation.count = try row.count(count)
        // A count of 0 is no sighting; X is one.
        if observation.count == 0 { return .skip(.absent) }
        observation.date = try date.date(row)?.date
        observation.time = time.time(row)
        observation.place = row.text(place)
        return .take(.observation(observation))
    }

    var notes: [String] { time.notes }
}
