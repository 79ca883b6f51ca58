import Geoq

/// Areas as text, one a line: WKT, EWKT or hexadecimal WKB, perhaps with a name
/// and a tab before it. Blank lines are stepped over.
enum WKTAreas {
    /// Reads all lines.
    ///
    /// - Throws: `FileProblem` for more lines than `AreaLimits.features`; what
    ///   stream and sink throw.
    /// - Complexity: O(size of the file), in the memory of its longest line.
    static func read(_ stream: any ByteStream, into intake: AreaIntake) throws {
        let window = StreamWindow(stream, maximumKept: AreaLimits.textBytes)
        for byte in TextEncoding.byteOrderMark where try window.peek() == byte { window.advance() }
        while try window.peek() != nil {
            let (start, line) = (window.position, window.line)
            window.keep()
            try skipLine(window)
            guard window.isKept(from: start) else {
                try intake.begin()
                try intake.refuse(.malformed("longer than \(AreaLimits.textBytes) bytes"), line: line)
                continue
            }
            let bytes = window.withBytes(start..<window.position) { Array($0.trimmed) }
            guard !bytes.isEmpty else { continue }
            try intake.begin()
            do {
                let (name, geometry) = try parts(bytes)
                var (fields, shape) = (AreaFields(), intake.shape())
                if let name { fields.append("name", .text(name)) }
                try read(geometry, into: &shape)
                try intake.give(shape, fields, line: line)
            } catch let problem as AreaProblem {
                try intake.refuse(problem, line: line)
            }
        }
    }

    /// Whether a line is a geometry, or a name, a tab and a geometry.
    static func recognizes(line: [UInt8]) -> Bool {
        (try? parts(line)) != nil
    }

    /// Splits a line into the name and the geometry.
    ///
    /// A tab may also stand within the geometry.
    private static func parts(_ line: [UInt8]) throws(AreaProblem) -> (name: String?, geometry: [UInt8]) {
        if isGeometry(line[...]) { return (nil, line) }
        if let tab = line.firstIndex(of: UInt8(ascii: "\t")), isGeometry(line[(tab + 1)...]) {
            // A name that is not UTF-8 is latin-1.
            let name = line[..<tab].withUnsafeBufferPointer { TextEncoding.transcoded($0).text }
            return (String(decoding: name, as: UTF8.self), Array(line[(tab + 1)...]))
        }
        let shown = FieldProblem.quoted(String(decoding: line.prefix(200), as: UTF8.self))
        throw .malformed("\(shown) is neither WKT nor a name, a tab and WKT")
    }

    private static func isGeometry(_ bytes: ArraySlice<UInt8>) -> Bool {
        let head = Array(bytes.prefix(200))
        return WKT.begins(head) || WKB.isHex(String(decoding: head, as: UTF8.self))
    }

    private static func read(_ geometry: [UInt8], into shape: inout AreaShape) throws(AreaProblem) {
        if WKT.begins(Array(geometry.prefix(200))) { return try WKT.read(geometry, into: &shape) }
        try WKB.read(hex: geometry, into: &shape)
    }

    private static func skipLine(_ window: StreamWindow) throws {
        let lineEnd = UInt8(ascii: "\n")
        while try window.peek() != lineEnd {
            guard try window.consume({ chunk in (chunk.firstIndex(of: lineEnd) ?? chunk.count, 0) }) else { return }
        }
        window.advance()
    }
}
