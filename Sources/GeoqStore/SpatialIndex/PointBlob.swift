import GeoqFormats
import GeoqIndex

/// Points as SpatiaLite stores them in a geometry column.
///
/// "BLOB-Geometry" of SpatiaLite: 0x00, the byte order (1 = little-endian), the
/// SRID, the box as four doubles (min x, min y, max x, max y), 0x7C, the type
/// (1 = point), x, y, 0xFE. "TinyPoint", which is only read here, leaves out
/// the box: 0x00, the byte order (0x81 = little-endian), the SRID, the
/// dimensions, x, y, …, 0xFE.
enum PointBlob {
    private static let srid: UInt32 = 4326

    /// Appends the bytes that `MakePoint(longitude, latitude, 4326)` gives.
    static func append(_ coordinate: Coordinate, to bytes: inout [UInt8]) {
        let (x, y) = (coordinate.longitude.bitPattern, coordinate.latitude.bitPattern)
        bytes.append(0x00)
        bytes.append(0x01)
        bytes.append(littleEndian: srid)
        bytes.append(littleEndian: SIMD4(x, y, x, y))
        bytes.append(0x7C)
        bytes.append(littleEndian: UInt32(1))
        bytes.append(littleEndian: SIMD2(x, y))
        bytes.append(0xFE)
    }

    /// The place of a point; nil when the bytes are not a point of
    /// SpatiaLite's.
    static func place<Bytes: RandomAccessCollection>(_ bytes: Bytes) -> (x: Double, y: Double)?
    where Bytes.Element == UInt8, Bytes.Index == Int {
        let isWhole = bytes.count == 60
        guard isWhole || bytes.count == 24, bytes[1] == (isWhole ? 0x01 : 0x81), bytes[bytes.count - 1] == 0xFE else {
            return nil
        }
        func double(_ offset: Int) -> Double {
            Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) })
        }
        let first = isWhole ? 43 : 7
        return (double(first), double(first + 8))
    }

    /// The box of a geometry of any type, as the spatial index holds it.
    ///
    /// - Returns: nil when the bytes are not a geometry of SpatiaLite's, or an
    ///   empty one.
    static func box<Bytes: RandomAccessCollection>(_ bytes: Bytes) -> RTreeBox?
    where Bytes.Element == UInt8, Bytes.Index == Int {
        guard bytes.count >= 24, bytes[0] == 0x00, bytes[bytes.count - 1] == 0xFE else { return nil }
        let isLittle = bytes[1] & 1 == 1
        func double(_ offset: Int) -> Double {
            var bits: UInt64 = 0
            for index in 0..<8 { bits = bits << 8 | UInt64(bytes[offset + (isLittle ? 7 - index : index)]) }
            return Double(bitPattern: bits)
        }
        switch bytes[1] {
        case 0x00, 0x01:
            guard bytes.count >= 45, bytes[38] == 0x7C else { return nil }
            return RTreeBox(minX: double(6), maxX: double(22), minY: double(14), maxY: double(30))
        case 0x80, 0x81:
            return RTreeBox(minX: double(7), maxX: double(7), minY: double(15), maxY: double(15))
        default:
            return nil
        }
    }
}

extension [UInt8] {
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append<Numbers: SIMD>(littleEndian numbers: Numbers) where Numbers.Scalar == UInt64 {
        for index in numbers.indices { append(littleEndian: numbers[index]) }
    }

    mutating func append(bigEndian number: some FixedWidthInteger) {
        append(littleEndian: number.byteSwapped)
    }
}
