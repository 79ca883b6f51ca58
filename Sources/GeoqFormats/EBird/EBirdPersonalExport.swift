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
    /// Before about 2019 eBird wrote `mm-dd-yyyy`. Dates with slashes or dots are of a spreadsheet, in any order.
    static let hyphenatedDateOrder: DateOrder? = .monthFirst

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        head.header.has("Submission ID", "Latitude", "Longitude")
            && head.header.column("Common Name", "Scientific Name") != nil
    }

    let source: String? = "myebird"
    private let columns: BoundColumns
    private var maker = RecordMaker(Self.kind)

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        columns.column(.id, "Submission ID")
        try columns.required(.lat, "Latitude")
        try columns.required(.lon, "Longitude")
        columns.column(.scientificName, "Scientific Name")
        columns.column(.commonName, "Common Name")
        columns.column(.count, "Count")
        columns.date(["Date"])
        columns.column(.time, "Time")
        columns.column(.place, "Location")
        self.columns = columns.fields
    }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        let row = TableRow(row: row, columns: columns)
        let species = row.text(.scientificName) ?? row.text(.commonName)
        let id = row.text(.id).flatMap { submission in species.map { "\(submission) \($0)" } }
        let sighting = try maker.sighting(row, identity: RecordIdentity(sourceID: id))
        return sighting.map { RowOutcome.take(.observation($0)) } ?? .skip(.absent)
    }

    var notes: [String] { maker.notes }
}
