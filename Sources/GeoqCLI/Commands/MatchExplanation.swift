import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq explain match`: what rules the store has, how the edges of their areas run,
/// and what asking them costs.
struct MatchExplanation {
    private let command: MatchCommand
    private let clock = ContinuousClock()

    init(_ arguments: [String]) throws {
        command = try MatchCommand.parse(arguments)
        if command.remote.remote != nil {
            throw ValidationError("explain match tells the cost of a store's rules; --remote has none here.")
        }
        try ExplainCommand.check(
            exitStatus: command.exit.exitStatus, count: command.count, unit: command.unit.unit)
        if command.input != nil { throw ValidationError("explain takes one sighting, or --all, and no file.") }
    }

    func run() async throws {
        let started = clock.now
        let store = try await command.storeOptions.open()
        let stored = try await store.rules.all()
        let matcher = stored.matcher()
        let read = clock.now - started
        var record = Self.fields(of: matcher) + [.init("read_us", .integer(ExplainCommand.microseconds(read)))]
        record += try await command.all ? join(store, matcher) : ask(store, stored, matcher)
        try SummaryTable.write(record, command.output.chosenFormat) { Self.words[$0] ?? ExplainCommand.words[$0] }
    }

    private static func fields(of matcher: RuleMatcher) -> [Feature.Field] {
        func count(_ value: Int) -> FieldValue { .integer(Int64(value)) }
        let places = matcher.places
        let edges = Area.Edges.allCases.compactMap { edges in places.areas[edges].map { "\($0) \(edges.rawValue)" } }
        return [
            .init("watchlists", count(matcher.watchlistCount)), .init("rules", count(matcher.ruleCount)),
            .init("circles", count(places.circles)),
            .init("rule_areas", count(places.areas.values.reduce(0, +))),
            .init("rule_area_edges", edges.isEmpty ? .null : .text(edges.joined(separator: ", "))),
            .init("rule_area_positions", count(places.areaPositions)),
            .init("rule_routes", count(places.routes)), .init("rule_route_positions", count(places.routePositions)),
        ]
    }

    private func ask(_ store: Store, _ stored: StoredRules, _ matcher: RuleMatcher) async throws -> [Feature.Field] {
        let sighting = try await command.sighting(in: store, stored)
        let options = MatchOptions(unknown: command.unknown.policy, nearMiss: try command.nearMissDistance)
        var matches: [Match] = []
        let first = clock.measure { matches = matcher.matches(sighting, options: options) }
        let again = clock.measure { _ = matcher.matches(sighting, options: options) }
        return [
            .init("matches", .integer(Int64(matches.count))),
            .init("possible", .integer(Int64(matches.count { $0.certainty == .possible }))),
            .init("first_us", .integer(ExplainCommand.microseconds(first))),
            .init("again_us", .integer(ExplainCommand.microseconds(again))),
        ]
    }

    private func join(_ store: Store, _ matcher: RuleMatcher) async throws -> [Feature.Field] {
        let query = try await command.sightings(in: store)
        let doubts = try await store.rules.doubts()
        let snapshot = try await store.snapshot(verifying: .touched)
        let candidates = try matcher.watchlists.reduce(0) {
            try $0 + matcher.candidateCount(of: $1, in: snapshot, query.layer, doubts.uncertainties)
        }
        let start = clock.now
        let matches = try await store.rules.matchCount(in: query, unknown: command.unknown.policy)
        var fields: [Feature.Field] = [
            .init("items", .integer(Int64(snapshot.count(of: query.layer)))),
            .init("uncertain", .integer(Int64(doubts.uncertainties.count))),
            .init("obscured", .integer(Int64(doubts.obscured.count))),
            .init("candidates", .integer(Int64(candidates))), .init("matches", .integer(Int64(matches))),
            .init("first_us", .integer(ExplainCommand.microseconds(clock.now - start))),
        ]
        if let area = query.inside { fields += ExplainCommand.fields(of: area) }
        return fields
    }

    /// The names of the record's fields, in words.
    private static let words: [String: String] = [
        "watchlists": "watchlists", "rules": "rules, also those not in force",
        "circles": "circles of rules in force", "rule_areas": "areas of rules in force",
        "rule_area_edges": "how their edges run", "rule_area_positions": "positions of their rings",
        "rule_routes": "routes of rules in force", "rule_route_positions": "positions of the routes",
        "read_us": "reading the rules, µs", "matches": "matches", "possible": "possible ones of them",
        "items": "sightings in the store", "uncertain": "with an uncertain place",
        "obscured": "of these in iNaturalist's cell", "candidates": "sightings to look at, of all lists",
    ]
}
