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
    private let id, latitude, longitude, timestamp, localTimestamp, visible, species, error: Column?

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        id = columns.column(.id, "event-id")
        latitude = try columns.required(.lat, "location-lat")
        longitude = try columns.required(.lon, "location-long")
        timestamp = columns.column(.date, "timestamp")
        localTimestamp = columns.column(named: "study-local-timestamp")
        visible = columns.column(named: "visible")
        species = columns.column(.scientificName, "individual-taxon-canonical-name", "taxon-canonical-name")
        error = columns.column(.uncertainty, "location-error-numerical")
        try columns.requireSpecies(species, options: options)
    }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        if ["false", "f", "0"].contains(row.text(visible)?.lowercased() ?? "") { return .skip(.notVisible) }
        guard let coordinate = try row.coordinate(latitude: latitude, longitude: longitude) else {
            return .skip(.noCoordinates)
        }
        var observation = ObservationRecord(
            identity: RecordIdentity(sourceID: row.text(id)), coordinate: coordinate)
        observation.scientificName = row.text(species)
        if let local = try row.date(localTimestamp) {
            (observation.date, observation.time) = (local.date, local.time)
        } else if let moment = try row.date(timestamp) {
            observation.date = moment.date
            observation.time = moment.time.map { time in
                time.contains { $0 == "Z" || $0 == "+" || $0 == "-" } ? time : time + "Z"
            }
        }
        observation.uncertaintyMeters = try row.uncertainty(error)
        return .take(.observation(observation))
    }
}
