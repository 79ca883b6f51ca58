import Geoq
import GeoqFormats
import GeoqIndex

extension Area {
    /// The area of a parameter's WKT or GeoJSON.
    ///
    /// - Throws: `AreaTextError`, `AreaError` or `PoleNeeded`.
    init(parameter text: String, edges: Edges = .drawn, pole: Pole? = nil) throws {
        self = try Self.asked { () throws in
            guard Self.isGeoJSON(text) else { return try Area(wkt: text, edges: edges, pole: pole) }
            let area = try Area(text: Self.geometry(of: text), edges: edges, pole: pole)
            try Area.checkRings(of: area.polygons, edges: edges)
            return area
        }
    }

    /// Whether a text is no WKT and no name, but JSON.
    static func isGeoJSON(_ text: String) -> Bool { text.first { !$0.isWhitespace } == "{" }

    /// The geometry of a feature, or of a collection of one, as files have it; the text itself
    /// when it is no such thing.
    private static func geometry(of text: String) -> String {
        guard var value = try? JSONValue(parsing: text) else { return text }
        // Before RFC 7946 the system of the coordinates stood beside the features, or in the feature.
        var system = value.object?["crs"]
        if value.object?["type"] == "FeatureCollection", let features = value.object?["features"]?.array,
            features.count == 1
        {
            value = features[0]
            system = value.object?["crs"] ?? system
        }
        guard value.object?["type"] == "Feature", var geometry = value.object?["geometry"]?.object else { return text }
        if let system, geometry["crs"] == nil { geometry.members.append(JSONObject.Member("crs", system)) }
        return JSONValue.object(geometry).text
    }

    /// What `make` gives; for a ring around a pole it says which parameter helps.
    static func asked(_ make: () throws -> Area) throws -> Area {
        do {
            return try make()
        } catch AreaTextError.area(.ringAroundPole(let polygon, let ring)) {
            throw PoleNeeded(error: .ringAroundPole(polygon: polygon, ring: ring))
        } catch let error as AreaError {
            if case .ringAroundPole = error { throw PoleNeeded(error: error) }
            throw error
        }
    }
}

/// Only the client knows which pole a ring holds.
private struct PoleNeeded: Error, CustomStringConvertible {
    let error: AreaError

    var description: String { "\(error), with pole=north or pole=south" }
}
