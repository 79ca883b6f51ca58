package import Geoq
import GeoqIndex

/// Points as text: WKT (OGC 06-103r4, 7), and PostGIS's EWKT, which may begin
/// with `SRID=4326;`.
package enum WKT {
    /// Reads `POINT(lon lat)`, in either case and with any blanks.
    ///
    /// - Parameter leavesOutHeights: whether Z and M are left out and not refused.
    /// - Throws: `PointReadError` for another geometry, an SRID other than
    ///   4326, Z or M, text after the end, and an empty point.
    package static func point(_ text: String, leavesOutHeights: Bool = false) throws(PointReadError) -> Coordinate {
        var scanner = WKTScanner(text)
        if let srid = try scanner.srid(), srid != 4326 { throw .foreignSystem(srid: srid) }
        let type = scanner.word()
        guard !type.isEmpty else { throw .malformed("not WKT: no name of a geometry") }
        guard type == "POINT" || dimensionSuffixes.contains(where: { type == "POINT" + $0 }) else {
            throw .notAPoint(type)
        }
        let suffix = type == "POINT" ? scanner.word() : String(type.dropFirst(5))
        if suffix == "EMPTY" { throw .empty }
        let hasHeight = dimensionSuffixes.contains(suffix)
        if hasHeight, !leavesOutHeights { throw .hasMoreDimensions }
        if hasHeight, scanner.peekWord() == "EMPTY" { throw .empty }
        guard suffix.isEmpty || hasHeight, scanner.skip("(") else {
            throw .malformed("not WKT: ( is expected after POINT")
        }
        guard let longitude = scanner.decimal(), let latitude = scanner.decimal() else {
            throw .malformed("not WKT: two numbers are expected in the point")
        }
        if leavesOutHeights, scanner.decimal() != nil { _ = scanner.decimal() }
        guard scanner.skip(")") else {
            if scanner.decimal() != nil { throw .hasMoreDimensions }
            throw .malformed("not WKT: ) is expected after two numbers")
        }
        guard scanner.isAtEnd else { throw .trailingData }
        return try PointReadError.coordinate(longitude: longitude, latitude: latitude)
    }

    /// Whether a text is a line or several lines, judged by its first word.
    static func isLine(_ text: String) -> Bool { isRoute(Array(text.utf8.prefix(200))) }

    static let dimensionSuffixes = ["Z", "M", "ZM"]
}
