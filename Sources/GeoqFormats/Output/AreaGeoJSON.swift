package import Geoq
package import GeoqIndex

extension Area {
    /// The area as a GeoJSON feature (RFC 7946, section 3.2): a MultiPolygon, its
    /// properties the name and what else is given.
    ///
    /// - Complexity: O(positions).
    package func geoJSON(id: String, properties: [Feature.Field]) -> [UInt8] {
        var bytes = Array(#"{"type":"Feature","id":"#.utf8)
        bytes.appendJSON(id)
        bytes.append(contentsOf: #","geometry":{"type":"MultiPolygon","coordinates":["#.utf8)
        for (number, polygon) in polygons.enumerated() {
            bytes.append(contentsOf: (number > 0 ? ",[" : "[").utf8)
            for (number, ring) in ([polygon.outer] + polygon.holes).enumerated() {
                bytes.append(contentsOf: (number > 0 ? ",[" : "[").utf8)
                for (number, position) in ring.enumerated() {
                    bytes.append(contentsOf: (number > 0 ? ",[" : "[").utf8)
                    bytes.appendJSON(position.longitude)
                    bytes.append(UInt8(ascii: ","))
                    bytes.appendJSON(position.latitude)
                    bytes.append(UInt8(ascii: "]"))
                }
                bytes.append(UInt8(ascii: "]"))
            }
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(contentsOf: #"]},"properties":{"#.utf8)
        for (number, field) in properties.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.appendJSONKey(field.name)
            bytes.appendJSON(field.value)
        }
        bytes.append(contentsOf: "}}".utf8)
        return bytes
    }
}
