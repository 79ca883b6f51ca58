import Geoq

/// Places of GeoNames as CSV with a header.
///
/// The locality is the country's code and, behind a hyphen, the first
/// administrative division's: `AD-08`.
struct GeoNamesPlaces: TableFormat {
    static let name = "geonames"
    static let kind = ImportKind.hotspots
    static let title = "a table of GeoNames places"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        head.header.has("geonameid", "name", "latitude", "longitude")
    }

    let source: String? = "geonames"
    private let id, latitude, longitude, title, country, division: Column?

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        id = columns.column(.id, "geonameid")
        latitude = try columns.required(.lat, "latitude")
        longitude = try columns.required(.lon, "longitude")
        title = columns.column(.name, "name")
        country = columns.column(.locality, "country_code", "country")
        division = columns.column(named: "admin1_code")
    }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        let coordinate = try row.requiredCoordinate(latitude: latitude, longitude: longitude)
        guard let name = row.literal(title) else { throw FieldProblem(column: title?.name, reason: "no name") }
        // The code NA is Namibia.
        let locality = [row.literal(country), row.literal(division)].compactMap { $0 }.joined(separator: "-")
        let hotspot = HotspotRecord(
            identity: RecordIdentity(sourceID: row.text(id)), name: name,
            locality: locality.isEmpty ? nil : locality, coordinate: coordinate)
        return .take(.hotspot(hotspot))
    }
}
