import Geoq

/// Reads a small XML text (XML 1.0, fifth edition) piece by piece: as much as a
/// `meta.xml` needs, and nothing that could open other files or grow without
/// bound.
///
/// Foundation's parser crashes on some damaged texts, so geoq has its own. It
/// reads elements, attributes, text, the five named entities, character
/// references and CDATA; it steps over comments and processing instructions. It
/// refuses a document type, and with it all other entities. The text must be
/// well-formed: tags match, one element holds all others.
struct XMLReader {
    /// A piece of the text.
    enum Piece: Equatable {
        case start(name: String, attributes: [String: String])
        case text(String)
        case end(name: String)
    }

    /// Why a text is not well-formed, or is refused.
    struct Problem: Error, Equatable {
        var line: Int
        var reason: String
    }

    /// The reason for which a document type is refused.
    static let documentType = "a document type (<!DOCTYPE …>), which geoq does not read; take it out of the file"

    /// How deep elements may be nested.
    static let maximumDepth = 64
    /// How many attributes an element may have.
    static let maximumAttributes = 64

    private let bytes: [UInt8]
    private var index = 0
    private var open: [String] = []
    private var hasRoot = false
    /// The end of an element that was closed where it began: `<id/>`.
    private var pendingEnd: String?
    /// How many line ends come before a place in the text.
    private var counted = (index: 0, lines: 0)
    /// How many texts and values of attributes were not UTF-8.
    private var olderTexts = 0
    /// The first byte of them that is not UTF-8.
    private var firstFault: (byte: UInt8, line: Int)?
    /// The table in which they are read; nil for latin-1.
    private var page: CodePage?

    /// The encoding that the text says it is in, if it is one that is not known.
    private var unknownEncoding: String?

    /// - Parameter bytes: UTF-8, with or without a byte order mark, or in the table of one byte a letter that the
    ///   declaration names (XML 1.0, 2.8). A text that is neither is read as latin-1 (windows-1252), in which older
    ///   programs write. Many programs name a table and write UTF-8: of a text with more letters in UTF-8 than bytes
    ///   that are not, only what is not is read in the table.
    init(_ bytes: [UInt8]) {
        guard !bytes.starts(with: TextEncoding.byteOrderMark) else {
            self.bytes = bytes
            index = TextEncoding.byteOrderMark.count
            return
        }
        switch Self.encoding(declaredIn: bytes) {
        case .page(let page) where !Self.isMostlyUTF8(bytes): self.bytes = Array(page.text(bytes).utf8)
        case .page(let page): (self.bytes, self.page) = (bytes, page)
        case .latin1: self.bytes = bytes.withUnsafeBufferPointer { TextEncoding.transcoded($0).text }
        case .unknown(let name):
            self.bytes = bytes
            unknownEncoding = name
        default: self.bytes = bytes
        }
    }

    /// Whether more letters beyond ASCII are well-formed UTF-8 than are not.
    private static func isMostlyUTF8(_ bytes: [UInt8]) -> Bool {
        if bytes.withUnsafeBufferPointer({ TextEncoding.isUTF8($0) }) { return true }
        var surplus = 0
        // What is not well-formed becomes U+FFFD.
        for letter in String(decoding: bytes, as: UTF8.self).unicodeScalars where !letter.isASCII {
            surplus += letter == "\u{FFFD}" ? -1 : 1
        }
        return surplus > 0
    }

    /// The encoding that a declaration names; UTF-8 where there is none.
    private static func encoding(declaredIn bytes: [UInt8]) -> DBaseTable.Encoding {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self)
        let declaration = /\s*<\?xml(?:\s[^>]*)?\sencoding\s*=\s*["']([A-Za-z0-9._\-]+)["']/
        guard let name = head.prefixMatch(of: declaration)?.1 else { return .utf8 }
        return DBaseTable.Encoding(cpg: Array(name.utf8))
    }

    /// Whether a text begins with a document type, and is refused because of it.
    static func hasDocumentType(_ head: [UInt8]) -> Bool {
        var reader = XMLReader(head)
        do {
            _ = try reader.next()
            return false
        } catch {
            return error.reason == documentType
        }
    }

