import Geoq

/// Airports with their ICAO codes as CSV.
///
/// The locality is city, subdivision and country.
struct Airports: TableFormat {
    static let name = "airports"
    static let kind = ImportKind.hotspots
    static let title = "a table of airports"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        head.header.has("icao", "iata", "name", "lat", "lon")
    }

    let source: String? = "airports"
    private let id, latitude, longitude, title: Column?
    private let localities: [Column?]

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        id = columns.column(.id, "icao")
        latitude = try columns.required(.lat, "lat")
        longitude = try columns.required(.lon, "lon")
        title = columns.column(.name, "name")
        localities = [
            columns.column(.locality, "city"), columns.column(named: "subd"), columns.column(named: "country"),
        ]
    }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        let coordinate = try row.requiredCoordinate(latitude: latitude, longitude: longitude)
        guard let name = row.literal(title) else { throw FieldProblem(column: title?.name, reason: "no name") }
        let locality = localities.compactMap { row.literal($0) }.joined(separator: ", ")
        let hotspot = HotspotRecord(
            identity: RecordIdentity(sourceID: row.text(id)), name: name,
            locality: locality.isEmpty ? nil : locality, coordinate: coordinate)
        return .take(.hotspot(hotspot))
    }
}
