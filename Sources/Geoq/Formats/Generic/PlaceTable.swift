/// Named places in any table with a header, in any order of columns.
struct PlaceTable: TableFormat {
    static let name = "places"
    static let kind = ImportKind.hotspots
    static let title = "a table of places"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        options.kind == kind && PointColumns.exist(in: head, options: options)
    }

    let source: String? = nil
    private let identity: IdentityColumns
    private let point: PointColumns
    private let title, locality: Column?

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        identity = IdentityColumns(
            &columns, "id", "uuid", "source_id", "loc_id", "locality_id", "location_id", "site_id", "place_id",
            "hotspot_id", "code", "gid", "fid")
        point = try PointColumns(&columns)
        title = try columns.required(
            .name, "name", "loc_name", "hotspot", "hotspot_name", "place", "place_name", "site", "site_name",
            "location", "location_name", "locality_name", "title", "label", "station")
        locality = columns.column(
            .locality, "locality", "region", "subnational2_code", "subnational1_code", "county", "admin1", "state",
            "province", "city", "country", "country_code", "cc")
    }

    var isVerbatim: Bool { identity.isOwnExport }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        let identity = try identity.identity(row)
        let coordinate = try point.coordinate(row)
        guard let name = row.literal(title) else { throw FieldProblem(column: title?.name, reason: "no name") }
        return .take(
            .hotspot(
                HotspotRecord(identity: identity, name: name, locality: row.literal(locality), coordinate: coordinate)))
    }
}
