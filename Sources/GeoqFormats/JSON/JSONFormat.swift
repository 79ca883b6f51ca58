import Geoq

/// JSON in all its layouts: answers of eBird's API, GeoJSON, GeoJSONSeq, and
/// tables as arrays of objects or one object a line, geoq's own exports among
/// them.
///
/// A bad value is refused as a row if the start of the next one is certain.
/// When the file is cut short or its brackets do not match, reading ends with a
/// `FileProblem`, after some rows have been given to the sink. The caller must
/// then undo what it stored.
enum JSONFormat: ImportFormat {
    static let name = "json"

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        guard probe.members.count == 1, let member = probe.members.first else { return false }
        let head = try probe.head(of: member)
        guard head.content == .json else { return false }
        // Rows are objects: an array of anything else is no table.
        let opening = head.bytes.drop { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "{") }
        guard opening.first == UInt8(ascii: "[") else { return true }
        let second = opening.dropFirst().first { !$0.isJSONBlank }
        return second == nil || second == UInt8(ascii: "{") || second == UInt8(ascii: "]")
    }

    /// The kind of rows that eBird's API and geoq's own exports give, judged by
    /// the first object.
    static func knownKind(of probe: ImportProbe) throws -> ImportKind? {
        guard try recognizes(probe) else { return nil }
        let head = try probe.head(of: probe.members[0])
        var elements = JSONElementReader(ByteArrayStream(head.bytes), file: probe.input.name)
        // The head may end within an object.
        guard case .value(let value, _)? = try? elements.next(), let object = value.object else { return nil }
        if let kind = EBirdJSON.kind(of: object) { return kind }
        let row = object["properties"]?.object ?? object
        guard row["source"] != nil, row["source_id"] != nil, row.member("id") ?? object.member("id") != nil else {
            return nil
        }
        if row["record"] != nil { return .watchlists }
        if row["scientific_name"] != nil, row["date"] != nil { return .observations }
        if row["week"] != nil, row["likelihood"] != nil { return .presence }
        if row["common_name"] != nil { return .birds }
        return row["name"] != nil ? .hotspots : nil
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        let member = probe.members[0]
        let file = probe.fileName(of: member)
        var elements = JSONElementReader(try probe.input.open(member), file: file)
        var records = try JSONRecords(options: probe.options, file: file, dates: probe.dates)
        var isEBird: Bool?
        var hasFeatures = false
        var hasBegun = false
        var isFirst = true
        while let element = try elements.next() {
            defer { isFirst = false }
            switch element {
            case .refused(let reason, let line):
                try sink.refuse(
                    FieldProblem(reason: reason).at(line: line, element: elements.elementName, of: file),
                    raw: elements.rawBytes)
            case .value(let value, let line):
                do throws(any Error) {
                    let object = try object(value, file: file)
                    if isEBird == nil, let kind = EBirdJSON.kind(of: object) {
                        try probe.expect(kind, in: "this answer of eBird's API")
                        isEBird = true
                    }
                    if !hasBegun {
                        sink.begin(
                            format: isEBird == true ? "ebird-json" : name,
                            source: isEBird == true ? EBirdJSON.source : nil)
                        hasBegun = true
                    }
                    isEBird = isEBird ?? false
                    hasFeatures = hasFeatures || object["type"] == .string("Feature")
                    let outcome =
                        isEBird == true
                        ? try eBirdOutcome(of: object, kind: probe.options.kind)
                        : try records.outcome(of: object, line: line)
                    switch outcome {
                    case .skip(let reason): sink.skip(reason)
                    case .take(let record):
                        try record.checkLengths()
                        try sink.take(record, line: line)
                    }
                } catch let problem as FieldProblem {
                    if isFirst, let object = value.object, lacksAll(object, problem, probe.options.kind),
                        let reason = ServiceAnswer.reason(object), try elements.isAlone()
                    {
                        throw FileProblem(file: file, reason: reason)
                    }
                    try sink.refuse(
                        problem.at(line: line, element: elements.elementName, of: file), raw: elements.rawBytes)
                }
            }
        }
        if isEBird != true, isEBird != nil { try records.finish(file: file) }
        var report = FormatReport(
            format: isEBird == true ? "ebird-json" : elements.format(hasFeatures: hasFeatures),
            source: isEBird == true ? EBirdJSON.source : nil)
        report.unknownColumns = records.unknownNames
        report.notes = records.notes
        return report
    }

    /// The object that a row must be.
    ///
    /// - Throws: `FileProblem` when the file is the error message of a service.
    private static func object(_ value: JSONValue, file: String) throws -> JSONObject {
        guard let object = value.object else {
            throw FieldProblem(reason: "\(value.kindName), where an object with names and values is expected")
        }
        if object.members.count == 1, object["errors"]?.array != nil, let reason = ServiceAnswer.error(object) {
            throw FileProblem(file: file, reason: reason)
        }
        return object
    }

    /// Whether an object is refused because it has not even a place; of birds and presence, which have none, a name.
    private static func lacksAll(_ object: JSONObject, _ problem: FieldProblem, _ kind: ImportKind) -> Bool {
        switch kind {
        case .birds, .presence: object.text("name", "common_name", "scientific_name", "species") == nil
        default: problem.reason == CoordinateFields.missing.reason
        }
    }

    private static func eBirdOutcome(of object: JSONObject, kind: ImportKind) throws -> RowOutcome {
        if kind == .hotspots { return .take(.hotspot(try EBirdJSON.hotspot(object))) }
        let observation = try EBirdJSON.observation(object)
        return observation.count == 0 ? .skip(.absent) : .take(.observation(observation))
    }
}

extension JSONElementReader {
    /// The name of the file's format, once all of it is read.
    ///
    /// - Parameter hasFeatures: whether some objects are features of GeoJSON.
    func format(hasFeatures: Bool) -> String {
        switch layout {
        case .featureCollection: "geojson"
        case .records: "geojsonseq"
        case .lines: hasFeatures ? "geojsonseq" : "ndjson"
        case .array, .object, nil: hasFeatures ? "geojson" : "json"
        }
    }
}
