import Geoq
import HTTPTypes

/// Writes the hits around a center: as a GeoJSON collection that says how many
/// there are, how exact they are and where the next page is, or as the rows of
/// another format.
struct HitWriter {
    let center: Coordinate
    /// Columns to add to each hit.
    let fields: [String]
    let list: HitList
    let version: Int64
    /// Where the next page is; nil on the last one.
    let next: String?
    /// Where this one is.
    let own: String

    /// What is true of every distance and every set of hits (`DESIGN`: the
    /// truth is `geod_inverse`, which is good to 15 nm).
    static let exactness: JSONValue = [
        "surface": "WGS 84 ellipsoid", "method": "Karney (2013), geod_inverse",
        "distance_error_m": 1.5e-8, "set": "exact",
    ]

    func reply(_ format: Format) throws -> Reply {
        var reply = Reply(format, format == .geojson ? geoJSON() : try others(format))
        if let next { reply.headers[.link] = "<\(next)>; rel=\"next\"" }
        return reply
    }

    private func geoJSON() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 * list.hits.count + 1_024)
        bytes.append(contentsOf: #"{"type":"FeatureCollection""#.utf8)
        func member(_ name: String, _ value: JSONValue) {
            bytes.append(UInt8(ascii: ","))
            bytes.appendJSONKey(name)
            bytes.appendJSON(value)
        }
        if let matched = list.matched { member("numberMatched", .count(matched)) }
        member("numberReturned", .count(list.hits.count))
        member("snapshot", .integer(version))
        member("exactness", Self.exactness)
        member("links", .array(links))
        bytes.append(contentsOf: #","features":["#.utf8)
        for index in list.hits.indices {
            bytes.append(contentsOf: (index > 0 ? ",\n" : "\n").utf8)
            appendHit(index, to: &bytes)
        }
        bytes.append(contentsOf: "]}\n".utf8)
        return bytes
    }

    private var links: [JSONValue] {
        let type = JSONValue.string(Format.geojson.mediaType)
        var links: [JSONValue] = [["rel": "self", "type": type, "href": .string(own)]]
        if let next { links.append(["rel": "next", "type": type, "href": .string(next)]) }
        return links
    }

    /// One feature, straight from the hit: most of an answer's time is spent
    /// here.
    private func appendHit(_ index: Int, to bytes: inout [UInt8]) {
        let hit = list.hits[index]
        let way = hit.geodesic(from: center)
        bytes.append(contentsOf: #"{"type":"Feature","id":""#.utf8)
        bytes.append(contentsOf: hit.id.description.utf8)
        bytes.append(contentsOf: #"","geometry":{"type":"Point","coordinates":["#.utf8)
        bytes.appendJSON(hit.coordinate.longitude)
        bytes.append(UInt8(ascii: ","))
        bytes.appendJSON(hit.coordinate.latitude)
        bytes.append(contentsOf: #"]},"properties":{"name":"#.utf8)
        bytes.appendJSON(hit.name)
        bytes.append(contentsOf: #","distance_m":"#.utf8)
        bytes.appendJSON(way.distance.meters)
        bytes.append(contentsOf: #","bearing_deg":"#.utf8)
        bytes.appendJSON(Self.rounded(way.initialBearing))
        for name in fields {
            bytes.append(UInt8(ascii: ","))
            bytes.appendJSONKey(name)
            bytes.appendJSON(list.rows?[index][name] ?? .null)
        }
        bytes.append(contentsOf: "}}".utf8)
    }

    private func others(_ format: Format) throws -> [UInt8] {
        guard let output = OutputFormat(rawValue: format.rawValue) else {
            preconditionFailure("Hits are not written as \(format).")
        }
        var bytes: [UInt8] = []
        let collected = ByteCollector()
        let writer = FeatureWriter(
            output, fields: ["name", "distance_m", "bearing_deg"] + fields, output: collected.append)
        for index in list.hits.indices { try writer.write(feature(index)) }
        try writer.finish()
        swap(&bytes, &collected.bytes)
        return bytes
    }

    private func feature(_ index: Int) -> Feature {
        let hit = list.hits[index]
        let way = hit.geodesic(from: center)
        return Feature(
            id: hit.id.description, coordinate: hit.coordinate,
            fields: [
                .init("name", .text(hit.name)), .init("distance_m", .real(way.distance.meters)),
                .init("bearing_deg", .real(Self.rounded(way.initialBearing))),
            ] + fields.map { .init($0, list.rows?[index][$0] ?? .null) })
    }

    /// A bearing to a millionth of a degree, as the command writes it.
    static func rounded(_ degrees: Double) -> Double {
        (degrees * 1e6).rounded() / 1e6
    }
}

/// Takes what a writer hands over.
final class ByteCollector {
    var bytes: [UInt8] = []

    func append(_ more: [UInt8]) {
        bytes += more
    }
}

extension HTTPField.Name {
    static let link = HTTPField.Name("Link")!
}
