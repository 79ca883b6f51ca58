import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes

extension Questions {
    /// `geoq species`
    static let species = Endpoint(
        path: "/species", operation: "species",
        summary:
            "Which birds were seen within a radius, or inside an area, with how many observations and the last date.",
        cost: .much, formats: [.json, .csv, .ndjson],
        parameters: Common.centerUnlessArea + Common.radius + [Common.since, Common.until] + Common.areas
            + Common.filters,
        schema: "SpeciesList"
    ) { ask in
        try await ask.findNamedArea()
        let place = ask.place()
        var query = Query(.box(.everything), layer: .observations)
        query.since = ask.parameters.value(Common.since) { Day(iso: $0) }
        query.until = ask.parameters.value(Common.until) { Day(iso: $0) }
        if let since = query.since, let until = query.until, until < since {
            ask.parameters.note(Common.until, reason: "it lies before since, \(since)")
        }
        query.inside = ask.area(Common.area)
        ask.readFilter(&query)
        try ask.parameters.check()
        guard let place else { preconditionFailure("Without a place the check fails.") }
        query.area = place
        query.interruption = ask.interruption
        let question = query
        let most = ask.service.limits.listedFeatures
        let found = try await ask.atOneMoment { snapshot, store -> [SpeciesSummary]? in
            try check(question, snapshot, most)
            guard let filter = question.filter else { return try snapshot.species(question) }
            guard let positions = try await store.features.positions(matching: filter, in: .observations, of: snapshot)
            else {
                return nil
            }
            return try snapshot.species(question, positions: positions)
        }
        return try ask.reply(
            found.map(\.fields), as: "species", names: SpeciesSummary.fieldNames(of: question.layer),
            first: [("snapshot", .integer(try ask.snapshot.version))])
    }

    /// - Throws: 400 when the question would look at too many observations: those within the
    ///   radius, or else those inside the area.
    private static func check(_ question: Query, _ snapshot: Snapshot, _ most: Int) throws {
        var looked = Query(question.area, layer: question.layer)
        looked.interruption = question.interruption
        var (name, smaller) = (Common.kilometers.name, "a smaller radius")
        switch question.area {
        case .around(_, .some): break
        case .around, .box, .along:
            (looked.area, looked.inside) = (.box(.everything), question.inside)
            (name, smaller) = (Common.area.name, "a smaller area")
        }
        let count = try snapshot.count(looked)
        guard count <= most else {
            throw Problem.parameter(
                name, nil, expected: smaller,
                reason: "the area holds \(count) observations, more than the \(most) that one question may look at")
        }
    }
}
