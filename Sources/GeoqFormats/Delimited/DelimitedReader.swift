import Geoq

/// Reads a text table record by record, in bounded memory.
///
/// A record is a line, or several when a quoted field holds line ends. Lines
/// end with LF or CR LF; empty lines are passed over. A byte order mark before
/// the first line is dropped. Memory is one block, or one record if that is
/// larger, and never more than `Limits` allow.
///
/// **Wrong quotes.** A quote that is never closed, or closed and followed by
/// text, must not swallow the rows behind it. Such a record ends with its first
/// line; it has a `problem` and no fields, and the next line is read as if
/// nothing had happened.
///
/// No byte is read more than twice for that, once in its own line and once
/// behind a line before it. A line end that a failed record went past was inside
/// of its quotes: elsewhere it would have ended the record. A later record that
/// has the same line end inside of quotes goes on from there as the failed one
/// did, and fails at the same byte. So the reader keeps how far it read a record
/// that failed, and a later one fails at the first such line end before that.
///
/// A record that is too long, or is ended by `endAtFirstLine()`, says less of
/// those that begin in its lines: they are shorter. These are read again, as long
/// as no more than `mostReadings` such records overlap; the next one that begins
/// in their lines fails as said.
final class DelimitedReader {
    /// Bounds on the memory that a hostile file can take.
    struct Limits: Sendable {
        /// The longest record, in bytes.
        var recordBytes = 16 << 20
        /// The most fields of a record.
        var fields = 4096
        /// How much is read at once, in bytes.
        var blockBytes = 64 << 10
    }

    let dialect: Dialect
    let limits: Limits

    /// The number of the record's first line; 1 is the first of the file.
    private(set) var line = 0
    /// How many lines the record spans.
    private(set) var lineCount = 0
    /// Why the record could not be split into fields.
    private(set) var problem: FieldProblem?
    /// How many lines so far were not UTF-8 and were read as latin-1.
    private(set) var latin1Lines = 0

    /// Knows the decimal mark, in a table where it can be a comma.
    var decimals: DecimalMarks?

    /// How many records that overlap may be refused, before the lines that the
    /// last one spans are no longer read for others.
    private static let mostReadings = 16

    /// Whether a line that names the separator is still to come.
    private var isSeparatorLineDue: Bool
    private let stream: any ByteStream
    private(set) var buffer: [UInt8]
    /// Where in `buffer` the record is, and behind it the bytes that were read
    /// ahead.
    private(set) var unread = 0..<0
    private var isAtEnd = false
    private var nextLine = 1
    private(set) var scanner: RecordScanner
    /// The length of the record's text, and how much of `unread` it takes with
    /// its line end.
    private(set) var recordLength = 0
    private(set) var consumed = 0
    /// The record in UTF-8, when the file has it in another encoding.
    private(set) var transcoded: [UInt8] = []
    private(set) var isTranscoded = false
    private var latin1LinesOfRecord = 0
    /// How a record that could not be split ended, and how far behind the first
    /// byte of this one. Each line end before that was inside of its quotes.
    private var failure = (stop: RecordScanner.Stop.unclosedQuote, end: 0)
    /// How many refused records overlap of which each says little of the next, and
    /// how far behind the first byte of this one they reach.
    private var refused = (count: 0, end: 0)

    init(_ stream: any ByteStream, dialect: Dialect, limits: Limits = Limits()) {
        precondition(limits.recordBytes > 0 && limits.fields > 0 && limits.blockBytes > 3, "limits must be positive")
        (self.stream, self.dialect, self.limits) = (stream, dialect, limits)
        isSeparatorLineDue = dialect.hasSeparatorLine
        buffer = [UInt8](repeating: 0, count: limits.blockBytes)
        scanner = RecordScanner(dialect: dialect, fieldLimit: limits.fields)
    }

    /// How many bytes the reader holds on to.
    var bufferedCapacity: Int { buffer.count }

