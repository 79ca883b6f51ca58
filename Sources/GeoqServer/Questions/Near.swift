import Geoq

extension Questions {
    static let hitFormats: [Format] = [.geojson, .geojsonseq, .csv, .ndjson, .ids]
    static let limit = Common.limit(standard: 1_000)

    /// `geoq near`
    static let near = Endpoint(
        path: "/near", operation: "near",
        summary: "What lies within a radius, nearest first; or all inside an area, by id.",
        formats: hitFormats,
        parameters: Common.centerUnlessArea + Common.radius + [Common.minimum, Common.askedLayer] + Common.conditions
            + [limit, Common.after, Common.fields], schema: "HitCollection",
        costOf: cost(of:), handleAtOnce: { asksTrajectories($0) ? nil : try answerAtOnce(&$0, readNear) },
        handle: { ask in
            guard asksTrajectories(ask) else { return try await answer(&ask, readNear) }
            let most = ask.limit(limit)
            return try await answerTrajectories(&ask, first: most, isBounded: true)
        })

    private static func readNear(_ ask: inout Ask) -> HitQuestion {
        var query = Query(.box(.everything), layer: ask.parameters.word(Common.askedLayer, as: Layer.self) ?? .hotspots)
        let place = ask.place([Common.minimum])
        query.minimum = ask.parameters.number(Common.minimum).map { .kilometers($0) }
        ask.readConditions(&query)
        query.limit = ask.limit(limit)
        query.after = ask.parameters.value(Common.after) { PageCursor($0) }
        return HitQuestion(query: query, area: place, fields: ask.readFields(of: query.layer))
    }

    /// A question without a condition is answered from the center outwards, and
    /// costs as much as its hits; a condition may have to look at everything.
    @Sendable static func cost(of ask: Ask) -> Work.Cost {
        let dear = [
            Common.species, Common.since, Common.until, TimeInterval.parameter, Common.filter, Common.minimum,
            Common.after, Common.area,
        ]
        if asksTrajectories(ask) || dear.contains(where: ask.parameters.has) { return .much }
        let asked = [limit, count].compactMap { Int(ask.parameters.text($0) ?? "") }.max() ?? 1_000
        return asked > 1_000 ? .much : .little
    }

    static let count = Parameter("k", .integer(1...10_000), "How many.").required

    /// `geoq nearest`
    static let nearest = Endpoint(
        path: "/nearest", operation: "nearest", summary: "The nearest places, however far away.",
        formats: hitFormats,
        parameters: Common.center + [count, Common.minimum, Common.askedLayer] + Common.conditions + [Common.fields],
        schema: "HitCollection",
        costOf: cost(of:), handleAtOnce: { asksTrajectories($0) ? nil : try answerAtOnce(&$0, readNearest) },
        handle: { ask in
            guard asksTrajectories(ask) else { return try await answer(&ask, readNearest) }
            let most = readCount(&ask)
            return try await answerTrajectories(&ask, first: most, isBounded: false)
        })

    private static func readCount(_ ask: inout Ask) -> Int? {
        let asked = ask.parameters.integer(count)
        if let asked, asked > ask.service.limits.rows {
            ask.parameters.note(count, reason: "the server gives \(ask.service.limits.rows) at most")
        }
        return asked
    }

    private static func readNearest(_ ask: inout Ask) -> HitQuestion {
        let center = ask.center()
        var query = Query(.box(.everything), layer: ask.parameters.word(Common.askedLayer, as: Layer.self) ?? .hotspots)
        query.limit = readCount(&ask)
        query.minimum = ask.parameters.number(Common.minimum).map { .kilometers($0) }
        ask.readConditions(&query)
        return HitQuestion(
            query: query, area: center.map { .around($0, within: nil) }, fields: ask.readFields(of: query.layer),
            isBounded: false)
    }
}
