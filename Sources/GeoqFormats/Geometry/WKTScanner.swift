import Geoq

/// Takes words, numbers and signs off the front of a WKT (OGC 06-103r4, 7.2).
struct WKTScanner {
    private let bytes: [UInt8]
    private var index = 0

    /// The longest word or number that is read, in bytes.
    private static let longestPart = 64

    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Letters, in upper case; empty when there are none.
    mutating func word() -> String {
        let part = take { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
        return String(decoding: bytes[part], as: UTF8.self).uppercased()
    }

    func peekWord() -> String {
        var copy = self
        return copy.word()
    }

    /// A finite decimal number; nil when there is none.
    mutating func decimal() -> Double? {
        let part = number()
        return bytes.withUnsafeBufferPointer { DecimalNumber.parse(UnsafeBufferPointer(rebasing: $0[part])) }
    }

    /// The number of PostGIS's prefix `SRID=4326;`; nil when there is no prefix.
    ///
    /// - Throws: `PointReadError.malformed` for a prefix without a number.
    mutating func srid() throws(PointReadError) -> UInt32? {
        guard peekWord() == "SRID" else { return nil }
        _ = word()
        guard skip("="), let srid = UInt32(String(decoding: bytes[number()], as: UTF8.self)), skip(";") else {
            throw .malformed("not WKT: SRID= without a number")
        }
        return srid
    }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }

    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return index == bytes.count
        }
    }

    /// The characters of a decimal number, not checked further: no letter but e,
    /// so that "nan" and hexadecimals are none.
    private mutating func number() -> Range<Int> {
        take { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
    }

    private mutating func take(_ isPart: (UInt8) -> Bool) -> Range<Int> {
        skipBlanks()
        let start = index
        let most = min(bytes.count, start + WKTScanner.longestPart)
        while index < most, isPart(bytes[index]) { index += 1 }
        return start..<index
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index].isJSONBlank { index += 1 }
    }
}
