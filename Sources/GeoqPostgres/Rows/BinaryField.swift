import Geoq
import GeoqIndex
import GeoqSync

/// Values in PostgreSQL's binary form, as `…_send` of each type writes them:
/// numbers big-endian, texts as UTF-8, times as microseconds since 2000.
///
/// Every reader takes any bytes, and throws when they are not a value.
enum BinaryField {
    static func uuid(_ bytes: ArraySlice<UInt8>) throws(WireError) -> FeatureID {
        guard bytes.count == 16 else { throw wrongSize(bytes, "uuid") }
        return FeatureID(
            key: ItemKey(high: number(bytes.prefix(8)), low: number(bytes.dropFirst(8))))
    }

    static func text(_ bytes: ArraySlice<UInt8>) throws(WireError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw WireError(offset: 0, reason: "a text that is not UTF-8")
        }
        return text
    }

    static func bool(_ bytes: ArraySlice<UInt8>) throws(WireError) -> Bool {
        guard bytes.count == 1, let byte = bytes.first, byte <= 1 else { throw wrongSize(bytes, "boolean") }
        return byte == 1
    }

    static func int32(_ bytes: ArraySlice<UInt8>) throws(WireError) -> Int32 {
        guard bytes.count == 4 else { throw wrongSize(bytes, "integer") }
        return Int32(truncatingIfNeeded: number(bytes))
    }

    static func int64(_ bytes: ArraySlice<UInt8>) throws(WireError) -> Int64 {
        guard bytes.count == 8 else { throw wrongSize(bytes, "bigint") }
        return Int64(bitPattern: number(bytes))
    }

    /// A transaction's number, of 32 bits.
    static func xid(_ bytes: ArraySlice<UInt8>) throws(WireError) -> UInt32 {
        guard bytes.count == 4 else { throw wrongSize(bytes, "xid") }
        return UInt32(truncatingIfNeeded: number(bytes))
    }

    static func double(_ bytes: ArraySlice<UInt8>) throws(WireError) -> Double {
        guard bytes.count == 8 else { throw wrongSize(bytes, "double precision") }
        return Double(bitPattern: number(bytes))
    }

    /// A `timestamptz` as ISO 8601 in UTC, to the microsecond.
    static func timestamp(_ bytes: ArraySlice<UInt8>) throws(WireError) -> String {
        CalendarText.timestamp(microsecondsSince2000: try int64(bytes))
    }

    /// A `date` as ISO 8601.
    static func date(_ bytes: ArraySlice<UInt8>) throws(WireError) -> String {
        CalendarText.date(daysSince2000: try int32(bytes))
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var value: UInt64 = 0
        for byte in bytes { value = value << 8 | UInt64(byte) }
        return value
    }

    private static func wrongSize(_ bytes: ArraySlice<UInt8>, _ type: String) -> WireError {
        WireError(offset: 0, reason: "\(bytes.count) bytes are no \(type)")
    }
}
