import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq bench`
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "How fast geoq answers from your store on this machine.",
        discussion: """
              geoq bench
              geoq bench --layer observations --queries 10000 --json

            Asks the store's own index the same questions at places around what it holds. A time is that \
            of all questions by their number, on one thread, the median of the rounds. Some of the \
            answers are compared with brute force, geod_inverse about every place: how many were \
            compared, and whether set and order are the same, stands beside each time. When they \
            differ, the exit code is 1.
            """)

    @Option(help: "The layer that is asked.")
    var layer: Layer = .hotspots

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("At how many places geoq is asked, 1000000 at most (default: 1000).", valueName: "count"),
        transform: ArgumentText.positiveCount)
    var queries = 1000

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How many times (default: 3).", valueName: "count"),
        transform: ArgumentText.positiveCount)
    var rounds = 3

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The same seed asks at the same places (default: 1).", valueName: "number"),
        transform: ArgumentText.seed)
    var seed: UInt64 = 1

    @Flag(help: "The same as -f json.")
    var json = false

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if queries > Self.mostQueries { throw ValidationError("--queries is at most \(Self.mostQueries).") }
        if json, output.format != nil { throw ValidationError("Give either --json or --format.") }
    }

    /// Each has a place and an answer in memory.
    private static let mostQueries = 1_000_000

    func run() async throws {
        try await Failure.reported {
            let snapshot = try await storeOptions.open().snapshot()
            let places = try places(in: snapshot)
            let results = try Self.questions(layer).map { name, query in
                try Result(name, places.map(query), rounds: rounds, snapshot)
            }
            try SummaryTable.write(
                results.map(\.record), json ? .json : output.chosenFormat, columns: Self.tableColumns)
            if !results.allSatisfy(\.agrees) { throw ExitCode(Failure.differs) }
        }
    }

    /// Up to 20 km from places of the layer, in every direction.
    ///
    /// - Throws: `BenchError` when the layer is empty.
    private func places(in snapshot: Snapshot) throws -> [Coordinate] {
        let tree = snapshot.tree(of: layer)
        let positions = (0..<tree.positionCount).filter(tree.contains)
        guard !positions.isEmpty else { throw BenchError(layer: layer) }
        var random = SplitMix64(seed: seed)
        return try (0..<queries).map { _ in
            let place = try tree.coordinate(at: positions[random.below(positions.count)])
            let (bearing, kilometers) = (360 * random.unit(), 20 * random.unit())
            return Geodesic.direct(from: place, bearing: bearing, distance: .kilometers(kilometers))
        }
    }

    private static func questions(_ layer: Layer) -> [(name: String, query: (Coordinate) -> Query)] {
        var questions: [(name: String, query: (Coordinate) -> Query)] = []
        for limit in [1, 10, 100] {
            questions.append(("nearest \(limit)", { Query.nearest(limit, to: $0, layer: layer) }))
        }
        for kilometers in [1.0, 10, 50] {
            questions.append(
                ("near \(Int(kilometers)) km", { Query.near($0, within: .kilometers(kilometers), layer: layer) }))
        }
        return questions
    }

    /// One question, asked at all places.
    private struct Result {
        let name: String
        let queries: Int
        let hits: Int
        let microseconds: Double
        /// How many of the answers were compared with brute force, and how many
        /// of these differ.
        let compared, differing: Int

        var agrees: Bool { differing == 0 }

        init(_ name: String, _ queries: [Query], rounds: Int, _ snapshot: Snapshot) throws {
            var answers: [[Hit]] = []
            let times = try (0..<rounds).map { _ in
                answers = []
                answers.reserveCapacity(queries.count)
                return try ContinuousClock().measure {
                    for query in queries { answers.append(try snapshot.answer(query)) }
                }
            }
            (self.name, self.queries) = (name, queries.count)
            hits = answers.reduce(0) { $0 + $1.count }
            microseconds = times.sorted()[rounds / 2] / .microseconds(1) / Double(queries.count)
            // A scan of a million places takes a second.
            compared = min(queries.count, max(1, min(20, 200_000 / snapshot.count(of: queries[0].layer))))
            differing = try zip(queries, answers).prefix(compared).count { query, hits in
                try snapshot.answer(query, method: .bruteForce).map(\.id) != hits.map(\.id)
            }
        }

        var record: [Feature.Field] {
            [
                .init("question", .text(name)), .init("queries", .integer(Int64(queries))),
                .init("hits", .integer(Int64(hits))),
                .init("microseconds", .real((microseconds * 1000).rounded() / 1000)),
                .init("compared", .integer(Int64(compared))),
                .init("agrees", .text(agrees ? "set and order" : "NO: \(differing) of \(compared) differ")),
            ]
        }
    }

    private static let tableColumns: [TableColumn] = [
        TableColumn("question", field: "question"),
        TableColumn("queries", field: "queries", alignment: .trailing),
        TableColumn("hits", field: "hits", alignment: .trailing),
        TableColumn("µs a query", field: "microseconds", alignment: .trailing),
        TableColumn("compared", field: "compared", alignment: .trailing),
        TableColumn("agrees", field: "agrees"),
    ]
}

/// The store has no places.
struct BenchError: Error, CustomStringConvertible {
    let layer: Layer
    var description: String { "the store has no \(layer.rawValue) to ask about; import some first" }
}
