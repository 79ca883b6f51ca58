import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes

extension OGC {
    private static let box = Common.box(
        "Only features inside this box. Of six numbers the heights are ignored: features have none.")
    private static let limit = Common.limit(standard: 100)

    /// The features of OGC API – Features.
    static func items(of info: FeatureCollectionInfo) -> Endpoint {
        page(
            of: info, "items", operation: "Items", "The features of \(info.id), by id.",
            formats: [.geojson, .html, .geojsonseq, .csv, .ndjson], [box, Common.area])
    }

    /// The query of OGC API – EDR 1.1, section 8.2.4 (`REQ_rc-area`): features
    /// inside an area.
    static func area(of info: FeatureCollectionInfo) -> Endpoint {
        page(
            of: info, "area", operation: "Area", "What of \(info.id) lies inside an area, by id.",
            formats: [.geojson, .geojsonseq, .csv, .ndjson], [coords])
    }

    private static let coords = Parameter(
        "coords", .text(expected: Common.areaText, example: Common.areaExample),
        "The area as WKT; its boundary counts as inside."
    ).required

    private static func page(
        of info: FeatureCollectionInfo, _ name: String, operation: String, _ summary: String, formats: [Format],
        _ places: [Parameter]
    ) -> Endpoint {
        let layer = info.layer
        let queryables = info.queryables
        // A page is read by the ids' own index, but a condition may have to
        // look at everything.
        let dear = places + [TimeInterval.parameter, Common.filter] + queryables
        return Endpoint(
            path: "/collections/\(info.id)/\(name)", operation: "\(info.id)\(operation)", summary: summary,
            formats: formats,
            parameters: places + [TimeInterval.parameter, limit, Common.afterID] + Common.filters + queryables,
            schema: "FeatureCollection"
        ) { ask in
            var query = Query(.box(.everything), layer: layer)
            for place in places {
                switch place.name {
                case box.name: if let found = ask.parameters.value(box, Common.readBox) { query.area = .box(found) }
                default: query.inside = ask.area(place)
                }
            }
            query.limit = ask.limit(limit)
            let cursor = ask.parameters.value(Common.afterID) { FeatureID($0) }
            ask.readFilter(&query)
            ask.readInterval(&query)
            let conditions = ask.equalities(queryables, layer) + [query.filter]
            query.filter = PropertyFilter.all(conditions.compactMap { $0 })
            try ask.parameters.check()
            let question = query
            return .later(dear.contains(where: ask.parameters.has) ? .much : .little) { ask in
                let page = try await ask.page(question, after: cursor)
                let next = page.last.map { ask.sameQuestion([("after", $0.description)]) }
                return try ItemsWriter(page: page, info: info, next: next).reply(ask)
            }
        }
    }

    static func item(of info: FeatureCollectionInfo) -> Endpoint {
        Endpoint(
            path: "/collections/\(info.id)/items/{featureId}", operation: "\(info.id)Item",
            summary: "One feature of \(info.id).", formats: [.geojson, .html],
            pathParameters: [
                PathParameter(
                    name: "featureId", summary: "The feature's id.", schema: ["type": "string", "format": "uuid"])
            ],
            mayBeMissing: true, schema: "Feature"
        ) { ask in
            try ask.parameters.check()
            return .later(.little) { ask in
                let text = ask.path("featureId")
                guard let id = FeatureID(text),
                    let feature = try await ask.service.live.rows.features.row(id, in: info.layer)
                else { throw Problem(.notFound, "\(info.id) has no feature \(Problem.shown(text)).") }
                return ItemsWriter.reply(feature, info, ask)
            }
        }
    }
}

/// Some features by id.
struct ItemPage: Sendable {
    var features: [Feature]
    var matched: Int?
    /// The id after which the next page begins; nil on the last page.
    var last: FeatureID?
    var version: Int64
}

extension Ask {
    /// The features inside a box that a filter accepts, of one moment.
    mutating func page(_ query: Query, after id: FeatureID?) async throws -> ItemPage {
        let limit = query.limit ?? service.limits.rows
        var area: BoundingBox?
        if case .box(let box) = query.area, box != .everything { area = box }
        let condition = Store.Features.RowCondition(
            layer: query.layer, filter: query.filter, box: area, area: query.inside)
        let (cache, interruption) = (service.found, self.interruption)
        return try await atOneMoment { snapshot, store in
            if condition.filter == nil, condition.box == nil, condition.area == nil {
                // By the store's own index: a page costs only its own rows.
                guard
                    let page = try await store.features.page(
                        of: condition.layer, after: id, limit: limit, at: snapshot.stamp)
                else { return nil }
                return ItemPage(
                    features: page.features, matched: snapshot.count(of: condition.layer),
                    last: page.hasMore ? page.features.last.flatMap { FeatureID($0.id) } : nil,
                    version: snapshot.version)
            }
            return try await ConditionPages(
                condition: condition, limit: limit, snapshot: snapshot, store: store, cache: cache,
                interruption: interruption
            ).page(after: id)
        }
    }

    /// `name=value` for columns.
    mutating func equalities(_ columns: [Parameter], _ layer: Layer) -> [PropertyFilter?] {
        let types = LayerTable.filterColumns(of: layer)
        return columns.map { column in
            guard parameters.text(column) != nil else { return nil }
            let literal: PropertyFilter.Literal?
            switch types[column.name] {
            case .integer: literal = parameters.integer(column).map { .integer(Int64($0)) }
            case .real: literal = parameters.number(column).map { .real($0) }
            case .date: literal = parameters.value(column) { Day(iso: $0) }.map { .date($0) }
            default: literal = parameters.text(column).map { .text($0) }
            }
            return literal.map { .comparison(.column(column.name), .equal, .literal($0)) }
        }
    }
}

extension PropertyFilter {
    /// A filter in which all of these must hold; nil when there are none.
    static func all(_ filters: [PropertyFilter]) -> PropertyFilter? {
        filters.count > 1 ? .and(filters) : filters.first
    }
}
