import GeoqIndex

/// The latitude and longitude of a table whose format is not known.
struct PointColumns {
    private let latitude: Column
    private let longitude: Column

    /// Whether a table has both, or `--map` says what they are.
    static func exist(in head: TableHead, options: ImportOptions) -> Bool {
        let mapped = Set(options.columnMap.keys.compactMap { TableField(mapped: $0) })
        return [.lat, .lon].allSatisfy { field in
            mapped.contains(field)
                || head.header.column(FieldAliases.names(of: field, in: options.kind)) != nil
        }
    }

    /// - Throws: `FileProblem` when one is missing.
    init(_ columns: inout ColumnBinder, of kind: ImportKind) throws(FileProblem) {
        latitude = try columns.required(.lat, of: kind)
        longitude = try columns.required(.lon, of: kind)
    }

    /// - Throws: `FieldProblem` when the row has no place.
    func coordinate(_ row: DelimitedRow) throws -> Coordinate {
        try row.requiredCoordinate(latitude: latitude, longitude: longitude)
    }
}
