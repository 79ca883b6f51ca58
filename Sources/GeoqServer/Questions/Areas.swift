import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes

/// The areas of the store: which there are, and which of them hold a place. Other questions take their
/// names and ids, to ask inside of them.
enum AreaQuestions {
    static let endpoints = [list, holding]

    private static let limit = Common.limit(standard: 1_000)
    private static let after = Parameter(
        "after",
        .text(expected: "the id at the end of the page before", example: "8f14e45f-ceea-5a17-b1f4-2cbb1c7f0b0a"),
        "The next page; the next link has it.")

    /// `geoq areas list`
    private static let list = Endpoint(
        path: "/areas", operation: "areas",
        summary: """
            The areas that the store has, by name, each with its box; west is greater than east across ±180°. \
            JSON also names those that cannot be used.
            """,
        cost: .much, formats: [.json, .csv, .ndjson], parameters: [limit, after], schema: "AreaList"
    ) { ask in
        let limit = ask.limit(limit)
        let cursor = ask.parameters.value(after) { FeatureID($0) }
        try ask.parameters.check()
        let moment = try ask.wholeMoment
        let areas = try await ask.service.areas.areas(of: ask.service.live, at: moment)
        var first = 0
        if let cursor {
            guard let last = areas.entries.firstIndex(where: { $0.id == cursor }) else {
                throw Problem(.conflict, "The area of after is not there any more; start again without after.")
            }
            first = last + 1
        }
        let page = areas.entries[first...].prefix(limit)
        var next: String?
        if let last = page.last, page.endIndex < areas.entries.endIndex {
            next = ask.sameQuestion([("after", last.id.description)])
        }
        var reply = try ask.reply(
            page.map(\.fields), as: "areas", names: AreaEntry.fieldNames,
            first: [
                ("numberMatched", .count(areas.entries.count)), ("snapshot", .integer(moment.snapshot.version)),
                ("next", next.map { .string($0) } ?? nil),
            ], last: [("unusable", .array(areas.unusable.map { .string($0) }))])
        if let next { reply.headers[.link] = "<\(next)>; rel=\"next\"" }
        return reply
    }

    /// `geoq areas of`
    private static let holding = Endpoint(
        path: "/areas/of", operation: "areasOf",
        summary: """
            Which areas of the store hold a place, and how far their nearest edge is: the nearest first. JSON also \
            names those that cannot be used.
            """,
        cost: .little, formats: [.json, .csv, .ndjson], parameters: Common.center, schema: "AreaList"
    ) { ask in
        let center = ask.center()
        try ask.parameters.check()
        guard let center else { preconditionFailure("Without a center the check fails.") }
        let moment = try ask.wholeMoment
        let found = try await ask.service.areas.holding(center, of: ask.service.live, at: moment)
        return try ask.reply(
            found.areas.map { $0.area.fields(edge: $0.edge) }, as: "areas", names: StoredArea.namesWithEdge,
            first: [("snapshot", .integer(moment.snapshot.version))],
            last: [("unusable", .array(found.unusable.map { .string($0.description) }))])
    }
}