    /// Goes on to the next record.
    ///
    /// - Returns: False at the end.
    /// - Throws: What the stream throws.
    /// - Complexity: All calls together: O(length of the text).
    func next() throws -> Bool {
        if line == 0 { try skipByteOrderMark() }
        repeat {
            unread = (unread.lowerBound + consumed)..<unread.upperBound
            failure.end -= consumed
            refused.end -= consumed
            (consumed, recordLength, problem) = (0, 0, nil)
            (isTranscoded, latin1LinesOfRecord) = (false, 0)
            nextLine += lineCount
            (line, lineCount) = (nextLine, 0)
            guard try readRecord() else { return false }
        } while recordLength == 0 && problem == nil || isSeparatorLine()
        return true
    }

    private func isSeparatorLine() -> Bool {
        defer { isSeparatorLineDue = false }
        return isSeparatorLineDue
    }

    /// Ends a record of several lines with its first line, so that the others
    /// are read again as records of their own.
    ///
    /// - Returns: False when the record is one line.
    func endAtFirstLine() -> Bool {
        guard lineCount > 1, let lineEnd = buffer[unread].firstIndex(of: UInt8(ascii: "\n")) else { return false }
        latin1Lines -= latin1LinesOfRecord
        refuse(upTo: consumed - 1)
        problem = problem ?? .unclosedQuote
        endRecord(at: lineEnd - unread.lowerBound)
        return true
    }
}

// MARK: - Reading

