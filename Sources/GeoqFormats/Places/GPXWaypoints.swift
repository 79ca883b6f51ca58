import Geoq

/// The waypoints of a GPX file (GPX 1.0 and 1.1, topografix.com/gpx.asp) as
/// places. Phones and GPS receivers write such files.
///
/// A waypoint's name is its `name`, or else its `cmt` or `desc`. Tracks and
/// routes are lines: they are not read, and a note says how many there are.
enum GPXWaypoints: ImportFormat {
    static let name = "gpx"

    /// The largest file that is read, in bytes: it is read at once.
    static let maximumBytes = 64 << 20

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        guard probe.members.count == 1 else { return false }
        let head = try probe.head(of: probe.members[0])
        guard head.content == .xml else { return false }
        var reader = XMLReader(head.bytes)
        guard case .start(let element, _)? = try? reader.next() else { return false }
        return local(element) == "gpx"
    }

    static func knownKind(of probe: ImportProbe) throws -> ImportKind? {
        try recognizes(probe) ? .hotspots : nil
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        try probe.expect(.hotspots, in: "a GPX file")
        guard probe.options.columnMap.isEmpty else {
            throw FileProblem(file: probe.input.name, .columnsAreKnown("the elements of GPX are known"))
        }
        let file = probe.fileName(of: probe.members[0])
        let bytes = try probe.input.open(probe.members[0]).bytes(upTo: maximumBytes + 1)
        guard bytes.count <= maximumBytes else {
            throw FileProblem(file: file, reason: "it is longer than \(maximumBytes >> 20) MB; save fewer waypoints")
        }
        sink.begin(format: name, source: nil)
        var waypoints = Waypoints(bytes, file: file, sink: sink)
        do throws(XMLReader.Problem) {
            try waypoints.read()
        } catch {
            throw FileProblem(file: file, reason: "line \(error.line): \(error.reason)")
        }
        if let error = waypoints.sinkError { throw error }
        var report = FormatReport(format: name)
        report.notes = waypoints.notes
        report.unreadLines = waypoints.lines
        return report
    }

    /// The name without its namespace's prefix.
    fileprivate static func local(_ name: String) -> Substring {
        name.split(separator: ":").last ?? ""
    }
}

/// Goes through the elements of a GPX file.
private struct Waypoints {
    private var reader: XMLReader
    private let file: String
    private let sink: any ImportSink
    private var depth = 0
    private var (tracks, routes) = (0, 0)
    /// What the sink threw.
    private(set) var sinkError: (any Error)?

    init(_ bytes: [UInt8], file: String, sink: any ImportSink) {
        (reader, self.file, self.sink) = (XMLReader(bytes), file, sink)
    }

    /// How many lines there are, which are not read.
    var lines: Int { tracks + routes }

    var notes: [String] {
        var lines: [String] = []
        func note(_ count: Int, _ line: String) {
            guard count > 0 else { return }
            lines.append("\(count) \(line)\(count == 1 ? " was" : "s were") not read: places are points, and no lines")
        }
        note(tracks, "track")
        note(routes, "route")
        return lines + [reader.note].compactMap(\.self)
    }

    mutating func read() throws(XMLReader.Problem) {
        while let piece = try reader.next() {
            switch piece {
            case .start(let name, let attributes):
                depth += 1
                guard depth == 2 else { continue }
                switch GPXWaypoints.local(name) {
                case "wpt":
                    try readWaypoint(attributes)
                    if sinkError != nil { return }
                case "trk": tracks += 1
                case "rte": routes += 1
                default: break
                }
            case .end: depth -= 1
            case .text: break
            }
        }
    }

    /// Reads up to the end of a waypoint, and hands it on.
    private mutating func readWaypoint(_ attributes: [String: String]) throws(XMLReader.Problem) {
        let line = reader.line
        var texts: [Substring: String] = [:]
        var element = ""
        while depth >= 2, let piece = try reader.next() {
            switch piece {
            case .start(let name, _):
                depth += 1
                if depth == 3 { element = name }
            case .text(let text) where depth == 3:
                texts[GPXWaypoints.local(element), default: ""] += text
            case .text: break
            case .end: depth -= 1
            }
        }
        do {
            do {
                let record = try Self.record(attributes, texts)
                try record.checkLengths()
                try sink.take(record, line: line)
            } catch let problem as FieldProblem {
                let raw = "<wpt lat=\"\(attributes["lat"] ?? "")\" lon=\"\(attributes["lon"] ?? "")\">"
                try sink.refuse(problem.at(line: line, of: file), raw: Array(raw.utf8))
            }
        } catch {
            sinkError = error
        }
    }

    private static func record(_ attributes: [String: String], _ texts: [Substring: String]) throws -> ImportRecord {
        func degrees(_ name: String) throws(FieldProblem) -> Double? {
            guard let text = attributes[name] else { return nil }
            if let number = DecimalNumber.parse(text) { return number }
            throw FieldProblem(
                column: name, value: text, reason: "\(name) \(FieldProblem.quoted(text)) is not a number",
                hint: DecimalNumber.hint(for: text))
        }
        let place = try CoordinateFields.coordinate(latitude: try degrees("lat"), longitude: try degrees("lon"))
        guard let place else { throw CoordinateFields.missing }
        let names = ["name", "cmt", "desc"].lazy.compactMap { texts[$0] }.map { text in
            String(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
        guard let name = names.first(where: { !$0.isEmpty }) else {
            throw FieldProblem(column: "name", reason: "no name")
        }
        return .hotspot(HotspotRecord(identity: RecordIdentity(), name: name, coordinate: place))
    }
}
