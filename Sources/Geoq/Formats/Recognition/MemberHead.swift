/// The beginning of a member, and what it looks like.
struct MemberHead {
    /// What kind of bytes they are.
    enum Content: Equatable {
        case empty, table, json, xml, html, pdf, zip, gzip, utf16, bareReturns, binary
    }

    let member: String
    let bytes: [UInt8]
    let content: Content
    /// The header and first row, when the content is `.table`.
    let table: TableHead?

    init(_ member: String, bytes: [UInt8]) {
        (self.member, self.bytes) = (member, bytes)
        content = Content(bytes)
        table = content == .table ? TableHead(bytes) : nil
    }
}

extension MemberHead.Content {
    /// - Complexity: O(number of bytes).
    fileprivate init(_ bytes: [UInt8]) {
        var text = bytes[...]
        if text.starts(with: TextEncoding.byteOrderMark) { text = text.dropFirst(TextEncoding.byteOrderMark.count) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16
            return
        }
        // RFC 8142: a sequence of GeoJSON texts begins each with RS.
        let recordSeparator: UInt8 = 0x1E
        let visible = text.drop { $0.isBlank || $0 == recordSeparator }
        guard let first = visible.first else {
            self = .empty
            return
        }
        if bytes.starts(with: "PK".utf8), bytes.count > 3, bytes[2] < 0x09 {
            self = .zip
        } else if bytes.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if visible.starts(with: "%PDF".utf8) {
            self = .pdf
        } else if visible.prefix(4096).contains(0) {
            self = .binary
        } else if first == UInt8(ascii: "<") {
            let head = String(decoding: visible.prefix(512), as: UTF8.self).lowercased()
            self = head.contains("<!doctype html") || head.contains("<html") ? .html : .xml
        } else if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self = .json
        } else if !visible.contains(UInt8(ascii: "\n")),
            visible.dropLast().contains(UInt8(ascii: "\r"))
        {
            self = .bareReturns
        } else {
            self = .table
        }
    }
}

/// The first two records of a text table.
struct TableHead {
    let dialect: Dialect
    let header: TableHeader
    /// The fields of the first record, as they are.
    let first: [String]

    /// - Returns: nil when the first record does not end within the bytes and
    ///   they are as many as are looked at, or cannot be read.
    init?(_ bytes: [UInt8]) {
        dialect = Dialect(firstLineOf: bytes)
        var limits = DelimitedReader.Limits()
        limits.recordBytes = max(1, bytes.count)
        let reader = DelimitedReader(ByteArrayStream(bytes), dialect: dialect, limits: limits)
        guard (try? reader.next()) == true, reader.problem == nil else { return nil }
        first = reader.texts
        header = TableHeader(first)
    }
}

/// Bytes that are in memory.
final class ByteArrayStream: ByteStream {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}
