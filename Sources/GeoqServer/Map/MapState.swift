import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// Questions that only the map asks.
enum MapState {
    static let endpoints = [state, circle, find]

    /// The snapshot's tag, and what the map can show.
    private static let state = Endpoint(
        path: "/map/state", operation: "mapState", summary: "What the map needs to begin: counts and extents.",
        // What trajectories there are changes without a change of the snapshot.
        caching: .never, cost: .little, schema: "Any"
    ) { ask in
        try ask.parameters.check()
        let moment = try ask.wholeMoment
        let layers = try FeatureCollectionInfo.all.map { info -> (String, JSONValue) in
            let extent = try ask.service.extents.extent(of: info.layer, at: moment)
            let box = extent.box.map { JSONValue.array([$0.west, $0.south, $0.east, $0.north].map { .number($0) }) }
            let days = extent.days.map { JSONValue.array([.string("\($0.lowerBound)"), .string("\($0.upperBound)")]) }
            return (
                info.id,
                [
                    "title": .string(info.title), "count": .count(moment.snapshot.count(of: info.layer)),
                    "bbox": box ?? nil, "days": days ?? nil,
                ]
            )
        }
        let areas = try await ask.service.areas.count(of: ask.service.live, at: moment)
        let isWithoutTrajectories = try await ask.service.live.rows.trajectories.isEmpty()
        return Reply(
            .json,
            [
                "area": ask.service.configuration.area?.description ?? .null, "areas": .count(areas),
                "trajectories": .bool(!isWithoutTrajectories), "snapshot": .string(moment.tag),
                "version": .integer(moment.snapshot.version),
                "layers": JSONValue.object(JSONObject()).adding(layers),
            ])
    }

    private static let points = Parameter("points", .integer(8...1_440), "How many points.", standard: "180")

    /// The points of a circle on the ellipsoid: `geod_direct` in every
    /// direction.
    private static let circle = Endpoint(
        path: "/circle", operation: "circle",
        summary:
            "The line of the places so far along the geodesic of each bearing, clockwise from the north: all that are exactly so far away, up to 19 900 km; beyond, shorter ways lead to some.",
        cost: .little, formats: [.geojson], parameters: Common.center + Common.radius + [points], schema: "Circle"
    ) { ask in
        let center = ask.center()
        let radius = ask.requiredRadius()
        let count = ask.parameters.integer(points) ?? 180
        try ask.parameters.check()
        guard let center, let radius else { preconditionFailure("Without a center and a radius the check fails.") }
        let line: [JSONValue] = (0...count).map { index in
            let place = Geodesic.direct(
                from: center, bearing: Double(index % count) * 360 / Double(count), distance: radius)
            return [.number(place.longitude), .number(place.latitude)]
        }
        func reaches(_ latitude: Double) -> Bool {
            guard let pole = try? Coordinate(latitude: latitude, longitude: 0) else { return false }
            return Geodesic.inverse(from: center, to: pole).distance <= radius
        }
        return Reply(
            .geojson,
            [
                "type": "Feature", "geometry": ["type": "LineString", "coordinates": .array(line)],
                "properties": [
                    "radius_m": .number(radius.meters), "holds_north_pole": .bool(reaches(90)),
                    "holds_south_pole": .bool(reaches(-90)),
                ],
            ])
    }

    private static let name = Parameter(
        "name", .text(expected: "words of a hotspot's name", example: "Stewart"),
        "Words of the name, of which the last may be begun only; case, accents and punctuation aside.",
        longest: Parameter.longestName
    ).required
    private static let latitude = Parameter(
        "lat", .number(-90...90, unit: "degrees"), "Latitude of a center, with lon: the nearest come first.")
    private static let longitude = Parameter(
        "lon", .number(-360...360, unit: "degrees"), "Longitude of the center, with lat.")
    private static let limit = Parameter("limit", .integer(1...100), "How many are given at most.", standard: "10")

    /// `geoq find`
    private static let find = Endpoint(
        path: "/find", operation: "find",
        summary: "Hotspots by name: the nearest to a center first; without one whole names, then beginnings.",
        cost: .much, formats: [.geojson], parameters: [name, latitude, longitude, limit], schema: "FeatureList"
    ) { ask in
        let text = ask.parameters.text(name)
        if ask.parameters.has(name), text?.allSatisfy(\.isWhitespace) != false {
            ask.parameters.note(name, reason: "it is empty")
        }
        let limit = ask.parameters.integer(limit) ?? 10
        let isNear = ask.parameters.has(latitude) || ask.parameters.has(longitude)
        let center = isNear ? ask.center() : nil
        for (one, other) in [(latitude, longitude), (longitude, latitude)]
        where ask.parameters.has(other) && !ask.parameters.has(one) {
            ask.parameters.note(one, reason: "lat and lon go together")
        }
        try ask.parameters.check()
        guard let text else { preconditionFailure("Without a name the check fails.") }
        let found = try await ask.atOneMoment { snapshot, store in
            let hits =
                if let center {
                    try snapshot.hotspots(named: text, nearest: center, limit: limit)
                } else {
                    try snapshot.hotspots(named: text, limit: limit)
                }
            return try await store.features.rows(of: hits, at: snapshot.stamp).map(\.feature)
        }
        let collected = ByteCollector()
        let writer = FeatureWriter(.geojson, output: collected.append)
        for feature in found { try writer.write(feature) }
        try writer.finish()
        return Reply(.geojson, collected.bytes)
    }
}
