import GeoqSync

/// Reads rows out of the stream of `COPY … TO STDOUT (FORMAT binary)`.
///
/// The stream (PostgreSQL 15, "COPY", "Binary Format"), numbers big-endian: the
/// signature `PGCOPY\n\xFF\r\n\0`, flags (4 bytes), the length of an extension
/// (4) and the extension; for each row the number of fields (2) and for each
/// field its length (4; −1 for NULL) and its bytes; the number −1 (2) ends it.
///
/// The stream may come in pieces of any size. Whatever bytes it has, the reader
/// keeps no more than the limits allow, and throws on every mistake.
struct BinaryCopyReader {
    /// How many fields each row must have.
    let fieldCount: Int
    /// Longer fields are skipped: the row notes their lengths.
    let longestField: Int
    /// Whether the trailer was read: only then is the answer whole.
    private(set) var isComplete = false
    private(set) var rowCount = 0

    private var pending: [UInt8] = []
    private var position = 0
    /// How many bytes were taken before `pending`.
    private var consumed = 0
    private var hasHeader = false

    /// How many bytes of a skipped field are still to come.
    private var skipped = 0
    /// The number of the next field of the row that is being read; nil between
    /// rows.
    private var field: Int?

    /// The usual limit, in bytes.
    static let longestField = 16 << 20

    private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF] + Array("\r\n".utf8) + [0]
    private static let longestExtension = 1 << 16

    /// - Parameter longestField: in bytes; PostgreSQL's own limit is 1 GiB.
    init(fieldCount: Int, longestField: Int = Self.longestField) {
        precondition(fieldCount > 0 && fieldCount < 1600, "A row has as many fields as PostgreSQL allows.")
        (self.fieldCount, self.longestField) = (fieldCount, longestField)
    }

    /// Takes the next piece of the stream.
    ///
    /// - Throws: `WireError` for bytes behind the end.
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
    /// - Parameter row: becomes the row. After false, give the same value
    ///   again, unchanged.
    /// - Returns: false when more bytes are needed, or at the end.
    /// - Throws: `WireError`; then the reader must not be used again.
    mutating func next(_ row: inout CopyRow) throws(WireError) -> Bool {
        guard !isComplete, try readHeader() else { return false }
        if field == nil {
            row.removeAll()
            guard let count = integer(bytes: 2).map({ Int16(truncatingIfNeeded: $0) }) else { return false }
            if count == -1 {
                isComplete = true
                guard position == pending.count else { throw error("bytes after the end of the rows") }
                return false
            }
            guard Int(count) == fieldCount else { throw error("\(count) fields instead of \(fieldCount)") }
            field = 0
        }
        while let number = field, number < fieldCount {
            guard try readField(&row) else { return false }
            field = number + 1
        }
        guard skip() else { return false }
        field = nil
        rowCount += 1
        return true
    }

    /// - Returns: whether the field is complete or skipped.
    private mutating func readField(_ row: inout CopyRow) throws(WireError) -> Bool {
        guard skip() else { return false }
        let start = position
        guard let length = integer(bytes: 4).map({ Int(Int32(truncatingIfNeeded: $0)) }) else { return false }
        if length == -1 {
            row.appendNull()
            return true
        }
        guard length >= 0 else { throw error("a field of \(length) bytes") }
        if length > longestField {
            row.appendOmitted(length: length)
            skipped = length
            return true
        }
        guard pending.count - position >= length else {
            position = start
            return false
        }
        row.append(pending[position..<position + length])
        position += length
        return true
    }

    /// - Returns: whether no byte is left to skip.
    private mutating func skip() -> Bool {
        let passed = min(skipped, pending.count - position)
        (position, skipped) = (position + passed, skipped - passed)
        return skipped == 0
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
        // A reader may ignore the flags of the lower half, but not those of the
        // upper half.
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