    /// The next piece; nil at the end of a well-formed text.
    ///
    /// - Complexity: O(length of the piece).
    mutating func next() throws(Problem) -> Piece? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name: name)
        }
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else {
                if let text = try text() { return .text(text) }
                continue
            }
            if skip("<!--") {
                try skip(past: "-->", "a comment that does not end")
            } else if skip("<![CDATA[") {
                let start = index
                try skip(past: "]]>", "a CDATA section that does not end")
                guard !open.isEmpty else { throw problem("text outside of the first element") }
                return .text(string(Array(bytes[start..<(index - 3)]), from: start))
            } else if skip("<?") {
                try skip(past: "?>", "an instruction that does not end")
            } else if skip("<!") {
                throw problem(Self.documentType)
            } else if skip("</") {
                return try endTag()
            } else {
                return try startTag()
            }
        }
        guard hasRoot else { throw problem("no element") }
        if let name = open.last { throw problem("the text ends before the element \(name.prefix(40))") }
        return nil
    }

    /// A name without a namespace's prefix.
    static func localName(_ name: String) -> String {
        String(name.split(separator: ":").last ?? "")
    }

    /// The line that the last piece ends on; 1 is the first.
    ///
    /// - Complexity: O(what was read since it was last asked for).
    var line: Int {
        mutating get {
            counted.lines += bytes[counted.index..<index].count { $0 == UInt8(ascii: "\n") }
            counted.index = index
            return counted.lines + 1
        }
    }

    /// What the user should know of the texts that were read; nil for nothing.
    var note: String? {
        guard let firstFault else { return nil }
        let (texts, first) = olderTexts == 1 ? ("1 text was", "") : ("\(olderTexts) texts were", "the first ")
        let encoding = page == nil ? "latin-1" : "the encoding that the file names"
        let byte = "0x" + String(firstFault.byte, radix: 16, uppercase: true)
        let note = "\(texts) not UTF-8 and read as \(encoding), \(first)for the byte \(byte) on line \(firstFault.line)"
        guard let unknownEncoding else { return note }
        let name = FieldProblem.quoted(unknownEncoding)
        return "\(note); the file says that it is in \(name), which is not known; save it in UTF-8"
    }

    /// - Parameters:
    ///   - text: what was read, with its references replaced.
    ///   - start: where it begins.
    private mutating func string(_ text: [UInt8], from start: Int) -> String {
        if let string = String(validating: text, as: UTF8.self) { return string }
        olderTexts += 1
        firstFault = firstFault ?? fault(from: start)
        if let page { return page.text(text) }
        return String(String.UnicodeScalarView(text.map { TextEncoding.latin1($0) }))
    }

    /// The first byte from a place on that is not UTF-8, and its line.
    private func fault(from start: Int) -> (byte: UInt8, line: Int) {
        var place = start
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes[start...].makeIterator()
        while case .valid(let letter) = parser.parseScalar(from: &rest) { place += letter.count }
        place = min(place, bytes.count - 1)
        return (bytes[place], 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") })
    }

    // MARK: - Tags

    private mutating func startTag() throws(Problem) -> Piece {
        index += 1
        guard !open.isEmpty || !hasRoot else { throw problem("more than one element at the top") }
        let name = try name()
        var attributes: [String: String] = [:]
        while true {
            let hadBlank = skipBlanks()
            if skip("/>") {
                pendingEnd = name
                break
            }
            if skip(">") {
                guard open.count < XMLReader.maximumDepth else {
                    throw problem("nested more than \(XMLReader.maximumDepth) deep")
                }
                open.append(name)
                break
            }
            guard hadBlank else { throw problem("a blank, / or > is expected in a tag") }
            let attribute = try self.name()
            skipBlanks()
            guard skip("=") else { throw problem("= is expected after the name of an attribute") }
            skipBlanks()
            guard attributes.updateValue(try attributeValue(), forKey: attribute) == nil else {
                throw problem("the attribute \(attribute.prefix(40)) comes twice")
            }
            guard attributes.count <= XMLReader.maximumAttributes else {
                throw problem("more than \(XMLReader.maximumAttributes) attributes")
            }
        }
        hasRoot = true
        return .start(name: name, attributes: attributes)
    }

    private mutating func endTag() throws(Problem) -> Piece {
        let name = try name()
        skipBlanks()
        guard skip(">") else { throw problem("> is expected") }
        guard open.popLast() == name else { throw problem("</\(name.prefix(40))> closes another element") }
        return .end(name: name)
    }

    /// XML 1.0, 2.3, less strict: anything but the signs that end a name.
    private mutating func name() throws(Problem) -> String {
        let start = index
        while index < bytes.count, !bytes[index].isBlank, !"=/><\"'&!?".utf8.contains(bytes[index]) { index += 1 }
        guard index > start, !bytes[start].isDigit, bytes[start] != UInt8(ascii: "-"), bytes[start] != UInt8(ascii: ".")
        else { throw problem("a name is expected") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// XML 1.0, 3.3.3: tabs and line ends in a value are blanks, unless they
    /// are written as references.
    private mutating func attributeValue() throws(Problem) -> String {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
            throw problem("a value in quotes is expected")
        }
        let quote = bytes[index]
        index += 1
        let start = index
        var value: [UInt8] = []
        while index < bytes.count, bytes[index] != quote {
            switch bytes[index] {
            case UInt8(ascii: "<"): throw problem("< in the value of an attribute")
            case UInt8(ascii: "&"): value += try reference()
            case let byte:
                value.append(byte.isBlank ? 0x20 : byte)
                index += 1
            }
        }
        guard index < bytes.count else { throw problem("the value of an attribute does not end") }
        index += 1
        return string(value, from: start)
    }

    // MARK: - Text

    /// Text up to the next tag; nil for blanks outside of all elements.
    private mutating func text() throws(Problem) -> String? {
        let start = index
        var text: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
            if bytes[index] == UInt8(ascii: "&") {
                text += try reference()
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        if open.isEmpty {
            guard text.allSatisfy(\.isBlank) else { throw problem("text outside of the first element") }
            return nil
        }
        return string(text, from: start)
    }

    /// The index stands on the `&`.
    private mutating func reference() throws(Problem) -> [UInt8] {
        let start = index + 1
        guard let end = bytes[start...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
            throw problem("an & without a ; behind it")
        }
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        index = end + 1
        guard let scalar = CharacterReference.scalar(name[...]), let utf8 = UTF8.encode(scalar) else {
            throw problem("&\(name); stands for nothing")
        }
        return Array(utf8)
    }

    // MARK: - Signs

    private mutating func skip(_ sign: StaticString) -> Bool {
        let count = sign.utf8CodeUnitCount
        guard bytes.count - index >= count else { return false }
        for offset in 0..<count where bytes[index + offset] != sign.utf8Start[offset] { return false }
        index += count
        return true
    }

    private mutating func skip(past end: StaticString, _ reason: String) throws(Problem) {
        let start = index
        while !skip(end) {
            guard index < bytes.count else {
                // Go back, so that the message names the line on which the
                // construct began.
                index = start
                throw problem(reason)
            }
            index += 1
        }
    }

    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let start = index
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        return index > start
    }

    private func problem(_ reason: String) -> Problem {
        Problem(line: 1 + bytes[..<index].count { $0 == UInt8(ascii: "\n") }, reason: reason)
    }
}
