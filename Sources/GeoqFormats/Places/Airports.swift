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
    private let columns: BoundColumns
    private let localities: [Column?]

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        columns.column(.id, "icao")
        try columns.required(.lat, "lat")
        try columns.required(.lon, "lon")
        columns.column(.name, "name")
        localities = [
            columns.column(.locality, "city"), columns.column(named: "subd"), columns.column(named: "country"),
        ]
        self.columns = columns.fields
    }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        var hotspot = try RecordMaker.hotspot(TableRow(row: row, columns: columns))
        let locality = localities.compactMap { row.literal($0) }.joined(separator: ", ")
        hotspot.locality = locality.isEmpty ? nil : locality
        return .take(.hotspot(hotspot))
    }
}
