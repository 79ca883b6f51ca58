import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

/// `geoq export`
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a whole layer so that an import reads it back without loss.",
        discussion: """
              geoq export hotspots -f geojson > hotspots.geojson
              geoq export observations -f csv --source ebird > mine.csv
              geoq export observations --area county.geojson -f csv > county.csv
              geoq export watchlists > watchlists.ndjson

            Watchlists come with their rules and entries, deleted ones, too: each a record of its own, \
            after its list.
            """)

    @Argument(help: ArgumentHelp("What to write.", valueName: "layer"))
    var kind: ImportKind

    @Option(name: .shortAndLong, help: ArgumentHelp("How to write it.", valueName: "format"))
    var format: ExportFormat = .ndjson

    @Option(
        help: ArgumentHelp("Only rows of this source.", valueName: "name"),
        completion: .custom(StoreCompletion.sources))
    var source: String?

    @OptionGroup var area: AreaOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    /// The layer whose places can be asked about; nil for watchlists and birds.
    var layer: Layer? {
        switch kind {
        case .hotspots: .hotspots
        case .observations: .observations
        default: nil
        }
    }

    func validate() throws {
        if area.area != nil, layer == nil {
            throw ValidationError("--area is for hotspots and observations; \(kind.rawValue) have no places.")
        }
    }

    func run() async throws {
        try await Failure.reported {
            let store = try storeOptions.open()
            let inside = try await area.chosen(in: store)
            try await store.exports.write(kind, source: source, inside: inside, as: format.output, to: Terminal.write)
        }
    }
}
