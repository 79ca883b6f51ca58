/// Walks over short text that is made of digits and marks.
package struct DigitReader {
    private let text: UnsafeBufferPointer<UInt8>
    private(set) var index = 0

    package init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    package var isAtEnd: Bool { index == text.count }

    /// The next byte.
    package var peek: UInt8? { index < text.count ? text[index] : nil }

    /// The bytes that have not been read.
    package var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: text[index...]) }

    package mutating func advance() {
        if index < text.count { index += 1 }
    }

    /// Steps over a byte if it is the next one.
    @discardableResult
    package mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    package mutating func skipBlanks() {
        while peek?.isBlank == true { index += 1 }
    }

    /// Steps over digits, and tells how many.
    package mutating func skipDigits() -> Int {
        let start = index
        while peek?.isDigit == true { index += 1 }
        return index - start
    }

    /// A number with an allowed count of digits. When there are fewer or more
    /// digits, the reader stays where it is.
    ///
    /// - Parameter digits: At most 9.
    package mutating func number(digits: ClosedRange<Int>) -> Int? {
        let start = index
        var value = 0
        while let byte = peek, byte.isDigit, index - start < 10 {
            value = value * 10 + Int(byte & 0x0F)
            index += 1
        }
        guard digits.contains(index - start) else {
            index = start
            return nil
        }
        return value
    }

    /// A number of two digits, with anything behind it. When there are fewer
    /// digits, the reader stays where it is.
    package mutating func twoDigits() -> Int? {
        guard index + 1 < text.count, text[index].isDigit, text[index + 1].isDigit else { return nil }
        defer { index += 2 }
        return Int(text[index] & 0x0F) * 10 + Int(text[index + 1] & 0x0F)
    }

    /// Steps over a word of ASCII letters, upper or lower case.
    ///
    /// - Parameter word: In lower case.
    package mutating func skipWord(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard index + count <= text.count else { return false }
        for offset in 0..<count where text[index + offset] | 0x20 != word.utf8Start[offset] { return false }
        index += count
        return true
    }

    /// Steps over `AM` or `PM`; true for `PM`.
    package mutating func halfOfDay() -> Bool? {
        if skipWord("am") { return false }
        if skipWord("pm") { return true }
        return nil
    }
}
