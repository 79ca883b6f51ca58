import ArgumentParser
import Geoq
import GeoqIndex
import GeoqStore

/// `geoq bbox`
struct BoxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bbox",
        abstract: "What lies inside a box of longitudes and latitudes, by id.",
        usage: """
            geoq bbox --bbox <west,south,east,north> [<options>]
            geoq bbox --bbox <west,south,east,north> --remote <url> [<options>]
            """,
        discussion: """
              geoq bbox --bbox -77,42,-76,43
              geoq bbox --bbox 170,-50,-170,-30
              geoq bbox --bbox -77,42,-76,43 --layer trajectories

            The edges count as inside. West greater than east crosses the date line (RFC 7946). With \
            --remote a server is asked, as geoq near --remote does. With --layer trajectories these are the \
            ways of migrations of which some place lies in the box, also when none of their points does.
            """)

    @Option(
        name: .customLong("bbox"), parsing: .unconditional,
        help: ArgumentHelp("The box in degrees.", valueName: "west,south,east,north"), transform: ArgumentText.box)
    var box: BoundingBox

    @OptionGroup(title: "Where") var area: AreaOptions
    @OptionGroup(title: "What") var layer: AskedLayerOptions
    @OptionGroup(title: "What") var bird: SpeciesOptions
    @OptionGroup(title: "What") var condition: ConditionOptions
    @OptionGroup(title: "Pages") var page: PageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions
    @OptionGroup(title: "Server") var remote: RemoteQuestionOptions

    @Flag(help: "Answer by looking at every place: slow, to check the index.")
    var bruteForce = false

    func validate() throws {
        _ = try query()
        if output.unit != nil, !asksTrajectories {
            throw ValidationError("Places inside a box have no distance, so no --unit.")
        }
        try remote.check(
            place: nil, area: area, layer: layer.layer, page: page, store: storeOptions, bruteForce: bruteForce)
        if asksTrajectories {
            try TrajectoryRun.check(condition: condition, area: area, page: page, input: nil, bruteForce: bruteForce)
        }
    }

    /// Whether the ways of migrations are asked for.
    var asksTrajectories: Bool { layer.places == nil }

    func run() async throws {
        try await Failure.reported {
            let run = QueryRun(output: output, page: page, unit: output.unit ?? .kilometers)
            if let hotspots = try remote.hotspots() {
                return try await run.run(try await remoteQuestion(), on: hotspots)
            }
            let store = try await storeOptions.open()
            if asksTrajectories {
                return try await TrajectoryRun(output: output, unit: run.unit).run(try trajectories(), in: store)
            }
            try await run.run(try await question(in: store), in: store, method: bruteForce ? .bruteForce : .index)
        }
    }

    /// The question that the options make, the area looked up in a store.
    func question(in store: Store) async throws -> Query {
        try await question(inside: area.chosen(in: store))
    }

    /// The same for a server: a store is opened only for an area that it must know.
    func remoteQuestion() async throws -> Query {
        try await question(inside: area.chosen(in: try await storeOptions.open()))
    }

    private func question(inside area: Area?) throws -> Query {
        var query = try query()
        query.inside = area
        return query
    }

    /// The question about the ways of migrations.
    func trajectories() throws -> TrajectoryQuestion {
        var question = TrajectoryQuestion.inside(box)
        (question.species, question.first) = (bird.species, page.limit)
        return question
    }

    /// The question that the options make, without the area.
    func query() throws -> Query {
        do {
            var query = Query.inside(box)
            query.layer = layer.places ?? .hotspots
            query.species = bird.species
            try condition.apply(to: &query)
            page.apply(to: &query)
            return query
        } catch let error as FilterError {
            throw ValidationError("--where: \(error)")
        }
    }
}
