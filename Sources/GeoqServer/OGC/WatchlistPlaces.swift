import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// The areas and routes that the rules of a watchlist name, to be drawn. Its
/// circles are in the list itself.
enum WatchlistPlaces {
    static let endpoints = [places]

    /// Areas with more positions are told without their geometry.
    private static let mostPositions = 50_000

    private static let places = Endpoint(
        path: "/collections/watchlists/items/{featureId}/places", operation: "watchlistPlaces",
        summary: """
            The areas and routes of a watchlist's rules, by name and then as the rules have them. An area or a route \
            across ±180° is cut there, with its polygons or lines as they are in a member uncut. A very large area \
            comes without its geometry; the tiles of areas have it.
            """,
        cost: .little, formats: [.geojson], pathParameters: [WatchlistCollection.id], mayBeMissing: true,
        schema: "FeatureList"
    ) { ask in
        try ask.parameters.check()
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: try ask.wholeMoment)
        let list = try WatchlistCollection.list(ask.path("featureId"), rules)
        let areas = list.areas.compactMap { watched -> JSONValue? in
            guard case .found(let area)? = rules.stored.areas[watched.area] else { return nil }
            let isDrawn = area.positionCount <= mostPositions
            let cut = isDrawn ? Area.cutAtDateLine(area.polygons, edges: area.edges, pole: area.pole) : nil
            var feature = JSONObject([
                .init("type", "Feature"), .init("geometry", isDrawn ? geometry(of: cut ?? area.polygons) : .null),
                .init(
                    "properties",
                    [
                        "kind": "area", "name": EditState.optional(watched.name),
                        "pole": EditState.optional(area.pole?.rawValue), "approach_m": .number(watched.approach.meters),
                        "positions": .count(area.positionCount),
                    ]),
            ])
            // As in an export of areas.
            if cut != nil { feature.members.append(.init("uncut", geometry(of: area.polygons))) }
            return .object(feature)
        }
        let routes = list.routes.map { route -> JSONValue in
            let cut = route.segmentsCutAtDateLine()
            var feature = JSONObject([
                .init("type", "Feature"), .init("geometry", geometry(of: cut ?? route.segments)),
                .init(
                    "properties",
                    [
                        "kind": "route", "length_m": .number(route.length), "within_m": .number(route.width.meters),
                    ]),
            ])
            if cut != nil { feature.members.append(.init("uncut", geometry(of: route.segments))) }
            return .object(feature)
        }
        return Reply(.geojson, .featureCollection(of: areas + routes))
    }

    /// Polygons as a geometry of GeoJSON.
    private static func geometry(of polygons: [Area.Polygon]) -> JSONValue {
        let shapes = polygons.map { polygon in JSONValue.array(([polygon.outer] + polygon.holes).map(line)) }
        return ["type": "MultiPolygon", "coordinates": .array(shapes)]
    }

    /// The segments of a route as a geometry of GeoJSON.
    private static func geometry(of segments: [[Coordinate]]) -> JSONValue {
        ["type": "MultiLineString", "coordinates": .array(segments.map(line))]
    }

    private static func line(_ positions: [Coordinate]) -> JSONValue {
        .array(positions.map { .array([.number($0.longitude), .number($0.latitude)]) })
    }
}
