import Geoq

/// Why a file's outer structure cannot be followed any further.
struct JSONShapeError: Error, Hashable, Sendable {
    var reason: String
}

/// Finds where a JSON value ends, chunk by chunk, without reading its contents.
///
/// It looks only at brackets and strings; the parser checks later whether the
/// value is correct. Memory is constant.
struct JSONBoundary {
    private enum State {
        case start, container, string, word
    }

    private var state = State.start
    private var isInString = false
    private var isEscaped = false
    /// One bit a level, the innermost lowest: 1 for an object.
    private var levels: UInt64 = 0
    private var depth = 0

    /// Looks at the next bytes; the first chunk begins with the value.
    ///
    /// - Returns: How many bytes of the chunk belong to the value, how many
    ///   lines end in them, and whether the value ends there.
    mutating func scan(
        _ chunk: UnsafeBufferPointer<UInt8>
    ) throws(JSONShapeError) -> (bytes: Int, lines: Int, isComplete: Bool) {
        var index = 0
        var lines = 0
        if state == .start { state = firstState(chunk[0]) }
        if state == .word {
            while index < chunk.count, !JSONBoundary.endsWord(chunk[index]) { index += 1 }
            return (index, 0, index < chunk.count)
        }
        while index < chunk.count {
            let byte = chunk[index]
            index += 1
            if byte == UInt8(ascii: "\n") { lines += 1 }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    if depth == 0 { return (index, lines, true) }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"): try open(object: true)
            case UInt8(ascii: "["): try open(object: false)
            case UInt8(ascii: "}"): try close(object: true)
            case UInt8(ascii: "]"): try close(object: false)
            default: continue
            }
            if depth == 0, !isInString { return (index, lines, true) }
        }
        return (index, lines, false)
    }

    /// Whether the end of the file may end the value.
    var mayEndHere: Bool { state == .word }

    private func firstState(_ byte: UInt8) -> State {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): .container
        case UInt8(ascii: "\""): .string
        default: .word
        }
    }

    private mutating func open(object: Bool) throws(JSONShapeError) {
        guard depth < JSONValue.maximumDepth else {
            throw JSONShapeError(reason: "nested more than \(JSONValue.maximumDepth) deep")
        }
        depth += 1
        levels = levels << 1 | (object ? 1 : 0)
    }

    private mutating func close(object: Bool) throws(JSONShapeError) {
        guard levels & 1 == (object ? 1 : 0) else {
            throw JSONShapeError(reason: object ? "} closes a [" : "] closes a {")
        }
        depth -= 1
        levels >>= 1
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte.isJSONBlank || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }
}
