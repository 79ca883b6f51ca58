import Geoq

/// Areas in KML (OGC 07-147r2): the placemarks with polygons, alone or in
/// MultiGeometry, at any depth of folders. Heights are left out.
///
/// Attributes are a placemark's `name`, and the values in its ExtendedData.
struct KMLAreas {
    private var reader: XMLReader
    private let intake: AreaIntake
    /// How many elements are open.
    private var depth = 0
    private var links = 0

    /// Reads all placemarks.
    ///
    /// - Throws: `FileProblem` when the file is not well-formed XML or too long:
    ///   it is read at once; what stream and sink throw.
    /// - Complexity: O(size of the file), time and memory.
    static func read(_ stream: any ByteStream, into intake: AreaIntake) throws {
        let bytes = try stream.bytes(upTo: AreaLimits.textBytes + 1)
        guard bytes.count <= AreaLimits.textBytes else {
            throw FileProblem(
                file: intake.file, reason: "it is longer than \(AreaLimits.textBytes >> 20) MB; split it into several")
        }
        var areas = KMLAreas(reader: XMLReader(bytes), intake: intake)
        do {
            try areas.read()
        } catch let error as XMLReader.Problem {
            throw FileProblem(file: intake.file, reason: "line \(error.line): \(error.reason)")
        }
    }

    /// Whether a text begins as KML does.
    static func recognizes(_ head: [UInt8]) -> Bool {
        var reader = XMLReader(head)
        guard case .start(let element, _)? = try? reader.next() else { return false }
        return XMLReader.localName(element) == "kml"
    }

    private init(reader: XMLReader, intake: AreaIntake) {
        (self.reader, self.intake) = (reader, intake)
    }

    private mutating func read() throws {
        while let piece = try next() {
            switch piece {
            case .start("Placemark"): try readPlacemark()
            case .start("NetworkLink"): links += 1
            default: break
            }
        }
        if links > 0 { intake.note("\(links) link\(links == 1 ? "" : "s") to other files not followed") }
        if let note = reader.note { intake.note(note) }
    }

    // MARK: - Elements

    /// A piece of XML, with the name that counts.
    private enum Piece {
        case start(String)
        case text(String)
        case end(String)
    }

    /// The attribute `name` of the last element.
    private var nameAttribute: String?

    private mutating func next() throws(XMLReader.Problem) -> Piece? {
        switch try reader.next() {
        case .start(let name, let attributes):
            depth += 1
            nameAttribute = attributes["name"]
            return .start(XMLReader.localName(name))
        case .text(let text): return .text(text)
        case .end(let name):
            depth -= 1
            return .end(XMLReader.localName(name))
        case nil: return nil
        }
    }

    /// The text up to the end of the element that has just begun, without that
    /// of elements within it.
    private mutating func text() throws(XMLReader.Problem) -> String {
        let inside = depth
        var all = ""
        while depth >= inside, let piece = try next() {
            if case .text(let text) = piece, depth == inside { all += text }
        }
        return all
    }

    /// Steps to the end of the element that has just begun.
    private mutating func skip() throws(XMLReader.Problem) {
        let inside = depth
        while depth >= inside, try next() != nil {}
    }

    // MARK: - Placemarks

    /// KML 2.2, 9.11, 10, and Google's extensions.
    private static let otherGeometries: [String: String] = [
        "Point": "Point", "LineString": "LineString", "LinearRing": "LineString", "Model": "Model", "Track": "Track",
        "MultiTrack": "MultiTrack",
    ]

    private mutating func readPlacemark() throws {
        try intake.begin()
        let (inside, line) = (depth, reader.line)
        var (fields, shape) = (AreaFields(), intake.shape())
        var problem: AreaProblem?
        var hasGeometry = false
        var dataName: String?
        while depth >= inside, let piece = try next() {
            guard case .start(let element) = piece else { continue }
            switch element {
            case "name" where depth == inside + 1: fields.append("name", .text(try text()))
            case "description" where depth == inside + 1: fields.append("description", .text(try text()))
            case "Data": dataName = nameAttribute
            case "value":
                let value = try text()
                if let dataName { fields.append(dataName, .text(value)) }
                dataName = nil
            case "SimpleData":
                let name = nameAttribute
                let value = try text()
                if let name { fields.append(name, .text(value)) }
            case "MultiGeometry": hasGeometry = true
            case "Polygon":
                hasGeometry = true
                let end = depth
                do {
                    try readPolygon(into: &shape)
                } catch let error as AreaProblem {
                    problem = problem ?? error
                    while depth >= end, try next() != nil {}
                }
            default:
                guard let other = Self.otherGeometries[element] else { continue }
                hasGeometry = true
                shape.pass(over: other)
                try skip()
            }
        }
        if let problem { return try intake.refuse(problem, line: line) }
        if hasGeometry { try intake.give(shape, fields, line: line) } else { intake.skip(.noGeometry) }
    }

    /// Reads up to the end of a polygon: one outer boundary and any number of inner ones, which
    /// some programs write first.
    ///
    /// - Throws: `AreaProblem`, somewhere within the polygon; `XMLReader.Problem`.
    private mutating func readPolygon(into shape: inout AreaShape) throws {
        let inside = depth
        var (outerRings, innerRings) = (0, 0)
        var isInner = false
        shape.beginPolygon()
        while depth >= inside, let piece = try next() {
            guard case .start(let element) = piece else { continue }
            switch element {
            case "outerBoundaryIs": isInner = false
            case "innerBoundaryIs": isInner = true
            case "coordinates":
                if isInner { innerRings += 1 } else { outerRings += 1 }
                guard outerRings <= 1 else { throw AreaProblem.malformed("a polygon with two outer boundaries") }
                shape.beginRing()
                try Self.readPositions(try text(), into: &shape)
                try shape.endRing(isOuter: !isInner)
            default: break
            }
        }
        guard outerRings > 0 || innerRings == 0 else {
            throw AreaProblem.malformed("a polygon with inner boundaries and no outer one")
        }
        shape.endPolygon()
    }

    /// Tuples with blanks between them, each `lon,lat` and perhaps a height.
    private static func readPositions(_ text: String, into shape: inout AreaShape) throws(AreaProblem) {
        for tuple in text.utf8.split(whereSeparator: \.isBlank) {
            let parts = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            guard (2...3).contains(parts.count), let longitude = number(parts[0]), let latitude = number(parts[1])
            else {
                throw .malformed(
                    "\(FieldProblem.quoted(String(decoding: tuple.prefix(200), as: UTF8.self))) is not a position; "
                        + "lon,lat is expected, without a blank")
            }
            if parts.count > 2 { shape.leaveOut(height: number(parts[2])) }
            try shape.add(longitude: longitude, latitude: latitude)
        }
    }

    private static func number(_ text: Substring.UTF8View) -> Double? {
        text.withContiguousStorageIfAvailable { DecimalNumber.parse($0) } ?? DecimalNumber.parse(String(text) ?? "")
    }
}
