import Geoq
import GeoqFormats
import GeoqStore

/// What a question about trajectories costs: no index is asked, each of them is read.
struct TrajectoryExplanation {
    let store: StoreOptions
    let format: OutputFormat
    let question: (Store) async throws -> TrajectoryQuestion

    func run() async throws {
        let clock = ContinuousClock()
        let started = clock.now
        let store = try await store.open()
        let question = try await question(store)
        let opened = clock.now
        let answer = try await store.trajectories.answer(question)
        let answered = clock.now
        let again = try await clock.measure { _ = try await store.trajectories.answer(question) }
        let cost = answer.cost
        let record: [Feature.Field] = [
            .init("trajectories", .integer(Int64(cost.trajectories))), .init("points", .integer(Int64(cost.points))),
            .init("exact_distances", .integer(Int64(cost.exactDistances))),
            .init("edges", .integer(Int64(cost.edges))), .init("hits", .integer(Int64(answer.hits.count))),
            .init("open_us", .integer(ExplainCommand.microseconds(opened - started))),
            .init("first_us", .integer(ExplainCommand.microseconds(answered - opened))),
            .init("again_us", .integer(ExplainCommand.microseconds(again))),
        ]
        try SummaryTable.write(record, format) { Self.words[$0] ?? ExplainCommand.words[$0] }
    }

    private static let words = [
        "trajectories": "trajectories read", "points": "points of them",
        "edges": "lines between two points looked at", "open_us": "opening the store, µs",
    ]
}