extension DelimitedReader {
    private func readRecord() throws -> Bool {
        scanner.reset(failure: failure)
        if unread.isEmpty, isAtEnd { return false }
        while true {
            let stop = buffer.withUnsafeBufferPointer {
                scanner.scan(UnsafeBufferPointer(rebasing: $0[unread]), isComplete: isAtEnd)
            }
            switch stop {
            case .record(let end, let next) where end <= limits.recordBytes:
                guard next > 0 else { return false }
                (recordLength, consumed, lineCount) = (end, next, scanner.innerLineEnds + 1)
                if scanner.hasTooManyFields {
                    problem = FieldProblem(reason: "more than \(limits.fields) fields")
                } else if scanner.allBits >= 0x80 {
                    transcodeIfNeeded()
                }
                return true
            case .needsMore where scanner.offset <= limits.recordBytes:
                try fill()
            case .textAfterQuote:
                fail(stop)
                problem = FieldProblem(
                    reason: "text after a closing quote", hint: #"a quote inside of quotes is written twice ("")"#)
                return try endBadRecord()
            case .unclosedQuote:
                fail(stop)
                problem = .unclosedQuote
                return try endBadRecord()
            case .needsMore, .record:
                if scanner.firstInnerLineEnd == nil {
                    problem = FieldProblem(reason: "a line of more than \(limits.recordBytes) bytes")
                } else {
                    refuse(upTo: scanner.offset - 1)
                    problem = .unclosedQuote
                }
                return try endBadRecord()
            }
        }
    }

    /// Keeps how far a record was read that failed.
    private func fail(_ stop: RecordScanner.Stop) {
        // A record that ended as an earlier one did was not read so far.
        if scanner.offset > failure.end { failure = (stop, scanner.offset) }
    }

    /// Counts a record of several lines after which its lines may be read again.
    ///
    /// - Parameter end: how far it was read; each line end before that was inside
    ///   of its quotes.
    private func refuse(upTo end: Int) {
        refused = (refused.end > 0 ? refused.count + 1 : 1, max(refused.end, end))
        if refused.count >= Self.mostReadings, end > failure.end { failure = (.unclosedQuote, end) }
    }

    /// Ends a record that cannot be split with its first line.
    private func endBadRecord() throws -> Bool {
        if let lineEnd = scanner.firstInnerLineEnd {
            endRecord(at: lineEnd)
            return true
        }
        // The line end has not been read yet. The bytes before it are kept up
        // to the limit.
        var offset = 0
        while true {
            let ahead = buffer[(unread.lowerBound + offset)..<unread.upperBound]
            if let lineEnd = ahead.firstIndex(of: UInt8(ascii: "\n")) {
                endRecord(at: lineEnd - unread.lowerBound)
                return true
            }
            offset = unread.count
            if isAtEnd {
                (recordLength, consumed, lineCount) = (offset, offset, 1)
                return true
            }
            if offset > limits.recordBytes {
                try skipLine()
                return true
            }
            try fill()
        }
    }

    /// Steps over the end of a line that is too long, and keeps its beginning.
    private func skipLine() throws {
        // What was read ends within this line.
        (failure.end, refused.end) = (0, 0)
        let kept = min(unread.count, 4096)
        (recordLength, lineCount) = (kept, 1)
        let front = Array(buffer[unread.lowerBound..<(unread.lowerBound + kept)])
        while true {
            unread = 0..<0
            try fill()
            if let lineEnd = buffer[unread].firstIndex(of: UInt8(ascii: "\n")) {
                // The kept beginning replaces the bytes that were stepped over.
                let rest = Array(buffer[(lineEnd + 1)..<unread.upperBound])
                buffer.replaceSubrange(0..<(kept + rest.count), with: front + rest, growingTo: kept + rest.count)
                (unread, consumed) = (0..<(kept + rest.count), kept)
                return
            }
            if isAtEnd {
                buffer.replaceSubrange(0..<kept, with: front, growingTo: kept)
                (unread, consumed) = (0..<kept, kept)
                return
            }
        }
    }

    private func endRecord(at lineEnd: Int) {
        let hasReturn = lineEnd > 0 && buffer[unread.lowerBound + lineEnd - 1] == UInt8(ascii: "\r")
        (recordLength, consumed, lineCount) = (hasReturn ? lineEnd - 1 : lineEnd, lineEnd + 1, 1)
    }

    private func transcodeIfNeeded() {
        let record = unread.lowerBound..<(unread.lowerBound + recordLength)
        buffer.withUnsafeBufferPointer { bytes in
            let record = UnsafeBufferPointer(rebasing: bytes[record])
            guard !TextEncoding.isUTF8(record) else { return }
            let (text, count) = TextEncoding.transcoded(record)
            latin1Lines += count
            latin1LinesOfRecord = count
            (transcoded, isTranscoded) = (text, true)
        }
        guard isTranscoded else { return }
        // Separators, quotes and line ends are ASCII: the fields are the same,
        // at other offsets.
        scanner.reset()
        _ = transcoded.withUnsafeBufferPointer { scanner.scan($0, isComplete: true) }
    }

    /// Reads another block behind `unread`.
    private func fill() throws {
        if unread.lowerBound > 0 {
            let count = unread.count
            buffer.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                base.copyMemory(from: base + unread.lowerBound, byteCount: count)
            }
            unread = 0..<count
        }
        if unread.upperBound == buffer.count {
            let most = limits.recordBytes + limits.blockBytes
            let size = max(buffer.count + limits.blockBytes, min(buffer.count * 2, most))
            buffer.append(contentsOf: repeatElement(0, count: size - buffer.count))
        }
        let end = unread.upperBound
        let count = try buffer.withUnsafeMutableBytes { try stream.read(into: .init(rebasing: $0[end...])) }
        precondition(count >= 0 && end + count <= buffer.count, "a stream must not read more than it was asked for")
        isAtEnd = count == 0
        unread = unread.lowerBound..<(end + count)
    }

    private func skipByteOrderMark() throws {
        while unread.count < TextEncoding.byteOrderMark.count, !isAtEnd { try fill() }
        if buffer[unread].starts(with: TextEncoding.byteOrderMark) {
            unread = TextEncoding.byteOrderMark.count..<unread.upperBound
        }
    }
}

extension FieldProblem {
    fileprivate static var unclosedQuote: FieldProblem {
        FieldProblem(reason: "a quote is opened and never closed", hint: "the lines after it are read on their own")
    }
}

extension Array where Element == UInt8 {
    /// Puts bytes in front, in place when there is room.
    fileprivate mutating func replaceSubrange(_ range: Range<Int>, with bytes: [UInt8], growingTo size: Int) {
        if count < size { append(contentsOf: repeatElement(0, count: size - count)) }
        replaceSubrange(range, with: bytes)
    }
}
