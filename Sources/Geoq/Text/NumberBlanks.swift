extension UnsafeBufferPointer where Element == UInt8 {
    /// The bytes of a number without the blanks at both ends: those of `trimmed`, and in UTF-8 those at which no line
    /// breaks (U+00A0, U+2007, U+202F). Word processors and web pages have them beside numbers, where nobody sees them.
    package var trimmedOfAllBlanks: UnsafeBufferPointer<UInt8> {
        var text = trimmed
        // Most numbers have no byte beyond ASCII.
        while let first = text.first, first >= 0x80, let blank = fixedBlanks.first(where: { text.starts(with: $0) }) {
            text = UnsafeBufferPointer(rebasing: text[blank.count...]).trimmed
        }
        while let last = text.last, last >= 0x80,
            let blank = fixedBlanks.first(where: { text.suffix($0.count).elementsEqual($0) })
        {
            text = UnsafeBufferPointer(rebasing: text[..<(text.count - blank.count)]).trimmed
        }
        return text
    }
}

private let fixedBlanks: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0x87], [0xE2, 0x80, 0xAF]]
