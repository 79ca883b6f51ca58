import Geoq
import GeoqIndex

/// A point as a text, in any of the ways in which databases write one: WKT, EWKT,
/// WKB in hexadecimal digits, GeoJSON.
enum PointText {
    /// - Throws: `PointReadError` when it is no point that can be used.
    static func point(_ text: String) throws(PointReadError) -> Coordinate {
        if WKB.isHex(text) { return try WKB.point(hex: text) }
        guard text.utf8.first(where: { !$0.isJSONBlank }) == UInt8(ascii: "{") else { return try WKT.point(text) }
        guard let value = try? JSONValue(parsing: text) else { throw .malformed("not GeoJSON") }
        return try GeoJSONPoint.coordinate(of: value)
    }
}
