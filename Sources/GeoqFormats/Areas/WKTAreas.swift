import Geoq

/// Areas as text, each from a new line on: WKT, EWKT or hexadecimal WKB, perhaps with a name
/// and a tab before it. WKT may go on over several lines. Blank lines are stepped over.
enum WKTAreas {
    /// Reads all lines.
    ///
    /// - Throws: `FileProblem` for more lines than `AreaLimits.features`; what
    ///   stream and sink throw.
    /// - Complexity: O(size of the file), in the memory of its longest geometry.
    static func read(_ stream: any ByteStream, into intake: AreaIntake) throws {
        let window = StreamWindow(stream, maximumKept: AreaLimits.textBytes)
        for byte in TextEncoding.byteOrderMark where try window.peek() == byte { window.advance() }
        while try window.peek() != nil {
            let (start, line) = (window.position, window.line)
            window.keep()
            try skipLine(window)
            let isLong = try !skipRest(window, from: start)
            let bytes: [UInt8] = isLong ? [] : window.withBytes(start..<window.position) { Array($0.trimmed) }
            guard isLong || !bytes.isEmpty else { continue }
            try intake.begin()
            do {
                if isLong { throw AreaProblem.malformed("longer than \(AreaLimits.textBytes) bytes") }
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

    /// Whether a text begins with a geometry, or a name, a tab and a geometry.
    static func recognizes(_ head: [UInt8]) -> Bool {
        let line = Array(head.prefix { $0 != UInt8(ascii: "\n") })
        if isRecord(line) { return true }
        guard let start = OpenWKT.start(in: line) else { return false }
        return WKT.begins(Array(head[start...].prefix(200)))
    }

    /// Whether a line begins with a geometry, or a name, a tab and a geometry.
    private static func isRecord(_ line: [UInt8]) -> Bool {
        if isGeometry(line[...]) { return true }
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return false }
        return isGeometry(line[(tab + 1)...])
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

    /// Whether a text begins as WKT, EWKT or hexadecimal WKB does.
    static func isGeometry(_ bytes: ArraySlice<UInt8>) -> Bool {
        let head = Array(bytes.prefix(200))
        return WKT.begins(head) || WKB.isHex(String(decoding: head, as: UTF8.self))
    }

    /// Reads one geometry: WKT, EWKT or hexadecimal WKB.
    static func read(_ geometry: [UInt8], into shape: inout AreaShape) throws(AreaProblem) {
        if WKT.begins(Array(geometry.prefix(200))) { return try WKT.read(geometry, into: &shape) }
        try WKB.read(hex: geometry, into: &shape)
    }

    /// Steps over the lines that the geometry of a line goes on in.
    ///
    /// - Parameter start: where the line begins; the window stands behind it.
    /// - Returns: false when all of it is longer than `AreaLimits.textBytes`.
    private static func skipRest(_ window: StreamWindow, from start: Int) throws -> Bool {
        guard window.isKept(from: start) else { return false }
        guard var open = window.withBytes(start..<window.position, { OpenWKT(Array($0.trimmed)) }) else { return true }
        while open.isOpen, try window.peek() != nil {
            let (next, line) = (window.position, window.line)
            try skipLine(window)
            guard window.isKept(from: start) else { return false }
            let bytes = window.withBytes(next..<window.position) { Array($0.trimmed) }
            guard open.take(bytes, isGeometry: isRecord(bytes)) else {
                window.rewind(to: next, line: line)
                break
            }
        }
        return true
    }

    private static func skipLine(_ window: StreamWindow) throws {
        let lineEnd = UInt8(ascii: "\n")
        while try window.peek() != lineEnd {
            guard try window.consume({ chunk in (chunk.firstIndex(of: lineEnd) ?? chunk.count, 0) }) else { return }
        }
        window.advance()
    }
}
