import ArgumentParser
import Geoq
import GeoqStore

/// `geoq export`
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a whole layer so that an import reads it back without loss.",
        discussion: """
              geoq export hotspots -f geojson > hotspots.geojson
              geoq export observations -f csv --source ebird > mine.csv
            """)

    @Argument(help: "What to write: \(ImportKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: ImportKind

    @Option(name: .shortAndLong, help: ArgumentHelp("geojson, geojsonseq, csv or ndjson.", valueName: "format"))
    var format: OutputFormat = .ndjson

    @Option(help: ArgumentHelp("Only rows of this source.", valueName: "name"))
    var source: String?

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        guard [.geojson, .geojsonseq, .csv, .ndjson].contains(format) else {
            throw ValidationError(
                "-f \(format.rawValue) cannot be imported again; use geojson, geojsonseq, csv or ndjson.")
        }
    }

    func run() async throws {
        try await Failure.reported(format) {
            let store = try storeOptions.open()
            try await store.export(kind, source: source, as: format, to: Terminal.write)
        }
    }
}
