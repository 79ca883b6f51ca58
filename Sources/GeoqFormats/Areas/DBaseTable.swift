import Geoq

/// The rows of a `.dbf` (dBASE III), which hold a shapefile's attributes.
struct DBaseTable {
    /// One row.
    struct Row {
        var isDeleted: Bool
        var fields: AreaFields
    }

    private struct Field {
        var name: String
        var type: UInt8
        var bytes: Range<Int>
    }

    private let stream: any ByteStream
    private let encoding: Encoding
    private let file: String
    private let fields: [Field]
    private let rowBytes: Int
    /// How many rows the head says are still to come.
    private(set) var rowsLeft: Int
    private var latin1Values = 0
    /// The code page that the head names, if it is one that is not known and no `.cpg` says another.
    private let unreadPage: Int?

    /// - Parameter encoding: Of the names and texts.
    /// - Throws: `FileProblem` when the head is not that of a table; what the
    ///   stream throws.
    init(_ stream: any ByteStream, encoding: Encoding, file: String) throws {
        var head = ByteReader(try stream.bytes(upTo: 32))
        guard let version = head.integer(UInt8.self), version & 0x07 == 3, head.skip(3),
            let rows = head.integer(UInt32.self), let headBytes = head.integer(UInt16.self),
            let rowBytes = head.integer(UInt16.self), headBytes >= 33, rowBytes >= 1
        else { throw FileProblem(file: file, reason: "its .dbf is no dBASE table, or is cut short") }
        let driver = head.skip(17) ? head.integer(UInt8.self) : nil
        let encoding = encoding.guessed(fromDriver: driver)
        unreadPage = encoding == .guessed ? driver.flatMap { CodePage.unreadDrivers[$0] } : nil
        let descriptors = try stream.bytes(upTo: Int(headBytes) - 32)
        var fields: [Field] = []
        var start = 1
        for offset in stride(from: 0, to: descriptors.count - 31, by: 32) {
            let descriptor = descriptors[offset..<(offset + 32)]
            // The end of the list.
            if descriptor.first == 0x0D { break }
            let name = encoding.text(descriptor.prefix(11).prefix { $0 != 0 }).text
            let end = start + Int(descriptor[offset + 16])
            guard end <= rowBytes else { throw FileProblem(file: file, reason: "its .dbf has columns beyond its rows") }
            fields.append(Field(name: name, type: descriptor[offset + 11], bytes: start..<end))
            start = end
        }
        (self.stream, self.encoding, self.file, self.fields) = (stream, encoding, file, fields)
        (self.rowBytes, rowsLeft) = (Int(rowBytes), Int(rows))
    }

    /// The next row; nil after the last.
    ///
    /// - Throws: `FileProblem` when the table is cut short; what the stream throws.
    mutating func next() throws -> Row? {
        guard rowsLeft > 0 else { return nil }
        let bytes = try stream.bytes(upTo: rowBytes)
        guard bytes.count == rowBytes else { throw FileProblem(file: file, reason: "its .dbf is cut short") }
        rowsLeft -= 1
        var row = Row(isDeleted: bytes[0] == UInt8(ascii: "*"), fields: AreaFields())
        for field in fields { row.fields.append(field.name, value(bytes[field.bytes], type: field.type)) }
        return row
    }

    private static let advice = "save the shapefile with its texts in UTF-8"

    /// What the user should know when all rows are read.
    var notes: [String] {
        var notes: [String] = []
        if let name = encoding.unknownName {
            notes.append("its .cpg names the encoding \(FieldProblem.quoted(name)), which is not known; \(Self.advice)")
        }
        if latin1Values > 0 {
            let values = latin1Values == 1 ? "1 value was" : "\(latin1Values) values were"
            let page = unreadPage.map {
                "; the head of its .dbf names code page \($0), which is not known; \(Self.advice)"
            }
            notes.append("\(values) not UTF-8 and read as latin-1\(page ?? "")")
        }
        return notes
    }

