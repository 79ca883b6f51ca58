import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

/// The features that a watchlist matches, as `geoq rules sightings` and `geoq
/// rules hotspots` give them.
enum WatchlistMatches {
    static let endpoints = [matches]

    private static let layers = [Layer.observations, .hotspots]
    private static let layer = Parameter(
        "layer", .word(layers.map(\.rawValue)), "What to look for.",
        standard: Layer.observations.rawValue)
    private static let unknown = Parameter(
        "unknown", .word(UnknownPolicy.allCases.map(\.rawValue)),
        "What a missing species or date does; hotspots have neither.", standard: UnknownPolicy.fails.rawValue)
    private static let limit = Common.limit(standard: 100)

    private static let matches = Endpoint(
        path: "/collections/watchlists/items/{featureId}/matches", operation: "watchlistMatches",
        summary: """
            What a watchlist matches, and why, nearest to the center of its circle, to its area or its route first.
            """,
        cost: .much, formats: [.geojson],
        pathParameters: [WatchlistCollection.id],
        parameters: [layer, Common.species, Common.since, Common.until, unknown, limit],
        mayBeMissing: true, schema: "MatchedCollection"
    ) { ask in
        let asked = ask.parameters.value(layer) { word in layers.first { $0.rawValue == word } }
        var query = Query(.box(.everything), layer: asked ?? .observations)
        ask.readConditions(&query)
        let policy = ask.parameters.word(unknown, as: UnknownPolicy.self) ?? .fails
        let limit = ask.limit(limit)
        query.interruption = ask.interruption
        try ask.parameters.check()
        let moment = try ask.wholeMoment
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: moment)
        let list = try WatchlistCollection.list(ask.path("featureId"), rules)
        // What may lie in an area is known only with the uncertainties; circles do without.
        let doubts =
            query.layer == .observations && rules.matcher.holdsAreas(list.list.id)
            ? try await ask.service.live.rows.rules.doubts() : PlaceDoubts()
        try check(list.list.id, rules.matcher, moment.snapshot, query, doubts.uncertainties, ask.service.limits)
        let all = try rules.matcher.features(
            of: list.list.id, in: moment.snapshot, query, unknown: policy, uncertainties: doubts.uncertainties,
            obscured: doubts.obscured)
        var page = Array(all.prefix(limit))
        if query.layer == .observations { try await weigh(&page, moment.snapshot, rules, policy, ask.service.live) }
        let features = try page.map { try feature($0, moment.snapshot, query.layer, rules.centers) }
        return Reply(
            .geojson,
            .featureCollection(
                [
                    "numberMatched": .count(all.count), "numberReturned": .count(features.count),
                    "snapshot": .integer(moment.snapshot.version),
                    "links": [["rel": "self", "type": "application/geo+json", "href": .string(ask.sameQuestion())]],
                ], of: features))
    }

    /// - Throws: 400 when the question would look at too many features.
    private static func check(
        _ list: FeatureID, _ matcher: RuleMatcher, _ snapshot: Snapshot, _ query: Query,
        _ uncertainties: [FeatureID: Distance], _ limits: ServerLimits
    ) throws {
        let count = try matcher.candidateCount(
            of: list, in: snapshot, query.layer, uncertainties, interruption: query.interruption)
        guard count > limits.listedFeatures else { return }
        throw Problem(
            .badRequest,
            "The list may match any of \(count) \(query.layer.rawValue), more than the \(limits.listedFeatures) that one "
                + "question may look at.")
    }

    /// Applies the uncertainties of the page's features, which a snapshot does
    /// not hold.
    private static func weigh(
        _ page: inout [ListedFeature], _ snapshot: Snapshot, _ rules: RuleCache.Rules, _ policy: UnknownPolicy,
        _ live: LiveStore
    ) async throws {
        let doubts = try await live.rows.rules.doubts(of: page.map(\.id))
        for index in page.indices {
            let old = page[index]
            var sighting = try snapshot.sighting(at: old.position, in: .observations)
            guard doubts.note(on: &sighting, of: old.id) else { continue }
            let match = rules.matcher.matches(sighting, options: MatchOptions(unknown: policy))
                .first { $0.watchlist == old.match.watchlist }
            guard let match else { continue }
            page[index] = ListedFeature(
                position: old.position, id: old.id, coordinate: old.coordinate, match: match)
        }
    }

    private static func feature(
        _ listed: ListedFeature, _ snapshot: Snapshot, _ layer: Layer, _ centers: [RuleID: Coordinate]
    ) throws -> JSONValue {
        let date = try snapshot.sighting(at: listed.position, in: layer).date
        var bearing: JSONValue = .null
        if let location = listed.match.location, let center = centers[location.rule] {
            bearing =
                RoundedGeodesics(from: center).inverse(to: listed.coordinate).initialBearing.map { .number($0) }
                ?? .null
        }
        let own: [(String, JSONValue)] = [
            ("name", .string(try snapshot.hit(at: listed.position, in: layer).name)),
            ("date", date.map { .string($0.description) } ?? .null), ("bearing_deg", bearing),
        ]
        return [
            "type": "Feature", "id": .string(listed.id.description),
            "geometry": [
                "type": "Point",
                "coordinates": [.number(listed.coordinate.longitude), .number(listed.coordinate.latitude)],
            ],
            "properties": JSONValue.object(JSONObject())
                .adding(own + listed.match.fields.map { ($0.name, JSONValue($0.value)) }),
        ]
    }
}
