import ArgumentParser
import Geoq
import GeoqStore

/// `geoq nearest`
struct NearestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "The nearest so many, wherever they are.",
        discussion: """
              geoq nearest --lat 42.48 --lon -76.45 -k 10
              geoq nearest --at "Stewart Park" -k 3 --layer observations --species "Parus major"

            Filters work inside the search: -k 10 --species X gives the ten nearest X.
            """)

    @OptionGroup(title: "Where") var center: CenterOptions

    @Option(name: .short, help: ArgumentHelp("How many.", valueName: "count"))
    var k: Int

    @Option(
        name: .customLong("min-km"), parsing: .unconditional,
        help: ArgumentHelp("Only what is at least so far away.", valueName: "kilometers"))
    var minimumKilometers: Double?

    @OptionGroup(title: "What") var filter: FilterOptions
    @OptionGroup(title: "Pages") var page: PageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    @Flag(help: "Answer by asking geod_inverse about every place: slow, to check the index.")
    var bruteForce = false

    func validate() throws {
        if k < 0 { throw ValidationError("-k \(k) is negative.") }
        if center.isEmpty { throw ValidationError("Give a center: --lat and --lon, or --at a hotspot.") }
        if let minimumKilometers { _ = try RadiusOptions.distance(kilometers: minimumKilometers, option: "--min-km") }
    }

    func run() async throws {
        try await Failure.reported(output.chosenFormat) {
            let store = try storeOptions.open()
            let query = try self.query(around: try await center.coordinate(in: store))
            try await QueryRun.run(query, in: store, output: output, method: bruteForce ? .bruteForce : .index)
        }
    }

    /// The question of these options.
    func query(around center: Coordinate) throws -> Query {
        var query = Query.nearest(k, to: center)
        try filter.apply(to: &query)
        query.minimum = try minimumKilometers.map { try RadiusOptions.distance(kilometers: $0, option: "--min-km") }
        page.apply(to: &query)
        return query
    }
}
