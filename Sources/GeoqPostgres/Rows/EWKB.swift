import Geoq
import GeoqIndex
import GeoqSync

/// A point of PostGIS in its extended WKB, which carries an SRID. `geography`
/// and `geometry` columns send it.
enum EWKB {
    /// - Returns: longitude and latitude as they are; nil for an empty point.
    /// - Throws: `WireError` for anything but a point, and without SRID 4326: a
    ///   column of other coordinates must not be read as degrees.
    static func point(_ bytes: ArraySlice<UInt8>) throws(WireError) -> (longitude: Double, latitude: Double)? {
        let bytes = Array(bytes)
        // PostGIS sends in the byte order of its machine; byte 0 says which.
        guard bytes.count >= 9, bytes[0] <= 1 else { throw WireError(offset: 0, reason: "no geometry") }
        let isLittle = bytes[0] == 1
        func number(_ start: Int, _ size: Int) -> UInt64 {
            let part = bytes[start..<start + size]
            return BinaryField.number(isLittle ? ArraySlice(part.reversed()) : part)
        }
        let type = UInt32(number(1, 4))
        guard type & 0x2000_0000 != 0 else {
            throw WireError(offset: 1, reason: "a geometry without SRID; 4326 is needed")
        }
        let srid = number(5, 4)
        guard srid == 4326 else { throw WireError(offset: 5, reason: "a geometry in SRID \(srid); 4326 is needed") }
        guard type & 0x1FFF_FFFF == 1 else { throw WireError(offset: 1, reason: "a geometry that is no point") }
        let dimensions = 2 + (type & 0x8000_0000 != 0 ? 1 : 0) + (type & 0x4000_0000 != 0 ? 1 : 0)
        guard bytes.count == 9 + 8 * dimensions else { throw WireError(offset: 9, reason: "a point that is cut short") }
        let longitude = Double(bitPattern: number(9, 8))
        let latitude = Double(bitPattern: number(17, 8))
        return longitude.isNaN && latitude.isNaN ? nil : (longitude, latitude)
    }
}
