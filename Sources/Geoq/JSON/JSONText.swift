/// JSON text (RFC 8259) appended to bytes: strings, numbers and whole values.
///
/// What is appended is always valid UTF-8 and never holds a raw control
/// character, so a line of it can be shown on a terminal.
extension [UInt8] {
    /// Appends a string with its quotes.
    ///
    /// It escapes what RFC 8259 §7 demands (the quote, the backslash and
    /// U+0000…U+001F), and U+007F…U+009F, which a terminal could obey.
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

    /// Appends a double that is the nearest one to a number of at most fifteen
    /// digits, seven of them behind the point. Most coordinates and all
    /// bearings are.
    ///
    /// Two numbers of fifteen digits never share a double, so no shorter text
    /// reads back the same. It takes a tenth of the time of `description`.
    ///
    /// - Returns: false for any other double; then nothing was appended.
    private mutating func appendFewDecimals(_ number: Double) -> Bool {
        let scale = 1e7
        let scaled = (number * scale).rounded()
        // Below 0.0001 a number is written with an exponent.
        guard abs(scaled) < 1e15, scaled / scale == number, abs(scaled) >= 1_000 || scaled == 0 else { return false }
        let parts = UInt64(abs(scaled)).quotientAndRemainder(dividingBy: 10_000_000)
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { buffer in
            buffer[0] = UInt8(ascii: "-")
            var count = scaled < 0 ? 1 : 0
            let whole = Self.eightDigits(parts.quotient)
            // The first digit lies in the lowest byte; of several zeros one is
            // kept.
            let before = Swift.min(whole.trailingZeroBitCount / 8, 7)
            buffer.storeBytes(of: Self.characters(whole) >> UInt64(8 * before), toByteOffset: count, as: UInt64.self)
            count += 8 - before
            if parts.remainder > 0 {
                buffer[count] = UInt8(ascii: ".")
                let fraction = Self.eightDigits(parts.remainder) >> 8
                buffer.storeBytes(of: Self.characters(fraction), toByteOffset: count + 1, as: UInt64.self)
                count += 9 - fraction.leadingZeroBitCount / 8
            }
            append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        return true
    }

    /// The eight digits of a number, a byte each, the first in the lowest one.
    ///
    /// Halves, quarters and eighths of the digits are taken apart all at once;
    /// 10486/2²⁰ and 103/2¹⁰ divide numbers below 10⁴ and 100 exactly.
    @inline(__always)
    private static func eightDigits(_ number: UInt64) -> UInt64 {
        let fours = number / 10_000 | (number % 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (twos &- tens &* 10) << 8
    }

    /// Digits as their characters, in the order of memory.
    @inline(__always)
    private static func characters(_ digits: UInt64) -> UInt64 {
        (digits | 0x3030_3030_3030_3030).littleEndian
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
