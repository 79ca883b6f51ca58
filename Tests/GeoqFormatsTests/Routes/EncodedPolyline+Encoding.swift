import Geoq
import GeoqIndex

@testable import GeoqFormats

extension EncodedPolyline {
    /// Writes positions, each rounded to `precision` decimals.
    ///
    /// - Complexity: O(*n*).
    static func encode(_ line: [Coordinate], precision: Int = 5) -> String {
        let unit = precision == 6 ? 1e6 : 1e5
        var bytes: [UInt8] = []
        var last = (latitude: 0, longitude: 0)
        func append(_ difference: Int) {
            var value = difference < 0 ? ~(difference << 1) : difference << 1
            while value >= 32 {
                bytes.append(UInt8(value & 31 | 32) + 63)
                value >>= 5
            }
            bytes.append(UInt8(value) + 63)
        }
        for place in line {
            let next = (
                latitude: Int((place.latitude * unit).rounded()), longitude: Int((place.longitude * unit).rounded())
            )
            append(next.latitude - last.latitude)
            append(next.longitude - last.longitude)
            last = next
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
