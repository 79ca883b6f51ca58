import Geoq

extension Questions {
    static let hitFormats: [Format] = [.geojson, .geojsonseq, .csv, .ndjson, .ids]
    static let limit = Common.limit(standard: 1_000)

    /// `geoq near`
    static let near = Endpoint(
        path: "/near", operation: "near", summary: "What lies within a radius, nearest first.",
        formats: hitFormats,
        parameters: Common.center + Common.radius + [Common.minimum, Common.layer] + Common.conditions
            + [limit, Common.after, Common.fields], schema: "HitCollection"
    ) { ask in
        let center = ask.center()
        var query = Query(.box(.everything), layer: ask.parameters.word(Common.layer, as: Layer.self) ?? .hotspots)
        let radius = ask.requiredRadius()
        query.minimum = ask.parameters.number(Common.minimum).map { .kilometers($0) }
        ask.readConditions(&query)
        query.limit = ask.parameters.integer(limit) ?? 1_000
        query.after = ask.parameters.value(Common.after) { PageCursor($0) }
        return try await answer(&ask, query, around: center, within: radius)
    }

    static let count = Parameter("k", .integer(1...10_000), "How many.").required

    /// `geoq nearest`
    static let nearest = Endpoint(
        path: "/nearest", operation: "nearest", summary: "The nearest so many, wherever they are.",
        formats: hitFormats,
        parameters: Common.center + [count, Common.minimum, Common.layer] + Common.conditions + [Common.fields],
        schema: "HitCollection"
    ) { ask in
        let center = ask.center()
        var query = Query(.box(.everything), layer: ask.parameters.word(Common.layer, as: Layer.self) ?? .hotspots)
        query.limit = ask.parameters.integer(count)
        query.minimum = ask.parameters.number(Common.minimum).map { .kilometers($0) }
        ask.readConditions(&query)
        return try await answer(&ask, query, around: center, within: nil)
    }

    /// Checks the parameters, asks and writes.
    static func answer(
        _ ask: inout Ask, _ query: Query, around center: Coordinate?, within radius: Distance?
    ) async throws -> Reply {
        var query = query
        let fields = ask.readFields(of: query.layer)
        try ask.parameters.check()
        guard let center else { preconditionFailure("Without a center the check fails.") }
        query.area = .around(center, within: radius)
        let list = try await ask.hits(query, rows: !fields.isEmpty, counting: radius != nil)
        let version = try ask.snapshot.version
        var next: String?
        if radius != nil, let limit = query.limit, list.hits.count == limit, let last = list.hits.last,
            query.after != nil || list.matched ?? .max > limit
        {
            let cursor = PageCursor(distance: last.geodesic(from: center).distance, id: last.id, version: version)
            next = ask.sameQuestion([("after", cursor.description)])
        }
        return try HitWriter(
            center: center, fields: fields, list: list, version: version, next: next, own: ask.sameQuestion([])
        ).reply(ask.format)
    }
}

extension BoundingBox {
    /// The whole Earth.
    static let everything: BoundingBox = {
        do {
            return try BoundingBox(west: -180, south: -90, east: 180, north: 90)
        } catch {
            preconditionFailure("The Earth is a box: \(error)")
        }
    }()
}
