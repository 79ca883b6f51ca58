import Geoq
import GeoqIndex

/// The columns that hold the points of a table of unknown format: a latitude
/// and a longitude, or one column with whole points, as databases write them.
enum PointColumns {
    case degrees(latitude: Column, longitude: Column)
    /// WKT, WKB in hexadecimal digits, or GeoJSON.
    case geometry(Column)

    /// The fields that a table lacks to have points, after `--map`; empty when
    /// it has points.
    static func missing(in header: TableHeader, options: ImportOptions) -> [TableField] {
        let mapped = Set(options.columnMap.keys.compactMap { TableField(mapped: $0) })
        func has(_ field: TableField) -> Bool {
            mapped.contains(field) || header.column(FieldAliases.names(of: field, in: options.kind)) != nil
        }
        return has(.geometry) ? [] : [.lat, .lon].filter { !has($0) }
    }

    /// Whether a table has points, or `--map` says where they are.
    static func exist(in head: TableHead, options: ImportOptions) -> Bool {
        missing(in: head.header, options: options).isEmpty
    }

    /// - Throws: `FileProblem` when the table has no points.
    init(_ columns: inout ColumnBinder, of kind: ImportKind) throws(FileProblem) {
        let (latitude, longitude) = (columns.column(.lat, of: kind), columns.column(.lon, of: kind))
        if let latitude, let longitude, !columns.isMapped(.geometry) {
            self = .degrees(latitude: latitude, longitude: longitude)
            columns.offers(.geometry)
        } else if let geometry = columns.column(.geometry, of: kind) {
            self = .geometry(geometry)
        } else {
            throw columns.missing(latitude == nil ? .lat : .lon)
        }
    }

    /// - Throws: `FieldProblem` when the row has no place.
    func coordinate(_ row: DelimitedRow) throws -> Coordinate {
        switch self {
        case .degrees(let latitude, let longitude):
            return try row.requiredCoordinate(latitude: latitude, longitude: longitude)
        case .geometry(let column):
            guard let text = row.text(column) else {
                throw FieldProblem(column: column.name, reason: CoordinateFields.missing.reason)
            }
            do {
                return try PointText.point(text)
            } catch {
                throw FieldProblem(error, column: column.name, value: text)
            }
        }
    }
}
