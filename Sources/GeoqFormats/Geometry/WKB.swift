import Geoq
import GeoqIndex

/// Points as bytes: WKB (ISO 19125, OGC 06-103r4) and PostGIS's EWKB, which
/// adds an SRID.
enum WKB {
    /// Reads a point of two dimensions, lon before lat, in either byte order.
    ///
    /// - Throws: `PointReadError` for another geometry, an SRID other than
    ///   4326, Z or M, bytes after the end, and an empty point.
    static func point(_ bytes: [UInt8]) throws(PointReadError) -> Coordinate {
        var reader = WKBReader(bytes)
        let header = try reader.header()
        if let srid = header.srid, srid != 4326 { throw .foreignSystem(srid: srid) }
        guard header.dimensions == 2 else { throw .hasMoreDimensions }
        guard header.type == 1 else { throw .notAPoint(header.typeName) }
        let longitude = try reader.double()
        let latitude = try reader.double()
        guard reader.isAtEnd else { throw .trailingData }
        // OGC 06-103r4 has no empty point; PostGIS and others write NaN twice.
        guard !longitude.isNaN || !latitude.isNaN else { throw .empty }
        return try PointReadError.coordinate(longitude: longitude, latitude: latitude)
    }

    /// As `point(_:)`, from hexadecimal digits of either case, as PostGIS
    /// prints a geometry.
    static func point(hex text: String) throws(PointReadError) -> Coordinate {
        // A point has 42 or 50 digits; more can only be wrong, and the type says how.
        try point(bytes(hex: text.utf8.prefix(128)))
    }

    /// The bytes that hexadecimal digits of either case stand for.
    ///
    /// - Throws: `PointReadError.malformed` for no digits, an odd number of them
    ///   and other signs.
    /// - Complexity: O(number of digits).
    static func bytes(hex digits: some Collection<UInt8>) throws(PointReadError) -> [UInt8] {
        guard digits.count % 2 == 0, !digits.isEmpty else { throw .malformed("not an even number of digits") }
        guard let bytes = HexDigits.bytes(digits) else { throw .malformed("not hexadecimal digits") }
        return bytes
    }

    /// Whether a text looks like hexadecimal WKB and like no other form.
    static func isHex(_ text: String) -> Bool {
        text.utf8.count >= 10 && (text.hasPrefix("00") || text.hasPrefix("01"))
            && text.utf8.prefix(128).allSatisfy { $0.hexDigitValue != nil }
    }
}
