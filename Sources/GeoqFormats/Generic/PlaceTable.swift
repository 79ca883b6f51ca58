import Geoq

/// Named places in any table with a header, in any order of columns.
struct PlaceTable: TableFormat {
    static let name = "places"
    static let kind = ImportKind.hotspots
    static let title = "a table of places"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        options.kind == kind && PointColumns.exist(in: head, options: options)
    }

    /// geoq's own export names its kind.
    static func knownKind(_ head: TableHead) -> ImportKind? {
        head.header.has("id", "source", "source_id", "name", "locality", "lat", "lon") ? kind : nil
    }

    let source: String? = nil
    private let identity: IdentityColumns
    private let point: PointColumns
    private let title, locality: Column?

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        identity = IdentityColumns(&columns, of: Self.kind)
        point = try PointColumns(&columns, of: Self.kind)
        title = try columns.required(.name, of: Self.kind)
        locality = columns.column(.locality, of: Self.kind)
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
