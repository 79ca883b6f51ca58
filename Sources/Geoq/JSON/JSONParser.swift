extension JSONValue {
    /// The deepest nesting of arrays and objects that is read.
    package static let maximumDepth = 64

    /// The most values that one text may hold, members and elements included.
    package static let maximumValues = 500_000

    /// Parses one JSON text, strictly by RFC 8259.
    ///
    /// Foundation's decoder reports no lines, lets a caller set no depth, and
    /// is slow for many small texts; so geoq has its own parser.
    ///
    /// - Throws: `JSONSyntaxError` for anything that the grammar does not have
    ///   (comments, trailing commas, NaN, text after the value, a byte order
    ///   mark), text that is not UTF-8, halves of surrogate pairs, numbers
    ///   beyond a double, deeper nesting than `maximumDepth` and more than
    ///   `maximumValues` values.
    /// - Complexity: O(*n*) of the bytes.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        self = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
            try JSONValue(parsing: buffer)
        }
    }

    /// As `init(parsing:)` of bytes.
    package init(parsing text: String) throws(JSONSyntaxError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// As `init(parsing:)` of bytes, with another bound on the number of values.
    package init(
        parsing bytes: UnsafeBufferPointer<UInt8>, maximumValues: Int = JSONValue.maximumValues
    ) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes, maximumValues: maximumValues)
        self = try parser.parseText()
    }
}

