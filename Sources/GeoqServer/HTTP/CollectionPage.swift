import Geoq
import GeoqFormats
import HTTPTypes

/// A page of a GeoJSON collection: its members, its features, and the link to
/// the next page.
struct CollectionPage {
    let ask: Ask
    /// How many features all pages have; nil when they were not counted.
    var matched: Int?
    let returned: Int
    let version: Int64
    /// The link to the next page; nil on the last one.
    var next: String?
    /// Whether it says when it was made (OGC API – Features 1.0, requirement
    /// 29).
    var isTimed = false
    /// More members of the collection.
    var members: [(String, JSONValue)] = []

    /// The page as GeoJSON.
    ///
    /// - Parameters:
    ///   - room: how many bytes it may need.
    ///   - append: appends the feature of an index below `returned`.
    func geoJSON(room: Int = 1_024, _ append: (Int, inout [UInt8]) throws -> Void) rethrows -> Reply {
        var links = [JSONValue.link("self", .geojson, ask.sameQuestion())]
        if ask.endpoint.formats.contains(.html) {
            links.append(.link("alternate", .html, ask.sameQuestion([("f", "html")])))
        }
        if let next { links.append(.link("next", .geojson, next)) }
        var all: [(String, JSONValue)] = matched.map { [("numberMatched", .count($0))] } ?? []
        all.append(("numberReturned", .count(returned)))
        if isTimed { all.append(("timeStamp", .string(Clock.now()))) }
        all.append(("snapshot", .integer(version)))
        var collection = GeoJSONEncoder(members: all + members + [("links", .array(links))])
        var bytes: [UInt8] = []
        bytes.reserveCapacity(room)
        for index in 0..<returned { try collection.append(to: &bytes) { try append(index, &$0) } }
        collection.appendEnd(to: &bytes)
        return linked(Reply(.geojson, bytes))
    }

    /// The reply with the link to the next page as a header, too.
    func linked(_ reply: Reply) -> Reply {
        var reply = reply
        if let next { reply.headers[.link] = "<\(next)>; rel=\"next\"" }
        return reply
    }
}

extension Reply {
    /// Features, or hits, as the rows of a format; CSV is offered as a file.
    ///
    /// - Parameter fields: the columns; nil takes those of the first feature.
    static func features(
        _ features: [Feature], as format: Format, fields: [String]? = nil, file: String = "features"
    ) throws -> Reply {
        guard let output = OutputFormat(rawValue: format.rawValue) else {
            preconditionFailure("Features are not written as \(format).")
        }
        let collected = ByteCollector()
        let writer = FeatureWriter(output, fields: fields, output: collected.append)
        for feature in features { try writer.write(feature) }
        try writer.finish()
        return Reply(format, rows: collected, file)
    }

    /// Records as CSV, which is offered as a file, or as NDJSON.
    static func records(_ records: [[Feature.Field]], as format: Format, file: String) throws -> Reply {
        let collected = ByteCollector()
        let writer = RecordWriter(format == .csv ? .csv : .ndjson, output: collected.append)
        for record in records { try writer.write(record) }
        try writer.finish()
        return Reply(format, rows: collected, file)
    }

    private init(_ format: Format, rows: ByteCollector, _ file: String) {
        self.init(format, rows.bytes)
        // Makes a browser save the answer under a name (RFC 6266).
        if format == .csv { headers[.contentDisposition] = "attachment; filename=\"\(file).csv\"" }
    }
}

/// Takes the bytes of a writer.
private final class ByteCollector {
    var bytes: [UInt8] = []

    func append(_ more: [UInt8]) {
        bytes += more
    }
}

extension JSONValue {
    /// A link of an answer (OGC API – Features 1.0, section 5.2).
    static func link(_ relation: String, _ type: Format, _ address: String, _ title: String? = nil) -> JSONValue {
        let type = type == .openapi ? type.contentType : type.mediaType
        let link: JSONValue = ["rel": .string(relation), "type": .string(type), "href": .string(address)]
        return title.map { link.adding([("title", .string($0))]) } ?? link
    }

    /// Fields as an object.
    init(_ fields: [Feature.Field]) {
        self = .object(JSONObject(fields.map { .init($0.name, JSONValue($0.value)) }))
    }

    /// A column's value.
    init(_ value: FieldValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .integer(let number): .integer(number)
            case .real(let number): .number(number)
            case .text(let text): .string(text)
            }
    }
}
