import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq export`
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a whole layer so that an import reads it back without loss.",
        usage: "geoq export <layer> [<options>]",
        discussion: """
              geoq export hotspots -f geojson > hotspots.geojson
              geoq export observations -f csv --source ebird > mine.csv
              geoq export observations --area county.geojson -f csv > county.csv
              geoq export watchlists > watchlists.ndjson
              geoq export presence -f csv > presence.csv
              geoq export areas > areas.geojson

            Columns that a mirror keeps of a relation (geoq sync --keep) are written, too; an import names them, \
            and has no place for them.

            Watchlists come with their rules and entries, deleted ones, too: each a record of its own, \
            after its list. Areas are written as GeoJSON: a collection, or with -f geojsonseq or ndjson a \
            feature a line; those across 180 degrees of longitude are cut there for other programs, and have a member \
            "uncut", from which an import has them as they were.
            """)

    @Argument(help: ArgumentHelp("What to write.", valueName: "layer"))
    var kind: StoredKind

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("How to write it; otherwise ndjson, and areas as geojson.", valueName: "format"))
    var format: ExportFormat?

    @Option(
        help: ArgumentHelp("Only rows of this source.", valueName: "name"),
        completion: .custom(StoreCompletion.sources))
    var source: String?

    @OptionGroup var area: AreaOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    /// The layer whose places can be asked about; nil for those without a place of their own.
    var layer: Layer? {
        switch kind {
        case .hotspots: .hotspots
        case .observations: .observations
        default: nil
        }
    }

    func validate() throws {
        if area.area != nil, layer == nil {
            throw ValidationError(
                "--area is for hotspots and observations; \(kind.rawValue) "
                    + (kind == .areas ? "are no places." : kind == .presence ? "has no place." : "have no places."))
        }
        if kind == .areas, format == .csv {
            throw ValidationError("Areas are written as geojson, geojsonseq or ndjson.")
        }
    }

    /// - Returns: how many records were written.
    @discardableResult
    func write(
        of store: Store, inside area: Area?, to output: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int {
        guard let kind = kind.rows else {
            return try await AreaExport(store: store, source: source, format: format ?? .geojson).run(to: output)
        }
        return try await store.exports.write(
            kind, source: source, inside: area, as: (format ?? .ndjson).output, to: output)
    }

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let output = Terminal.output(for: (format ?? .ndjson).output)
            try await write(of: store, inside: try await area.chosen(in: store), to: output)
        }
    }
}
