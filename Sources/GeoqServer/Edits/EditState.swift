import Geoq
import GeoqIndex
import GeoqStore

/// What the page must know to change the store, and how its changes stand.
enum EditState {
    static let endpoints = [state, birds]

    /// How many rows that wait are named at most.
    private static let mostRows = 10_000

    private static let state = Endpoint(
        path: "/map/edits", operation: "mapEdits",
        summary: """
            Whether the page may change watchlists, which rows wait to be sent, are refused or in conflict, and \
            where the user is at home.
            """,
        caching: .never, cost: .little, schema: "EditState"
    ) { ask in
        try ask.parameters.check()
        let access = ask.service.edits
        var refusal = access.refusal(of: ask.request)
        if refusal == nil { refusal = await Self.refusal(of: ask.service.live.rows) }
        let isTold = refusal == nil && access.mayKnowToken(ask.request, base: ask.base)
        // A home is as private as a photo.
        let mayKnowHome =
            access.privateRefusal(of: ask.request) == nil && access.mayKnowToken(ask.request, base: ask.base)
        let home = try await mayKnowHome ? ask.service.live.rows.settings.home() : nil
        let standings = try await ask.service.live.rows.lists.standings(limit: mostRows)
        let rows = standings.rows.map { standing -> JSONValue in
            [
                "table": .string(standing.row.table.rawValue), "id": .string(standing.row.id.description),
                "status": .string(standing.status.rawValue), "reason": optional(standing.reason),
            ]
        }
        return Reply(
            .json,
            [
                "allowed": .bool(refusal == nil), "refusal": optional(refusal),
                "pictures": .bool(ask.service.showsPictures(to: ask.request)),
                "token": optional(isTold ? access.token : nil), "project": optional(standings.project),
                "pending": .count(standings.counts.pending), "failed": .count(standings.counts.failed),
                "conflicts": .count(standings.counts.conflicts), "rows": .array(rows),
                "complete": .bool(standings.isComplete), "home": place(home),
            ])
    }

    /// Why a store takes no changes; nil when it does.
    private static func refusal(of store: Store) async -> String? {
        guard store.failedMigration == nil else {
            return "The store can only be read, because it could not be brought up to date."
        }
        return await store.mayWrite()
            ? nil : "The store can only be read: the server has no right to write to it, or to its folder."
    }

    /// A home place, or null.
    private static func place(_ home: HomePlace?) -> JSONValue {
        guard let home else { return .null }
        return [
            "name": optional(home.name), "lat": .number(home.coordinate.latitude),
            "lon": .number(home.coordinate.longitude),
        ]
    }

    private static let name = Parameter(
        "name", .text(expected: "a part of a scientific or common name", example: "tit"),
        "A part of the name, case and accents aside.", longest: Parameter.longestName
    ).required
    private static let limit = Parameter("limit", .integer(1...50), "How many are given at most.", standard: "12")

    /// Birds that an entry may name.
    private static let birds = Endpoint(
        path: "/map/birds", operation: "mapBirds",
        summary: "Birds of the store by a part of their name: those whose name begins so come first, then by name.",
        cost: .little, parameters: [name, limit], schema: "BirdList"
    ) { ask in
        let text = ask.parameters.text(name)
        if text == nil, ask.parameters.has(name) { ask.parameters.note(name, reason: "it is empty") }
        let limit = ask.parameters.integer(limit) ?? 12
        try ask.parameters.check()
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: try ask.wholeMoment)
        let asked = (text ?? "").foldedName
        var found: [(rank: Int, name: String, bird: Bird)] = []
        for bird in rules.stored.birds {
            let names = [bird.commonName, bird.scientificName].compactMap { $0 }
            let ranks = names.compactMap { name -> Int? in
                let folded = name.foldedName
                return folded == asked ? 0 : folded.hasPrefix(asked) ? 1 : folded.contains(asked) ? 2 : nil
            }
            if let rank = ranks.min() { found.append((rank, names[0], bird)) }
        }
        found.sort { ($0.rank, $0.name, $0.bird.id.key) < ($1.rank, $1.name, $1.bird.id.key) }
        let birds = found.prefix(limit).map { _, _, bird -> JSONValue in
            [
                "id": .string(bird.id.description), "common_name": optional(bird.commonName),
                "scientific_name": optional(bird.scientificName),
            ]
        }
        return Reply(.json, ["numberMatched": .count(found.count), "birds": .array(birds)])
    }

    /// A text, or null.
    static func optional(_ text: String?) -> JSONValue {
        text.map { .string($0) } ?? .null
    }
}
