import Geoq

/// The SQL that gives a value of geoq's for a column of any relation. A value
/// that cannot become one is NULL: it must not stop a table.
struct RelationValue {
    private let description: TableDescription

    init(_ description: TableDescription) { self.description = description }

    /// - Returns: nil for a column that the relation does not have.
    func sql(_ column: TableSchema.Column, _ place: RelationPlace) -> String? {
        switch column.name {
        case "lat": return place.latitude
        case "lon": return place.longitude
        case "row_version": return nil
        case "kept": return description.keeping.kept.isEmpty ? nil : RelationKeeping.value
        // As the file formats have it, too.
        case "date_end":
            if let end = description.source(of: "date_end") { return RelationDays(end).last }
            return description.source(of: "date").map { RelationDays($0).last }
        case "date_precision" where description.source(of: "date_precision") == nil:
            return description.source(of: "date").map { RelationDays($0).precision }
        default: break
        }
        guard let source = description.source(of: column.name) else { return nil }
        let name = "t.\(SQLText.name(source.name))"
        switch column.name {
        case "date_precision":
            return "CASE WHEN (\(name)::text) COLLATE \"C\" IN ('day', 'month', 'year') THEN \(name)::text END"
        case "time":
            return """
                CASE WHEN (\(name)::text) COLLATE "C" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]' THEN left(\(name)::text, 5) END
                """
        default: break
        }
        switch column.kind {
        case .integer:
            let number = RelationPlace.number(source)
            return "CASE WHEN \(number) BETWEEN 0 AND 9e15 AND trunc(\(number)) = \(number) "
                + "THEN (\(number))::pg_catalog.int8 END"
        case .real:
            let number = RelationPlace.number(source)
            return "CASE WHEN \(number) >= 0 AND \(number) < 'Infinity' THEN \(number) END"
        case .date: return RelationDays(source).first
        case .timestamp:
            return "CASE WHEN isfinite(\(name)) THEN \(name)::pg_catalog.timestamptz END"
        default: return "\(name)::\(column.kind.sqlType)"
        }
    }

    /// Whether a column of this type can be read as one of geoq's.
    static func accepts(_ column: TableSchema.Column, _ type: String) -> Bool {
        switch column.kind {
        case .timestamp: ["timestamptz", "timestamp"].contains(type)
        case .date: ["date", "timestamptz", "timestamp", "text", "varchar", "bpchar"].contains(type)
        case .integer, .real:
            ["int2", "int4", "int8", "float4", "float8", "numeric", "text", "varchar", "bpchar"].contains(type)
        default:
            !["bytea", "geography", "geometry", "raster"].contains(type) && !RelationKey.namesOfObjects.contains(type)
        }
    }

    /// Whether no value of this type can be read as a number: of others, such as JSON, some texts can. The name of a
    /// type of arrays begins with an underscore.
    static func isNoNumber(_ type: String) -> Bool {
        let others = [
            "point", "line", "lseg", "box", "path", "polygon", "circle", "geometry", "geography", "raster", "bool",
            "date", "time", "timetz", "timestamp", "timestamptz", "interval", "uuid", "bytea",
        ]
        return type.hasPrefix("_") || others.contains(type)
    }
}
