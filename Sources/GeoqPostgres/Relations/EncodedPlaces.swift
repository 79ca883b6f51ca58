import GeoqSync

/// A column of texts or bytes that has places, as WKT or WKB, or of PostgreSQL's own points. geoq reads geometries,
/// which a view makes of them.
struct EncodedPlaces: Hashable, Sendable {
    let column: CatalogRelation.Column
    /// The schema of PostGIS, in quotes.
    let postgis: String

    /// Names that such columns have, besides those of geometries.
    private static let names: Set<String> = [
        "wkt", "wkb", "ewkt", "ewkb", "geomwkt", "geomwkb", "wktgeom", "geometrywkt", "wktgeometry", "footprintwkt",
        "locationwkt", "pointwkt",
    ]

    /// The columns of a relation that may be such ones, by their names and types; the points are the last.
    static func candidates(of relation: CatalogRelation, postgis: String) -> [EncodedPlaces] {
        let texts = relation.columns.filter { column in
            let name = RelationNames.plain(column.name)
            return ["bytea", "text", "varchar"].contains(column.type)
                && (names.contains(name) || RelationNames.places.contains(name))
        }
        return (texts + relation.columns.filter { $0.type == "point" }).filter(\.isReadable)
            .map { EncodedPlaces(column: $0, postgis: postgis) }
    }

    /// SQL that gives a row when one of the first values is a place.
    func question(_ relation: CatalogRelation) -> String {
        let name = SQLText.name(column.name)
        // A column of points needs no row to be known by.
        if column.type == "point" { return "SELECT 1" }
        let isPlace =
            column.type == "bytea"
            ? "CASE WHEN pg_catalog.length(c) >= 21 THEN pg_catalog.get_byte(c, 0) = 1 AND pg_catalog.get_byte(c, 3) = 0 "
                + "OR pg_catalog.get_byte(c, 0) = 0 AND pg_catalog.get_byte(c, 2) = 0 END"
            : "c::pg_catalog.text COLLATE \"C\" ~* '\(Self.text)'"
        return """
            SELECT 1 FROM (SELECT \(name) AS c FROM \(relation.sqlName) WHERE \(name) IS NOT NULL LIMIT 100) AS sample
            WHERE \(isPlace) LIMIT 1
            """
    }

    /// WKT, with an SRID or without, or the hexadecimal digits of WKB.
    private static let text =
        "^(\\s*(SRID=[0-9]+;)?\\s*(MULTI)?(POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\\s*(Z|M|ZM)?\\s*(\\(|EMPTY)"
        + "|0[01][0-9A-F]{40})"

    /// What is in the way, and what removes it.
    func obstacle(_ relation: CatalogRelation) -> SyncError {
        let name = SQLText.name(column.name)
        let isText = !["bytea", "point"].contains(column.type)
        let geometry = "\(name)\(isText ? "::text" : "")::\(postgis).geometry"
        let view = "\(SQLText.name(relation.schema)).\(SQLText.name(relation.name + "_places"))"
        return .schema(
            "\(relation.fullName).\(column.name) has places as \(column.type), and geoq reads geometries; mirror a view "
                + "that has them: CREATE VIEW \(view) AS SELECT *, \(geometry) AS geoq_place FROM \(relation.sqlName)")
    }
}
