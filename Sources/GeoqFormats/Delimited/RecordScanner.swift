import Geoq

/// Finds where one record's fields begin and end.
///
/// The scanner remembers where it stopped, so that a record can be given to it
/// again with more bytes behind. Offsets count from the record's first byte.
struct RecordScanner {
    /// Where a field's text lies, without its quotes.
    struct Field {
        var start: Int
        var end: Int
        /// True when a `""` in the field stands for one quote.
        var hasDoubledQuotes: Bool
    }

    /// Why a scan stopped.
    enum Stop: Equatable {
        /// The record is whole. `end` is the end of its text, `next` the offset
        /// behind its line end.
        case record(end: Int, next: Int)
        /// The bytes ended before the record did.
        case needsMore
        /// Text stands behind a closing quote.
        case textAfterQuote
        /// The text ended inside quotes.
        case unclosedQuote
    }

    private enum State {
        case fieldStart, plain, quoted, afterQuote, carriageReturnAfterQuote
    }

    let dialect: Dialect
    let fieldLimit: Int

    /// The fields found so far, at most `fieldLimit`.
    private(set) var fields: [Field] = []
    /// True when there were more fields than the limit allows.
    private(set) var hasTooManyFields = false
    /// Line ends inside of quotes.
    private(set) var innerLineEnds = 0
    /// The offset of the first inner line end.
    private(set) var firstInnerLineEnd: Int?
    /// All bytes or-ed together: below 128 when the record is ASCII.
    private(set) var allBits: UInt8 = 0
    /// How many bytes have been looked at.
    private(set) var offset = 0

    private var state = State.fieldStart
    private var fieldStart = 0
    private var hasDoubledQuotes = false
    private var failure = (stop: Stop.unclosedQuote, end: 0)

    init(dialect: Dialect, fieldLimit: Int) {
        (self.dialect, self.fieldLimit) = (dialect, fieldLimit)
    }

    /// Forgets everything but the dialect; keeps the memory.
    ///
    /// - Parameter failure: How every record stops that has a line end before this
    ///   offset inside of quotes.
    mutating func reset(failure: (stop: Stop, end: Int) = (.unclosedQuote, 0)) {
        self.failure = failure
        fields.removeAll(keepingCapacity: true)
        (hasTooManyFields, innerLineEnds, firstInnerLineEnd, allBits) = (false, 0, nil, 0)
        (offset, state, fieldStart, hasDoubledQuotes) = (0, .fieldStart, 0, false)
    }

    /// Goes on to the end of the record.
    ///
    /// - Parameters: - bytes: The record from its first byte, with all bytes
    ///   behind it that were read. Bytes that an earlier call has seen must be
    ///   unchanged. - isComplete: True when nothing comes after `bytes`. -
    ///   Complexity: O(bytes not yet seen).
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, isComplete: Bool) -> Stop {
        let (separator, quotes) = (dialect.separator, dialect.quotes)
        let (lineFeed, quote) = (UInt8(ascii: "\n"), UInt8(ascii: "\""))
        var index = offset
        var bits = allBits
        defer { (offset, allBits) = (index, bits) }
        while index < bytes.count {
            let byte = bytes[index]
            bits |= byte
            switch state {
            case .fieldStart where quotes && byte == quote:
                (state, fieldStart, hasDoubledQuotes) = (.quoted, index + 1, false)
            case .fieldStart, .plain:
                if byte == separator {
                    close(end: index)
                    (state, fieldStart) = (.fieldStart, index + 1)
                } else if byte == lineFeed {
                    let end = index > fieldStart && bytes[index - 1] == UInt8(ascii: "\r") ? index - 1 : index
                    close(end: end)
                    index += 1
                    return .record(end: end, next: index)
                } else {
                    state = .plain
                }
            case .quoted:
                if byte == quote {
                    state = .afterQuote
                } else if byte == lineFeed {
                    innerLineEnds += 1
                    if firstInnerLineEnd == nil { firstInnerLineEnd = index }
                    if index < failure.end {
                        index += 1
                        return failure.stop
                    }
                }
            case .afterQuote:
                if byte == quote {
                    (state, hasDoubledQuotes) = (.quoted, true)
                } else if byte == separator {
                    close(end: index - 1)
                    (state, fieldStart) = (.fieldStart, index + 1)
                } else if byte == lineFeed {
                    close(end: index - 1)
                    index += 1
                    return .record(end: index - 1, next: index)
                } else if byte == UInt8(ascii: "\r") {
                    state = .carriageReturnAfterQuote
                } else {
                    return .textAfterQuote
                }
            case .carriageReturnAfterQuote:
                guard byte == lineFeed else { return .textAfterQuote }
                close(end: index - 2)
                index += 1
                return .record(end: index - 2, next: index)
            }
            index += 1
        }
        guard isComplete else { return .needsMore }
        return finish(bytes)
    }

    /// The last record of a text that does not end with a line end.
    private mutating func finish(_ bytes: UnsafeBufferPointer<UInt8>) -> Stop {
        var end = bytes.count
        switch state {
        case .quoted:
            return .unclosedQuote
        case .afterQuote:
            close(end: end - 1)
        case .carriageReturnAfterQuote:
            close(end: end - 2)
            end -= 1
        case .fieldStart, .plain:
            if end > fieldStart, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            close(end: end)
        }
        return .record(end: end, next: bytes.count)
    }

    private mutating func close(end: Int) {
        if fields.count < fieldLimit {
            fields.append(Field(start: fieldStart, end: end, hasDoubledQuotes: hasDoubledQuotes))
        } else {
            hasTooManyFields = true
        }
        hasDoubledQuotes = false
    }
}
