/// Reads rows out of the stream of `COPY … TO STDOUT (FORMAT binary)`.
///
/// The stream (PostgreSQL 15, "COPY", "Binary Format"), numbers big-endian: the
/// signature `PGCOPY\n\xFF\r\n\0`, flags (4 bytes), the length of an extension
/// (4) and the extension; for each row the number of fields (2) and for each
/// field its length (4; −1 for NULL) and its bytes; the number −1 (2) ends it.
///
/// It may come in pieces of any size. Whatever the bytes are, no more is kept
/// than the limits allow, and every mistake throws.
struct BinaryCopyReader {
    /// How many fields each row must have.
    let fieldCount: Int
    /// Longer fields are refused.
    let longestField: Int
    /// Whether the trailer was read: only then is the answer whole.
    private(set) var isComplete = false
    private(set) var rowCount = 0

    private var pending: [UInt8] = []
    private var position = 0
    /// How many bytes were taken before `pending`.
    private var consumed = 0
    private var hasHeader = false

    private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF] + Array("\r\n".utf8) + [0]
    private static let longestExtension = 1 << 16

    /// - Parameter longestField: in bytes; PostgreSQL's own limit is 1 GiB.
    init(fieldCount: Int, longestField: Int = 16 << 20) {
        precondition(fieldCount > 0 && fieldCount < 1600, "A row has as many fields as PostgreSQL allows.")
        (self.fieldCount, self.longestField) = (fieldCount, longestField)
    }

    /// Takes the next piece of the stream.
    ///
    /// - Throws: `WireError` for bytes after the end.
    mutating func append(_ piece: some Collection<UInt8>) throws(WireError) {
        guard !piece.isEmpty else { return }
        guard !isComplete else { throw error("bytes after the end of the rows") }
        if position > 0 {
            consumed += position
            pending.removeSubrange(..<position)
            position = 0
        }
        pending.append(contentsOf: piece)
    }

    /// Reads the next row, if all of it has come.
    ///
    /// - Parameter row: becomes the row; is spoiled when the answer is false.
    /// - Returns: false when more bytes are needed, or at the end.
    /// - Throws: `WireError`; the reader is of no use then.
    mutating func next(_ row: inout CopyRow) throws(WireError) -> Bool {
        guard !isComplete, try readHeader() else { return false }
        let start = position
        guard let count = integer(bytes: 2).map({ Int16(truncatingIfNeeded: $0) }) else { return false }
        if count == -1 {
            isComplete = true
            guard position == pending.count else { throw error("bytes after the end of the rows") }
            return false
        }
        guard Int(count) == fieldCount else { throw error("\(count) fields instead of \(fieldCount)") }
        row.removeAll()
        for _ in 0..<fieldCount {
            guard let length = integer(bytes: 4).map({ Int(Int32(truncatingIfNeeded: $0)) }) else {
                position = start
                return false
            }
            if length == -1 {
                row.appendNull()
                continue
            }
            guard length >= 0, length <= longestField else { throw error("a field of \(length) bytes") }
            guard pending.count - position >= length else {
                position = start
                return false
            }
            row.append(pending[position..<position + length])
            position += length
        }
        rowCount += 1
        return true
    }

    private mutating func readHeader() throws(WireError) -> Bool {
        if hasHeader { return true }
        let size = Self.signature.count
        guard pending.prefix(size).elementsEqual(Self.signature.prefix(pending.count)) else {
            throw error("no binary COPY")
        }
        guard pending.count >= size + 8 else { return false }
        position = size
        let flags = integer(bytes: 4) ?? 0
        // The lower half is for what a reader may ignore, the upper for what it may not.
        guard flags >> 16 == 0 else { throw error("unknown flags of COPY: \(flags)") }
        let length = integer(bytes: 4) ?? 0
        guard length <= Self.longestExtension else { throw error("a header extension of \(length) bytes") }
        guard pending.count - position >= Int(length) else {
            position = 0
            return false
        }
        position += Int(length)
        hasHeader = true
        return true
    }

    /// The next number; nil when its bytes have not all come.
    private mutating func integer(bytes: Int) -> UInt32? {
        guard pending.count - position >= bytes else { return nil }
        var value: UInt32 = 0
        for index in position..<position + bytes { value = value << 8 | UInt32(pending[index]) }
        position += bytes
        return value
    }

    private func error(_ reason: String) -> WireError {
        WireError(offset: consumed + position, reason: reason)
    }
}
