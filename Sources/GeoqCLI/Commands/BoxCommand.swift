import ArgumentParser
import Geoq
import GeoqStore

/// `geoq bbox`
struct BoxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bbox",
        abstract: "What lies inside a box of longitudes and latitudes, by id.",
        usage: "geoq bbox --bbox <west,south,east,north> [<options>]",
        discussion: """
              geoq bbox --bbox -77,42,-76,43
              geoq bbox --bbox 170,-50,-170,-30

            The edges count as inside. West greater than east crosses the date line (RFC 7946).
            """)

    @Option(
        name: .customLong("bbox"), parsing: .unconditional,
        help: ArgumentHelp("The box in degrees.", valueName: "west,south,east,north"))
    var box: String

    @OptionGroup(title: "What") var filter: FilterOptions
    @OptionGroup(title: "Pages") var page: PageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    @Flag(help: "Answer by looking at every place: slow, to check the index.")
    var bruteForce = false

    func validate() throws {
        _ = try query()
    }

    func run() async throws {
        try await Failure.reported(output.chosenFormat) {
            let store = try storeOptions.open()
            try await QueryRun.run(try query(), in: store, output: output, method: bruteForce ? .bruteForce : .index)
        }
    }

    /// The question of these options.
    func query() throws -> Query {
        let parts = box.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.trimmingPrefix { $0 == " " }) }
        guard parts.count == 4, numbers.count == 4 else {
            throw ValidationError("--bbox \(box) is not a box: give west,south,east,north in degrees.")
        }
        do {
            var query = Query.inside(
                try BoundingBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3]))
            try filter.apply(to: &query)
            page.apply(to: &query)
            return query
        } catch let error as FilterError {
            throw ValidationError("--where: \(error)")
        } catch {
            throw ValidationError("--bbox \(box): \(error)")
        }
    }
}
