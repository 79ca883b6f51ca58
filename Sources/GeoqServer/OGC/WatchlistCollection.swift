import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

/// The watchlists as a collection: a feature for each list, at the center of
/// its first circle if it has one.
enum WatchlistCollection {
    static let endpoints = [description, items, item] + WatchlistMatches.endpoints

    private static let title = "Watchlists"
    private static let summary = "What birders watch for: lists with circles, species and dates."
    private static let limit = Common.limit(standard: 100)
    private static let box = Common.box("Only lists whose place is inside this box, and those without one.")
    private static let datetime = TimeInterval.makeParameter("Lists have no time of their own: all match.")

    /// The description of the collection.
    static func document(_ ask: Ask) -> JSONValue {
        let crs84 = JSONValue.string(OGC.crs84)
        let path = "/collections/watchlists"
        return [
            "id": "watchlists", "title": .string(title), "description": .string(summary), "itemType": "feature",
            "extent": ["spatial": ["bbox": [[-180, -90, 180, 90]], "crs": crs84]], "crs": [crs84], "storageCrs": crs84,
            "links": [
                .link("self", .json, ask.link(path)), .link("items", .geojson, ask.link(path + "/items")),
                .link("items", .html, ask.link(path + "/items?f=html")),
            ],
        ]
    }

    private static let description = Endpoint(
        path: "/collections/watchlists", operation: "watchlistsDescription", summary: summary,
        formats: [.json, .html], schema: "Collection"
    ) { ask in
        try ask.parameters.check()
        return .now(ask.document(document(ask), title: title))
    }

    private static let items = Endpoint(
        path: "/collections/watchlists/items", operation: "watchlistsItems", summary: "The watchlists, by id.",
        formats: [.geojson, .html], parameters: [box, datetime, limit, Common.afterID],
        schema: "FeatureCollection"
    ) { ask in
        let area = ask.parameters.value(box, Common.readBox)
        _ = ask.parameters.value(datetime) { TimeInterval($0) }
        let limit = ask.limit(limit)
        let cursor = ask.parameters.value(Common.afterID) { FeatureID($0) }
        try ask.parameters.check()
        return .later(.little) { ask in
            let rules = try await ask.service.rules(at: try ask.wholeMoment)
            var found = rules.lists.filter { list in
                guard let area, let place = list.circles.first?.center else { return true }
                return area.contains(place)
            }
            let matched = found.count
            if let cursor { found.removeAll { $0.list.id <= cursor } }
            let features = found.prefix(limit).map(\.feature)
            let last = found.count > limit ? found.prefix(limit).last?.list.id : nil
            let page = CollectionPage(
                ask: ask, matched: matched, returned: features.count, version: rules.stored.version,
                next: last.map { ask.sameQuestion([("after", $0.description)]) }, isTimed: true)
            let reply = page.geoJSON { $1.appendJSON(features[$0]) }
            guard ask.format == .html, case .bytes(let bytes) = reply.body else { return reply }
            return page.linked(ask.document(try JSONValue(parsing: bytes), title: title))
        }
    }

    static let id = PathParameter(
        name: "featureId", summary: "The list's id.", schema: ["type": "string", "format": "uuid"])

    private static let item = Endpoint(
        path: "/collections/watchlists/items/{featureId}", operation: "watchlistsItem", summary: "One watchlist.",
        formats: [.geojson, .html], pathParameters: [id],
        mayBeMissing: true, schema: "Feature"
    ) { ask in
        try ask.parameters.check()
        return .later(.little) { ask in
            let rules = try await ask.service.rules(at: try ask.wholeMoment)
            let list = try list(ask.path("featureId"), rules)
            let links: JSONValue = [
                .link("self", .geojson, ask.sameQuestion()),
                .link("collection", .json, ask.link("/collections/watchlists")),
            ]
            return ask.document(list.feature.adding([("links", links)]), title: title)
        }
    }

    /// - Throws: 404 when no list has this id.
    static func list(_ text: String, _ rules: Rules) throws(Problem) -> WatchedList {
        guard let id = FeatureID(text), let list = rules.list(id) else {
            throw Problem(.notFound, "There is no watchlist \(Problem.shown(text)).")
        }
        return list
    }
}
