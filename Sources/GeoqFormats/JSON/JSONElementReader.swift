import Geoq

/// Gives the values of a JSON file one by one, with their lines, in bounded
/// memory. The first bytes of a file show which kind it is:
///
/// - an array: its elements;
/// - a GeoJSON FeatureCollection: its features. Its members may come in any
///   order; others than `features` are stepped over;
/// - one object over several lines: that object;
/// - one object a line (NDJSON, and GeoJSONSeq without its separators);
/// - values after record separators (RFC 8142 and 7464).
///
/// A value that is not JSON, or is longer than `maximumBytes`, is refused, and
/// the next one is read as long as its start is certain: in files of lines and
/// records always, in arrays as long as brackets, quotes and commas are right.
/// Otherwise the reader throws a `FileProblem`: the file is cut short or
/// damaged, and the caller must take back the values that it got before.
struct JSONElementReader {
    /// How a file holds its values.
    enum Layout {
        case array, featureCollection, object, lines, records
    }

    /// A value, or the reason why it cannot be read.
    enum Element {
        case value(JSONValue, line: Int)
        case refused(reason: String, line: Int)
    }

    /// The longest value that is read: room for a hundred thousand vertices.
    static let maximumBytes = 4 << 20

    /// The layout that was found; nil before the first `next`.
    private(set) var layout: Layout?

    private let file: String
    private let maximumValues: Int
    private let window: StreamWindow
    private var hasEnded = false
    /// In an array, after a value: a comma or the array's end comes next.
    private var needsComma = false
    private var collection = FeatureCollectionMembers()
    private var element: Range<Int> = 0..<0
    /// How many values of an array, or records, there were so far.
    private var number = 0

    /// - Parameters:
    ///   - file: The name of the file in messages.
    ///   - maximumBytes: The longest value that is read.
    ///   - maximumValues: How many values one value may hold.
    ///   - takesCloseSystems: Whether a FeatureCollection may name a coordinate system that agrees
    ///     with WGS 84 to about two meters; the caller says it then (`closeSystem`).
    init(
        _ stream: any ByteStream, file: String, maximumBytes: Int = JSONElementReader.maximumBytes,
        maximumValues: Int = JSONValue.maximumValues, takesCloseSystems: Bool = false
    ) {
        window = StreamWindow(stream, maximumKept: maximumBytes)
        (self.file, self.maximumValues) = (file, maximumValues)
        collection.takesCloseSystems = takesCloseSystems
    }

    /// The name of the system that a FeatureCollection is on, when it is close to WGS 84. It may
    /// stand behind the features.
    var closeSystem: String? { collection.closeSystem }

    /// The next value; nil after the last.
    ///
    /// - Throws: `FileProblem` when the file has none of the five layouts or its
    ///   outer structure is damaged; any error of the stream.
    /// - Complexity: O(*n*) of the value's bytes.
    mutating func next() throws -> Element? {
        do {
            if layout == nil, let first = try begin() { return first }
            switch layout! {
            case .array, .featureCollection: return try nextOfArray()
            case .object: return try endOfObject()
            case .lines: return try nextLine()
            case .records: return try nextRecord()
            }
        } catch let error as JSONShapeError {
            let after = number > 0 && !hasEnded ? elementName.map { ", after \($0)" } ?? "" : ""
            throw FileProblem(file: file, reason: "line \(window.line)\(after): \(error.reason)")
        }
    }

    /// The name of the last value where its line does not tell it: "feature 3";
    /// nil in a file of one object a line.
    var elementName: String? {
        switch layout {
        case .array: "object \(number)"
        case .featureCollection: "feature \(number)"
        case .records: "record \(number)"
        case .object, .lines, nil: nil
        }
    }

    /// The text of the last value; its beginning, when it was too long.
    var rawBytes: [UInt8] {
        guard window.isKept(from: element.lowerBound) else { return window.longValuePrefix }
        return window.withBytes(element) { Array($0) }
    }

    /// Whether the value that was read first is all that there is: the file is one object.
    func isAlone() throws -> Bool {
        guard layout == .object || layout == .lines else { return false }
        try window.skipBlanks()
        return try window.peek() == nil
    }

    // MARK: - The first bytes

    /// Finds the layout.
    ///
    /// - Returns: The first value, when it was read for that.
    private mutating func begin() throws -> Element? {
        for byte in [0xEF, 0xBB, 0xBF] as [UInt8] where try window.peek() == byte { window.advance() }
        try window.skipBlanks()
        switch try window.peek() {
        case nil: throw FileProblem(file: file, reason: "it is empty")
        case JSONElementReader.recordSeparator: layout = .records
        case UInt8(ascii: "["):
            window.advance()
            layout = .array
        case UInt8(ascii: "{"): return try beginObject()
        default:
            throw FileProblem(
                file: file, reason: "not JSON: an array, an object, or one object a line is expected")
        }
        return nil
    }

    /// Reads a `{` at the start of the file. It belongs to a FeatureCollection,
    /// to a single object, or to the first line.
    private mutating func beginObject() throws -> Element? {
        let (start, line) = (window.position, window.line)
        window.keep()
        do {
            window.advance()
            if try collection.readUntilFeatures(window, file: file) {
                layout = .featureCollection
                return nil
            }
            if window.line > line {
                layout = .object
                return parsed(start..<window.position, line: line)
            }
        } catch let error as JSONShapeError {
            // Only the first line may be damaged; the lines after it may be
            // good.
            guard window.isKept(from: start), window.line == line || beginsOnEachLine(from: start) else { throw error }
        }
        layout = .lines
        guard window.isKept(from: start) else {
            try skipLine()
            return tooLong(line: line)
        }
        window.rewind(to: start, line: line)
        return nil
    }

