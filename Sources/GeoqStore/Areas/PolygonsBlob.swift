import GeoqIndex

/// Polygons as SpatiaLite keeps them in a geometry column.
///
/// "BLOB-Geometry" of SpatiaLite: 0x00, the byte order (1 = little-endian), the
/// SRID, the box as four doubles (min x, min y, max x, max y), 0x7C, the type
/// (6 = multipolygon, 3 = polygon), the body, 0xFE. A multipolygon's body is the
/// number of its polygons, and each of them behind 0x69 and the type 3; a
/// polygon's is the number of its rings, and of each the number of positions and
/// x, y of each.
enum PolygonsBlob {
    /// A multipolygon in degrees.
    static func bytes(_ polygons: [Area.Polygon]) -> [UInt8] {
        var bytes: [UInt8] = [0x00, 0x01]
        bytes.append(littleEndian: UInt32(4326))
        let all = polygons.lazy.flatMap(\.outer)
        let (x, y) = (all.map(\.longitude), all.map(\.latitude))
        for edge in [x.min(), y.min(), x.max(), y.max()] { bytes.append(littleEndian: (edge ?? 0).bitPattern) }
        bytes.append(0x7C)
        bytes.append(littleEndian: UInt32(6))
        bytes.append(littleEndian: UInt32(polygons.count))
        for polygon in polygons {
            bytes.append(0x69)
            bytes.append(littleEndian: UInt32(3))
            let rings = [polygon.outer] + polygon.holes
            bytes.append(littleEndian: UInt32(rings.count))
            for ring in rings {
                bytes.append(littleEndian: UInt32(ring.count))
                for position in ring {
                    bytes.append(littleEndian: position.longitude.bitPattern)
                    bytes.append(littleEndian: position.latitude.bitPattern)
                }
            }
        }
        bytes.append(0xFE)
        return bytes
    }

    /// The polygons of a blob: a multipolygon, or one polygon.
    ///
    /// - Returns: nil when the bytes are no such geometry, or a position is not on
    ///   Earth. Any program may have written them.
    static func polygons(_ bytes: [UInt8]) -> [Area.Polygon]? {
        var reader = BlobReader(bytes)
        guard let order = reader.header(), order == 0x01, let type = reader.number() else { return nil }
        var polygons: [Area.Polygon] = []
        switch type {
        case 3:
            guard let polygon = reader.polygon() else { return nil }
            polygons = [polygon]
        case 6:
            guard let count = reader.number() else { return nil }
            for _ in 0..<count {
                guard reader.byte() == 0x69, reader.number() == 3, let polygon = reader.polygon() else { return nil }
                polygons.append(polygon)
            }
        default:
            return nil
        }
        return reader.isAtEnd ? polygons : nil
    }
}

/// Reads a blob from its beginning; nil where it ends too early.
private struct BlobReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What is before the type, in degrees on WGS 84.
    ///
    /// - Returns: the byte order.
    mutating func header() -> UInt8? {
        guard bytes.count >= 44, bytes[0] == 0x00, bytes[38] == 0x7C else { return nil }
        offset = 2
        guard number() == 4326 else { return nil }
        offset = 39
        return bytes[1]
    }

    mutating func byte() -> UInt8? {
        guard offset < bytes.count else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func number() -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        defer { offset += 4 }
        return (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }

    private mutating func double() -> Double? {
        guard offset + 8 <= bytes.count else { return nil }
        defer { offset += 8 }
        return Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) })
    }

    mutating func polygon() -> Area.Polygon? {
        guard let count = number(), count >= 1 else { return nil }
        var rings: [[Coordinate]] = []
        for _ in 0..<count {
            // A count that the bytes cannot hold reserves nothing.
            guard let positions = number(), Int(positions) <= (bytes.count - offset) / 16 else { return nil }
            var ring: [Coordinate] = []
            ring.reserveCapacity(Int(positions))
            for _ in 0..<positions {
                guard let x = double(), let y = double(), let place = try? Coordinate(strictLatitude: y, longitude: x)
                else { return nil }
                ring.append(place)
            }
            rings.append(ring)
        }
        return Area.Polygon(outer: rings[0], holes: Array(rings.dropFirst()))
    }

    var isAtEnd: Bool { offset == bytes.count - 1 && bytes[offset] == 0xFE }
}
