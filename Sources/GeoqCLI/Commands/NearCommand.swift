import ArgumentParser
import Geoq
import GeoqIndex
import GeoqStore

/// `geoq near`
struct NearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near",
        abstract: "What lies within a radius, nearest first.",
        usage: """
            geoq near --lat <degrees> --lon <degrees> --km <kilometers> [<options>]
            geoq near --at <name or id> --within <length> [<options>]
            geoq near --area <name or file> [<options>]
            geoq near - --km <kilometers> [<options>] < centers.csv
            geoq near --lat <degrees> --lon <degrees> --km <kilometers> --remote <url> [<options>]
            geoq near --area <name or file> --remote <url> [<options>]
            """,
        discussion: """
              geoq near --lat 42.48 --lon -76.45 --km 25
              geoq near --at "Stewart Park" --within 5mi --min-km 1
              geoq near --at Ithaca --km 25 --layer observations --species "Great Tit"
              geoq near --area county.geojson --layer observations --since 2026-05-01
              geoq near --at Ithaca --km 25 --layer trajectories
              geoq near - --km 10 < centers.csv

            The edge of the radius counts as inside. With - many centers are read from standard \
            input: lines of lat,lon and perhaps a label, a table with a header, JSON objects with lat \
            and lon, or GeoJSON points; geoq's own answers, too. Each hit then says which center it \
            belongs to (by its label, id or name, or else its line), and centers without hits are named \
            on standard error; --count writes how many hits each has.

            Without a center the question is about the home place (geoq home set).

            --area alone gives all that lies inside the area, by id; with a center, a radius or --nearest it \
            gives only what lies inside both. The edge of the area counts as inside.

            --layer trajectories gives the ways of migrations of which some place lies within the radius, the \
            nearest first, then by id. The line between two points is straight in longitude and latitude; the \
            distance is the geodesic to its nearest place. --species, --min-km, --nearest and --limit narrow \
            them down; they have no pages, days, columns or areas to ask about.

            With --remote a server is asked, for sets too large to be mirrored; the answer is the one \
            that a mirror of it would give. Such an answer has no pages. A center is given by --lat and --lon; \
            the name of an area is looked up in the store. The rows may be a table, a view, or a table whose \
            partitions are on other servers (geoq shard plan), and of a relation in a file of --tables the \
            columns that it keeps are asked and shown, too. When a server cannot be reached, the exit code is \
            69, and no part of an answer is given.
            """)

    @Argument(
        help: ArgumentHelp("Only \"-\": read centers from standard input.", valueName: "centers"),
        completion: .list(["-"]))
    var input: String?

    @OptionGroup(title: "Where") var center: CenterOptions
    @OptionGroup(title: "Where") var radius: RadiusOptions
    @OptionGroup(title: "Where") var ring: RingOptions
    @OptionGroup(title: "Where") var nearestOptions: NearestOptions
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
        if input == nil, center.isEmpty, !isWholeArea, remote.remote != nil { throw CenterOptions.missingForServer }
        if area.area == "-", input != nil { throw ValidationError("Standard input, -, can be read once.") }
        if input != nil, remote.remote != nil { throw ValidationError("--remote answers one question, not many.") }
        try remote.check(
            place: center.name, area: area, layer: layer.layer, page: page, store: storeOptions, bruteForce: bruteForce
        )
        if input != nil { try page.checkMany() }
        if area.area == nil, radius.isEmpty, nearestOptions.nearest == nil {
            throw ValidationError(
                "Give a radius: --km or --within; or --nearest, and how many."
                    + (input == nil ? center.orHome : ""))
        }
        try ring.check(try radius.radius)
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
            if input == nil, !isWholeArea { try center.check(in: storeOptions) }
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

    /// Whether all inside an area is asked for, around no center. A distance is from a
    /// center: from home where none is given.
    private var isWholeArea: Bool {
        area.area != nil && input == nil && center.isEmpty && radius.isEmpty && nearestOptions.nearest == nil
            && ring.minimumKilometers == nil
    }

    private var unit: LengthUnit { output.unit ?? radius.unit }

    /// The one question that the options make, names looked up in a store.
    func question(in store: Store) async throws -> Query {
        let center = isWholeArea ? nil : try await center.coordinate(in: store)
        return try query(around: center, inside: try await area.chosen(in: store))
    }

    /// The question about the ways of migrations.
    func trajectories(in store: Store) async throws -> TrajectoryQuestion {
        var question = TrajectoryQuestion.near(
            try await center.coordinate(in: store), within: try radius.radius ?? .halfTheEarth)
        (question.minimum, question.species) = (try ring.minimum, bird.species)
        question.first = [nearestOptions.nearest, page.limit].compactMap(\.self).min()
        return question
    }

    /// The same for a server: a store is opened only for an area that it must know.
    func remoteQuestion() async throws -> Query {
        let inside = try await area.chosen(in: try await storeOptions.open())
        return try query(around: isWholeArea ? nil : try center.coordinate(), inside: inside)
    }

    /// The question that the options make: around a center, or all inside an area.
    func query(around center: Coordinate?, inside area: Area? = nil) throws -> Query {
        var query = Query(try center.map { .around($0, within: try radius.radius) } ?? .box(.everything))
        query.inside = area
        query.layer = layer.places ?? .hotspots
        query.species = bird.species
        try condition.apply(to: &query)
        query.first = nearestOptions.nearest
        query.minimum = try ring.minimum
        page.apply(to: &query)
        return query
    }
}

/// How many of the hits within the radius to give.
struct NearestOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many of the nearest; no radius is needed then.", valueName: "count"),
        transform: ArgumentText.positiveCount)
    var nearest: Int?
}
