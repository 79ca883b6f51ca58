import Geoq

/// The fields of the record at which the reader stands.
extension DelimitedReader {
    /// How many fields the record has; none when it has a `problem`.
    var fieldCount: Int {
        problem == nil ? scanner.fields.count : 0
    }

    /// The record as it stands in the file, without its line end.
    var raw: [UInt8] {
        Array(buffer[unread.lowerBound..<(unread.lowerBound + recordLength)])
    }

    /// Calls `body` with a field's text in UTF-8, without quotes.
    ///
    /// - Parameters:
    ///   - index: 0..<`fieldCount`.
    ///   - trims: Whether spaces around it are cut off.
    func withField<Result>(
        _ index: Int, trims: Bool = true, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        let field = scanner.fields[index]
        func visit(_ record: UnsafeBufferPointer<UInt8>, from base: Int) throws -> Result {
            let text = UnsafeBufferPointer(rebasing: record[(base + field.start)..<(base + field.end)])
            guard field.hasDoubledQuotes else { return try body(trims ? text.trimmed : text) }
            var single: [UInt8] = []
            single.reserveCapacity(text.count)
            var position = 0
            while position < text.count {
                single.append(text[position])
                position += text[position] == UInt8(ascii: "\"") ? 2 : 1
            }
            return try single.withUnsafeBufferPointer { try body(trims ? $0.trimmed : $0) }
        }
        if isTranscoded {
            return try transcoded.withUnsafeBufferPointer { try visit($0, from: 0) }
        }
        return try buffer.withUnsafeBufferPointer { try visit($0, from: unread.lowerBound) }
    }

    /// A field's text, spaces around it cut off.
    ///
    /// - Parameter index: 0..<`fieldCount`.
    func text(_ index: Int) -> String {
        withField(index) { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the record begins with a quote around a field.
    var isQuoted: Bool {
        dialect.quotes && recordLength > 0 && buffer[unread.lowerBound] == UInt8(ascii: "\"")
    }

    /// Whether no bytes behind the record have been read.
    var hasReadAll: Bool { consumed == unread.count }

    /// All fields of the record.
    var texts: [String] {
        (0..<fieldCount).map(text)
    }
}
