import Geoq

/// How likely birds are at hotspots, week by week, in any table with a header;
/// also geoq's own export of it.
struct PresenceTable: TableFormat {
    static let name = "presence"
    static let kind = ImportKind.presence
    static let title = "a table of presence"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        if options.kind != kind { return false }
        let mapped = Set(options.columnMap.keys.compactMap { TableField(mapped: $0) })
        return telling.allSatisfy { field in
            mapped.contains(field) || head.header.column(FieldAliases.names(of: field, in: kind)) != nil
        }
    }

    /// Fields without which no row tells of presence.
    static let telling: [TableField] = [.week, .likelihood]

    /// A table without points that has weeks and likelihoods, or geoq's own export,
    /// of which those for a point are empty.
    static func knownKind(_ head: TableHead) -> ImportKind? {
        guard matches(head, options: ImportOptions(kind: kind)) else { return nil }
        if head.header.has("id", "source", "source_id", "hotspot_id", "bird_id", "week", "likelihood") { return kind }
        return head.header.missingPoint(ImportOptions(kind: .observations)).isEmpty ? nil : kind
    }

    let source: String? = nil
    private let columns: BoundColumns
    private var maker: RecordMaker

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        try columns.all(of: Self.kind)
        for field in Self.telling where columns.fields[field] == nil { throw columns.missing(field) }
        if options.hotspot == nil, columns.fields[.hotspotID] == nil, columns.fields[.place] == nil {
            throw FileProblem(file: columns.file, .noHotspot(mayBeNamed: true))
        }
        if columns.fields[.birdID] == nil { try columns.requireSpecies(options: options) }
        self.columns = columns.fields
        maker = RecordMaker(options)
    }

    var isVerbatim: Bool { columns.isOwnExport }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        try maker.outcome(of: TableRow(row: row, columns: columns))
    }
}
