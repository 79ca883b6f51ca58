import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

extension OGC {
    private static let box = Parameter(
        "bbox", .box, "Only features inside this box. Of six numbers the heights are ignored: features have none.")
    private static let after = Parameter(
        "after",
        .text(expected: "the id at the end of the page before", example: "8f14e45f-ceea-5a17-b1f4-2cbb1c7f0b0a"),
        "The next page; the next link has it.")
    private static let limit = Common.limit(standard: 100)

    /// The features of OGC API – Features.
    static func items(of info: FeatureCollectionInfo) -> Endpoint {
        page(
            of: info, "items", operation: "Items", "The features of \(info.id), by id.",
            formats: [.geojson, .html, .geojsonseq, .csv, .ndjson], [box] + Common.areas)
    }

    /// The query of OGC API – EDR 1.1, section 8.2.4 (`REQ_rc-area`): features
    /// inside an area.
    static func area(of info: FeatureCollectionInfo) -> Endpoint {
        page(
            of: info, "area", operation: "Area", "What of \(info.id) lies inside an area, by id.",
            formats: areaFormats, [coords, Common.edges, Common.pole])
    }

    /// What the query by area gives.
    static let areaFormats: [Format] = [.geojson, .geojsonseq, .csv, .ndjson]

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
        let conditions = places + [TimeInterval.parameter, Common.filter] + queryables
        let parameters = places + [TimeInterval.parameter, limit, after] + Common.filters + queryables
        return Endpoint(
            path: "/collections/\(info.id)/\(name)", operation: "\(info.id)\(operation)", summary: summary,
            formats: formats,
            parameters: parameters,
            parametersOfStore: keptParameters(info, besides: parameters),
            schema: "FeatureCollection", costOf: cost(of: conditions, info, besides: parameters)
        ) { ask in
            try await ask.findNamedArea()
            var query = Query(.box(.everything), layer: layer)
            for place in places {
                switch place.name {
                case box.name: if let found = ask.parameters.value(box, readBox) { query.area = .box(found) }
                case Common.edges.name, Common.pole.name: break
                default: query.inside = ask.area(place)
                }
            }
            query.limit = ask.limit(limit)
            let cursor = ask.parameters.value(after) { FeatureID($0) }
            ask.readFilter(&query)
            ask.readInterval(&query)
            let all = queryables + info.keptQueryables(in: ask.service.live, besides: parameters)
            let types = LayerTable.filterColumns(of: layer, keeping: ask.service.live.keptColumns(of: layer))
            let conditions = ask.equalities(all, types) + [query.filter]
            query.filter = PropertyFilter.all(conditions.compactMap { $0 })
            try ask.parameters.check()
            let page = try await ask.page(query, after: cursor)
            let next = page.last.map { ask.sameQuestion([("after", $0.description)]) }
            return try ItemsWriter(page: page, info: info, next: next).reply(ask)
        }
    }

    /// The cost of a page: it is read by the ids' own index, but a condition
    /// may have to look at everything.
    private static func cost(
        of conditions: [Parameter], _ info: FeatureCollectionInfo, besides parameters: [Parameter]
    ) -> @Sendable (Ask) -> Work.Cost {
        { ask in
            let kept = info.keptQueryables(in: ask.service.live, besides: parameters)
            return (conditions + kept).contains(where: ask.parameters.has) ? .much : .little
        }
    }

    private static func keptParameters(
        _ info: FeatureCollectionInfo, besides parameters: [Parameter]
    ) -> @Sendable (LiveStore) -> [Parameter] {
        { store in info.keptQueryables(in: store, besides: parameters) }
    }

    static func item(of info: FeatureCollectionInfo) -> Endpoint {
        Endpoint(
            path: "/collections/\(info.id)/items/{featureId}", operation: "\(info.id)Item",
            summary: "One feature of \(info.id).", cost: .little, formats: [.geojson, .html],
            pathParameters: [
                PathParameter(
                    name: "featureId", summary: "The feature's id.", schema: ["type": "string", "format": "uuid"])
            ],
            mayBeMissing: true, schema: "Feature"
        ) { ask in
            try ask.parameters.check()
            let text = ask.path("featureId")
            guard let id = FeatureID(text),
                let feature = try await ask.service.live.rows.features.row(id, in: info.layer)
            else { throw Problem(.notFound, "\(info.id) has no feature \(Problem.shown(text)).") }
            guard ask.format == .html, info.layer != .hotspots, ask.service.showsPictures(to: ask.request) else {
                return ItemsWriter.reply(feature, info, ask)
            }
            // A photo is added without a change of the snapshot: the page is as it is now.
            ask.moment = nil
            let photos = try await Pictures.list(of: id, ask)
            var reply = HTMLPage(title: info.title, ask).item(feature, info, photos: photos)
            reply.caching = "no-store"
            return reply
        }
    }

    static func readBox(_ text: String) throws -> BoundingBox? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 4 || parts.count == 6, parts.allSatisfy({ $0?.isFinite == true }) else { return nil }
        let numbers = parts.compactMap { $0 }
        let half = numbers.count / 2
        return try BoundingBox(west: numbers[0], south: numbers[1], east: numbers[half], north: numbers[half + 1])
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
    mutating func equalities(_ columns: [Parameter], _ types: [String: ColumnType]) -> [PropertyFilter?] {
        columns.map { column in
            guard parameters.has(column) else { return nil }
            let literal: PropertyFilter.Literal?
            switch types[column.name] {
            case .integer: literal = parameters.integer(column).map { .integer(Int64($0)) }
            case .real: literal = parameters.number(column).map { .real($0) }
            case .boolean: literal = parameters.value(column) { Bool($0) }.map { .bool($0) }
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
