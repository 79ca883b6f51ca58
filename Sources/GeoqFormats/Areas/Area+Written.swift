package import Geoq
package import GeoqIndex

/// Areas that users write where a name may stand as well: in an option, in a parameter.
extension Area {
    /// Whether a text is a geometry and no name: WKT of any type, GeoJSON, or hexadecimal WKB.
    ///
    /// - Complexity: O(length of the text).
    package static func isWritten(_ text: String) -> Bool {
        WKT.begins(Array(text.utf8)) || isGeoJSON(text) || isHexWKB(text)
    }

    /// Whether a text is JSON: neither WKT nor a name.
    package static func isGeoJSON(_ text: String) -> Bool { text.first { !$0.isWhitespace } == "{" }

    /// Whether a text is hexadecimal WKB or EWKB, as `psql` prints a geometry.
    ///
    /// It must begin with the head of one: names may be of digits alone, and begin as it does.
    ///
    /// - Complexity: O(1).
    package static func isHexWKB(_ text: String) -> Bool {
        guard WKB.isHex(text), text.utf8.count >= 18, text.utf8.count.isMultiple(of: 2),
            let head = HexDigits.bytes(Array(text.utf8.prefix(18)))
        else { return false }
        var reader = WKBReader(head)
        guard let header = try? reader.header() else { return false }
        return (1...17).contains(header.type)
    }

    /// The area of WKT or EWKT, of a geometry or a feature of GeoJSON, or of hexadecimal WKB.
    ///
    /// A collection of GeoJSON may have one feature.
    ///
    /// - Parameter limit: of positions, the pieces of edges included.
    /// - Throws: `AreaTextError`, also for rings that are no boundary.
    /// - Complexity: O(length of the text), and that of `init(_:edges:pole:)`.
    package init(
        written text: String, edges: Edges = .drawn, pole: Pole? = nil, atMost limit: Int = Area.largestCount
    ) throws(AreaTextError) {
        let isGeoJSON = Self.isGeoJSON(text)
        guard isGeoJSON || Self.isHexWKB(text) else {
            try self.init(wkt: text, edges: edges, pole: pole, atMost: limit)
            return
        }
        do throws(AreaError) {
            try self.init(
                text: isGeoJSON ? Self.geometry(of: text) : text, edges: edges, pole: pole, atMost: limit)
            try Self.checkRings(of: polygons, edges: edges)
        } catch {
            throw .area(error)
        }
    }

    /// The geometry of a feature, or of a collection of one, as files have it; the text itself
    /// when it is no such thing.
    ///
    /// - Throws: `AreaError.unreadable` for a feature without a geometry, and for a collection with none or several.
    private static func geometry(of text: String) throws(AreaError) -> String {
        guard var value = try? JSONValue(parsing: text) else { return text }
        // Before RFC 7946 the system of the coordinates stood beside the features, or in the feature.
        var system = value.object?["crs"]
        if value.object?["type"]?.string == "FeatureCollection" {
            let features = value.object?["features"]?.array ?? []
            guard features.count == 1 else {
                throw .unreadable(
                    reason: "a FeatureCollection of \(features.count) features, where one is expected"
                        + (features.isEmpty ? "" : "; make one MultiPolygon of them"))
            }
            value = features[0]
            system = value.object?["crs"] ?? system
        }
        guard value.object?["type"]?.string == "Feature" else { return text }
        guard var geometry = value.object?["geometry"]?.object else {
            throw .unreadable(reason: "a Feature without a geometry")
        }
        if let system, geometry["crs"] == nil { geometry.members.append(JSONObject.Member("crs", system)) }
        return JSONValue.object(geometry).text
    }
}
