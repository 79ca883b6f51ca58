package import Geoq

/// Writes records as JSON objects, and the text of each name once.
package struct RecordObjects {
    private var keys: [(name: String, text: [UInt8])] = []

    package init() {}

    /// Appends named values as an object, in their order.
    ///
    /// - Precondition: A real is finite.
    package mutating func append(_ fields: [Feature.Field], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if index == keys.count { keys.append(Self.key(field.name)) }
            if keys[index].name != field.name { keys[index] = Self.key(field.name) }
            bytes.append(contentsOf: keys[index].text)
            bytes.appendJSON(field.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func key(_ name: String) -> (name: String, text: [UInt8]) {
        var text: [UInt8] = []
        text.appendJSONKey(name)
        return (name, text)
    }
}
