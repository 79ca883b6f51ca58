/// Decimal numbers in text: `-76.45`, `.583`, `1e-3`.
package enum DecimalNumber {
    /// The number that a text gives, correctly rounded.
    ///
    /// Digits with an optional sign, point and exponent, and nothing else: no
    /// hexadecimal, no "inf", no "nan", no separators of thousands, no decimal
    /// comma.
    ///
    /// - Returns: nil when the text is not a number, or too large for a
    ///   `Double`.
    /// - Complexity: O(length of the text).
    package static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        var index = 0
        var isNegative = false
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        var mantissa: UInt64 = 0
        var (digits, significant, fraction) = (0, 0, 0)
        var isInFraction = false
        while index < text.count {
            let byte = text[index]
            if byte.isDigit {
                digits += 1
                if significant > 0 || byte != UInt8(ascii: "0") { significant += 1 }
                if significant <= 19 { mantissa = mantissa &* 10 &+ UInt64(byte & 0x0F) }
                if isInFraction { fraction += 1 }
            } else if byte == UInt8(ascii: "."), !isInFraction {
                isInFraction = true
            } else {
                break
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        let hasExponent = index < text.count
        if hasExponent {
            guard text[index] | 0x20 == UInt8(ascii: "e") else { return nil }
            index += 1
            if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") { index += 1 }
            guard index < text.count, text[index...].allSatisfy(\.isDigit) else { return nil }
        }
        // Both parts are exact doubles, so one division rounds once (Clinger 1990).
        if !hasExponent, significant <= 15, fraction < powersOfTen.count {
            let value = Double(mantissa) / powersOfTen[fraction]
            return isNegative ? -value : value
        }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    /// The number that a text gives, correctly rounded. Blanks may stand around it, those too at which no line breaks.
    package static func parse(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { parse($0.trimmedOfAllBlanks) }
    }

    /// 10⁰…10²², all that a `Double` holds exactly.
    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
