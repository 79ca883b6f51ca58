import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

/// Writes the hits around a center, inside an area or along a route: as a GeoJSON collection with their number,
/// their exactness and a link to the next page, or as the rows of another
/// format.
struct HitWriter {
    let measure: HitMeasure
    /// Columns to add to each hit.
    let fields: [String]
    let list: HitList
    let version: Int64
    /// The link to the next page; nil on the last one.
    let next: String?
    /// The link to this page.
    let own: String

    func reply(_ format: Format) throws -> Reply {
        var reply = Reply(format, format == .geojson ? geoJSON() : try others(format))
        if let next { reply.headers[.link] = "<\(next)>; rel=\"next\"" }
        if format == .csv { reply.offer(as: "hits.csv") }
        return reply
    }

    private func geoJSON() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 * list.hits.count + 1_024)
        bytes.beginFeatureCollection()
        if let matched = list.matched {
            bytes.append(#","numberMatched":"#)
            bytes.appendJSON(Int64(matched))
        }
        bytes.append(#","numberReturned":"#)
        bytes.appendJSON(Int64(list.hits.count))
        bytes.append(#","snapshot":"#)
        bytes.appendJSON(version)
        bytes += measure.exactness
        bytes.append(#","links":["#)
        appendLink("self", own, to: &bytes)
        if let next {
            bytes.append(",")
            appendLink("next", next, to: &bytes)
        }
        bytes.append("]")
        bytes.beginFeatures()
        for index in list.hits.indices {
            bytes.beginFeature(index)
            appendHit(index, to: &bytes)
        }
        bytes.endFeatureCollection(of: list.hits.count)
        return bytes
    }

    private func appendLink(_ relation: StaticString, _ address: String, to bytes: inout [UInt8]) {
        bytes.append(#"{"rel":""#)
        bytes.append(relation)
        bytes.append(#"","type":"application/geo+json","href":"#)
        bytes.appendJSON(address)
        bytes.append("}")
    }

    /// Writes one feature, straight from the hit, because most of an answer's
    /// time is spent here.
    private func appendHit(_ index: Int, to bytes: inout [UInt8]) {
        let hit = list.hits[index]
        bytes.append(#"{"type":"Feature","id":"#)
        bytes.appendJSON(hit.id)
        bytes.append(#","geometry":{"type":"Point","coordinates":["#)
        bytes.appendJSON(hit.coordinate.longitude)
        bytes.append(",")
        bytes.appendJSON(hit.coordinate.latitude)
        bytes.append(#"]},"properties":{"name":"#)
        bytes.appendJSON(hit.name)
        measure.append(hit, to: &bytes)
        var position = 0
        for name in fields {
            let value = list.rows?[index].value(of: name, from: &position) ?? .null
            // Most places are exact, and need no such member.
            if value == .null, LayerTable.sharpness(of: hit.layer).contains(name) { continue }
            bytes.append(",")
            bytes.appendJSONKey(name)
            bytes.appendJSON(value)
        }
        bytes.append("}}")
    }

    private func others(_ format: Format) throws -> [UInt8] {
        guard let output = OutputFormat(rawValue: format.rawValue) else {
            preconditionFailure("Hits are not written as \(format).")
        }
        var bytes: [UInt8] = []
        let collected = ByteCollector()
        let writer = FeatureWriter(
            output, fields: ["name"] + measure.names + fields, output: collected.append)
        for index in list.hits.indices { try writer.write(feature(index)) }
        try writer.finish()
        swap(&bytes, &collected.bytes)
        return bytes
    }

    private func feature(_ index: Int) -> Feature {
        let hit = list.hits[index]
        var values = measure.fields(of: hit)
        var position = 0
        for name in fields {
            values.append(.init(name, list.rows?[index].value(of: name, from: &position) ?? .null))
        }
        return Feature(id: hit.id.description, coordinate: hit.coordinate, fields: values)
    }
}

/// Takes the bytes of a writer.
final class ByteCollector {
    var bytes: [UInt8] = []

    func append(_ more: [UInt8]) {
        bytes += more
    }
}

extension HTTPField.Name {
    static let link = HTTPField.Name("Link")!
}

extension [UInt8] {
    /// Appends a text of the program's own.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }
}
