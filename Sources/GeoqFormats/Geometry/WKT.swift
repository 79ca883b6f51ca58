package import Geoq
import GeoqIndex

/// Points as text: WKT (OGC 06-103r4, 7), and PostGIS's EWKT, which may begin
/// with `SRID=4326;`.
package enum WKT {
    /// Reads `POINT(lon lat)`, in either case and with any blanks.
    ///
    /// - Throws: `PointReadError` for another geometry, an SRID other than
    ///   4326, Z or M, text after the end, and an empty point.
    package static func point(_ text: String) throws(PointReadError) -> Coordinate {
        var scanner = Scanner(text)
        if scanner.peekWord() == "SRID" {
            _ = scanner.word()
            guard scanner.skip("="), let srid = UInt32(scanner.number()), scanner.skip(";") else {
                throw .malformed("not WKT: SRID= without a number")
            }
            guard srid == 4326 else { throw .foreignSystem(srid: srid) }
        }
        let type = scanner.word()
        guard !type.isEmpty else { throw .malformed("not WKT: no name of a geometry") }
        guard type == "POINT" || dimensionSuffixes.contains(where: { type == "POINT" + $0 }) else {
            throw .notAPoint(type)
        }
        let suffix = type == "POINT" ? scanner.word() : String(type.dropFirst(5))
        if suffix == "EMPTY" { throw .empty }
        if dimensionSuffixes.contains(suffix) { throw .hasMoreDimensions }
        guard suffix.isEmpty, scanner.skip("(") else { throw .malformed("not WKT: ( is expected after POINT") }
        guard let longitude = decimal(scanner.number()), let latitude = decimal(scanner.number()) else {
            throw .malformed("not WKT: two numbers are expected in the point")
        }
        guard scanner.skip(")") else {
            if decimal(scanner.number()) != nil { throw .hasMoreDimensions }
            throw .malformed("not WKT: ) is expected after two numbers")
        }
        guard scanner.isAtEnd else { throw .trailingData }
        return try PointReadError.coordinate(longitude: longitude, latitude: latitude)
    }

    /// Whether a text is a line or several lines, judged by its first word.
    static func isLine(_ text: String) -> Bool {
        var scanner = Scanner(text)
        let word = scanner.word()
        return word.hasPrefix("LINESTRING") || word.hasPrefix("MULTILINESTRING")
    }

    private static let dimensionSuffixes = ["Z", "M", "ZM"]

    private static func decimal(_ text: String) -> Double? {
        // `number` takes no letter but e, so "nan" and hexadecimal numbers
        // cannot get here.
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// Takes words, numbers and signs off the front of a text.
    private struct Scanner {
        private var rest: Substring.UTF8View

        init(_ text: String) {
            rest = Substring(text).utf8
        }

        /// Letters, in upper case; empty when there are none.
        mutating func word() -> String {
            take { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }.uppercased()
        }

        func peekWord() -> String {
            var copy = self
            return copy.word()
        }

        /// The characters that a decimal number may have, without a further
        /// check.
        mutating func number() -> String {
            take { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                    UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                    true
                default: false
                }
            }
        }

        mutating func skip(_ sign: Unicode.Scalar) -> Bool {
            skipBlanks()
            guard rest.first == UInt8(ascii: sign) else { return false }
            rest.removeFirst()
            return true
        }

        var isAtEnd: Bool {
            mutating get {
                skipBlanks()
                return rest.isEmpty
            }
        }

        /// At most 64 characters: no word or number of a point is longer.
        private mutating func take(_ isPart: (UInt8) -> Bool) -> String {
            skipBlanks()
            let part = rest.prefix(64).prefix(while: isPart)
            rest = rest.dropFirst(part.count)
            return String(decoding: Array(part), as: UTF8.self)
        }

        private mutating func skipBlanks() {
            rest = rest.drop(while: \.isJSONBlank)
        }
    }
}
