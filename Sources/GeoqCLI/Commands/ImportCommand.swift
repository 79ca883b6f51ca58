import ArgumentParser
import Foundation
import Geoq
import GeoqStore

/// `geoq import`
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take a file of hotspots, observations, birds or watchlists into the store.",
        discussion: """
              geoq import hotspots.csv --as hotspots
              geoq import MyEBirdData.csv --as observations
              geoq import 0012345-download.zip --as observations
              geoq import places.csv --as hotspots --map lat=Y,lon=X,name=TITLE
              geoq import watchlists.json --as watchlists

            The format is recognized by what is in the file: CSV and TSV with a header, eBird hotspot \
            lists, EBD and MyEBirdData, GBIF downloads and Darwin Core archives, iNaturalist, Movebank, \
            Camtrap DP, MAPPPD, GeoJSON, GeoJSONSeq, NDJSON; plain, .gz or .zip, or a folder; - is \
            standard input. One file is one transaction. Importing it again changes nothing.

            Watchlists are JSON, NDJSON, GeoJSON or a table with the remote's column names, one record \
            each: a watchlist, or, with a column "record", a watchlist, an entry or a rule, whose \
            watchlist_id names a list that comes before. A JSON object may hold the arrays "rules" and \
            "entries" of its list. A list may have one rule of each kind in columns of its own: lat, lon \
            (or a GeoJSON point) and radius_km; bird_id, scientific_name or shape_id; start and end. \
            parameters_json is kept byte for byte; geoq rules check tells which rules cannot be \
            understood.
            """)

    @Argument(help: "The file, folder or archive; - for standard input.", completion: .file())
    var file: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("What its rows are.", valueName: "layer"))
    var kind: ImportKind

    @Option(
        help: ArgumentHelp(
            "Columns under other names: lat=Y,lon=X,name=N,id=I.", valueName: "field=column,..."))
    var map: String?

    @Option(help: ArgumentHelp("The species, for a file that has no column for it.", valueName: "name"))
    var species: String?

    @Option(
        help: ArgumentHelp(
            "The name of the source; otherwise what the format says, or the file's name.", valueName: "name"))
    var source: String?

    @Flag(help: "Store nothing when one row is bad.")
    var strict = false

    @Flag(help: "Only report what would be done.")
    var dryRun = false

    @Flag(help: "Remove rows of the source that the file no longer has.")
    var replace = false

    @Option(help: ArgumentHelp("Write refused rows to a CSV file.", valueName: "file"), completion: .file())
    var rejects: String?

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        _ = try columnMap()
        if let source, source.isEmpty || source.utf8.count > 200 {
            throw ValidationError("--source is a name of 1 to 200 bytes.")
        }
    }

    func run() async throws {
        try await Failure.reported(nil) {
            let store = try storeOptions.openOrCreate()
            var settings = ImportSettings(kind)
            settings.options.columnMap = try columnMap()
            settings.options.species = species
            settings.source = source
            (settings.strict, settings.dryRun, settings.replace) = (strict, dryRun, replace)
            settings.rejectsPath = rejects
            let line = quiet || !Terminal.showsProgress ? nil : ProgressLine()
            let report: ImportReport
            do {
                report = try await store.importFile(file, settings) { line?.show($0) }
                line?.clear()
            } catch {
                line?.clear()
                throw error
            }
            let hasChanged = report.isStored && report.added + report.changed + report.removed > 0
            let isIndexed = hasChanged ? try await index(store) : true
            ImportSummary(report, settings).say(quiet: quiet)
            if !isIndexed, !quiet { Terminal.say("  the next question builds the index, or geoq index build") }
            let isBad = report.accepted == 0 && report.rejected > 0 || strict && report.rejected > 0
            if isBad { throw ExitCode(Failure.badData) }
        }
    }

    /// An index is made of all rows, in memory. Up to so many are made at once;
    /// beyond, an import keeps to the memory that it needs to read a file.
    private static let mostIndexed = 1_000_000

    /// Makes the next question fast.
    ///
    /// - Returns: false when the store is too large for that.
    private func index(_ store: Store) async throws -> Bool {
        let statistics = try await store.statistics()
        guard statistics.hotspots + statistics.observations <= Self.mostIndexed else { return false }
        _ = try await store.snapshot(verifying: .touched)
        return true
    }

    private func columnMap() throws -> [String: String] {
        guard let map else { return [:] }
        var columns: [String: String] = [:]
        for pair in map.split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError("--map \(pair) is not field=column, such as lat=Y.")
            }
            columns[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1]
        }
        return columns
    }
}
