import Geoq
import GeoqIndex

/// A point as text in any form that databases write: WKT, EWKT, WKB in
/// hexadecimal digits, GeoJSON.
enum PointText {
    /// - Throws: `PointReadError` when the text is not a usable point.
    static func point(_ text: String) throws(PointReadError) -> Coordinate {
        if WKB.isHex(text) { return try WKB.point(hex: text) }
        guard text.utf8.first(where: { !$0.isJSONBlank }) == UInt8(ascii: "{") else { return try WKT.point(text) }
        guard let value = try? JSONValue(parsing: text) else { throw .malformed("not GeoJSON") }
        return try GeoJSONPoint.coordinate(of: value)
    }
}
