package import Geoq
package import GeoqIndex

extension Trajectory {
    /// The names of `fields(distance:)`, in its order.
    package static func fieldNames(hasDistance: Bool) -> [String] {
        ["name"] + (hasDistance ? ["distance_m"] : [])
            + ["common_name", "scientific_name", "season", "start_date", "end_date", "points", "id"]
    }

    /// What a table and records tell of it.
    ///
    /// - Parameter distance: nil where none was asked for.
    package func fields(distance: Distance?) -> [Feature.Field] {
        func text(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .null }
        var fields = [Feature.Field("name", text(name))]
        if let distance { fields.append(.init("distance_m", .real(Corridor.Foot.rounded(distance.meters)))) }
        fields += [
            Feature.Field("common_name", text(bird.commonName)),
            Feature.Field("scientific_name", text(bird.scientificName)), Feature.Field("season", text(season)),
            Feature.Field("start_date", text(startDate)), Feature.Field("end_date", text(endDate)),
            Feature.Field("points", .integer(Int64(points.count))), Feature.Field("id", .text(id.description)),
        ]
        return fields
    }

    /// The line as a GeoJSON geometry: cut at ±180°, where it crosses it (RFC 7946,
    /// section 3.1.9); a point when there is only one. A place on ±180° is written on the side
    /// that the line comes from.
    package var geometry: JSONValue {
        let places = points.map(\.coordinate)
        guard places.count > 1 else {
            return Self.geometry("Point", Self.position(places[0].longitude, places[0].latitude))
        }
        // Of the place before, as it is written.
        var longitude = places[0].longitude
        var lines = [[Self.position(longitude, places[0].latitude)]]
        for (start, end) in zip(places, places.dropFirst()) {
            if longitude != start.longitude, Self.shortWay(from: start, to: end) * longitude > 0 {
                // The line came from one side of ±180°, and goes on behind it.
                longitude = start.longitude
                lines.append([Self.position(longitude, start.latitude)])
            }
            let difference = end.longitude - longitude
            var reached = end.longitude
            if abs(difference) > 180 {
                let edge = difference < 0 ? 180.0 : -180
                if end.longitude == -edge {
                    reached = edge
                } else {
                    let across = difference + 2 * edge
                    let latitude = start.latitude + (end.latitude - start.latitude) * (edge - longitude) / across
                    lines[lines.count - 1].append(Self.position(edge, latitude))
                    lines.append([Self.position(-edge, latitude)])
                }
            }
            longitude = reached
            lines[lines.count - 1].append(Self.position(longitude, end.latitude))
        }
        return lines.count == 1
            ? Self.geometry("LineString", .array(lines[0]))
            : Self.geometry("MultiLineString", .array(lines.map { JSONValue.array($0) }))
    }

    private static func position(_ longitude: Double, _ latitude: Double) -> JSONValue {
        .array([.number(longitude), .number(latitude)])
    }

    private static func geometry(_ type: String, _ coordinates: JSONValue) -> JSONValue {
        .object(JSONObject([.init("type", .string(type)), .init("coordinates", coordinates)]))
    }

    /// A GeoJSON feature.
    ///
    /// - Parameter isWanted: whether a property of this name is written; all are by
    ///   default.
    package func feature(distance: Distance?, where isWanted: (String) -> Bool = { _ in true }) -> JSONValue {
        let properties = fields(distance: distance).dropLast().filter { isWanted($0.name) }
        let members = properties.map { JSONObject.Member($0.name, JSONValue($0.value)) }
        return .object(
            JSONObject([
                .init("type", .string("Feature")), .init("id", .string(id.description)),
                .init("geometry", geometry), .init("properties", .object(JSONObject(members))),
            ]))
    }
}
