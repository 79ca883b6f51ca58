/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Bytes from the start of the text to the place of the error.
    package var offset: Int
    /// 1 is the first line of the text that was parsed.
    package var line: Int
    /// 1 is the first character of the line.
    package var column: Int
    /// "a comma or ] is missing"
    package var reason: String

    /// `column 12: a comma or } is missing`, with the line when it is not the first.
    package var description: String {
        (line > 1 ? "line \(line), " : "") + "column \(column): \(reason)"
    }
}

extension JSONSyntaxError {
    /// - Complexity: O(*n*) of `offset`: lines are only counted for an error.
    package init(_ reason: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // Bytes that continue a character of UTF-8 are no column of their own.
                column += 1
            }
        }
        (self.offset, self.line, self.column, self.reason) = (offset, line, column, reason)
    }
}
