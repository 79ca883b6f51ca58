import ArgumentParser
import Geoq
import GeoqStore

/// `geoq near`
struct NearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near",
        abstract: "What lies within a radius, nearest first.",
        usage: """
            geoq near --lat <degrees> --lon <degrees> --km <kilometers> [<options>]
            geoq near --at <name or id> --within <length> [<options>]
            geoq near - --km <kilometers> [<options>] < centers.csv
            geoq near --lat <degrees> --lon <degrees> --km <kilometers> --remote <url> [<options>]
            """,
        discussion: """
              geoq near --lat 42.48 --lon -76.45 --km 25
              geoq near --at "Stewart Park" --within 5mi --min-km 1
              geoq near --at Ithaca --km 25 --layer observations --species "Great Tit"
              geoq near - --km 10 < centers.csv

            The edge of the radius counts as inside. With - many centers are read from standard \
            input: lines of lat,lon and perhaps a label, a table with a header, JSON objects with lat \
            and lon, or GeoJSON points; geoq's own answers, too. Each hit then says which center it \
            belongs to (by its label, id or name, or else its line), and centers without hits are named \
            on standard error; --count writes how many hits each has.

            With --remote a server is asked, for sets too large to be mirrored; the answer is the one \
            that a mirror of it would give. There are no pages then, and no names to look up.
            """)

    @Argument(
        help: ArgumentHelp("Only \"-\": read centers from standard input.", valueName: "centers"),
        completion: .list(["-"]))
    var input: String?

    @OptionGroup(title: "Where") var center: CenterOptions
    @OptionGroup(title: "Where") var radius: RadiusOptions
    @OptionGroup(title: "Where") var ring: RingOptions
    @OptionGroup(title: "Where") var nearestOptions: NearestOptions

    @OptionGroup(title: "What") var filter: FilterOptions
    @OptionGroup(title: "Pages") var page: PageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions
    @OptionGroup(title: "Server") var remote: RemoteQuestionOptions

    @Flag(help: "Answer by asking geod_inverse about every place: slow, to check the index.")
    var bruteForce = false

    func validate() throws {
        try center.check(input)
        if input != nil, remote.remote != nil { throw ValidationError("--remote answers one question, not many.") }
        try remote.check(
            center: center, filter: filter, page: page, store: storeOptions, bruteForce: bruteForce)
        if input != nil { try page.checkMany() }
        if try radius.radius == nil, nearestOptions.nearest == nil {
            throw ValidationError("Give a radius: --km or --within; or --nearest for the nearest so many.")
        }
        try ring.check(try radius.radius)
    }

    func run() async throws {
        try await Failure.reported {
            if let hotspots = try remote.hotspots() {
                try await QueryRun(output: output, page: page, unit: unit)
                    .run(try query(around: try center.coordinate()), on: hotspots)
                return
            }
            let store = try storeOptions.open()
            let method: Snapshot.Method = bruteForce ? .bruteForce : .index
            if input != nil {
                try await CenterStream(store: store, output: output, unit: unit, method: method)
                    .run { try self.query(around: $0) }
                return
            }
            let query = try self.query(around: try await center.coordinate(in: store))
            try await QueryRun(output: output, page: page, unit: unit, mayBeSwapped: center.place == nil)
                .run(query, in: store, method: method)
        }
    }

    private var unit: LengthUnit { output.unitOptions.unit ?? radius.unit }

    /// The question that the options make.
    func query(around center: Coordinate) throws -> Query {
        var query = Query(.around(center, within: try radius.radius))
        try filter.apply(to: &query)
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
        help: ArgumentHelp("Only the nearest so many; no radius is needed then.", valueName: "count"),
        transform: ArgumentText.positiveCount)
    var nearest: Int?
}
