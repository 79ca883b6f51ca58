import GeoqIndex

/// The latitude and longitude of a table whose format is not known.
struct PointColumns {
    private let latitude: Column
    private let longitude: Column

    private static let latitudes: [ColumnName] = [
        "lat", "latitude", "decimal_latitude", "lat_dd", "latitude_dd", "lat_wgs84", "latitude_wgs84", "y",
    ]
    private static let longitudes: [ColumnName] = [
        "lon", "lng", "long", "longitude", "decimal_longitude", "lon_dd", "long_dd", "longitude_dd", "lon_wgs84",
        "long_wgs84", "longitude_wgs84", "x",
    ]

    /// Whether a table has both, or `--map` says what they are.
    static func exist(in head: TableHead, options: ImportOptions) -> Bool {
        let mapped = Set(options.columnMap.keys.compactMap { TableField(mapped: $0) })
        return (mapped.contains(.lat) || head.header.column(latitudes) != nil)
            && (mapped.contains(.lon) || head.header.column(longitudes) != nil)
    }

    /// - Throws: `FileProblem` when one is missing.
    init(_ columns: inout ColumnBinder) throws(FileProblem) {
        guard let latitude = columns.column(.lat, PointColumns.latitudes) else { throw columns.missing(.lat) }
        guard let longitude = columns.column(.lon, PointColumns.longitudes) else { throw columns.missing(.lon) }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// - Throws: `FieldProblem` when the row has no place.
    func coordinate(_ row: DelimitedRow) throws -> Coordinate {
        try row.requiredCoordinate(latitude: latitude, longitude: longitude)
    }
}
