package import Geoq
package import GeoqIndex

extension Area {
    /// Of larger areas a reader of GeoJSON would not take the rings twice.
    private static let mostPositionsTwice = 1_000_000

    /// The area as a GeoJSON feature (RFC 7946, section 3.2): a MultiPolygon, its
    /// properties the name and what else is given.
    ///
    /// Polygons across ±180° are cut there (section 3.1.9), for programs that would draw them around the earth. The
    /// feature then has its polygons as they are in a member `uncut` (section 6.1), from which geoq reads the same
    /// area again. One of more than a million positions is not cut.
    ///
    /// Nor is one that has no cut which holds the same places: with a vertex at a pole, or a ring that touches itself
    /// on ±180°.
    ///
    /// - Complexity: O(positions); of an area across ±180° O(*n* log *n*), and O(holes × pieces).
    package func geoJSON(id: String, properties: [Feature.Field]) -> [UInt8] {
        let cut =
            positionCount > Self.mostPositionsTwice
            ? nil : Self.cutAtDateLine(polygons, edges: edges, pole: pole)
        var bytes = Array(#"{"type":"Feature","id":"#.utf8)
        bytes.appendJSON(id)
        bytes.append(contentsOf: #","geometry":"#.utf8)
        bytes.appendGeometry(of: cut ?? polygons)
        bytes.append(contentsOf: #","properties":{"#.utf8)
        for (number, field) in properties.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.appendJSONKey(field.name)
            bytes.appendJSON(field.value)
        }
        bytes.append(UInt8(ascii: "}"))
        if cut != nil {
            bytes.append(contentsOf: #","uncut":"#.utf8)
            bytes.appendGeometry(of: polygons)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}

extension [UInt8] {
    /// A MultiPolygon.
    fileprivate mutating func appendGeometry(of polygons: [Area.Polygon]) {
        append(contentsOf: #"{"type":"MultiPolygon","coordinates":["#.utf8)
        for (number, polygon) in polygons.enumerated() {
            append(contentsOf: (number > 0 ? ",[" : "[").utf8)
            for (number, ring) in ([polygon.outer] + polygon.holes).enumerated() {
                append(contentsOf: (number > 0 ? ",[" : "[").utf8)
                for (number, position) in ring.enumerated() {
                    append(contentsOf: (number > 0 ? ",[" : "[").utf8)
                    appendJSON(position.longitude)
                    append(UInt8(ascii: ","))
                    appendJSON(position.latitude)
                    append(UInt8(ascii: "]"))
                }
                append(UInt8(ascii: "]"))
            }
            append(UInt8(ascii: "]"))
        }
        append(contentsOf: "]}".utf8)
    }
}
