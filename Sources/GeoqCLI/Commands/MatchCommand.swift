import ArgumentParser
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex
import GeoqStore
import GeoqSync

/// `geoq match`
struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Which watchlists does a sighting match, and why?",
        usage: """
            geoq match --lat <degrees> --lon <degrees> [--species <name>] [--date <yyyy-mm-dd>] [<options>]
            geoq match <file>|- [--follow] [--new] [<options>]
            geoq match --all [--count] [<options>]
            geoq match --lat <degrees> --lon <degrees> --remote <url> [<options>]
            geoq match <file>|- --remote <url> [<options>]
            """,
        discussion: """
              geoq match --lat 42.48 --lon -76.45 --species "Great Tit" --date 2026-05-03
              geoq match --lat 42.48 --lon -76.45 --uncertainty 500 --near-miss 2km
              geoq match MyEBirdData.csv > matches.ndjson
              tail -f sightings.ndjson | geoq match - --new
              geoq match --all --count --area "Tompkins County"

            The largest priority comes first, then the nearest center, then the id. Each match says how \
            far inside the circle, area or route, by which species rule, and how many days inside the dates; it is \
            certain, or possible when the uncertainty reaches beyond the edge. A watchlist without a \
            place matches anywhere. An area or a route matches an uncertain sighting possibly, too, when only \
            the uncertainty reaches into it; a circle does not. Of a record that iNaturalist has obscured, \
            the cell of 0.2 degrees tells as well: a match is certain when all of the cell is inside, and there is \
            none when all of it is outside.

            Sightings of a file, in any format that geoq imports, are not \
            stored; each match is one line as soon as it is found. Bad rows are refused, the others \
            matched. Good rows that are no sighting at a place (private, or of an absent species) are \
            skipped and counted. The exit code is 65 when rows were refused and no sighting was read, \
            and 0 otherwise.

            With --remote the watchlists, rules and birds are those of a server that the login, or the \
            user of --as, may see; they match as in a mirror of it. A rule that names an area of the \
            store is not understood then.
            """)

    @Argument(help: "Sightings: a file, folder or archive; - for standard input.", completion: .file())
    var input: String?

    @OptionGroup(title: "Where") var center: CenterOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far from there it may have been, in meters.", valueName: "meters"),
        transform: ArgumentText.meters)
    var uncertainty: Double?

    @OptionGroup(title: "What") var seen: SeenOptions

    @OptionGroup(title: "Where") var area: AreaOptions

    @Flag(help: "Every stored sighting with every watchlist.")
    var all = false

    @Option(help: ArgumentHelp("Also watchlists missed by no more, marked as such: 2km, 500m.", valueName: "length"))
    var nearMiss: String?

    @OptionGroup(title: "What") var unknown: UnknownOptions

    @OptionGroup(title: "What") var dates: DateOrderOptions

    @OptionGroup(title: "What") var columnNames: ColumnMapOptions

    @Flag(help: "Wait for more at the end of the file.")
    var follow = false

    @Flag(help: "Report a watchlist, species and day only once.")
    var new = false

    @Flag(help: "Only say how many there are.")
    var count = false

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Output") var unit: UnitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions
    @OptionGroup(title: "Server") var remote: RemoteQuestionOptions

    func validate() throws {
        try remote.check(place: center.name, area: area, store: storeOptions)
        if all, remote.remote != nil {
            throw ValidationError("--all is about the sightings of a store, not of a server.")
        }
        let ways = [input != nil, !center.isEmpty, all].count { $0 }
        guard ways == 1 else {
            throw ValidationError("Give a sighting with --lat and --lon, or a file of sightings, or --all.")
        }
        _ = try nearMissDistance
        if center.isEmpty, uncertainty != nil { throw ValidationError("--uncertainty goes with --lat and --lon.") }
        if center.isEmpty, seen.date != nil { throw ValidationError("--date goes with --lat and --lon.") }
        if all, seen.species != nil { throw ValidationError("--species does not go with --all.") }
        if input == nil, new || follow { throw ValidationError("--\(new ? "new" : "follow") goes with a file.") }
        if input == nil, dates.order != nil { throw ValidationError("--dates goes with a file.") }
        if input == nil, !columnNames.isEmpty { throw ValidationError("--map goes with a file.") }
        if follow, count { throw ValidationError("--follow has no end, and so no --count.") }
        if follow, output.format == .table {
            throw ValidationError("--follow has no end, and so no table; choose ndjson or csv.")
        }
        if follow, input == "-" {
            throw ValidationError("Standard input is followed until it ends; --follow is for files.")
        }
        if !center.isEmpty, area.area != nil {
            throw ValidationError("--area goes with a file or --all: only sightings inside of it are matched.")
        }
        if area.area == "-", input == "-" { throw ValidationError("Standard input, -, can be read once.") }
        if all, nearMiss != nil { throw ValidationError("--near-miss does not go with --all.") }
    }

    var nearMissDistance: Distance {
        get throws {
            guard let nearMiss else { return .meters(0) }
            do {
                return .meters(try LengthUnit.meters(parsing: nearMiss))
            } catch {
                throw ValidationError("--near-miss \(error).")
            }
        }
    }

    /// Of a stream each match is one line, even on a terminal, unless another format is asked for. A table waits for the
    /// end of an input, which may have none: only `-f` makes one of it.
    private var format: OutputFormat {
        if !center.isEmpty { return output.chosenFormat }
        if let asked = output.format?.output { return asked }
        let usual = SummaryOutputOptions.formatOfEnvironment ?? .ndjson
        return input != nil && usual == .table ? .ndjson : usual
    }

    func run() async throws {
        let format = format
        try await Failure.reported {
            let options = MatchOptions(unknown: unknown.policy, nearMiss: try nearMissDistance)
            let found: Int
            if let stored = try await remote.rules()?.all() {
                found =
                    if let input {
                        try stream(
                            input, stored, options, format,
                            inside: try await area.chosen(in: try await storeOptions.open()))
                    } else {
                        try ask(
                            stored, try await sighting(at: try center.coordinate(), stored, in: nil), options, format)
                    }
            } else {
                found = try await run(in: try await storeOptions.open(), options, format)
            }
            if exit.exitStatus && found == 0 { throw ExitCode(Failure.nothingFound) }
        }
    }

    private func run(in store: Store, _ options: MatchOptions, _ format: OutputFormat) async throws -> Int {
        if all { return try await join(store, format) }
        let stored = try await store.rules.all()
        sayMissingAreas(of: stored)
        if let input {
            return try stream(input, stored, options, format, inside: try await area.chosen(in: store))
        }
        return try ask(stored, try await sighting(in: store, stored), options, format)
    }

    /// Asks about one sighting.
    private func ask(
        _ stored: StoredRules, _ sighting: Sighting, _ options: MatchOptions, _ format: OutputFormat
    ) throws -> Int {
        let matches = stored.matcher().matches(sighting, options: options)
        if count {
            try Terminal.write("\(matches.count)\n")
            return matches.count
        }
        let titles = stored.titles
        try SummaryTable.write(
            matches.map { $0.record(title: titles[$0.watchlist]) }, format, names: Match.recordNames,
            columns: Match.columns(unit.unit ?? .kilometers))
        if matches.isEmpty { sayNothing(stored) }
        return matches.count
    }

    /// The sighting that the options tell.
    func sighting(in store: Store, _ stored: StoredRules) async throws -> Sighting {
        try await sighting(at: try await center.coordinate(in: store), stored, in: store)
    }

    /// - Parameter store: nil when the rules are a server's.
    private func sighting(at place: Coordinate, _ stored: StoredRules, in store: Store?) async throws -> Sighting {
        var sighting = Sighting(coordinate: place, uncertainty: uncertainty.map { .meters($0) })
        sighting.date = seen.date.flatMap { ObservedDate($0) }
        if let species = seen.species {
            sighting.name(species, among: stored.birds)
            if let sentence = try await UnknownNames.sentence(species: species, stored, in: store) {
                Terminal.say(sentence)
            }
        }
        return sighting
    }

    /// Asks about sightings one after the other.
    private func stream(
        _ path: String, _ stored: StoredRules, _ options: MatchOptions, _ format: OutputFormat, inside area: Area?
    ) throws -> Int {
        let columns = [
            TableColumn("common name", field: "common_name"), TableColumn("scientific name", field: "scientific_name"),
            TableColumn("seen", field: "date", yields: .never),
        ]
        let output = MatchOutput(
            format, stored.titles, names: MatchSink.fieldNames, columns: columns, unit.unit ?? .kilometers,
            isCounted: count)
        let sink = MatchSink(stored, options, output)
        sink.area = area
        (sink.reportsOnce, sink.isEndless) = (new, follow)
        var input = SightingInput(path: path)
        input.options.species = seen.species
        input.options.dateOrder = dates.order
        input.options.columnMap = try columnNames.byField
        input.follows = follow
        input.patience = Terminal.patience
        let report = try read(input, into: sink)
        try sink.output.finish()
        for line in sink.skipped.sentences { Terminal.say(line) }
        for note in report.notes { Terminal.say(TerminalText.neutralized(note)) }
        if sink.output.count == 0, !count { sayNothing(stored) }
        // As an import does when it refuses every row.
        if sink.refused > 0, sink.taken == 0 { throw ExitCode(Failure.badData) }
        return sink.output.count
    }

    /// Reads sightings; a followed file that was cut or replaced is read from its beginning.
    private func read(_ input: SightingInput, into sink: MatchSink) throws -> FormatReport {
        while true {
            do {
                return try input.read(into: sink) { try sink.output.flush() }
            } catch let change as FollowedFileChanged {
                Terminal.say("\(TerminalText.neutralized(change.description)): it is read from its beginning")
            }
        }
    }

    /// Asks about all stored sightings.
    private func join(_ store: Store, _ format: OutputFormat) async throws -> Int {
        let query = try await sightings(in: store)
        let stored = try await store.rules.all()
        sayMissingAreas(of: stored)
        if count {
            let count = try await store.rules.matchCount(in: query, unknown: unknown.policy)
            try Terminal.write("\(count)\n")
            return count
        }
        let output = MatchOutput(
            format, stored.titles, names: Hit.sightingNames, columns: [TableColumn("species", field: "name")],
            unit.unit ?? .kilometers, isCounted: false)
        let found = try await store.rules.forEachMatch(in: query, unknown: unknown.policy, into: output)
        if found == 0 { sayNothing(stored) }
        return found
    }

    /// The stored sightings that `--all` means.
    func sightings(in store: Store) async throws -> Query {
        var query = Query.nearest(0, to: try Coordinate(latitude: 90, longitude: 0), layer: .observations)
        query.inside = try await area.chosen(in: store)
        return query
    }

    /// Says how many rules in force are about areas that the store does not have.
    private func sayMissingAreas(of stored: StoredRules) {
        if let sentence = LostRules.sentence(of: stored) { Terminal.say(sentence) }
    }

    private func sayNothing(_ stored: StoredRules) {
        Terminal.say(
            remote.remote != nil
                ? (stored.watchlists.isEmpty ? "the server shows no watchlists" : "nothing found")
                : stored.watchlists.isEmpty
                    ? "no watchlists; make one with geoq rules add, or geoq import FILE --as watchlists"
                    : "nothing found")
    }
}

extension Match {
    /// The columns of a table of matches.
    static func columns(_ unit: LengthUnit, before: [TableColumn] = []) -> [TableColumn] {
        before + [
            TableColumn("watchlist", field: "title"), TableColumn("certainty", field: "certainty"),
            .distance("distance", field: "distance_m", unit: unit), .distance("inside", field: "inside_m", unit: unit),
            TableColumn("species by", field: "species_by"), TableColumn("date", field: "date_fit"),
            TableColumn("days inside", field: "days_inside", alignment: .trailing),
            TableColumn("priority", field: "priority", alignment: .trailing), .id("id", field: "watchlist"),
        ]
    }
}