/// Reads a value from bytes that lie in memory.
private struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maximumValues: Int
    private var index = 0
    private var values = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, maximumValues: Int) {
        (self.bytes, self.maximumValues) = (bytes, maximumValues)
    }

    /// A whole text: one value, with nothing but blanks around it.
    mutating func parseText() throws(JSONSyntaxError) -> JSONValue {
        skipBlanks()
        let value = try parseValue(depth: 0)
        skipBlanks()
        guard index == bytes.count else { throw error("more text after the end of the value") }
        return value
    }

    private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard index < bytes.count else { throw error("the text ends where a value is expected") }
        values += 1
        guard values <= maximumValues else {
            throw error("more than \(maximumValues) values")
        }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
        case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
        case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", .null)
        default: throw error("no JSON value begins like this")
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        try checkDepth(depth)
        index += 1
        var members: [JSONObject.Member] = []
        skipBlanks()
        if next(is: "}") { return .object(JSONObject()) }
        while true {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw error("a member's name in quotes is expected")
            }
            let name = try parseString()
            skipBlanks()
            guard next(is: ":") else { throw error("a colon is expected after a member's name") }
            skipBlanks()
            members.append(JSONObject.Member(name, try parseValue(depth: depth)))
            skipBlanks()
            if next(is: "}") { return .object(JSONObject(members)) }
            guard next(is: ",") else { throw error("a comma or } is expected after a member") }
            skipBlanks()
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        try checkDepth(depth)
        index += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if next(is: "]") { return .array([]) }
        while true {
            elements.append(try parseValue(depth: depth))
            skipBlanks()
            if next(is: "]") { return .array(elements) }
            guard next(is: ",") else { throw error("a comma or ] is expected after an element") }
            skipBlanks()
        }
    }

    private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
        let length = word.utf8CodeUnitCount
        guard bytes.count - index >= length else { throw error("no JSON value begins like this") }
        for position in 0..<length where bytes[index + position] != word.utf8Start[position] {
            throw error("no JSON value begins like this")
        }
        index += length
        return value
    }

    /// RFC 8259, 6: `number = [ minus ] int [ frac ] [ exp ]`
    private mutating func parseNumber() throws(JSONSyntaxError) -> JSONValue {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let firstDigit = index
        guard skipDigits() else { throw error("a digit is expected") }
        if bytes[firstDigit] == UInt8(ascii: "0"), index - firstDigit > 1 {
            index = firstDigit
            throw error("a number must not begin with 0")
        }
        var isInteger = true
        if next(is: ".") {
            isInteger = false
            guard skipDigits() else { throw error("a digit is expected after the decimal point") }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard skipDigits() else { throw error("a digit is expected in the exponent") }
        }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<index])
        if isInteger, let value = JSONParser.integer(text) { return .integer(value) }
        guard let value = DecimalNumber.parse(text) else {
            index = start
            throw error("a number beyond the range of a double")
        }
        if isInteger { return .digits(String(decoding: text, as: UTF8.self)) }
        // −0 is read as 0.
        return .number(value + 0)
    }

    /// The value of `-?[0-9]+`; nil when it does not fit.
    private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text[0] == UInt8(ascii: "-")
        var value: Int64 = 0
        for digit in text.dropFirst(isNegative ? 1 : 0) {
            // Accumulated with its sign: the smallest integer has no positive
            // counterpart.
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let ones = Int64(digit - UInt8(ascii: "0"))
            let (sum, overflowAgain) =
                isNegative ? tens.subtractingReportingOverflow(ones) : tens.addingReportingOverflow(ones)
            guard !overflow, !overflowAgain else { return nil }
            value = sum
        }
        return value
    }

    private mutating func skipDigits() -> Bool {
        let start = index
        while index < bytes.count, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
        return index > start
    }

    /// RFC 8259, 7. The index stands on the opening quote.
    private mutating func parseString() throws(JSONSyntaxError) -> String {
        index += 1
        let start = index
        var plain: [UInt8] = []
        var runStart = start
        var isASCII = true
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                let run = UnsafeBufferPointer(rebasing: bytes[runStart..<index])
                index += 1
                if runStart == start { return try makeString(run, isASCII: isASCII, start: start) }
                plain.append(contentsOf: run)
                return try plain.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
                    try makeString(buffer, isASCII: isASCII, start: start)
                }
            }
            if byte == UInt8(ascii: "\\") {
                plain.append(contentsOf: bytes[runStart..<index])
                isASCII = try parseEscape(into: &plain) && isASCII
                runStart = index
                continue
            }
            guard byte >= 0x20 else { throw error("a control character inside a string; write it as \\u00xx") }
            if byte >= 0x80 { isASCII = false }
            index += 1
        }
        throw error("the text ends inside a string")
    }

    private func makeString(
        _ utf8: UnsafeBufferPointer<UInt8>, isASCII: Bool, start: Int
    ) throws(JSONSyntaxError) -> String {
        if isASCII { return String(decoding: utf8, as: UTF8.self) }
        // RFC 8259, 8.1: text between systems must be UTF-8.
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw JSONSyntaxError("text that is not UTF-8", at: start, in: bytes)
        }
        return text
    }

    /// Appends what an escape stands for; the index stands on the backslash.
    ///
    /// - Returns: Whether it is ASCII.
    private mutating func parseEscape(into plain: inout [UInt8]) throws(JSONSyntaxError) -> Bool {
        guard index + 1 < bytes.count else {
            index = bytes.count
            throw error("the text ends inside a string")
        }
        let letter = bytes[index + 1]
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain.append(letter)
        case UInt8(ascii: "b"): plain.append(0x08)
        case UInt8(ascii: "f"): plain.append(0x0C)
        case UInt8(ascii: "n"): plain.append(0x0A)
        case UInt8(ascii: "r"): plain.append(0x0D)
        case UInt8(ascii: "t"): plain.append(0x09)
        case UInt8(ascii: "u"): return try parseUnicodeEscape(into: &plain)
        default: throw error("no escape begins like this")
        }
        index += 2
        return true
    }

    private mutating func parseUnicodeEscape(into plain: inout [UInt8]) throws(JSONSyntaxError) -> Bool {
        var code = UInt32(try parseHexUnit())
        if code & 0xFC00 == 0xD800 {
            // RFC 8259, 7: beyond the basic plane two escapes make one character.
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
            else { throw error("half of a surrogate pair") }
            let low = UInt32(try parseHexUnit())
            guard low & 0xFC00 == 0xDC00 else { throw error("half of a surrogate pair") }
            code = 0x1_0000 + (code & 0x3FF) << 10 + low & 0x3FF
        }
        guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair") }
        plain.append(contentsOf: UTF8.encode(scalar)!)
        return code < 0x80
    }

    /// The four digits of `\uXXXX`; the index stands on the backslash.
    private mutating func parseHexUnit() throws(JSONSyntaxError) -> UInt16 {
        guard bytes.count - index >= 6 else { throw error("four hexadecimal digits are expected after \\u") }
        var unit: UInt16 = 0
        for digit in bytes[(index + 2)..<(index + 6)] {
            guard let value = digit.hexDigitValue else {
                throw error("four hexadecimal digits are expected after \\u")
            }
            unit = unit << 4 | UInt16(value)
        }
        index += 6
        return unit
    }

    private mutating func next(is character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index].isJSONBlank { index += 1 }
    }

    private func checkDepth(_ depth: Int) throws(JSONSyntaxError) {
        guard depth <= JSONValue.maximumDepth else {
            throw error("nested more than \(JSONValue.maximumDepth) deep")
        }
    }

    private func error(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(reason, at: index, in: bytes)
    }
}

extension UInt8 {
    /// RFC 8259, 2: `ws = *( %x20 / %x09 / %x0A / %x0D )`
    package var isJSONBlank: Bool {
        self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
    }
}
