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
    private let id: Column?
    private let latitude: Column
    private let longitude: Column
    private let title: Column
    private let localities: [Column?]

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        id = columns.column(.id, "locId")
        latitude = try columns.required(.lat, "lat")
        longitude = try columns.required(.lon, "lng")
        title = try columns.required(.name, "locName")
        localities = [
            columns.column(.locality, "subnational2Code"), columns.column(named: "subnational1Code"),
            columns.column(named: "countryCode"),
        ]
    }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        guard row.fieldCount >= EBirdHotspotList.shortest else {
            throw FieldProblem(reason: "\(row.fieldCount) fields where a hotspot has 7 or 9")
        }
        let coordinate = try row.requiredCoordinate(latitude: latitude, longitude: longitude)
        guard let name = row.literal(title) else { throw FieldProblem(column: title.name, reason: "no name") }
        let hotspot = HotspotRecord(
            identity: RecordIdentity(sourceID: row.text(id)), name: name,
            locality: localities.lazy.compactMap { row.literal($0) }.first, coordinate: coordinate)
        return .take(.hotspot(hotspot))
    }
}
