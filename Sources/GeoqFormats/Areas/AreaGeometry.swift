import Geoq
package import GeoqIndex

/// Polygons as one value, as a column of a database or a request holds it.
///
/// Each function gives polygons, in each the rings with the outer one first, as
/// `AreaRecord.polygons`; an empty geometry gives none. Each throws an
/// `AreaProblem` for a value that is not a polygon, has a point or a line beside its
/// polygons, or is not on WGS 84 (SRID 4326, or 0 for none). All are O(size of
/// the value).
package enum AreaGeometry {
    /// WKB (OGC 06-103r4, 8) or PostGIS's EWKB.
    package static func polygons(wkb bytes: [UInt8]) throws(AreaProblem) -> [[[Coordinate]]] {
        try polygons { (shape) throws(AreaProblem) in try WKB.read(bytes, into: &shape) }
    }

    /// WKT (OGC 06-103r4, 7) or PostGIS's EWKT, hexadecimal WKB, or a geometry of
    /// GeoJSON (RFC 7946).
    package static func polygons(text: String) throws(AreaProblem) -> [[[Coordinate]]] {
        try polygons { (shape) throws(AreaProblem) in
            if WKB.isHex(text) {
                try WKB.read(hex: text.utf8, into: &shape)
            } else if text.utf8.first(where: { !$0.isJSONBlank }) == UInt8(ascii: "{") {
                guard let value = try? JSONValue(parsing: text) else { throw .malformed("not GeoJSON") }
                try GeoJSONPolygons.read(value, into: &shape)
            } else {
                try WKT.read(Array(text.utf8), into: &shape)
            }
        }
    }

    private static func polygons(
        _ read: (inout AreaShape) throws(AreaProblem) -> Void
    ) throws(AreaProblem) -> [[[Coordinate]]] {
        var shape = AreaShape()
        try read(&shape)
        if let other = shape.others.first { throw .notAnArea(other) }
        return shape.polygons
    }
}
