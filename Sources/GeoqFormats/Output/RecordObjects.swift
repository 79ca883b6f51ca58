package import Geoq

/// Writes records as JSON objects, and the text of each name once.
package struct RecordObjects {
    private var keys: [(name: String, text: [UInt8])] = []

    package init() {}

    /// Appends named values as an object, in their order.
    ///
    /// - Precondition: A real is finite.
    package mutating func append(_ fields: [Feature.Field], to bytes: inout [UInt8]) {
        append(Start(), fields, to: &bytes)
    }

    /// The first values of an object, as text: what many objects begin with is written once.
    package struct Start {
        fileprivate var count = 0
        fileprivate var text: [UInt8] = []
    }

    /// Appends the values that an object begins with, and further ones, as an object.
    ///
    /// - Precondition: A real is finite.
    package mutating func append(_ start: Start, _ fields: [Feature.Field], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        bytes.append(contentsOf: start.text)
        append(fields, from: start.count, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    /// What objects begin with.
    ///
    /// - Precondition: A real is finite.
    package mutating func start(_ fields: [Feature.Field]) -> Start {
        var start = Start(count: fields.count)
        append(fields, from: 0, to: &start.text)
        return start
    }

    /// - Parameter first: how many values of the object are before these.
    private mutating func append(_ fields: [Feature.Field], from first: Int, to bytes: inout [UInt8]) {
        for (place, field) in fields.enumerated() {
            let index = first + place
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if index == keys.count { keys.append(Self.key(field.name)) }
            if keys[index].name != field.name { keys[index] = Self.key(field.name) }
            bytes.append(contentsOf: keys[index].text)
            bytes.appendJSON(field.value)
        }
    }

    private static func key(_ name: String) -> (name: String, text: [UInt8]) {
        var text: [UInt8] = []
        text.appendJSONKey(name)
        return (name, text)
    }
}
