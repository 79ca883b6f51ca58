import Geoq

/// Sightings in any table with a header, in any order of columns; also geoq's
/// own export of them.
struct SightingTable: TableFormat {
    static let name = "sightings"
    static let kind = ImportKind.observations
    static let title = "a table of sightings"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        options.kind == kind && head.header.missingPoint(options).isEmpty
    }

    /// geoq's own export names its kind. That of birds has columns for a point,
    /// too.
    static func knownKind(_ head: TableHead) -> ImportKind? {
        let isExport = head.header.has("id", "source", "source_id", "scientific_name", "lat", "lon")
        return isExport && !BirdTable.isOwnExport(head) ? kind : nil
    }

    let source: String? = nil
    private let columns: BoundColumns
    private var maker = RecordMaker(Self.kind)

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        try columns.all(of: Self.kind)
        self.columns = columns.fields
        try columns.requireSpecies(options: options, mayBePlaces: true)
    }

    var isVerbatim: Bool { columns.isOwnExport }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        try maker.outcome(of: TableRow(row: row, columns: columns))
    }

    var notes: [String] { maker.notes }
}
