/// One word or sign of a filter.
struct FilterToken: Equatable {
    enum Kind: Equatable {
        /// A plain word: a keyword, a function or a column.
        case word(String)
        /// A column in double quotes.
        case quotedName(String)
        case text(String)
        case integer(Int64)
        case real(Double)
        case comparison(PropertyFilter.Comparison)
        case leftParenthesis
        case rightParenthesis
        case comma
        case end
    }

    var kind: Kind
    /// Bytes from the start of the text.
    var range: Range<Int>
}

/// Splits CQL2 text into tokens, one at a time (OGC 21-065r2, annex B).
///
/// A quote inside a character literal is doubled or follows a backslash
/// (`escapeQuote = "''" | "\'"`); any other backslash is an ordinary character.
/// The grammar gives no way to end a literal with a backslash. Here, in a run
/// of backslashes right before a quote, two stand for one: `'a\\'` is `a\`.
struct FilterLexer {
    let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next token; at the end of the text `.end`, also when asked again.
    mutating func next() throws(FilterError) -> FilterToken {
        while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
        let start = position
        let kind = try scan()
        return FilterToken(kind: kind, range: start..<position)
    }

    /// Whether a column can be written without quotes.
    static func isPlainName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, isNameStart(first.value) else { return false }
        return name.unicodeScalars.allSatisfy { isNamePart($0.value) }
            && FilterKeyword(rawValue: name.uppercased()) == nil
    }

    private mutating func scan() throws(FilterError) -> FilterToken.Kind {
        guard let byte = peek() else { return .end }
        switch byte {
        case UInt8(ascii: "("): return sign(.leftParenthesis)
        case UInt8(ascii: ")"): return sign(.rightParenthesis)
        case UInt8(ascii: ","): return sign(.comma)
        case UInt8(ascii: "=") where peek(1) == UInt8(ascii: "="): throw foreign("==", own: "=")
        case UInt8(ascii: "="): return sign(.comparison(.equal))
        case UInt8(ascii: "!") where peek(1) == UInt8(ascii: "="): throw foreign("!=", own: "<>")
        case UInt8(ascii: "<"), UInt8(ascii: ">"): return scanComparison()
        case UInt8(ascii: "'"): return .text(try scanText())
        case UInt8(ascii: "\""): return .quotedName(try scanQuotedName())
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"):
            return try scanNumber()
        default: return .word(try scanWord())
        }
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    private mutating func sign(_ kind: FilterToken.Kind, length: Int = 1) -> FilterToken.Kind {
        position += length
        return kind
    }

    /// The error for an operator that CQL2 spells in another way.
    private func foreign(_ sign: String, own: String) -> FilterError {
        .at(position, of: bytes, found: "\"\(sign)\"", expected: "\(own), as CQL2 writes it")
    }

    private mutating func scanComparison() -> FilterToken.Kind {
        let isLess = peek() == UInt8(ascii: "<")
        switch peek(1) {
        case UInt8(ascii: "="): return sign(.comparison(isLess ? .lessOrEqual : .greaterOrEqual), length: 2)
        case UInt8(ascii: ">") where isLess: return sign(.comparison(.notEqual), length: 2)
        default: return sign(.comparison(isLess ? .less : .greater))
        }
    }

    private mutating func scanText() throws(FilterError) -> String {
        let start = position
        let quote = UInt8(ascii: "'")
        var text: [UInt8] = []
        var backslashes = 0
        position += 1
        while let byte = peek() {
            position += 1
            if byte == quote {
                // In a run of backslashes before a quote, every second one is
                // dropped.
                text.removeLast((backslashes + 1) / 2)
                if backslashes % 2 == 0 {
                    guard peek() == quote else { return String(decoding: text, as: UTF8.self) }
                    position += 1
                }
            }
            backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
            try refuseNull(byte)
            text.append(byte)
        }
        throw .at(start, of: bytes, found: "a text without its end", expected: "a closing quote (')")
    }

    private mutating func scanQuotedName() throws(FilterError) -> String {
        let start = position
        let quote = UInt8(ascii: "\"")
        var name: [UInt8] = []
        position += 1
        while let byte = peek() {
            position += 1
            if byte == quote {
                guard peek() == quote else { return String(decoding: name, as: UTF8.self) }
                position += 1
            }
            try refuseNull(byte)
            name.append(byte)
        }
        throw .at(start, of: bytes, found: "a column name without its end", expected: "a closing quote (\")")
    }

    /// U+0000 is no character of CQL2, and SQLite ends texts there.
    private func refuseNull(_ byte: UInt8) throws(FilterError) {
        guard byte == 0 else { return }
        throw .at(position - 1, of: bytes, found: "the character U+0000", expected: "text without it")
    }

    /// Digits with a point or not, before them a sign, after them an exponent.
    private mutating func scanNumber() throws(FilterError) -> FilterToken.Kind {
        let start = position
        let span = DecimalSpan(in: bytes, from: start)
        let isWhole = !span.hasPoint && span.exponentDigits == nil
        var isComplete = span.isNumber
        position = span.end
        // "5km" or "1.2.3" is one wrong number, not two tokens.
        while let byte = peek(), byte >= 0x80 || byte == UInt8(ascii: ".") || FilterLexer.isNamePart(UInt32(byte)) {
            isComplete = false
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isComplete, isWhole, let integer = Int64(text) { return .integer(integer) }
        guard isComplete, let number = Double(text) else {
            throw .at(start, of: bytes, found: FilterError.excerpt(text), expected: "a number")
        }
        guard number.isFinite else {
            throw .at(
                start, of: bytes, kind: .tooLarge, found: FilterError.excerpt(text), expected: "a number below 1.8e308")
        }
        return .real(number)
    }

    private mutating func scanWord() throws(FilterError) -> String {
        let start = position
        // Only the bytes of the word are decoded, so that the whole text is
        // read once.
        var end = position
        while end < bytes.count, bytes[end] >= 0x80 || FilterLexer.isNamePart(UInt32(bytes[end])) { end += 1 }
        let run = String(decoding: bytes[start..<end], as: UTF8.self)
        guard let first = run.unicodeScalars.first, FilterLexer.isNameStart(first.value) else {
            let character = String(decoding: bytes[start..<min(bytes.count, start + 64)], as: UTF8.self).prefix(1)
            throw .at(
                start, of: bytes, found: FilterError.excerpt(character), expected: "a column, a value or an operator")
        }
        let word = run.unicodeScalars.prefix { FilterLexer.isNamePart($0.value) }
        position = start + String(word).utf8.count
        return String(word)
    }

    /// `identifierStart` of the grammar: the name start characters of XML.
    private static func isNameStart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3A, 0x5F, 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
            0x37F...0x1FFE, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF,
            0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    /// `identifierPart` of the grammar.
    private static func isNamePart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2E, 0x30...0x39, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(scalar)
        }
    }
}

/// The words that cannot be a column without quotes; any case.
enum FilterKeyword: String, CaseIterable {
    case and = "AND"
    case or = "OR"
    case not = "NOT"
    case isIn = "IN"
    case like = "LIKE"
    case between = "BETWEEN"
    case `is` = "IS"
    case null = "NULL"
    case yes = "TRUE"
    case no = "FALSE"
}
