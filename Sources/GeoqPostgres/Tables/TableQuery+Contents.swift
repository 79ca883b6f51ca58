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
        table.columns.map { column in
            guard let value = value(column) else { return column.name == "row_version" ? "'1'" : missing(column) }
            return text(of: value, column)
        }.joined(separator: " || ';' || ")
    }

    /// The store's value for a column that the server does not have.
    private func missing(_ column: MirrorColumn) -> String { isEmptyForNull(column) ? "'0:'" : "'-'" }

    private func isEmptyForNull(_ column: MirrorColumn) -> Bool {
        table.emptyTextForNull.map { table.columns[$0].name } == column.name
    }

    /// SQL for a value as it is sent; nil for a missing column.
    private func value(_ column: MirrorColumn) -> String? {
        let isPlace = column.name == "lat" || column.name == "lon"
        if table.hasPlace, isPlace, let places {
            let degrees = "(\(column.name == "lat" ? places.latitude : places.longitude))::pg_catalog.float8"
            if description.isPlacedByLocation || description.source(of: column.name) != nil {
                // The store's table of hotspots accepts only real coordinates.
                return table == .hotspot ? "(CASE WHEN \(places.isPlace) THEN \(degrees) END)" : degrees
            }
        }
        return description.source(of: column.name).map { "t.\(SQLText.name($0.name))::\(column.kind.sqlType)" }
    }

    private func text(of value: String, _ column: MirrorColumn) -> String {
        let text: String
        switch column.kind {
        case .integer where column.name == "row_version": return "coalesce(\(value), 1)::text"
        case .integer, .id: text = "\(value)::text"
        case .bool: text = "\(value)::pg_catalog.int4::text"
        // SQLite has no NaN, and no negative zero.
        case .real: text = hex("pg_catalog.float8send(nullif(\(value), 'NaN'::pg_catalog.float8) + 0)")
        case .timestamp: text = hex("pg_catalog.timestamptz_send(\(value))")
        case .date: text = hex("pg_catalog.date_send(\(value))")
        case .text: return counted(inUTF8(value), isEmptyForNull(column))
        case .texts, .integers: return counted(inUTF8("pg_catalog.array_to_json(\(value))::text"), false)
        }
        return "coalesce(\(text), '-')"
    }

    private func hex(_ bytes: String) -> String { "pg_catalog.encode(\(bytes), 'hex')" }

    /// On a server that keeps texts in another encoding, texts are hashed as
    /// hexadecimal digits of their UTF-8.
    private func inUTF8(_ text: String) -> String {
        server.isUTF8 ? text : hex("pg_catalog.convert_to(\(text), 'UTF8')")
    }

    private func counted(_ text: String, _ isEmptyForNull: Bool) -> String {
        "coalesce(pg_catalog.octet_length(\(text))::text || ':' || \(text), '\(isEmptyForNull ? "0:" : "-")')"
    }
}
