import Geoq
import GeoqFormats
import GeoqIndex

extension Questions {
    private static let route = Parameter(
        "route",
        .text(
            expected:
                "lat,lon;lat,lon;…, LINESTRING(lon lat, …) or MULTILINESTRING as WKT, GeoJSON of lines, or an encoded polyline",
            example: "42.44,-76.5;42.6,-76.18"),
        "The route, in the order of travel; between two positions it runs along the geodesic. A gap between two lines is not traveled. A longitude beyond ±180, up to ±360, goes on around the Earth."
    ).required
    private static let precision = Parameter(
        "precision", .integer(5...6), "How many decimals an encoded polyline has.", standard: "5")
    private static let kilometers = Parameter(
        "km", .number(0...Corridor.largestWidth.kilometers, unit: "kilometers"),
        "How far from the route, on either side; the edge counts as inside.")
    private static let within = Parameter(
        "within", .text(expected: "a length with its unit, such as 2mi, 800m, 1.5nmi or 2km", example: "2mi"),
        "The same with its unit, instead of km.")

    /// `geoq along`
    static let along = Endpoint(
        path: "/along", operation: "along", summary: "What lies along a route, in the order of travel.",
        cost: .much, formats: hitFormats,
        parameters: [route, precision, kilometers, within, Common.layer] + Common.conditions
            + [limit, Common.after, Common.fields], schema: "AlongCollection"
    ) {
        try await answer(&$0) { ask in
            var query = Query(
                .box(.everything), layer: ask.parameters.word(Common.layer, as: Layer.self) ?? .hotspots)
            let decimals = ask.parameters.integer(precision)
            let read = ask.parameters.value(route) { try RouteText.read($0, precision: decimals ?? 5) }
            if let read, read.format != .polyline, decimals != nil {
                ask.parameters.note(
                    precision, reason: "it is about an encoded polyline, and the route is none; leave it out")
            }
            let width = ask.width(kilometers, within)
            ask.readConditions(&query)
            query.limit = ask.limit(limit)
            query.after = ask.parameters.value(Common.after) { PageCursor($0) }
            return HitQuestion(
                query: query, area: ask.corridor(route, read?.segments, width), fields: ask.readFields(of: query.layer))
        }
    }
}

extension Ask {
    /// How far from a route; nil when it is wrong, which was noted.
    fileprivate mutating func width(_ kilometers: Parameter, _ within: Parameter) -> Distance? {
        switch (parameters.has(kilometers), parameters.has(within)) {
        case (true, true): parameters.note(within, reason: "give either km or within")
        case (false, false): parameters.note(kilometers.name, nil, kilometers.expected)
        case (true, false): return parameters.number(kilometers).map { .kilometers($0) }
        case (false, true):
            return parameters.value(within) { text in
                let width = Distance.meters(try LengthUnit.meters(parsing: text))
                if width > Corridor.largestWidth { throw CorridorError.tooWide(meters: width.meters) }
                return width
            }
        }
        return nil
    }

    /// The corridor along a route; nil when it is too long, which is noted, or when
    /// a part of it is missing, which was.
    ///
    /// - Parameter width: from the route to either side, at most `Corridor.largestWidth`.
    mutating func corridor(_ route: Parameter, _ segments: [[Coordinate]]?, _ width: Distance?) -> Query.Area? {
        guard let segments, let width else { return nil }
        do {
            return .along(try service.limits.corridor(segments, width: width))
        } catch {
            parameters.note(route, reason: "\(error)")
            return nil
        }
    }
}

extension ServerLimits {
    /// The corridor along a route.
    ///
    /// - Throws: `RouteTooLong`, `CorridorError`.
    func corridor(_ segments: [[Coordinate]], width: Distance) throws -> Corridor {
        var meters = 0.0
        for segment in segments {
            for (start, end) in zip(segment, segment.dropFirst()) {
                meters += Geodesic.inverse(from: start, to: end).distance.meters
            }
        }
        guard meters <= Double(routeKilometers) * 1_000 else {
            throw RouteTooLong(kilometers: Int(meters / 1_000), most: routeKilometers)
        }
        return try Corridor(segments: segments, width: width)
    }
}

private struct RouteTooLong: Error, CustomStringConvertible {
    let kilometers: Int
    let most: Int

    var description: String { "it is \(kilometers) km long; the server takes \(most) km at most" }
}
