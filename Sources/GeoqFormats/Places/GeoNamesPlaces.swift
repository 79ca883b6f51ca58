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
    private let columns: BoundColumns
    private let country, division: Column?

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        columns.column(.id, "geonameid")
        try columns.required(.lat, "latitude")
        try columns.required(.lon, "longitude")
        columns.column(.name, "name")
        country = columns.column(.locality, "country_code", "country")
        division = columns.column(named: "admin1_code")
        self.columns = columns.fields
    }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        var hotspot = try RecordMaker.hotspot(TableRow(row: row, columns: columns))
        // The code NA is Namibia.
        let locality = [row.literal(country), row.literal(division)].compactMap { $0 }.joined(separator: "-")
        hotspot.locality = locality.isEmpty ? nil : locality
        return .take(.hotspot(hotspot))
    }
}
