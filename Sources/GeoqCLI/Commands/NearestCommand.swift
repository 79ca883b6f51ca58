import ArgumentParser
import Geoq
import GeoqIndex
import GeoqStore

/// `geoq nearest`
struct NearestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "The nearest places, however far away.",
        usage: """
            geoq nearest --lat <degrees> --lon <degrees> -k <count> [<options>]
            geoq nearest --at <name or id> -k <count> [<options>]
            geoq nearest - -k <count> [<options>] < centers.csv
            geoq nearest --lat <degrees> --lon <degrees> -k <count> --remote <url> [<options>]
            """,
        discussion: """
              geoq nearest --lat 42.48 --lon -76.45 -k 10
              geoq nearest --at Ithaca -k 3 --layer observations --species "Great Tit"

            Without a center the question is about the home place (geoq home set).

            Filters work inside the search: -k 10 --species X gives the ten nearest X. With - many \
            centers are read from standard input, as geoq near - does. With --remote a server is asked, \
            as geoq near --remote does. With --layer trajectories these are the ways of migrations, as \
            geoq near tells of them.
            """)

    @Argument(
        help: ArgumentHelp("Only \"-\": read centers from standard input.", valueName: "centers"),
        completion: .list(["-"]))
    var input: String?

    @OptionGroup(title: "Where") var center: CenterOptions
    @OptionGroup(title: "Where") var number: NumberOptions
    @OptionGroup(title: "Where") var ring: RingOptions
    @OptionGroup(title: "Where") var area: AreaOptions
    @OptionGroup(title: "What") var layer: AskedLayerOptions
    @OptionGroup(title: "What") var bird: SpeciesOptions
    @OptionGroup(title: "What") var condition: ConditionOptions
    @OptionGroup(title: "Pages") var page: PageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions
    @OptionGroup(title: "Server") var remote: RemoteQuestionOptions

    @Flag(help: "Answer by asking geod_inverse about every place: slow, to check the index.")
    var bruteForce = false

    func validate() throws {
        try center.check(input)
        if input == nil, center.isEmpty, remote.remote != nil { throw CenterOptions.missingForServer }
        if area.area == "-", input != nil { throw ValidationError("Standard input, -, can be read once.") }
        if input != nil, remote.remote != nil { throw ValidationError("--remote answers one question, not many.") }
        if input != nil { try page.checkMany() }
        try remote.check(
            place: center.name, area: area, layer: layer.layer, page: page, store: storeOptions, bruteForce: bruteForce
        )
        if asksTrajectories {
            try TrajectoryRun.check(condition: condition, area: area, page: page, input: input, bruteForce: bruteForce)
        }
    }

    /// Whether the ways of migrations are asked for.
    var asksTrajectories: Bool { layer.places == nil }

    func run() async throws {
        try await Failure.reported {
            if let hotspots = try remote.hotspots() {
                try await QueryRun(output: output, page: page, unit: unit)
                    .run(try await remoteQuestion(), on: hotspots)
                return
            }
            if input == nil { try center.check(in: storeOptions) }
            let store = try await storeOptions.open()
            if asksTrajectories {
                try await TrajectoryRun(output: output, unit: unit).run(try await trajectories(in: store), in: store)
                return
            }
            let method: Snapshot.Method = bruteForce ? .bruteForce : .index
            if input != nil {
                let inside = try await area.chosen(in: store)
                try await CenterStream(store: store, output: output, unit: unit, method: method)
                    .run { try self.query(around: $0, inside: inside) }
                return
            }
            try await QueryRun(output: output, page: page, unit: unit, mayBeSwapped: center.place == nil)
                .run(try await question(in: store), in: store, method: method)
        }
    }

    private var unit: LengthUnit { output.unit ?? .kilometers }

    /// The one question that the options make, names looked up in a store.
    func question(in store: Store) async throws -> Query {
        let center = try await center.coordinate(in: store)
        return try query(around: center, inside: try await area.chosen(in: store))
    }

    /// The question about the ways of migrations.
    func trajectories(in store: Store) async throws -> TrajectoryQuestion {
        var question = TrajectoryQuestion.near(try await center.coordinate(in: store), within: .halfTheEarth)
        (question.minimum, question.species) = (try ring.minimum, bird.species)
        question.first = min(number.k, page.limit ?? .max)
        return question
    }

    /// The same for a server: a store is opened only for an area that it must know.
    func remoteQuestion() async throws -> Query {
        let inside = try await area.chosen(in: try await storeOptions.open())
        return try query(around: try center.coordinate(), inside: inside)
    }

    /// The question that the options make.
    func query(around center: Coordinate, inside area: Area? = nil) throws -> Query {
        var query = Query(.around(center, within: nil))
        query.inside = area
        query.first = number.k
        query.layer = layer.places ?? .hotspots
        query.species = bird.species
        try condition.apply(to: &query)
        query.minimum = try ring.minimum
        page.apply(to: &query)
        return query
    }
}

/// How many hits to give.
struct NumberOptions: ParsableArguments {
    @Option(
        name: .short, parsing: .unconditional, help: ArgumentHelp("How many.", valueName: "count"),
        transform: ArgumentText.positiveCount)
    var k: Int
}
