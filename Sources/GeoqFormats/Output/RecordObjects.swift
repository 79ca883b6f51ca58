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
        begin(Start(), to: &bytes)
        for field in fields { member(field.name, field.value, to: &bytes) }
        end(&bytes)
    }

    /// The first values of an object, as text: what many objects begin with is written once.
    package struct Start {
        fileprivate var count = 0
        fileprivate var text: [UInt8] = []
    }

    /// What objects begin with.
    ///
    /// - Precondition: A real is finite.
    package mutating func start(_ fields: [Feature.Field]) -> Start {
        var start = Start(count: fields.count)
        for (index, field) in fields.enumerated() { append(field.name, field.value, at: index, to: &start.text) }
        return start
    }

    /// Begins an object with values that were written before; `member` appends the others, and `end` ends it.
    package mutating func begin(_ start: Start, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        bytes.append(contentsOf: start.text)
        next = start.count
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
        if index == keys.count { keys.append(Self.key(name, at: index)) }
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
