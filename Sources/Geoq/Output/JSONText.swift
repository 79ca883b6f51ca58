/// JSON text (RFC 8259) appended to bytes: strings, numbers and whole values.
///
/// What is appended is always valid UTF-8 and never holds a raw control
/// character, so a line of it can be shown on a terminal.
extension [UInt8] {
    /// Appends a string with its quotes.
    ///
    /// Escaped are what RFC 8259 §7 demands (the quote, the backslash and
    /// U+0000…U+001F) and U+007F…U+009F, which a terminal could obey.
    ///
    /// - Complexity: O(bytes of `text`).
    package mutating func appendJSON(_ text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { appendEscapedJSON($0) }
        append(UInt8(ascii: "\""))
    }

    /// Appends an integer in decimal digits.
    package mutating func appendJSON(_ integer: Int64) {
        append(contentsOf: String(integer).utf8)
    }

    /// Appends the shortest number that reads back as the same double: `42`,
    /// `0.1`, `1e-07`. Minus zero is written as `0`.
    ///
    /// - Precondition: `number` is finite; JSON has no other numbers.
    package mutating func appendJSON(_ number: Double) {
        appendShortest(number)
    }

    /// Appends any value of a column.
    ///
    /// - Precondition: A real is finite.
    package mutating func appendJSON(_ value: FieldValue) {
        switch value {
        case .null: append(contentsOf: "null".utf8)
        case .bool(let flag): append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let integer): appendJSON(integer)
        case .real(let number): appendJSON(number)
        case .text(let text): appendJSON(text)
        }
    }

    /// Appends `"name":`.
    package mutating func appendJSONKey(_ name: String) {
        appendJSON(name)
        append(UInt8(ascii: ":"))
    }

    /// Appends a finite double in as few digits as read back the same, without
    /// the `.0` of whole numbers; never `-0`.
    package mutating func appendShortest(_ number: Double) {
        precondition(number.isFinite, "A NaN or infinite number has no text; check it before it is written.")
        if appendFewDecimals(number) { return }
        // Adding zero turns −0 into 0.
        var text = (number + 0).description
        text.withUTF8 { bytes in
            let isWhole = bytes.suffix(2).elementsEqual(".0".utf8)
            append(contentsOf: isWhole ? bytes.dropLast(2) : bytes[...])
        }
    }

    /// Appends a double that is the one nearest to a number of at most fifteen
    /// digits, seven of them behind the point; as most coordinates and all
    /// bearings are.
    ///
    /// Numbers of fifteen digits have doubles of their own, so no shorter text
    /// reads back the same. A tenth of the time that `description` takes.
    ///
    /// - Returns: false when it is none of these, and nothing was appended.
    private mutating func appendFewDecimals(_ number: Double) -> Bool {
        let scale = 1e7
        let scaled = (number * scale).rounded()
        // Below 0.0001 a number is written with an exponent.
        guard abs(scaled) < 1e15, scaled / scale == number, abs(scaled) >= 1_000 || scaled == 0 else { return false }
        if scaled < 0 { append(UInt8(ascii: "-")) }
        let parts = UInt64(abs(scaled)).quotientAndRemainder(dividingBy: 10_000_000)
        var fraction = parts.remainder
        var (count, bound) = (1, UInt64(10))
        while parts.quotient >= bound { (count, bound) = (count + 1, bound * 10) }
        appendDigits(parts.quotient, count)
        guard fraction > 0 else { return true }
        append(UInt8(ascii: "."))
        count = 7
        while fraction % 10 == 0 { (fraction, count) = (fraction / 10, count - 1) }
        appendDigits(fraction, count)
        return true
    }

    /// Appends the last digits of a number, at most eight, with zeros in front.
    private mutating func appendDigits(_ number: UInt64, _ count: Int) {
        // The first digit in the lowest byte.
        var (rest, digits) = (number, UInt64(0))
        for _ in 0..<count {
            digits = digits << 8 | (UInt64(UInt8(ascii: "0")) + rest % 10)
            rest /= 10
        }
        for _ in 0..<count {
            append(UInt8(truncatingIfNeeded: digits))
            digits >>= 8
        }
    }

    private mutating func appendEscapedJSON(_ bytes: UnsafeBufferPointer<UInt8>) {
        var copied = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            // U+0080…U+009F are C2 80 … C2 9F in UTF-8; the text is valid, so
            // a byte follows C2.
            let isC1 = byte == 0xC2 && bytes[index + 1] < 0xA0
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || isC1
            else {
                index += 1
                continue
            }
            append(contentsOf: bytes[copied..<index])
            appendEscape(of: isC1 ? bytes[index + 1] : byte)
            index += isC1 ? 2 : 1
            copied = index
        }
        append(contentsOf: bytes[copied...])
    }

    /// Appends the escape of a scalar below U+00A0.
    private mutating func appendEscape(of scalar: UInt8) {
        append(UInt8(ascii: "\\"))
        switch scalar {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(scalar)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append(contentsOf: scalar < 0x10 ? "u000".utf8 : "u00".utf8)
            append(contentsOf: String(scalar, radix: 16).utf8)
        }
    }
}
