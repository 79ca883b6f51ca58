import Geoq
import GeoqStore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Which watchlists does a sighting match, and why? The same as `geoq match`.
enum Matching {
    static let endpoints = [one, many]

    private static let species = Parameter(
        "species", .text(expected: "a scientific or common name, or a bird's id", example: "Great Tit"),
        "What was seen.")
    private static let date = Parameter(
        "date", .text(expected: "a day as yyyy-mm-dd", example: "2026-05-03"), "When it was seen.")
    private static let uncertainty = Parameter(
        "uncertainty", .number(0...100_000_000, unit: "meters"), "How far from there it may have been.")
    private static let nearMiss = Parameter(
        "near-miss", .text(expected: "a length with its unit, such as 2km", example: "2km"),
        "Also watchlists whose circle is missed by no more, marked as such.")
    private static let unknown = Parameter(
        "unknown", .word(UnknownPolicy.allCases.map(\.rawValue)), "What a missing species or date does.",
        standard: UnknownPolicy.fails.rawValue)

    private static let one = Endpoint(
        path: "/match", operation: "match", summary: "Which watchlists a sighting matches, and why.",
        formats: [.json, .ndjson, .csv],
        parameters: Common.center + [species, date, uncertainty, nearMiss, unknown], schema: "MatchList"
    ) { ask in
        let center = ask.center()
        let options = ask.matchOptions()
        let day = ask.parameters.value(date) { Day(iso: $0) }
        let meters = ask.parameters.number(uncertainty)
        try ask.parameters.check()
        guard let center else { preconditionFailure("Without a center the check fails.") }
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: try ask.wholeMoment)
        var sighting = Sighting(coordinate: center, uncertainty: meters.map { .meters($0) })
        sighting.date = day.flatMap { ObservedDate($0) }
        if let name = ask.parameters.text(species) { sighting.name(name, among: rules.stored.birds) }
        let records = rules.matcher.matches(sighting, options: options).prefix(ask.service.limits.rows)
            .map { $0.record(title: rules.titles[$0.watchlist]) }
        if ask.format != .json {
            let collected = ByteCollector()
            let writer = RecordWriter(ask.format == .csv ? .csv : .ndjson, output: collected.append)
            for record in records { try writer.write(record) }
            try writer.finish()
            return Reply(ask.format, collected.bytes)
        }
        let matches = records.map { JSONValue.object(JSONObject($0.map { .init($0.name, JSONValue($0.value)) })) }
        return Reply(.json, ["numberReturned": .count(matches.count), "matches": .array(matches)])
    }

    /// NDJSON in, NDJSON out: each line is answered as it comes, so that neither
    /// side has to hold all of it.
    private static let many = Endpoint(
        path: "/match", operation: "matchMany",
        summary: "Which watchlists many sightings match: a JSON object a line in, one line a match out.",
        method: .post, caching: .never, formats: [.ndjson], parameters: [nearMiss, unknown],
        requestBody: ["$ref": "#/components/schemas/Sighting"]
    ) { ask in
        let options = ask.matchOptions()
        try ask.parameters.check()
        let most = ask.service.limits.bodyBytes
        if let length = ask.request.headers[.contentLength].flatMap({ Int($0) }), length > most {
            throw Problem(.contentTooLarge, "The body has \(length) bytes, more than \(most); send it in parts.")
        }
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: try ask.service.live.moment())
        let body = ask.request.body
        return Reply(
            .ndjson,
            stream: ResponseBody { writer in
                var answer = MatchStream(rules, options)
                var received = 0
                for try await piece in body {
                    received += piece.readableBytes
                    if received > most {
                        answer.refuse("the body has more than \(most) bytes; the rest was not read")
                        break
                    }
                    answer.take(piece.readableBytesView)
                    let bytes = answer.ready()
                    if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                }
                answer.finish()
                let rest = answer.ready()
                if !rest.isEmpty { try await writer.write(ByteBuffer(bytes: rest)) }
                try await writer.finish(nil)
            })
    }
}

extension Ask {
    fileprivate mutating func matchOptions() -> MatchOptions {
        func parameter(_ name: String) -> Parameter {
            guard let found = endpoint.parameters.first(where: { $0.name == name }) else {
                preconditionFailure("\(endpoint.path) has no \(name).")
            }
            return found
        }
        let length = parameters.value(parameter("near-miss")) { try LengthUnit.meters(parsing: $0) }
        let policy = parameters.word(parameter("unknown"), as: UnknownPolicy.self)
        return MatchOptions(unknown: policy ?? .fails, nearMiss: .meters(length ?? 0))
    }
}
