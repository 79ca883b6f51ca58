import Geoq

/// Bandings and encounters of the bird banding laboratory of the USGS, as
/// saved again by R or a spreadsheet.
///
/// Places are the centers of blocks. `COORD_PRECISION` is the side of the block
/// in minutes of arc, 0 for an exact place; without it a block has 10′. The
/// uncertainty reaches from the center to the farthest corner.
struct BandingRecords: TableFormat {
    static let name = "usgs-banding"
    static let kind = ImportKind.observations
    static let title = "a table of bird bandings"
    /// The laboratory writes `m/d/yyyy`.
    static let dateOrder: DateOrder? = .monthFirst

    /// From the center of a block of one minute to its corner, in meters: half
    /// a minute is at most 930.8 m northwards (at the poles) and 927.7 m
    /// eastwards (at the equator), so this is an upper bound everywhere.
    static let metersPerMinute = 1315.0
    /// The side of a block when the file does not say.
    static let defaultMinutes = 10.0

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        head.header.has("LAT_DECIMAL_DEGREES", "LON_DECIMAL_DEGREES")
            || head.header.has("E_LAT_DECIMAL_DEGREES", "E_LON_DECIMAL_DEGREES")
    }

    let source: String? = "usgs-banding"
    private let columns: BoundColumns
    private let precision: Column?
    private var maker = RecordMaker(Self.kind)

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        columns.column(.id, "RECORD_ID")
        try columns.required(.lat, "LAT_DECIMAL_DEGREES", "E_LAT_DECIMAL_DEGREES")
        try columns.required(.lon, "LON_DECIMAL_DEGREES", "E_LON_DECIMAL_DEGREES")
        columns.column(.commonName, "SPECIES_NAME", "E_SPECIES_NAME", "B_SPECIES_NAME")
        columns.column(.scientificName, "SPECIES_SCIENTIFIC_NAME", "SCIENTIFIC_NAME")
        precision = columns.column(named: "COORD_PRECISION", "COORDINATES_PRECISION_CODE", "E_COORD_PRECISION")
        columns.date(["BANDING_DATE", "ENCOUNTER_DATE", "EVENT_DATE"])
        self.columns = columns.fields
        try columns.requireSpecies(options: options)
    }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        guard var sighting = try maker.sighting(TableRow(row: row, columns: columns)) else { return .skip(.absent) }
        sighting.uncertaintyMeters = try uncertainty(row)
        return .take(.observation(sighting))
    }

    /// Codes other than 0, 1, 10 and 60 stand for towns, counties and the like.
    /// They count as the coarsest block, one degree.
    private func uncertainty(_ row: DelimitedRow) throws -> Double? {
        let minutes: Double =
            switch try row.number(precision) {
            case nil: BandingRecords.defaultMinutes
            case .some(0): 0
            case .some(1): 1
            case .some(10): 10
            default: 60
            }
        return minutes == 0 ? nil : minutes * BandingRecords.metersPerMinute
    }
}
