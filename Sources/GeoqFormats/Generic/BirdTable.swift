import Geoq

/// Species in any table with a header; also geoq's own export of them.
struct BirdTable: TableFormat {
    static let name = "birds"
    static let kind = ImportKind.birds
    static let title = "a table of birds"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        if options.kind != kind { return false }
        if options.columnMap.keys.contains(where: { TableField(mapped: $0) == .commonName }) { return true }
        guard let name = head.header.column(FieldAliases.names(of: .commonName, in: kind)) else { return false }
        // Any kind of thing may have a name; a bird has more than that.
        return ColumnName(name.name) != "name"
            || telling.contains { head.header.column(FieldAliases.names(of: $0, in: kind)) != nil }
    }

    /// Fields that only birds have.
    static let telling: [TableField] = [.scientificName, .family, .orderName, .shapeID]

    /// A table of names without points, or geoq's own export.
    static func knownKind(_ head: TableHead) -> ImportKind? {
        let options = ImportOptions(kind: .birds)
        guard matches(head, options: options) else { return nil }
        if isOwnExport(head) { return kind }
        let sightings = ImportOptions(kind: .observations)
        return head.header.missingPoint(sightings).isEmpty ? nil : kind
    }

    /// Whether a table has the columns of geoq's own export of birds, of which
    /// those for a point are empty.
    static func isOwnExport(_ head: TableHead) -> Bool {
        head.header.has("id", "source", "source_id", "common_name", "family", "order_name", "shape_id")
    }

    let source: String? = nil
    private let columns: BoundColumns
    private var maker = RecordMaker(Self.kind)

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        try columns.all(of: Self.kind)
        guard columns.fields[.commonName] != nil else { throw columns.missing(.commonName) }
        self.columns = columns.fields
    }

    var isVerbatim: Bool { columns.isOwnExport }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        try maker.outcome(of: TableRow(row: row, columns: columns))
    }
}
