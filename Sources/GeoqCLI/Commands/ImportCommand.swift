import ArgumentParser
import Foundation
import Geoq
import GeoqFormats
import GeoqStore

/// `geoq import`
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take a file of hotspots, observations, birds, watchlists, presence or areas into the store.",
        discussion: """
              geoq import hotspots.csv --as hotspots
              geoq import MyEBirdData.csv
              geoq import 2024.csv 2025.csv.gz 0012345-download.zip --as observations
              geoq import places.csv --as hotspots --map lat=Y,lon=X,name=TITLE
              geoq import watchlists.json --as watchlists
              geoq import counties.geojson --as areas
              geoq import ebird_L99381__*.txt

            The format is recognized by what is in the file: CSV and TSV with a header, eBird hotspot \
            lists, bar charts, EBD, MyEBirdData and API answers, GBIF downloads and Darwin Core archives, \
            iNaturalist, Movebank, Camtrap DP, MAPPPD, bird banding, GeoNames, airports, GeoJSON, \
            GeoJSONSeq, NDJSON, waypoints of GPX; plain or compressed \
            (.gz, .bz2, .xz, .zst), in an archive (.zip, .tgz, .tar, .7z) or a folder; - is standard \
            input, and a pipe is read like it. Many formats know what their rows are; for the others \
            --as says it. Importing a file again changes nothing.

            All files of one command are one transaction: when one of them is refused, or Ctrl-C is \
            pressed before the report, nothing is stored. Of a folder or an archive each file is read by itself and \
            reported on a line of its own; one that is in no format that geoq reads, or is damaged, is left \
            out, with the reason. When a file breaks off after rows of it were taken, nothing is stored. Bad \
            rows are refused, the others imported: the exit code is 65 when rows were refused and none \
            was taken, or one with --strict, and 0 otherwise. A count of 0 says that the species was absent: such rows are \
            skipped and counted.

            Watchlists are JSON, NDJSON, GeoJSON or a table with the remote's column names, one record \
            each: a watchlist, or, with a column "record", a watchlist, an entry or a rule, whose \
            watchlist_id names a list that comes before. A JSON object may hold the arrays "rules" and \
            "entries" of its list. A list may have one rule of each kind in columns of its own: lat, lon \
            (or a GeoJSON point) and radius_km; bird_id, scientific_name or shape_id; start and end. \
            parameters_json is kept byte for byte; geoq rules check tells which rules cannot be \
            understood. Presence is how likely a bird is at a hotspot in a week: hotspot_id or hotspot, \
            bird_id, scientific_name or common_name, week (1 to 53) and likelihood (0 to 1), of hotspots \
            and birds in the store; or eBird's bar chart of a hotspot (Download Histogram Data), whose \
            name, as eBird gives it, tells the hotspot, and whose birds come with it; --replace then \
            removes presence of this hotspot alone. geoq presence answers from it. Areas are read as geoq \
            areas add reads them, and come with --source, --replace and --quiet alone; an export of areas \
            is read back as the same areas.
            """)

    @Argument(help: "The files, folders or archives; - for standard input.", completion: .file())
    var files: [String]

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("What the rows are, where the format does not tell.", valueName: "layer"))
    var kind: StoredKind?

    @OptionGroup var columnNames: ColumnMapOptions

    @Option(
        name: .customLong("species"),
        help: ArgumentHelp("The species, for a file that has no column for it.", valueName: "name"),
        transform: ArgumentText.species)
    var allSpecies: [String] = []

    private var species: String? { allSpecies.first }

    @Option(
        help: ArgumentHelp(
            "The hotspot of presence, for a file that does not name it.", valueName: "name or id"),
        completion: .custom(StoreCompletion.places))
    var hotspot: String?

    @OptionGroup var dates: DateOrderOptions

    @Option(
        help: ArgumentHelp(
            "The name of the source; otherwise what the format says, or the file's name.", valueName: "name"),
        completion: .custom(StoreCompletion.sources))
    var source: String?

    @Flag(help: "Store nothing when the store has rows of this layer already: for data that a program brings along.")
    var ifEmpty = false

    @Flag(help: "Store nothing when one row is bad.")
    var strict = false

    @Flag(help: "Only report what would be done.")
    var dryRun = false

    @Flag(help: "Remove rows of the source that the file no longer has; of a bar chart, those of its hotspot.")
    var replace = false

    @Option(
        help: ArgumentHelp(
            "Write refused rows to a CSV file, letter by letter: a spreadsheet may take = for a formula.",
            valueName: "file"), completion: .file())
    var rejects: String?

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        try SpeciesOptions.check(allSpecies)
        try OutputFile.check(rejects, of: "--rejects")
        if rejects == "-" {
            throw ValidationError("--rejects needs the name of a file, which is made when there are any.")
        }
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input, -, can be read once.") }
        if kind == .areas {
            let isOther =
                !columnNames.isEmpty || species != nil || hotspot != nil || ifEmpty || dates.order != nil || strict
                || dryRun || rejects != nil
            if isOther {
                throw ValidationError(
                    "--as areas goes with --source, --replace and --quiet; geoq areas add has further options.")
            }
        }
        if dates.order != nil, kind?.rows.map(Self.isDateless) == true, let kind {
            throw ValidationError("--dates is for observations and watchlists, and has no use for \(kind.rawValue).")
        }
        try ArgumentText.checkSource(source)
    }

    func run() async throws {
        try await Failure.reported {
            if kind == .areas {
                let addition = AreaAddition(
                    source: source, replaces: replace, quiet: quiet, storeOptions: storeOptions)
                var read: [(file: AreaFile, place: String)] = []
                for file in files {
                    read.append((try await AreaFile.read(file, AreaReading()), AreaAddition.place(of: file)))
                }
                return try await addition.run(read)
            }
            let settings = try self.settings
            let store = try await storeOptions.openOrCreate()
            let report: ImportReport
            do {
                report = try await read(settings, into: store)
            } catch {
                // A failed import leaves no empty store behind.
                if (try? store.discardIfNew()) != true { try? store.close() }
                guard let interrupted = error as? Interrupted else { throw error }
                Terminal.say("geoq: interrupted; nothing stored")
                Interruption.end(by: interrupted.signal)
            }
            let hasChanged = report.isStored && report.added + report.changed + report.removed > 0
            ImportSummary(report, settings).say(quiet: quiet)
            if !quiet, dates.order != nil, Self.isDateless(report.kind) {
                Terminal.say("  --dates was not needed: \(report.kind.rawValue) have no dates")
            }
            if hasChanged, !quiet, report.kind == .watchlists {
                if let sentence = LostRules.sentence(of: try await store.rules.all()) { Terminal.say(sentence) }
            }
            // The rows are stored, and said to be, when a signal ends the process meanwhile.
            let isIndexed = hasChanged ? try await index(store) : true
            if !isIndexed, !quiet { Terminal.say("  the next question builds the index, or geoq index build") }
            if !hasChanged { try store.discardIfNew() }
            let isBad = report.accepted == 0 && report.rejected > 0 || strict && report.rejected > 0
            if isBad { throw ExitCode(Failure.badData) }
        }
    }

    /// Reads the files, and shows the progress on one line.
    private func read(_ settings: ImportSettings, into store: Store) async throws -> ImportReport {
        let line = quiet || !Terminal.showsProgress ? nil : ProgressLine()
        defer { line?.clear() }
        let files = files
        return try await Interruption.watched {
            try await store.imports.run(files, settings) { line?.show($0) }
        }
    }

    private var settings: ImportSettings {
        get throws {
            var settings = ImportSettings(kind?.rows)
            settings.options.columnMap = try columnNames.byField
            settings.options.species = species
            settings.options.hotspot = hotspot
            settings.options.dateOrder = dates.order
            settings.source = source
            (settings.strict, settings.dryRun, settings.replace) = (strict, dryRun, replace)
            settings.onlyIfEmpty = ifEmpty
            settings.rejectsPath = rejects
            settings.onWait = { name in Terminal.sayWaiting(for: name) }
            return settings
        }
    }

    private static func isDateless(_ kind: ImportKind) -> Bool { [.hotspots, .birds, .presence].contains(kind) }

    /// An index is made of all rows, in memory. An import makes one for up to
    /// this many rows; for more, it uses only the memory that it needs to read
    /// a file.
    private static let mostIndexed = 1_000_000

    /// Builds the index, so that the next question is fast.
    ///
    /// - Returns: false when the store is too large for that.
    private func index(_ store: Store) async throws -> Bool {
        let statistics = try await store.health.statistics()
        guard statistics.hotspots + statistics.observations <= Self.mostIndexed else { return false }
        _ = try await store.snapshot(verifying: .touched)
        return true
    }
}
