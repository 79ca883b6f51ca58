extension LengthUnit {
    /// The longest length that is read. No two places on Earth are farther
    /// apart than 20,004 km, so that this is more than any question needs.
    package static let longestMeters = 100_000_000.0

    /// Reads a length with its unit, such as `5mi`, `2 km`, `800m` or `1.5nmi`.
    ///
    /// The number is a decimal, perhaps with an exponent; the unit's case does
    /// not count.
    ///
    /// - Returns: The length in meters, 0…`longestMeters`.
    /// - Throws: `LengthError`.
    package static func meters(parsing text: String) throws(LengthError) -> Double {
        try length(parsing: text).meters
    }

    /// Reads a length with its unit, and says which unit that is.
    ///
    /// - Returns: The length in meters, 0…`longestMeters`, and the unit it was
    ///   given in.
    /// - Throws: `LengthError`.
    package static func length(parsing text: String) throws(LengthError) -> (meters: Double, unit: LengthUnit) {
        let shown = TerminalText.cut(TerminalText.neutralized(text, limit: 80), to: 40)
        let bytes = Array(text.utf8.prefix(81))
        let span = DecimalSpan(in: bytes, from: 0)
        // An "e" without digits is the unit's, and no unit begins with one.
        let end = span.isNumber ? span.end : span.mantissaEnd
        guard bytes.count <= 80, span.digits > 0, let number = Double(String(decoding: bytes[..<end], as: UTF8.self))
        else { throw .notALength(shown) }
        let symbol = String(decoding: bytes[end...].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        guard !symbol.isEmpty else { throw .noUnit(shown) }
        guard let unit = LengthUnit(rawValue: symbol.lowercased()) else {
            throw .unknownUnit(TerminalText.neutralized(symbol), in: shown)
        }
        guard number >= 0 else { throw .negative(shown) }
        let meters = number * unit.meters
        guard meters <= longestMeters else { throw .tooLong(shown) }
        return (meters + 0, unit)
    }
}

/// Why a text is not a length. The texts are cut and free of control
/// characters.
package enum LengthError: Error, Hashable, Sendable, CustomStringConvertible {
    case notALength(String)
    case noUnit(String)
    case unknownUnit(String, in: String)
    case negative(String)
    case tooLong(String)

    package var description: String {
        switch self {
        case .notALength(let text):
            "\"\(text)\" is not a length; write a number and a unit, such as 5km, 3mi or 800m"
        case .noUnit(let text):
            "\"\(text)\" has no unit; write \(text)km, \(text)mi, \(text)nmi, \(text)m or \(text)ft"
        case .unknownUnit(let unit, let text):
            "\"\(text)\" has the unknown unit \"\(unit)\"; the units are m, km, mi, nmi and ft"
        case .negative(let text):
            "\"\(text)\" is negative; a length is zero or more"
        case .tooLong(let text):
            "\"\(text)\" is longer than 100000 km; no two places on Earth are farther apart than 20004 km"
        }
    }
}
