import Geoq
import GeoqFormats
import HTTPTypes

/// Writes a page of features, as GeoJSON with the members that OGC API –
/// Features adds, as a table for people, or as rows of another format.
struct ItemsWriter {
    let page: ItemPage
    let info: FeatureCollectionInfo
    let next: String?

    func reply(_ ask: Ask) throws -> Reply {
        var reply: Reply
        switch ask.format {
        case .geojson: reply = Reply(.geojson, geoJSON(ask))
        case .html: reply = HTMLPage(title: info.title, ask).items(page, next: next, info)
        default:
            guard let output = OutputFormat(rawValue: ask.format.rawValue) else {
                preconditionFailure("Items are not written as \(ask.format).")
            }
            let collected = ByteCollector()
            let writer = FeatureWriter(output, fields: info.columnNames(in: ask.service.live), output: collected.append)
            for feature in page.features { try writer.write(feature) }
            try writer.finish()
            reply = Reply(ask.format, collected.bytes)
            if ask.format == .csv { reply.offer(as: "\(info.id).csv") }
        }
        if let next { reply.headers[.link] = "<\(next)>; rel=\"next\"" }
        return reply
    }

    private func geoJSON(_ ask: Ask) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.beginFeatureCollection()
        func member(_ name: String, _ value: JSONValue) {
            bytes.append(UInt8(ascii: ","))
            bytes.appendJSONKey(name)
            bytes.appendJSON(value)
        }
        // Requirement 29: the time at which the answer was made.
        if let matched = page.matched { member("numberMatched", .count(matched)) }
        member("numberReturned", .count(page.features.count))
        member("timeStamp", .string(Clock.now()))
        member("snapshot", .integer(page.version))
        var links: [JSONValue] = [
            ["rel": "self", "type": "application/geo+json", "href": .string(ask.sameQuestion())]
        ]
        if ask.endpoint.formats.contains(.html) {
            links.append(["rel": "alternate", "type": "text/html", "href": .string(ask.sameQuestion([("f", "html")]))])
        }
        if let next { links.append(["rel": "next", "type": "application/geo+json", "href": .string(next)]) }
        member("links", .array(links))
        bytes.beginFeatures()
        for (index, feature) in page.features.enumerated() {
            bytes.beginFeature(index)
            bytes.appendGeoJSON(feature)
        }
        bytes.endFeatureCollection(of: page.features.count)
        return bytes
    }

    /// One feature.
    static func reply(_ feature: Feature, _ info: FeatureCollectionInfo, _ ask: Ask) -> Reply {
        if ask.format == .html { return HTMLPage(title: info.title, ask).item(feature, info) }
        var bytes: [UInt8] = []
        bytes.appendGeoJSON(feature)
        // Requirement 32: links of the feature, inside its object.
        bytes.removeLast()
        let path = "/collections/\(info.id)"
        let links: JSONValue = [
            ["rel": "self", "type": "application/geo+json", "href": .string(ask.link("\(path)/items/\(feature.id)"))],
            ["rel": "collection", "type": "application/json", "href": .string(ask.link(path))],
            [
                "rel": "alternate", "type": "text/html",
                "href": .string(ask.link("\(path)/items/\(feature.id)", [("f", "html")])),
            ],
        ]
        bytes.append(contentsOf: #","links":"#.utf8)
        bytes.appendJSON(links)
        bytes.append(contentsOf: "}\n".utf8)
        return Reply(.geojson, bytes)
    }
}