    /// Whether the second line begins with an object, too. The second line of
    /// an object over several lines begins with a name.
    private func beginsOnEachLine(from start: Int) -> Bool {
        window.withBytes(start..<window.position) { bytes in
            bytes.drop { $0 != UInt8(ascii: "\n") }.first { !$0.isJSONBlank } == UInt8(ascii: "{")
        }
    }

    // MARK: - Values one after the other

    private mutating func nextOfArray() throws -> Element? {
        if hasEnded { return nil }
        try window.skipBlanks()
        if try window.skip("]") { return try endOfArray() }
        if needsComma {
            guard try window.skip(",") else { throw JSONShapeError(reason: try reasonForMissingComma()) }
            try window.skipBlanks()
        }
        let (start, line) = (window.position, window.line)
        window.keep()
        try JSONElementReader.skipValue(window)
        guard window.position > start else { throw JSONShapeError(reason: "a value is expected after the comma") }
        needsComma = true
        number += 1
        return parsed(start..<window.position, line: line)
    }

    private mutating func endOfArray() throws -> Element? {
        hasEnded = true
        if layout == .featureCollection { try collection.readAfterFeatures(window, file: file) }
        try window.skipBlanks()
        guard try window.peek() == nil else {
            throw JSONShapeError(reason: "more text after the end of the array")
        }
        return nil
    }

    private func reasonForMissingComma() throws -> String {
        try window.peek() == nil
            ? "the file ends inside its array: it is cut short" : "a comma or ] is expected after an element"
    }

    private func endOfObject() throws -> Element? {
        try window.skipBlanks()
        guard try window.peek() == nil else {
            throw JSONShapeError(reason: "more text after the end of the object; write one object a line")
        }
        return nil
    }

    private mutating func nextLine() throws -> Element? {
        while try window.peek() != nil {
            let (start, line) = (window.position, window.line)
            window.keep()
            try skipLine()
            if let element = nonBlank(start..<window.position, line: line) { return element }
        }
        return nil
    }

    /// RFC 7464, 2.1: separators without text between them are no values.
    private mutating func nextRecord() throws -> Element? {
        while try window.peek() != nil {
            if try window.peek() == JSONElementReader.recordSeparator { window.advance() }
            let (start, line) = (window.position, window.line)
            window.keep()
            while try window.consume({ chunk in JSONElementReader.bytes(before: Self.recordSeparator, in: chunk) }),
                try window.peek() != JSONElementReader.recordSeparator
            {}
            number += 1
            if let element = nonBlank(start..<window.position, line: line) { return element }
            number -= 1
        }
        return nil
    }

    /// Steps over the rest of a line, its LF included.
    private func skipLine() throws {
        let lineEnd = UInt8(ascii: "\n")
        while try window.peek() != lineEnd {
            guard try window.consume({ chunk in JSONElementReader.bytes(before: lineEnd, in: chunk) }) else { return }
        }
        window.advance()
    }

    /// Steps over a value, of which at least one byte is there, and gives its bytes
    /// to `look`, piece by piece.
    static func skipValue(
        _ window: StreamWindow, _ look: (UnsafeBufferPointer<UInt8>) -> Void = { _ in }
    ) throws {
        var boundary = JSONBoundary()
        var isComplete = false
        while !isComplete {
            let isOpen = try window.consume { (chunk) throws(JSONShapeError) in
                let part = try boundary.scan(chunk)
                look(UnsafeBufferPointer(rebasing: chunk[..<part.bytes]))
                isComplete = part.isComplete
                return (part.bytes, part.lines)
            }
            guard isOpen || boundary.mayEndHere else {
                throw JSONShapeError(reason: "the file ends inside a value: it is cut short")
            }
            if !isOpen { return }
        }
    }

    private static func bytes(
        before end: UInt8, in chunk: UnsafeBufferPointer<UInt8>
    ) -> (bytes: Int, lines: Int) {
        let count = chunk.firstIndex(of: end) ?? chunk.count
        return (count, end == UInt8(ascii: "\n") ? 0 : chunk[..<count].count { $0 == UInt8(ascii: "\n") })
    }

    // MARK: - One value

    private mutating func nonBlank(_ range: Range<Int>, line: Int) -> Element? {
        guard window.isKept(from: range.lowerBound) else { return tooLong(line: line) }
        // The line is that of the value, not that of the blank lines before it.
        let blanks = window.withBytes(range) { bytes in
            let front = bytes.prefix(while: \.isJSONBlank)
            return (
                front: front.count, lines: front.count { $0 == UInt8(ascii: "\n") },
                back: bytes.reversed().prefix(while: \.isJSONBlank).count
            )
        }
        if blanks.front == range.count { return nil }
        return parsed(range.dropFirst(blanks.front).dropLast(blanks.back), line: line + blanks.lines)
    }

    private mutating func parsed(_ range: Range<Int>, line: Int) -> Element {
        guard window.isKept(from: range.lowerBound) else { return tooLong(line: line) }
        element = range
        do {
            let value = try window.withBytes(range) { (bytes) throws(JSONSyntaxError) in
                try JSONValue(parsing: bytes, maximumValues: maximumValues)
            }
            return .value(value, line: line)
        } catch {
            let place = error.line > 1 ? "line \(line + error.line - 1), " : ""
            return .refused(
                reason: "not JSON at \(place)character \(error.column): \(error.reason)", line: line)
        }
    }

    private mutating func tooLong(line: Int) -> Element {
        element = 0..<0
        return .refused(reason: "longer than \(window.maximumKept) bytes", line: line)
    }

    /// RFC 8142, 2: each text begins with the record separator, 0x1E.
    private static let recordSeparator: UInt8 = 0x1E
}
