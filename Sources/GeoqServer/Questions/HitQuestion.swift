import Geoq
import GeoqIndex

/// A question about hits around a center, as a request asks it.
struct HitQuestion: Sendable {
    /// Everything but the area.
    var query: Query
    /// nil when it is wrong, which was noted.
    var center: Coordinate?
    /// nil for the nearest hits, at any distance.
    var radius: Distance?
    /// Columns to add to each hit.
    var fields: [String]

    /// Whether the whole layer may have to be looked at. Otherwise a walk over
    /// the snapshot from the center outwards answers it, and costs as much as
    /// its hits.
    private var isDear: Bool {
        query.filter != nil || query.species != nil || query.since != nil || query.until != nil
            || query.minimum != nil || query.after != nil || query.inside != nil
    }

    /// Whether the snapshot alone answers it.
    fileprivate var isPlain: Bool { !isDear && fields.isEmpty }

    fileprivate var cost: Work.Cost { isDear || query.limit ?? 0 > 1_000 ? .much : .little }

    /// The complete question.
    ///
    /// - Throws: the problem of the parameters.
    /// - Precondition: a missing center was noted as a mistake.
    fileprivate func checked(_ ask: Ask) throws -> (query: Query, center: Coordinate) {
        try ask.parameters.check()
        guard let center else { preconditionFailure("Without a center the check fails.") }
        var query = query
        query.area = .around(center, within: radius)
        return (query, center)
    }
}

extension Questions {
    /// This many hits are found and written in a few tenths of a millisecond. A
    /// question for more is answered on another thread, so that other clients
    /// need not wait.
    private static let mostAtOnce = 250

    /// Reads the parameters and checks them; asks and writes at once when the
    /// answer is short.
    static func answer(_ ask: inout Ask, _ read: (inout Ask) -> HitQuestion) throws -> Endpoint.Answer {
        let question = read(&ask)
        let (query, center) = try question.checked(ask)
        if question.isPlain, let list = try short(query, ask, isCounted: question.radius != nil) {
            return .now(try reply(ask, question, query, center, list))
        }
        return .later(question.cost) { ask in
            let list = try await ask.hits(query, rows: !question.fields.isEmpty, counting: question.radius != nil)
            return try reply(ask, question, query, center, list)
        }
    }

    /// The hits of a plain question; nil when they are many.
    private static func short(_ query: Query, _ ask: Ask, isCounted: Bool) throws -> HitList? {
        guard let limit = query.limit else { return nil }
        if !isCounted {
            guard limit <= mostAtOnce else { return nil }
            let hits = try ask.snapshot.answer(query)
            return HitList(hits: hits, matched: hits.count < limit ? hits.count : nil)
        }
        // One more hit shows whether there are more, in a circle of any size.
        var first = query
        first.limit = mostAtOnce + 1
        let hits = try ask.snapshot.answer(first)
        guard hits.count <= mostAtOnce else { return nil }
        return HitList(hits: hits.count > limit ? Array(hits.prefix(limit)) : hits, matched: hits.count)
    }

    private static func reply(
        _ ask: Ask, _ question: HitQuestion, _ query: Query, _ center: Coordinate, _ list: HitList
    ) throws -> Reply {
        let version = try ask.snapshot.version
        var next: String?
        if question.radius != nil, let limit = query.limit, list.hits.count == limit, let last = list.hits.last,
            query.after != nil || list.matched ?? .max > limit
        {
            let cursor = PageCursor(distance: last.geodesic(from: center).distance, id: last.id, version: version)
            next = ask.sameQuestion([("after", cursor.description)])
        }
        return try HitWriter(
            ways: RoundedGeodesics(from: center), fields: question.fields, list: list,
            page: CollectionPage(
                ask: ask, matched: list.matched, returned: list.hits.count, version: version, next: next)
        ).reply(ask.format)
    }
}
