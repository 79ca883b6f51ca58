import Geoq
import GeoqStore
import GeoqSync

/// The contents of a row as one text, made by the server: the same as
/// `RowContents` makes of a row of the store.
///
/// Values follow each other with a semicolon between. NULL is a hyphen; a text
/// is its length in bytes, a colon and the text, so that no two rows have the
/// same contents; numbers are written as `float8send` gives them, times as
/// `timestamptz_send` does, in hexadecimal digits.
extension TableQuery {
    var contents: String {
        let all = table.columns.map { column in
            value(column).map { text(of: $0, column) } ?? "'\(ofNull(column))'"
        }.joined(separator: " || ';' || ")
        return readable(all, or: "''")
    }

    /// What the store has where the server has NULL, or no such column.
    private func ofNull(_ column: TableSchema.Column) -> String {
        switch column.valueForNull {
        case .integer(let number): "\(number)"
        case .text(let text): "\(text.utf8.count):\(text)"
        default: "-"
        }
    }

    /// SQL for a value as it is sent; nil for a missing column.
    func value(_ column: TableSchema.Column) -> String? {
        if description.isRelation {
            guard let value = relationValue(column) else { return nil }
            let isPlace = column.name == "lat" || column.name == "lon"
            return isPlace ? places.map { "(CASE WHEN \($0.isPlace) THEN \(value) END)" } : value
        }
        let isPlace = column.name == "lat" || column.name == "lon"
        if table.hasPlace, isPlace, let places {
            let degrees = "(\(column.name == "lat" ? places.latitude : places.longitude))::pg_catalog.float8"
            if description.isPlacedByLocation || description.source(of: column.name) != nil {
                // The store's table accepts only real coordinates.
                return table.schema.hasOnlyPlaces ? "(CASE WHEN \(places.isPlace) THEN \(degrees) END)" : degrees
            }
        }
        return description.source(of: column.name).map { "t.\(SQLText.name($0.name))::\(column.kind.sqlType)" }
    }

    private func text(of value: String, _ column: TableSchema.Column) -> String {
        let text: String
        switch column.kind {
        case .integer, .id: text = "\(value)::text"
        case .bool: text = "\(value)::pg_catalog.int4::text"
        // SQLite has no NaN, and no negative zero.
        case .real: text = hex("pg_catalog.float8send(nullif(\(value), 'NaN'::pg_catalog.float8) + 0)")
        case .timestamp: text = hex("pg_catalog.timestamptz_send(\(value))")
        case .date: text = hex("pg_catalog.date_send(\(value))")
        case .text: text = counted(inUTF8(value))
        case .texts, .integers: text = counted(inUTF8("pg_catalog.array_to_json(\(value))::text"))
        }
        return "coalesce(\(text), '\(ofNull(column))')"
    }

    private func hex(_ bytes: String) -> String { "pg_catalog.encode(\(bytes), 'hex')" }

    /// On a server that keeps texts in another encoding, texts are hashed as
    /// hexadecimal digits of their UTF-8.
    private func inUTF8(_ text: String) -> String {
        server.isUTF8 ? text : hex("pg_catalog.convert_to(\(text), 'UTF8')")
    }

    private func counted(_ text: String) -> String {
        "pg_catalog.octet_length(\(text))::text || ':' || \(text)"
    }
}
