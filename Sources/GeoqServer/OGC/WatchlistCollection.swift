import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

/// The watchlists as a collection: a feature for each list, at the center of
/// its first circle if it has one.
enum WatchlistCollection {
    static let endpoints =
        [description, items, item, queryables] + WatchlistMatches.endpoints + WatchlistPlaces.endpoints

    private static let title = "Watchlists"
    private static let summary = "What birders watch for: lists with circles, species and dates."
    private static let limit = Common.limit(standard: 100)
    private static let after = Parameter(
        "after",
        .text(expected: "the id at the end of the page before", example: "8f14e45f-ceea-5a17-b1f4-2cbb1c7f0b0a"),
        "The next page; the next link has it.")
    private static let box = Parameter(
        "bbox", .box, "Only lists whose place is inside this box, and those without one.")
    private static let datetime = Parameter(
        "datetime",
        .text(
            expected: "a day or a time (RFC 3339), or two with a slash between, either of them open as ..",
            example: "2026-01-01/2026-12-31"),
        "Lists have no time of their own: all match.")

    /// The description of the collection.
    static func document(_ ask: Ask) -> JSONValue {
        let crs84 = JSONValue.string(OGC.crs84)
        let path = "/collections/watchlists"
        return [
            "id": "watchlists", "title": .string(title), "description": .string(summary), "itemType": "feature",
            "extent": ["spatial": ["bbox": [[-180, -90, 180, 90]], "crs": crs84]], "crs": [crs84], "storageCrs": crs84,
            "links": [
                ["rel": "self", "type": "application/json", "href": .string(ask.link(path))],
                ["rel": "items", "type": "application/geo+json", "href": .string(ask.link(path + "/items"))],
                ["rel": "items", "type": "text/html", "href": .string(ask.link(path + "/items?f=html"))],
                [
                    "rel": "http://www.opengis.net/def/rel/ogc/1.0/queryables",
                    "type": .string(Format.schema.mediaType), "title": "What a filter may name",
                    "href": .string(ask.link(path + "/queryables")),
                ],
            ],
        ]
    }

    private static let description = Endpoint(
        path: "/collections/watchlists", operation: "watchlistsDescription", summary: summary,
        cost: .little, formats: [.json, .html], schema: "Collection"
    ) { ask in
        try ask.parameters.check()
        return ask.document(document(ask), title: title)
    }

    private static let items = Endpoint(
        path: "/collections/watchlists/items", operation: "watchlistsItems", summary: "The watchlists, by id.",
        cost: .little, formats: [.geojson, .html],
        parameters: [box, datetime, limit, after] + filters + queryableColumns, schema: "FeatureCollection"
    ) { ask in
        let filter = ask.watchlistFilter()
        let area = ask.parameters.value(box, OGC.readBox)
        _ = ask.parameters.value(datetime) { TimeInterval($0) }
        let limit = ask.limit(limit)
        let cursor = ask.parameters.value(after) { FeatureID($0) }
        try ask.parameters.check()
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: try ask.wholeMoment)
        var found = rules.lists.filter { list in
            guard filter.map({ $0.evaluate(list.value) == true }) ?? true else { return false }
            guard let area, let place = list.circles.first?.center else { return true }
            return area.contains(place)
        }
        let matched = found.count
        if let cursor { found.removeAll { $0.list.id <= cursor } }
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { ask.sameQuestion([("after", $0.list.id.description)]) } : nil
        var links: [JSONValue] = [
            ["rel": "self", "type": "application/geo+json", "href": .string(ask.sameQuestion())],
            ["rel": "alternate", "type": "text/html", "href": .string(ask.sameQuestion([("f", "html")]))],
        ]
        if let next { links.append(["rel": "next", "type": "application/geo+json", "href": .string(next)]) }
        var reply = ask.document(
            .featureCollection(
                [
                    "numberMatched": .count(matched), "numberReturned": .count(page.count),
                    "timeStamp": .string(Clock.now()), "snapshot": .integer(rules.stored.version),
                    "links": .array(links),
                ], of: page.map(\.feature)), title: title)
        if let next { reply.headers[.link] = "<\(next)>; rel=\"next\"" }
        return reply
    }

    static let id = PathParameter(
        name: "featureId", summary: "The list's id.", schema: ["type": "string", "format": "uuid"])

    private static let item = Endpoint(
        path: "/collections/watchlists/items/{featureId}", operation: "watchlistsItem", summary: "One watchlist.",
        cost: .little, formats: [.geojson, .html],
        pathParameters: [id],
        mayBeMissing: true, schema: "Feature"
    ) { ask in
        try ask.parameters.check()
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: try ask.wholeMoment)
        let list = try list(ask.path("featureId"), rules)
        let links: JSONValue = [
            ["rel": "self", "type": "application/geo+json", "href": .string(ask.sameQuestion())],
            ["rel": "collection", "type": "application/json", "href": .string(ask.link("/collections/watchlists"))],
        ]
        return ask.document(list.feature.adding([("links", links)]), title: title)
    }

    /// - Throws: 404 when no list has this id.
    static func list(_ text: String, _ rules: RuleCache.Rules) throws(Problem) -> WatchedList {
        guard let id = FeatureID(text), let list = rules.list(id) else {
            throw Problem(.notFound, "There is no watchlist \(Problem.shown(text)).")
        }
        return list
    }
}
