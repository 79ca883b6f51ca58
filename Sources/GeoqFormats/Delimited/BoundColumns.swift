import Geoq
import GeoqIndex

/// The columns of a table that hold geoq's fields.
struct BoundColumns: Sendable {
    /// Each field once. There are so few that a search from the front is fastest.
    private var bound: [(field: TableField, column: Column)] = []

    subscript(field: TableField) -> Column? {
        for entry in bound where entry.field == field { return entry.column }
        return nil
    }

    /// Whether geoq itself wrote the table.
    var isOwnExport: Bool { self[.source] != nil && self[.sourceID] != nil }

    mutating func bind(_ field: TableField, _ column: Column) {
        bound.removeAll { $0.field == field }
        bound.append((field, column))
    }

    /// The others, for a format that reads these fields in its own way.
    func without(_ fields: TableField...) -> BoundColumns {
        var others = self
        others.bound.removeAll { fields.contains($0.field) }
        return others
    }
}

/// A row of a table with the columns that hold its fields.
struct TableRow: FieldSource {
    let row: DelimitedRow
    let columns: BoundColumns

    var isOwnExport: Bool { columns.isOwnExport }
    var line: Int { row.line }

    func name(of field: TableField) -> String? { columns[field]?.name }
    func text(_ field: TableField) -> String? { row.text(columns[field]) }
    func plain(_ field: TableField) -> String? { row.text(columns[field]) }
    func literal(_ field: TableField) -> String? { row.literal(columns[field]) }
    func count() throws -> Int? { try row.count(columns[.count]) }
    func date(_ field: TableField) throws -> DateField? { try row.date(columns[field]) }
    func uncertainty() throws -> Double? { try row.uncertainty(columns[.uncertainty]) }
    func number(_ field: TableField) throws -> Double? { try row.number(columns[field]) }

    func place() throws -> Coordinate {
        guard let column = columns[.geometry] else {
            return try row.requiredCoordinate(latitude: columns[.lat], longitude: columns[.lon])
        }
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

extension TableHeader {
    /// The fields that a table of unknown origin lacks to have points, after the
    /// user's mapping; empty when it has points.
    func missingPoint(_ options: ImportOptions) -> [TableField] {
        let mapped = Set(options.columnMap.keys.compactMap { TableField(mapped: $0) })
        func has(_ field: TableField) -> Bool {
            mapped.contains(field) || column(FieldAliases.names(of: field, in: options.kind)) != nil
        }
        return has(.geometry) ? [] : [.lat, .lon].filter { !has($0) }
    }
}
