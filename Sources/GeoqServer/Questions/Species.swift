import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

extension Questions {
    /// `geoq species`
    static let species = Endpoint(
        path: "/species", operation: "species",
        summary: "Which birds were seen within a radius, with how many observations and the last date.",
        formats: [.json, .csv, .ndjson],
        parameters: Common.center + Common.radius + [Common.since, Common.until] + Common.filters,
        schema: "SpeciesList"
    ) { ask in
        let center = ask.center()
        let radius = ask.requiredRadius()
        var query = Query(.box(.everything), layer: .observations)
        query.since = ask.parameters.value(Common.since) { Day(iso: $0) }
        query.until = ask.parameters.value(Common.until) { Day(iso: $0) }
        ask.readFilter(&query)
        try ask.parameters.check()
        guard let center, let radius else { preconditionFailure("Without a center and a radius the check fails.") }
        query.area = .around(center, within: radius)
        let question = query
        return .later(.much) { ask in try await answer(&ask, question, center, radius) }
    }

    private static func answer(
        _ ask: inout Ask, _ query: Query, _ center: Coordinate, _ radius: Distance
    ) async throws -> Reply {
        var query = query
        query.interruption = ask.interruption
        let (question, most) = (query, ask.service.limits.listedFeatures)
        let found = try await ask.atOneMoment { snapshot, store -> [SpeciesSummary]? in
            let count = try snapshot.count(.near(center, within: radius, layer: .observations))
            guard count <= most else {
                throw Problem.parameter(
                    Common.kilometers.name, nil, expected: "a smaller radius",
                    reason: "the area holds \(count) observations, more than the \(most) that one question may look at")
            }
            guard let filter = question.filter else { return try snapshot.species(question) }
            guard let positions = try await store.features.positions(matching: filter, in: .observations, of: snapshot)
            else {
                return nil
            }
            return try snapshot.species(question, positions: positions)
        }
        if ask.format != .json { return try .records(found.map(\.fields), as: ask.format, file: "species") }
        return Reply(
            .json,
            [
                "numberReturned": .count(found.count), "snapshot": .integer(try ask.snapshot.version),
                "species": .array(found.map { JSONValue($0.fields) }),
            ])
    }
}
