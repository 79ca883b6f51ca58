import ArgumentParser
import Geoq
import GeoqStore

/// `geoq stats`
struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "How large the store is.",
        discussion: """
              geoq stats
              geoq stats --db birds.sqlite -f json
            """)

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let size = try await store.health.statistics()
            let index = try await store.index.info()
            let record: [Feature.Field] = [
                .init("store", .text(store.path)), .init("version", .integer(size.version)),
                .init("schema", .integer(Int64(size.schema))), .init("hotspots", .integer(Int64(size.hotspots))),
                .init("observations", .integer(Int64(size.observations))), .init("birds", .integer(Int64(size.birds))),
                .init("watchlists", .integer(Int64(size.watchlists))),
                .init("entries", .integer(Int64(size.entries))), .init("rules", .integer(Int64(size.rules))),
                .init("areas", .integer(Int64(size.areas))), .init("bytes", .integer(Int64(size.bytes))),
                .init("index", .text(index.state)),
                .init("index_bytes", .integer(Int64(index.bytes))),
            ]
            try SummaryTable.write(record, output.chosenFormat)
        }
    }
}
