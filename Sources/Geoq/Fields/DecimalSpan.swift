/// The decimal number that starts somewhere in a text, such as `5`, `-.5` or `1.5e-3`:
/// where it ends, and what it is made of.
///
/// `DecimalNumber` reads a text that is a number as a whole; this finds the number where
/// more follows.
struct DecimalSpan {
    /// Digits before and behind the point.
    let digits: Int
    let hasPoint: Bool
    /// Behind the digits and the point.
    let mantissaEnd: Int
    /// nil without an exponent; 0 when an exponent starts and its digits are missing.
    let exponentDigits: Int?
    /// Behind all that was read, the start of an exponent without digits included.
    let end: Int

    /// Whether there are digits wherever the grammar wants them.
    var isNumber: Bool { digits > 0 && exponentDigits != 0 }

    /// - Complexity: O(length of the number).
    init(in bytes: [UInt8], from start: Int) {
        var index = start
        func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }
        func skipSign() {
            if peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") { index += 1 }
        }
        func skipDigits() -> Int {
            let first = index
            while let byte = peek(), byte.isDigit { index += 1 }
            return index - first
        }
        skipSign()
        var digits = skipDigits()
        hasPoint = peek() == UInt8(ascii: ".")
        if hasPoint {
            index += 1
            digits += skipDigits()
        }
        (self.digits, mantissaEnd) = (digits, index)
        if digits > 0, let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            skipSign()
            exponentDigits = skipDigits()
        } else {
            exponentDigits = nil
        }
        end = index
    }
}
