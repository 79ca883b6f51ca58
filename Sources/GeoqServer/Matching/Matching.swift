import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// Which watchlists does a sighting match, and why? The same as `geoq match`.
enum Matching {
    static let endpoints = [one, many]

    private static let species = Parameter(
        "species", .text(expected: "a scientific or common name, or a bird's id", example: "Great Tit"),
        "What was seen.", longest: Parameter.longestName)
    private static let date = Parameter(
        "date", .text(expected: "a day as yyyy-mm-dd", example: "2026-05-03"), "When it was seen.")
    private static let uncertainty = Parameter(
        "uncertainty", .number(0...100_000_000, unit: "meters"), "How far from there it may have been.")
    private static let nearMiss = Parameter(
        "near-miss", .text(expected: "a length with its unit, such as 2km", example: "2km"),
        "Also watchlists whose place is missed by no more, marked as such.")
    private static let unknown = Parameter(
        "unknown", .word(UnknownPolicy.allCases.map(\.rawValue)), "What a missing species or date does.",
        standard: UnknownPolicy.fails.rawValue)

    private static let area = Parameter(
        Common.area.name, Common.area.kind,
        "All stored sightings inside this area, its boundary included, instead of one at lat and lon: WKT, or an area of the store by its name or id."
    )
    private static let areaOfMany = Parameter(
        Common.area.name, Common.area.kind,
        "Only sightings inside this area, its boundary included, are matched: WKT, or an area of the store by its name or id."
    )
    private static let limit = Common.limit(standard: 1_000)
    /// The parameters that describe one sighting.
    private static let ofOne = [species, date, uncertainty, nearMiss]

    private static let one = Endpoint(
        path: "/match", operation: "match",
        summary: """
            Which watchlists a sighting matches, and why; or, with area, which of them match the stored sightings \
            inside it: list by list, each nearest to the center of its circle, to its area or its route first.
            """,
        formats: [.json, .ndjson, .csv],
        parameters: Common.center.map { $0.optional("With area, lat and lon are left out.") } + ofOne
            + [unknown, area, Common.edges, Common.pole, limit, Common.after], schema: "MatchList",
        costOf: { $0.parameters.has(area) ? .much : .little },
        handle: { ask in ask.parameters.has(area) ? try await inside(&ask) : try await sighting(&ask) })

