import Geoq

/// Named places in any table with a header, in any order of columns.
struct PlaceTable: TableFormat {
    static let name = "places"
    static let kind = ImportKind.hotspots
    static let title = "a table of places"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        options.kind == kind && head.header.missingPoint(options).isEmpty
    }

    /// geoq's own export names its kind.
    static func knownKind(_ head: TableHead) -> ImportKind? {
        head.header.has("id", "source", "source_id", "name", "locality", "lat", "lon") ? kind : nil
    }

    let source: String? = nil
    private let columns: BoundColumns

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        try columns.all(of: Self.kind)
        guard columns.fields[.name] != nil else { throw columns.missing(.name) }
        self.columns = columns.fields
    }

    var isVerbatim: Bool { columns.isOwnExport }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        .take(.hotspot(try RecordMaker.hotspot(TableRow(row: row, columns: columns))))
    }
}
