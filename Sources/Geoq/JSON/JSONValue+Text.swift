extension JSONValue {
    /// The value as JSON text (RFC 8259), on one line and without blanks.
    ///
    /// What `init(parsing:)` reads from it has the same value; whole numbers
    /// come back as integers. NaN and infinities, which JSON does not have, are
    /// written as `null`. A value nested deeper than `maximumDepth` is written,
    /// but not read again.
    ///
    /// - Complexity: O(*n*) of the text.
    package var text: String {
        var bytes: [UInt8] = []
        bytes.appendJSON(self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a value: see `JSONValue.text`.
    package mutating func appendJSON(_ value: JSONValue) {
        switch value {
        case .null: append(contentsOf: "null".utf8)
        case .bool(let flag): append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let integer): appendJSON(integer)
        case .digits(let text): append(contentsOf: text.utf8)
        case .number(let number) where number.isFinite: appendJSON(number)
        case .number: append(contentsOf: "null".utf8)
        case .string(let text): appendJSON(text)
        case .array(let elements):
            append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { append(UInt8(ascii: ",")) }
                appendJSON(element)
            }
            append(UInt8(ascii: "]"))
        case .object(let object):
            append(UInt8(ascii: "{"))
            for (position, member) in object.members.enumerated() {
                if position > 0 { append(UInt8(ascii: ",")) }
                appendJSONKey(member.name)
                appendJSON(member.value)
            }
            append(UInt8(ascii: "}"))
        }
    }
}
