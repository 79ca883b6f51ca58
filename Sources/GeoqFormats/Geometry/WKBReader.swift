/// Takes numbers and heads of geometries off the front of WKB (OGC 06-103r4, 8)
/// and of PostGIS's EWKB.
struct WKBReader {
    /// What begins each geometry, also those within others.
    struct Header {
        /// The type's number, without flags and thousands.
        var type: UInt32
        /// The number of the coordinates' system; nil without one.
        var srid: UInt32?
        /// How many numbers a position has: two, and one each for Z and M.
        var dimensions: Int

        /// The type's name in the standard.
        var typeName: String { Header.names[type] ?? "geometry of type \(type)" }

        /// OGC 06-103r4, table 7, and ISO 13249-3.
        private static let names: [UInt32: String] = [
            1: "Point", 2: "LineString", 3: "Polygon", 4: "MultiPoint", 5: "MultiLineString", 6: "MultiPolygon",
            7: "GeometryCollection", 8: "CircularString", 9: "CompoundCurve", 10: "CurvePolygon", 11: "MultiCurve",
            12: "MultiSurface", 15: "PolyhedralSurface", 16: "TIN", 17: "Triangle",
        ]
    }

    private var reader: ByteReader
    private var isLittleEndian = true

    init(_ bytes: [UInt8]) {
        reader = ByteReader(bytes)
    }

    var isAtEnd: Bool { reader.remaining == 0 }

    /// Byte order, type and SRID.
    mutating func header() throws(PointReadError) -> Header {
        guard let order = reader.integer(UInt8.self), order <= 1 else { throw .malformed("not WKB: no byte order") }
        isLittleEndian = order == 1
        let type = try integer()
        let srid = type & 0x2000_0000 != 0 ? try integer() : nil
        // EWKB flags Z and M in the high bits; ISO adds 1000, 2000 or 3000.
        let plain = type & 0x0FFF_FFFF
        guard plain < 4000 else { return Header(type: plain, srid: srid, dimensions: 2) }
        let hasZ = type & 0x8000_0000 != 0 || plain / 1000 == 1 || plain / 1000 == 3
        let hasM = type & 0x4000_0000 != 0 || plain / 1000 >= 2
        return Header(type: plain % 1000, srid: srid, dimensions: 2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0))
    }

    mutating func integer() throws(PointReadError) -> UInt32 {
        guard let value = reader.integer(UInt32.self, isLittleEndian: isLittleEndian) else { throw Self.cutShort }
        return value
    }

    mutating func double() throws(PointReadError) -> Double {
        guard let value = reader.double(isLittleEndian: isLittleEndian) else { throw Self.cutShort }
        return value
    }

    /// A number of things that follow, each of at least `size` bytes.
    mutating func count(of size: Int) throws(PointReadError) -> Int {
        let count = Int(try integer())
        guard reader.has(count, of: size) else { throw Self.cutShort }
        return count
    }

    mutating func skip(_ count: Int) throws(PointReadError) {
        guard reader.skip(count) else { throw Self.cutShort }
    }

    private static let cutShort = PointReadError.malformed("WKB that is cut short")
}
