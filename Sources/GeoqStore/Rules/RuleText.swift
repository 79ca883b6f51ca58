package import Geoq
package import GeoqIndex

/// `parameters_json` of rules that a person makes.
package enum RuleText {
    package static func location(_ center: Coordinate, _ radius: Distance) -> String {
        let members: [(String, JSONValue)] = [
            ("lat", .number(center.latitude)), ("lon", .number(center.longitude)),
            ("radius_km", .number(radius.meters / 1000)),
        ]
        return JSONValue.object(JSONObject(members.map { JSONObject.Member($0, $1) })).text
    }

    /// - Parameter name: what the area is called, for a store that does not have it, or has it no more.
    package static func area(_ id: FeatureID, called name: String, _ approach: Distance = .meters(0)) -> String {
        var members = [
            JSONObject.Member("area_id", .string(id.description)), JSONObject.Member("area_name", .string(cut(name))),
        ]
        if approach.meters > 0 { members.append(.init("approach_km", .number(approach.meters / 1000))) }
        return JSONValue.object(JSONObject(members)).text
    }

    /// A name may be of any length, and parameters may not.
    private static func cut(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(200)))
    }

    package static func route(_ segments: [[Coordinate]], _ width: Distance) -> String {
        let lines = segments.map { segment in
            JSONValue.array(segment.map { .array([.number($0.longitude), .number($0.latitude)]) })
        }
        let isOne = lines.count == 1
        let line = JSONValue.object(
            JSONObject([
                .init("type", .string(isOne ? "LineString" : "MultiLineString")),
                .init("coordinates", isOne ? lines[0] : .array(lines)),
            ]))
        let members: [(String, JSONValue)] = [("route", line), ("within_km", .number(width.meters / 1000))]
        return JSONValue.object(JSONObject(members.map { JSONObject.Member($0, $1) })).text
    }

    package static func object(_ members: [(String, String)]) -> String {
        JSONValue.object(JSONObject(members.map { JSONObject.Member($0, .string($1)) })).text
    }

    /// A bird of the store by its id or name, or else a scientific name.
    ///
    /// - Parameter sighted: the scientific name of a common name that only
    ///   sightings have; asked for when no single bird has the name.
    package static func species(
        _ name: String, among birds: [Bird], sighted: () async throws -> String?
    ) async rethrows -> String {
        if let id = FeatureID(name) { return object([("bird_id", id.description)]) }
        let folded = name.foldedName
        let named = birds.filter { $0.scientificName?.foldedName == folded }
        let found = named.isEmpty ? birds.filter { $0.commonName?.foldedName == folded } : named
        // A name says the same in another store, where the bird may have another id.
        if let scientific = found.first?.scientificName { return object([("scientific_name", scientific)]) }
        if found.count == 1 { return object([("bird_id", found[0].id.description)]) }
        return object([("scientific_name", try await sighted() ?? name)])
    }
}
