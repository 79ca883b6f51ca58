import Geoq

/// A Movebank CSV of positions. The longitude comes first, and times are in UTC
/// without a mark.
///
/// A row is one animal, seen by its tag. Fixes that failed have no place, and
/// outliers have `visible=false`: both are passed over, and counted. Where the
/// study's own time is given, it is used.
struct MovebankTrack: TableFormat {
    static let name = "movebank"
    static let kind = ImportKind.observations
    static let title = "a Movebank track"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        head.header.has("location-long", "location-lat", "timestamp")
    }

    let source: String? = "movebank"
    private let columns: BoundColumns
    private let timestamp, localTimestamp, visible: Column?
    private var maker = RecordMaker(Self.kind)

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        columns.column(.id, "event-id")
        try columns.required(.lat, "location-lat")
        try columns.required(.lon, "location-long")
        timestamp = columns.column(.date, "timestamp")
        localTimestamp = columns.column(named: "study-local-timestamp")
        visible = columns.column(named: "visible")
        columns.column(.scientificName, "individual-taxon-canonical-name", "taxon-canonical-name")
        columns.column(.uncertainty, "location-error-numerical")
        self.columns = columns.fields.without(.date)
        try columns.requireSpecies(options: options)
    }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        if row.text(visible).flatMap({ Bool(word: $0) }) == false { return .skip(.notVisible) }
        guard let place = try row.coordinate(latitude: columns[.lat], longitude: columns[.lon]) else {
            return .skip(.noCoordinates)
        }
        guard var sighting = try maker.sighting(TableRow(row: row, columns: columns), at: place) else {
            return .skip(.absent)
        }
        if let local = try row.date(localTimestamp) {
            (sighting.date, sighting.time) = (local.date, local.time)
        } else if let moment = try row.date(timestamp) {
            sighting.date = moment.date
            sighting.time = moment.time.map { time in
                time.contains { $0 == "Z" || $0 == "+" || $0 == "-" } ? time : time + "Z"
            }
        }
        return .take(.observation(sighting))
    }
}