    /// Texts, numbers, dates and truth values; null for all other types.
    private mutating func value(_ bytes: ArraySlice<UInt8>, type: UInt8) -> FieldValue {
        // Padded with blanks; some programs pad with zeros.
        let padded = bytes.prefix { $0 != 0 }
        let trimmed = padded.prefix(upTo: padded.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? padded.startIndex)
        guard !trimmed.isEmpty else { return .null }
        switch type {
        case UInt8(ascii: "C"):
            let (text, isLatin1) = encoding.text(trimmed, fillsColumn: trimmed.count == bytes.count)
            if isLatin1 { latin1Values += 1 }
            return .text(text)
        case UInt8(ascii: "N"), UInt8(ascii: "F"):
            let text = String(decoding: trimmed.drop(while: \.isBlank), as: UTF8.self)
            if let integer = Int64(text) { return .integer(integer) }
            return DecimalNumber.parse(text).map { .real($0) } ?? .null
        case UInt8(ascii: "L"):
            switch trimmed.first {
            case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "Y"), UInt8(ascii: "y"): return .bool(true)
            case UInt8(ascii: "F"), UInt8(ascii: "f"), UInt8(ascii: "N"), UInt8(ascii: "n"): return .bool(false)
            default: return .null
            }
        case UInt8(ascii: "D") where trimmed.count == 8 && trimmed.allSatisfy(\.isDigit):
            let text = String(decoding: trimmed, as: UTF8.self)
            return .text("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
        default: return .null
        }
    }
}

extension DBaseTable {
    /// How texts are encoded, by the name in a `.cpg`.
    enum Encoding: Equatable {
        /// UTF-8, and latin-1 where a text is not UTF-8.
        case utf8
        case latin1
        case page(CodePage)
        /// As `utf8`, where no `.cpg` says it.
        case guessed
        /// UTF-8, and an older table where a text is not UTF-8: no `.cpg` says it, and the head of the `.dbf` names the
        /// table, which many programs write whatever they do.
        case headed(CodePage)
        /// As `utf8`, for a name that is not known.
        case unknown(String)

        /// - Parameter cpg: The file's text: "UTF-8", "65001", "ISO-8859-1",
        ///   "1252", "CP850"; nil when there is no such file.
        init(cpg: [UInt8]?) {
            guard let cpg else {
                self = .guessed
                return
            }
            let name = String(decoding: cpg.prefix(100), as: UTF8.self)
            let key = ColumnName(name).key
            switch key {
            case "": self = .guessed
            case "utf8", "65001", "cp65001": self = .utf8
            // Windows' 1252 differs in signs such as “ and ™ only.
            case "iso88591", "88591", "latin1", "28591", "1252", "cp1252", "windows1252", "ansi1252",
                "ldid3", "ldid87":
                self = .latin1
            default:
                if let page = CodePage(name: key) {
                    self = .page(page)
                } else {
                    self = .unknown(String(name.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
                }
            }
        }

        /// The same; where no `.cpg` says it, with the table that the head of a `.dbf` names.
        func guessed(fromDriver driver: UInt8?) -> Encoding {
            guard self == .guessed, let page = driver.flatMap({ CodePage(driver: $0) }) else { return self }
            return .headed(page)
        }

        var unknownName: String? {
            if case .unknown(let name) = self { name } else { nil }
        }

        /// A text, and whether it was read as latin-1 without being told to.
        ///
        /// - Parameter fillsColumn: whether it is as long as the column: a program may then have cut its last letter of
        ///   UTF-8 in two, and what is left of that is left out.
        func text(_ bytes: ArraySlice<UInt8>, fillsColumn: Bool = false) -> (text: String, isLatin1: Bool) {
            if self == .latin1 {
                return (String(String.UnicodeScalarView(bytes.map { TextEncoding.latin1($0) })), false)
            }
            if case .page(let page) = self { return (page.text(bytes), false) }
            if fillsColumn, let whole = Self.withoutCutLetter(bytes),
                self == .utf8 || !whole.utf8.allSatisfy({ $0 < 0x80 })
            {
                return (whole, false)
            }
            if case .headed(let page) = self {
                return (String(validating: bytes, as: UTF8.self) ?? page.text(bytes), false)
            }
            let (text, lines) = bytes.withUnsafeBufferPointer { TextEncoding.transcoded($0) }
            return (String(decoding: text, as: UTF8.self), lines > 0)
        }

        /// A text of UTF-8 without the beginning of a letter at its end; nil when there is none, or the rest is no
        /// UTF-8.
        private static func withoutCutLetter(_ bytes: ArraySlice<UInt8>) -> String? {
            guard let lead = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return nil }
            let length =
                switch bytes[lead] {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                default: 0
                }
            guard bytes.endIndex - lead < length else { return nil }
            return String(validating: bytes[..<lead], as: UTF8.self)
        }
    }
}
