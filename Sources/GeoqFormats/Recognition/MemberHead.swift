import Geoq

/// The beginning of a member, and the kind of its content.
struct MemberHead {
    /// The kind of its bytes.
    enum Content: Equatable {
        case empty, table, json, xml, html, pdf, archive, gzip, utf32, parquet, sqlite, oldExcel, shapefile
        case bareReturns, binary
    }

    let member: String
    let bytes: [UInt8]
    let content: Content
    /// The header, when the content is `.table`.
    let table: TableHead?
    /// Why the first line is no header; nil when it is one.
    let headerProblem: String?

    init(_ member: String, bytes: [UInt8]) {
        (self.member, self.bytes) = (member, bytes)
        content = Content(bytes)
        do {
            table = content == .table ? try TableHead(bytes) : nil
            headerProblem = nil
        } catch {
            (table, headerProblem) = (nil, error.reason)
        }
    }
}

extension MemberHead.Content {
    /// - Complexity: O(number of bytes).
    init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { MemberHead.Content.of($0) }
    }

    /// POSIX and GNU tar write this behind the first file's name and sizes.
    private static let tarMark = Array("ustar".utf8)

    private static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> MemberHead.Content {
        func begins(with prefix: [UInt8], at start: Int = 0) -> Bool {
            guard start + prefix.count <= bytes.count else { return false }
            for offset in 0..<prefix.count where bytes[start + offset] != prefix[offset] { return false }
            return true
        }
        if begins(with: [0xFF, 0xFE, 0, 0]) || begins(with: [0, 0, 0xFE, 0xFF]) { return .utf32 }
        if begins(with: [0x1F, 0x8B]) { return .gzip }
        if begins(with: [0x50, 0x4B]), bytes.count > 3, bytes[2] < 0x09 { return .archive }
        if begins(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) || begins(with: tarMark, at: 257) { return .archive }
        if begins(with: Array("PAR1".utf8)) { return .parquet }
        if begins(with: SQLiteHead.bytes) { return .sqlite }
        if begins(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1]) { return .oldExcel }
        if begins(with: [0, 0, 0x27, 0x0A]) { return .shapefile }
        var start = begins(with: TextEncoding.byteOrderMark) ? TextEncoding.byteOrderMark.count : 0
        // RFC 8142: each text of a sequence of GeoJSON texts begins with RS.
        let recordSeparator: UInt8 = 0x1E
        while start < bytes.count, bytes[start].isBlank || bytes[start] == recordSeparator { start += 1 }
        guard start < bytes.count else { return .empty }
        if begins(with: [0x25, 0x50, 0x44, 0x46], at: start) { return .pdf }
        var (index, firstReturn, hasLineFeed) = (start, start, false)
        while index < bytes.count {
            switch bytes[index] {
            // No text has a zero in its first line; a field further on may hold
            // one.
            case 0 where index < 4096 && !hasLineFeed: return .binary
            case UInt8(ascii: "\n"): hasLineFeed = true
            case UInt8(ascii: "\r"): if firstReturn == start { firstReturn = index }
            default: break
            }
            index += 1
        }
        switch bytes[start] {
        case UInt8(ascii: "<"):
            let text = bytes[start..<min(bytes.count, start + 512)]
            let head = String(decoding: text, as: UTF8.self).lowercased()
            return head.contains("<!doctype html") || head.contains("<html") ? .html : .xml
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return .json
        default:
            return !hasLineFeed && firstReturn > start && firstReturn < bytes.count - 1 ? .bareReturns : .table
        }
    }
}

/// The first record of a text table.
struct TableHead {
    let dialect: Dialect
    let header: TableHeader
    /// The fields of the record, unchanged.
    let first: [String]
    /// Whether the record begins with a quote around a field.
    let isQuoted: Bool

    /// - Throws: `FieldProblem` when there is no record, or the first one
    ///   cannot be read: its quotes are wrong, it has too many fields, or it is
    ///   longer than the head.
    init(_ bytes: [UInt8]) throws(FieldProblem) {
        dialect = Dialect(firstLineOf: bytes)
        var limits = DelimitedReader.Limits()
        limits.recordBytes = max(1, bytes.count)
        limits.blockBytes = max(4, bytes.count)
        let reader = DelimitedReader(ByteArrayStream(bytes), dialect: dialect, limits: limits)
        guard (try? reader.next()) == true else { throw FieldProblem(reason: "there is none") }
        if let problem = reader.problem { throw problem }
        if bytes.count >= ImportProbe.headBytes, reader.hasReadAll {
            throw FieldProblem(reason: "it is longer than \(ImportProbe.headBytes) bytes")
        }
        first = reader.texts
        header = TableHeader(first)
        isQuoted = reader.isQuoted
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