    /// The matches of one sighting.
    private static func sighting(_ ask: inout Ask) async throws -> Reply {
        for parameter in Common.center where !ask.parameters.has(parameter) {
            ask.parameters.note(parameter.name, nil, parameter.expected + ", or area without lat and lon")
        }
        for parameter in [limit, Common.after, Common.edges, Common.pole] where ask.parameters.has(parameter) {
            ask.parameters.note(parameter, reason: "it goes with area; of one sighting all matches are told")
        }
        let center = ask.center()
        let options = ask.matchOptions()
        let day = ask.parameters.value(date) { Day(iso: $0) }
        let meters = ask.parameters.number(uncertainty)
        try ask.parameters.check()
        guard let center else { preconditionFailure("Without a center the check fails.") }
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: try ask.wholeMoment)
        var sighting = Sighting(coordinate: center, uncertainty: meters.map { .meters($0) })
        sighting.date = day.flatMap { ObservedDate($0) }
        if let name = ask.parameters.text(species) { sighting.name(name, among: rules.birdNames) }
        let records = rules.matcher.matches(sighting, options: options).prefix(ask.service.limits.rows)
            .map { $0.record(title: rules.titles[$0.watchlist]) }
        return try ask.reply(Array(records), as: "matches", names: Match.recordNames)
    }

    /// The matches of the stored sightings inside an area.
    private static func inside(_ ask: inout Ask) async throws -> Reply {
        try await ask.findNamedArea()
        for parameter in Common.center + ofOne where ask.parameters.has(parameter) {
            ask.parameters.note(
                parameter, reason: "it is about one sighting; area is about all stored ones inside it")
        }
        let area = ask.area(area)
        let policy = ask.parameters.word(unknown, as: UnknownPolicy.self) ?? .fails
        let limit = ask.limit(limit)
        let after = ask.parameters.value(Common.after) { StoredMatches.Cursor($0) }
        try ask.parameters.check()
        guard let area else { preconditionFailure("Without an area the check fails.") }
        return try await StoredMatches(area: area, unknown: policy, limit: limit, after: after).reply(to: &ask)
    }

    /// NDJSON in, NDJSON out: each line is answered as it comes, so that neither
    /// side has to hold all of it.
    private static let many = Endpoint(
        path: "/match", operation: "matchMany",
        summary: """
            Which watchlists many sightings match: a JSON object a line in, one line a match out. Of a sighting that \
            matches very many the first are told, and a line says how many more there are. A body that comes too \
            slowly is cut off.
            """,
        method: .post, caching: .never, formats: [.ndjson],
        parameters: [nearMiss, unknown, areaOfMany, Common.edges, Common.pole],
        requestBody: ["$ref": "#/components/schemas/Sighting"]
    ) { ask in
        try await ask.findNamedArea()
        let options = ask.matchOptions()
        let area = ask.area(areaOfMany)
        try ask.parameters.check()
        try ask.checkEncoding()
        let limits = ask.service.limits
        if let length = ask.request.headers[.contentLength].flatMap({ Int($0) }), length > limits.bodyBytes {
            throw Problem(
                .contentTooLarge, "The body has \(length) bytes, more than \(limits.bodyBytes); send it in parts.")
        }
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: try ask.service.live.moment())
        let (streams, client) = (ask.service.matchStreams, ask.service.client(of: ask.connection))
        guard streams.enter(client) else {
            throw Problem(
                .serviceUnavailable,
                "\(streams.limit) bodies of sightings are being answered, or \(streams.limitOfClient) of this client; "
                    + "try again in a moment.",
                headers: [.retryAfter: "5"])
        }
        // Before the head of the answer: the consent is an answer by itself.
        ask.connection?.askForBody()
        // A stream that is never begun gives its place back, too.
        let place = StreamPlace(streams, client)
        let (body, threads) = (ask.request.body, ask.service.work.streams)
        return Reply(
            .ndjson,
            stream: ResponseBody { writer in
                defer { place.leave() }
                var stream = MatchStream(rules, options, inside: area, most: limits.rows)
                try await withTaskExecutorPreference(threads) {
                    try await answer(body, &stream, limits, &writer)
                }
                try await writer.finish(nil)
            })
    }

    /// Writes the answer to each line of a body before it reads the next. When
    /// the client takes nothing, it waits.
    private static func answer(
        _ body: RequestBody, _ stream: inout MatchStream, _ limits: ServerLimits,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        var ready: [UInt8] = []
        func send(_ given: MatchStream.Answer?, _ writer: inout any ResponseBodyWriter) async throws {
            guard var given else { return }
            while let bytes = try stream.write(&given) {
                ready += bytes
                if ready.count < bytesOfPiece { continue }
                try await writer.write(ByteBuffer(bytes: ready))
                ready.removeAll(keepingCapacity: true)
            }
        }
        var received = 0
        for try await piece in body {
            received += piece.readableBytes
            if received > limits.bodyBytes {
                let refusal = stream.refuse("the body has more than \(limits.bodyBytes) bytes; the rest was not read")
                try await send(refusal, &writer)
                break
            }
            var bytes = Array(piece.readableBytesView)[...]
            while !bytes.isEmpty { try await send(stream.take(&bytes), &writer) }
            if !ready.isEmpty { try await writer.write(ByteBuffer(bytes: ready)) }
            ready.removeAll(keepingCapacity: true)
        }
        try await send(stream.finish(), &writer)
        if !ready.isEmpty { try await writer.write(ByteBuffer(bytes: ready)) }
    }

    /// How many bytes are handed over at once.
    private static let bytesOfPiece = 64 * 1_024
}

/// A place among the streams, which is given back once.
private final class StreamPlace: Sendable {
    private let gate: ClientGate
    private let client: String?
    private let isLeft = Atomic(false)

    init(_ gate: ClientGate, _ client: String?) {
        (self.gate, self.client) = (gate, client)
    }

    func leave() {
        if !isLeft.exchange(true, ordering: .relaxed) { gate.leave(client) }
    }

    deinit {
        leave()
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
