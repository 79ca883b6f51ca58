import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

/// Which watchlists the stored sightings inside an area match: list by list in the order of their
/// ids, as `geoq match --all --area` gives them, in pages.
struct StoredMatches: Sendable {
    let area: Area
    let unknown: UnknownPolicy
    let limit: Int
    let after: Cursor?

    /// Where a page begins.
    struct Cursor: Sendable {
        /// How many matches the pages before it have.
        let count: Int
        /// The version of the store that they were read from.
        let version: Int64

        init(count: Int, version: Int64) {
            (self.count, self.version) = (count, version)
        }

        /// `COUNT,VERSION`
        init?(_ text: String) {
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let count = Int(parts[0]), count >= 0, let version = Int64(parts[1]) else {
                return nil
            }
            self.init(count: count, version: version)
        }

        var text: String { "\(count),\(version)" }
    }

    /// A page, and how many matches there are in all.
    private struct Page: Sendable {
        var records: [[Feature.Field]] = []
        var matched = 0
    }

    /// For at most this many sightings inside the area, uncertainties are looked up one by one.
    private static let mostLookedUp = 10_000

    /// - Throws: `QueryError.pageOutdated` when the store has changed since the page before; the problem of
    ///   an area with too many sightings.
    func reply(to ask: inout Ask) async throws -> Reply {
        var query = Query.inside(area, layer: .observations)
        query.interruption = ask.interruption
        let question = query
        let (rules, live, limits) = (ask.service.rules, ask.service.live, ask.service.limits)
        let page = try await ask.atOneMoment { snapshot, store -> Page? in
            if let after, after.version != snapshot.version {
                throw QueryError.pageOutdated(after.version, now: snapshot.version)
            }
            let rules = try await rules.rules(of: live, at: live.moment())
            guard rules.stored.version == snapshot.version else { return nil }
            let inside = try snapshot.count(question)
            let doubts =
                inside <= Self.mostLookedUp
                ? try await store.rules.doubts(of: snapshot.answer(question).map(\.id), at: snapshot.stamp)
                : try await store.rules.doubts(at: snapshot.stamp)
            let looks = try rules.matcher.candidateCount(
                in: snapshot, .observations, doubts.uncertainties, inside: inside, interruption: question.interruption)
            guard looks <= limits.listedFeatures else {
                throw Problem.parameter(
                    Common.area.name, nil, expected: "a smaller area",
                    reason: "the watchlists may match its \(inside) observations in \(looks) ways, more than the "
                        + "\(limits.listedFeatures) that one question may look at")
            }
            return try self.page(question, snapshot, rules, doubts)
        }
        let version = try ask.snapshot.version
        let end = (after?.count ?? 0) + page.records.count
        let next =
            end < page.matched
            ? ask.sameQuestion([("after", Cursor(count: end, version: version).text)]) : nil
        var reply = try ask.reply(
            page.records, as: "matches", names: Hit.sightingNames + Match.recordNames,
            first: [
                ("numberMatched", .count(page.matched)), ("snapshot", .integer(version)),
                ("next", next.map { .string($0) } ?? nil),
            ])
        if let next { reply.headers[.link] = "<\(next)>; rel=\"next\"" }
        return reply
    }

    private func page(
        _ query: Query, _ snapshot: Snapshot, _ rules: RuleCache.Rules, _ doubts: PlaceDoubts
    ) throws -> Page {
        let first = after?.count ?? 0
        var page = Page()
        try rules.matcher.forEachMatch(
            in: snapshot, query, unknown: unknown, uncertainties: doubts.uncertainties, obscured: doubts.obscured
        ) { listed in
            defer { page.matched += 1 }
            guard page.matched >= first, page.records.count < limit else { return }
            let match = listed.match
            let hit = try snapshot.hit(at: listed.position, match.location?.distance, in: .observations)
            page.records.append(hit.sightingFields + match.record(title: rules.titles[match.watchlist]))
        }
        return page
    }
}
