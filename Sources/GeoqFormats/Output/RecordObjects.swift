package import Geoq

/// Writes records as JSON objects, and the text of each name once.
package struct RecordObjects {
    /// By the place of the value.
    private var keys: [(name: String, text: [UInt8])] = []
    /// The place of the next value.
    private var next = 0

    package init() {}

    /// Appends named values as an object, in their order.
    ///
    /// - Precondition: A real is finite.
    package mutating func append(_ fields: [Feature.Field], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        next = 0
        for field in fields { member(field.name, field.value, to: &bytes) }
        end(&bytes)
    }

    /// Some values of an object, one after the other, as text: what many objects have in the same place is
    /// written once.
    package struct Part {
        /// How many values of the object are before them, and how many with them.
        fileprivate let values: Range<Int>
        fileprivate var text: [UInt8] = []
    }

    /// Values that many objects have.
    ///
    /// - Parameter first: how many values of the object are before these; with 0 they begin it.
    /// - Precondition: A real is finite.
    package mutating func part(_ fields: [Feature.Field], after first: Int = 0) -> Part {
        var part = Part(values: first..<first + fields.count)
        if first == 0 { part.text.append(UInt8(ascii: "{")) }
        for (index, field) in zip(part.values, fields) { append(field.name, field.value, at: index, to: &part.text) }
        return part
    }

    /// Begins or continues an object with values that were written before; `member` appends others, and `end`
    /// ends it.
    ///
    /// - Precondition: The object has as many values as the part was made for.
    package mutating func append(_ part: Part, to bytes: inout [UInt8]) {
        precondition(part.values.lowerBound == 0 || part.values.lowerBound == next, "These values have another place.")
        bytes.append(contentsOf: part.text)
        next = part.values.upperBound
    }

    /// Appends the next value of the object.
    ///
    /// - Precondition: A real is finite.
    package mutating func member(_ name: String, _ value: FieldValue, to bytes: inout [UInt8]) {
        append(name, value, at: next, to: &bytes)
        next += 1
    }

    package func end(_ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "}"))
    }

    /// - Parameter index: how many values of the object are before this one.
    private mutating func append(_ name: String, _ value: FieldValue, at index: Int, to bytes: inout [UInt8]) {
        while keys.count <= index { keys.append(Self.key(name, at: keys.count)) }
        if keys[index].name != name { keys[index] = Self.key(name, at: index) }
        bytes.append(contentsOf: keys[index].text)
        bytes.appendJSON(value)
    }

    /// The text before a value, with the comma that ends the one before.
    private static func key(_ name: String, at index: Int) -> (name: String, text: [UInt8]) {
        var text: [UInt8] = index > 0 ? [UInt8(ascii: ",")] : []
        text.appendJSONKey(name)
        return (name, text)
    }
}
