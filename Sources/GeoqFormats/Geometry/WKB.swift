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
        var reader = Reader(bytes: bytes)
        let type = try reader.header()
        guard type == 1 else { throw .notAPoint(geometryNames[Int(type)] ?? "geometry of type \(type)") }
        let longitude = Double(bitPattern: try reader.integer())
        let latitude = Double(bitPattern: try reader.integer())
        guard reader.isAtEnd else { throw .trailingData }
        // OGC 06-103r4 has no empty point; PostGIS and others write NaN twice.
        guard !longitude.isNaN || !latitude.isNaN else { throw .empty }
        return try PointReadError.coordinate(longitude: longitude, latitude: latitude)
    }

    /// As `point(_:)`, from hexadecimal digits of either case, as PostGIS
    /// prints a geometry.
    static func point(hex text: String) throws(PointReadError) -> Coordinate {
        // A point has 42 or 50 digits. A longer text can only be wrong; its
        // type, at the front, tells how.
        let digits = text.utf8.prefix(128)
        guard digits.count % 2 == 0, !digits.isEmpty else { throw .malformed("not an even number of digits") }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = digit.hexDigitValue else { throw .malformed("not hexadecimal digits") }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return try point(bytes)
    }

    /// Whether a text looks like hexadecimal WKB and like no other form.
    static func isHex(_ text: String) -> Bool {
        text.utf8.count >= 10 && (text.hasPrefix("00") || text.hasPrefix("01"))
            && text.utf8.prefix(128).allSatisfy { $0.hexDigitValue != nil }
    }

    /// OGC 06-103r4, table 7.
    private static let geometryNames = [
        1: "Point", 2: "LineString", 3: "Polygon", 4: "MultiPoint", 5: "MultiLineString", 6: "MultiPolygon",
        7: "GeometryCollection",
    ]

    private struct Reader {
        let bytes: [UInt8]
        private var index = 0
        private var isLittleEndian = true

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { index == bytes.count }

        /// Byte order, type and SRID.
        ///
        /// - Returns: The type's number, without flags.
        mutating func header() throws(PointReadError) -> UInt32 {
            guard let order = bytes.first, order <= 1 else { throw .malformed("not WKB: no byte order") }
            index = 1
            isLittleEndian = order == 1
            let type: UInt32 = try integer()
            if type & 0x2000_0000 != 0 {
                let srid: UInt32 = try integer()
                guard srid == 4326 else { throw .foreignSystem(srid: srid) }
            }
            // EWKB flags Z and M in the high bits; ISO adds 1000, 2000 or 3000.
            let plain = type & 0x0FFF_FFFF
            guard type & 0xC000_0000 == 0, plain < 1000 else { throw .hasMoreDimensions }
            return plain
        }

        mutating func integer<Integer: FixedWidthInteger>() throws(PointReadError) -> Integer {
            let size = MemoryLayout<Integer>.size
            guard bytes.count - index >= size else { throw .malformed("WKB that is cut short") }
            var value: Integer = 0
            for offset in 0..<size {
                let byte = bytes[index + (isLittleEndian ? size - 1 - offset : offset)]
                value = value << 8 | Integer(byte)
            }
            index += size
            return value
        }
    }
}
