/// A JSON value (RFC 8259).
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// A whole number that does not fit 64 bits, as its digits, so that an id
    /// is not rounded.
    case digits(String)
    /// Any other number; always finite when it was parsed.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// The members of a JSON object, in the order of the text.
package struct JSONObject: Hashable, Sendable {
    /// One name with its value.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            (self.name, self.value) = (name, value)
        }
    }

    /// All members; a name that comes twice is there twice.
    package var members: [Member]

    package init(_ members: [Member] = []) {
        self.members = members
    }

    /// The value of a member; nil when the object has no member of that name.
    /// When a name comes twice, the last one counts, as in most readers (RFC
    /// 8259, 4).
    ///
    /// - Complexity: O(*n*) of the members.
    package subscript(name: String) -> JSONValue? {
        members.last { $0.name == name }?.value
    }
}

extension JSONValue {
    /// The value of a column. A number that is not finite becomes null when it is written.
    package init(_ value: FieldValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .integer(let number): .integer(number)
            case .real(let number): .number(number)
            case .text(let text): .string(text)
            }
    }

    /// The members, when it is an object.
    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The elements, when it is an array.
    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text, when it is a string.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a number of either kind.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .digits(let text): Double(text)
        case .number(let value): value
        default: nil
        }
    }

    /// The kind of the value, for messages: "a number", "an array".
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .digits, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
