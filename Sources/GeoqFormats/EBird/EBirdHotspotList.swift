import Geoq

/// eBird's list of the hotspots of a region as CSV, without a header.
///
/// Hotspots without any report lack the last two of nine fields.
/// The locality is the finest code that the row has: county, state, country.
struct EBirdHotspotList: TableFormat {
    static let name = "ebird-hotspots"
    static let kind = ImportKind.hotspots
    static let title = "a list of eBird hotspots"
    static let width = DelimitedTable.Width.ragged
    static let columnNames: [String]? = [
        "locId", "countryCode", "subnational1Code", "subnational2Code", "lat", "lng", "locName", "latestObsDt",
        "numSpecies",
    ]
    /// How many fields the shortest row has.
    private static let shortest = 7

    /// Seven to nine fields between commas, the first one an id like `L123`.
    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        guard head.dialect == .csv, (shortest...9).contains(head.first.count), let id = head.first.first?.utf8
        else { return false }
        return id.count > 1 && id.first == UInt8(ascii: "L") && id.dropFirst().allSatisfy(\.isDigit)
    }

    let source: String? = "ebird"
    private let columns: BoundColumns
    private let localities: [Column?]

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        columns.column(.id, "locId")
        try columns.required(.lat, "lat")
        try columns.required(.lon, "lng")
        try columns.required(.name, "locName")
        localities = [
            columns.column(.locality, "subnational2Code"), columns.column(named: "subnational1Code"),
            columns.column(named: "countryCode"),
        ]
        self.columns = columns.fields
    }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        guard row.fieldCount >= EBirdHotspotList.shortest else {
            throw FieldProblem(reason: "\(row.fieldCount) fields where a hotspot has 7 or 9")
        }
        var hotspot = try RecordMaker.hotspot(TableRow(row: row, columns: columns))
        hotspot.locality = localities.lazy.compactMap { row.literal($0) }.first
        return .take(.hotspot(hotspot))
    }
}
