import Geoq
import GeoqIndex

/// A question about hits around a center, inside an area or along a route, as a request asks it.
struct HitQuestion: Sendable {
    /// Everything but the area.
    var query: Query
    /// Where to look; nil when it is wrong, which was noted.
    var area: Query.Area?
    /// Columns to add to each hit.
    var fields: [String]

    /// Whether it asks for all hits of a region, which are counted and come in pages; the nearest
    /// so many do not.
    var isBounded = true

    /// Whether a walk over the snapshot from the center outwards answers it. A
    /// condition may make any walk a long one.
    fileprivate var isPlain: Bool {
        query.filter == nil && query.species == nil && query.since == nil && query.until == nil
            && query.minimum == nil && query.after == nil && query.inside == nil && fields.isEmpty
    }

    /// The complete question.
    ///
    /// - Throws: the problem of the parameters.
    /// - Precondition: a missing area was noted as a mistake.
    fileprivate func checked(_ ask: Ask) throws -> Query {
        try ask.parameters.check()
        guard let area else { preconditionFailure("Without a place the check fails.") }
        var query = query
        query.area = area
        return query
    }
}

extension Questions {
    /// This many hits are found and written in a few tenths of a millisecond. A
    /// question for more is answered on another thread, so that other clients
    /// need not wait.
    private static let mostAtOnce = 250

    /// Reads the parameters, checks them, asks and writes.
    static func answer(_ ask: inout Ask, _ read: (inout Ask) -> HitQuestion) async throws -> Reply {
        try await ask.findNamedArea()
        let question = read(&ask)
        let query = try question.checked(ask)
        let list = try await ask.hits(query, rows: !question.fields.isEmpty, counting: question.isBounded)
        return try reply(ask, question, query, list)
    }

    /// The same without waiting; nil when the store must be asked, or the
    /// answer is long.
    static func answerAtOnce(_ ask: inout Ask, _ read: (inout Ask) -> HitQuestion) throws -> Reply? {
        // The store must be asked for the area of a name.
        if ask.parameters.has(Common.area) { return nil }
        let question = read(&ask)
        let query = try question.checked(ask)
        guard question.isPlain, let limit = query.limit else { return nil }
        var list = HitList(hits: [])
        if !question.isBounded {
            guard limit <= mostAtOnce else { return nil }
            list.hits = try ask.snapshot.answer(query)
            if list.hits.count < limit { list.matched = list.hits.count }
        } else {
            // One more hit shows whether there are more, in a circle of any
            // size.
            var first = query
            first.limit = mostAtOnce + 1
            let hits = try ask.snapshot.answer(first)
            guard hits.count <= mostAtOnce else { return nil }
            list = HitList(hits: hits.count > limit ? Array(hits.prefix(limit)) : hits, matched: hits.count)
        }
        return try reply(ask, question, query, list)
    }

    private static func reply(
        _ ask: Ask, _ question: HitQuestion, _ query: Query, _ list: HitList
    ) throws -> Reply {
        let version = try ask.snapshot.version
        var next: String?
        if question.isBounded, let limit = query.limit, list.hits.count == limit, let last = list.hits.last,
            query.after != nil || list.matched ?? .max > limit
        {
            next = ask.sameQuestion([("after", query.cursor(after: last, version: version).description)])
        }
        return try HitWriter(
            measure: HitMeasure(query), fields: question.fields, list: list, version: version, next: next,
            own: ask.sameQuestion()
        ).reply(ask.format)
    }
}
