import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

/// Writes the hits around a center: as a GeoJSON collection with their number,
/// their exactness and a link to the next page, or as the rows of another
/// format.
struct HitWriter {
    let ways: RoundedGeodesics
    /// Columns to add to each hit.
    let fields: [String]
    let list: HitList
    let page: CollectionPage

    /// What holds for every distance and every set of hits: they are those of
    /// `geod_inverse`, which is good to 15 nm; distances are written to the
    /// micrometer.
    static let exactness: JSONValue = [
        "surface": "WGS 84 ellipsoid", "method": "Karney (2013), geod_inverse",
        "distance_error_m": 5.2e-7, "set": "exact",
    ]

    func reply(_ format: Format) throws -> Reply {
        if format != .geojson {
            let columns = ["name", "distance_m", "bearing_deg"] + fields
            return page.linked(
                try .features(list.hits.indices.map(feature), as: format, fields: columns, file: "hits"))
        }
        var page = page
        page.members = [("exactness", Self.exactness)]
        return page.geoJSON(room: 256 * list.hits.count + 1_024, appendHit)
    }

    /// Writes one feature, straight from the hit, because most of an answer's
    /// time is spent here.
    private func appendHit(_ index: Int, to bytes: inout [UInt8]) {
        let hit = list.hits[index]
        let way = ways.inverse(to: hit.coordinate)
        bytes.append(#"{"type":"Feature","id":"#)
        bytes.appendJSON(hit.id)
        bytes.append(#","geometry":{"type":"Point","coordinates":["#)
        bytes.appendJSON(hit.coordinate.longitude)
        bytes.append(",")
        bytes.appendJSON(hit.coordinate.latitude)
        bytes.append(#"]},"properties":{"name":"#)
        bytes.appendJSON(hit.name)
        bytes.append(#","distance_m":"#)
        bytes.appendJSON(way.meters)
        bytes.append(#","bearing_deg":"#)
        if let bearing = way.initialBearing { bytes.appendJSON(bearing) } else { bytes.append("null") }
        for name in fields {
            let value = list.rows?[index][name] ?? .null
            // Most places are exact, and need no such member.
            if value == .null, LayerTable.sharpness(of: hit.layer).contains(name) { continue }
            bytes.append(",")
            bytes.appendJSONKey(name)
            bytes.appendJSON(value)
        }
        bytes.append("}}")
    }

    private func feature(_ index: Int) -> Feature {
        let hit = list.hits[index]
        return Feature(
            id: hit.id.description, coordinate: hit.coordinate,
            fields: hit.fields(from: ways) + fields.map { .init($0, list.rows?[index][$0] ?? .null) })
    }
}

extension HTTPField.Name {
    static let link = HTTPField.Name("Link")!
}
