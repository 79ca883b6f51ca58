import ArgumentParser
import Geoq
import GeoqStore

/// `geoq nearest`
struct NearestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "The nearest so many, wherever they are.",
        usage: """
            geoq nearest --lat <degrees> --lon <degrees> -k <count> [<options>]
            geoq nearest --at <name or id> -k <count> [<options>]
            """,
        discussion: """
              geoq nearest --lat 42.48 --lon -76.45 -k 10
              geoq nearest --at Ithaca -k 3 --layer observations --species "Great Tit"

            Filters work inside the search: -k 10 --species X gives the ten nearest X.
            """)

    @OptionGroup(title: "Where") var center: CenterOptions
    @OptionGroup(title: "Where") var number: NumberOptions
    @OptionGroup(title: "Where") var ring: RingOptions
    @OptionGroup(title: "What") var filter: FilterOptions
    @OptionGroup(title: "Pages") var page: PageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions
    @OptionGroup(title: "Server") var remote: RemoteQuestionOptions

    @Flag(help: "Answer by asking geod_inverse about every place: slow, to check the index.")
    var bruteForce = false

    func validate() throws {
        if center.isEmpty { throw ValidationError("Give a center: --lat and --lon, or --at a hotspot.") }
        try remote.check(
            center: center, filter: filter, page: page, store: storeOptions, bruteForce: bruteForce)
    }

    func run() async throws {
        try await Failure.reported(output.chosenFormat) {
            if let hotspots = try remote.hotspots() {
                try await QueryRun.run(try query(around: try center.coordinate()), on: hotspots, output: output)
                return
            }
            let store = try storeOptions.open()
            let query = try self.query(around: try await center.coordinate(in: store))
            try await QueryRun.run(
                query, in: store, output: output, method: bruteForce ? .bruteForce : .index,
                mayBeSwapped: center.place == nil)
        }
    }

    /// The question of these options.
    func query(around center: Coordinate) throws -> Query {
        var query = Query(.around(center, within: nil))
        query.first = number.k
        try filter.apply(to: &query)
        query.minimum = try ring.minimum
        page.apply(to: &query)
        return query
    }
}

/// How many.
struct NumberOptions: ParsableArguments {
    @Option(name: .short, help: ArgumentHelp("How many.", valueName: "count"))
    var k: Int

    func validate() throws {
        if k < 0 { throw ValidationError("-k \(k) is negative.") }
    }
}
