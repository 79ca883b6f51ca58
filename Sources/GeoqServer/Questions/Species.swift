import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes

extension Questions {
    /// `geoq species`
    static let species = Endpoint(
        path: "/species", operation: "species",
        summary: "Which birds were seen within a radius, with how many observations and the last date.",
        cost: .much, formats: [.json, .csv, .ndjson],
        parameters: Common.center + Common.radius + [Common.since, Common.until, Common.area] + Common.filters,
        schema: "SpeciesList"
    ) { ask in
        try await ask.findNamedArea()
        let center = ask.center()
        let radius = ask.requiredRadius()
        var query = Query(.box(.everything), layer: .observations)
        query.since = ask.parameters.value(Common.since) { Day(iso: $0) }
        query.until = ask.parameters.value(Common.until) { Day(iso: $0) }
        query.inside = ask.area(Common.area)
        ask.readFilter(&query)
        try ask.parameters.check()
        guard let center, let radius else { preconditionFailure("Without a center and a radius the check fails.") }
        query.area = .around(center, within: radius)
        query.interruption = ask.interruption
        let question = query
        let most = ask.service.limits.listedFeatures
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
        return try reply(found, ask, version: try ask.snapshot.version)
    }

    private static func reply(_ found: [SpeciesSummary], _ ask: Ask, version: Int64) throws -> Reply {
        if ask.format != .json {
            let collected = ByteCollector()
            let writer = RecordWriter(ask.format == .csv ? .csv : .ndjson, output: collected.append)
            for species in found { try writer.write(species.fields) }
            try writer.finish()
            var reply = Reply(ask.format, collected.bytes)
            if ask.format == .csv { reply.offer(as: "species.csv") }
            return reply
        }
        var bytes = Array(#"{"numberReturned":\#(found.count),"snapshot":\#(version),"species":["#.utf8)
        for (index, species) in found.enumerated() {
            bytes.append(contentsOf: (index > 0 ? ",\n" : "\n").utf8)
            bytes.appendJSON(
                JSONValue.object(
                    JSONObject(species.fields.map { .init($0.name, JSONValue($0.value)) })))
        }
        bytes.append(contentsOf: "]}\n".utf8)
        return Reply(.json, bytes)
    }
}

extension JSONValue {
    /// A column's value.
    init(_ value: FieldValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .integer(let number): .integer(number)
            case .real(let number): .number(number)
            case .text(let text): .string(text)
            }
    }
}
