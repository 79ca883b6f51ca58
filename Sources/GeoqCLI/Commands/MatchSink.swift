import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import Synchronization

/// Matches sightings as a reader gives them.
final class MatchSink: ImportSink {
    let output: MatchOutput
    /// Whether a watchlist, species and day are reported once.
    var reportsOnce = false
    /// Only sightings inside of it are matched; nil for all.
    var area: Area?
    /// Whether the file has no end, at which skipped rows could be counted: then the first
    /// row of each reason is told at once.
    var isEndless = false
    /// How many sightings were read, and how many rows were refused.
    private(set) var (taken, refused) = (0, 0)
    /// Good rows that are no sightings at a place, by reason.
    private(set) var skipped: [SkipReason: Int] = [:]

    private let matcher: RuleMatcher
    private let options: MatchOptions
    private var species: [SpeciesNames: SightingSpecies] = [:]
    private var reported: Set<Report> = []

    /// How many species are remembered; a file has few.
    private static let mostSpecies = 100_000

    private struct SpeciesNames: Hashable {
        var scientific: String?
        var common: String?
    }

    private struct Report: Hashable {
        var watchlist: FeatureID
        var species: String
        var date: ObservedDate?
    }

    init(_ stored: StoredRules, _ options: MatchOptions, _ output: MatchOutput) {
        (matcher, self.options, self.output) = (stored.matcher(), options, output)
    }

    /// The names of what is written of a sighting, in order.
    static let fieldNames = ["line", "sighting", "scientific_name", "common_name", "lat", "lon", "date"]

    func take(_ record: ImportRecord, line: Int) throws {
        guard case .observation(let seen) = record else { return }
        taken += 1
        if let area, !area.contains(seen.coordinate) { return }
        var sighting = Sighting(
            coordinate: seen.coordinate, uncertainty: seen.uncertaintyMeters.map { .meters($0) },
            scientificName: seen.scientificName, commonName: seen.commonName, date: seen.date)
        sighting.obscure(seen.withheld)
        var matches = matcher.matches(sighting, species: known(sighting), options: options)
        if reportsOnce { matches.removeAll { !isNew($0, seen) } }
        if matches.isEmpty { return }
        func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
        try output.write(
            matches,
            of: [
                .init("line", .integer(Int64(line))),
                .init("sighting", text(seen.identity.id ?? seen.identity.sourceID)),
                .init("scientific_name", text(seen.scientificName)), .init("common_name", text(seen.commonName)),
                .init("lat", .real(seen.coordinate.latitude)), .init("lon", .real(seen.coordinate.longitude)),
                .init("date", text(seen.date?.description)),
            ])
    }

    private func known(_ sighting: Sighting) -> SightingSpecies {
        let names = SpeciesNames(scientific: sighting.scientificName, common: sighting.commonName)
        if let known = species[names] { return known }
        let found = matcher.species(of: sighting)
        if species.count < Self.mostSpecies { species[names] = found }
        return found
    }

    private func isNew(_ match: Match, _ seen: ObservationRecord) -> Bool {
        let name = (seen.scientificName ?? seen.commonName ?? "").foldedName
        return reported.insert(Report(watchlist: match.watchlist, species: name, date: seen.date)).inserted
    }

    func refuse(_ problem: RowProblem, raw: [UInt8]) throws {
        refused += 1
        Terminal.say("geoq: \(TerminalText.neutralized("\(problem)"))")
    }

    func skip(_ reason: SkipReason) {
        skipped[reason, default: 0] += 1
        if isEndless, skipped[reason] == 1 { Terminal.say("skipping rows: \(reason.rawValue)") }
    }
}

/// Writes matches: one record each, handed over together.
final class MatchOutput: Sendable {
    private struct State {
        var lines: MatchLines
        var count = 0
    }

    private let format: OutputFormat
    private let titles: [FeatureID: String]
    private let isCounted: Bool
    private let state: Mutex<State>
    /// Writes the formats other than NDJSON.
    private let records: Mutex<RecordWriter?>

    private static let chunk = 64 * 1024

    /// - Parameters:
    ///   - names: the names of the fields of a sighting.
    ///   - columns: the columns of a table for the sighting.
    ///   - isCounted: whether to write only the number of matches.
    init(
        _ format: OutputFormat, _ titles: [FeatureID: String], names: [String], columns: [TableColumn],
        _ unit: LengthUnit, isCounted: Bool
    ) {
        (self.format, self.titles, self.isCounted) = (format, titles, isCounted)
        state = Mutex(State(lines: MatchLines(titles: titles)))
        let columns = Match.columns(unit, before: columns)
        records = Mutex(
            format == .ndjson || isCounted
                ? nil
                : RecordWriter(
                    format, names: names + Match.recordNames, table: .ofTerminal(columns),
                    output: Terminal.output(for: format)))
    }

    var count: Int { state.withLock { $0.count } }

    func write(_ matches: [Match], of sighting: [Feature.Field]) throws {
        try state.withLock { state in
            state.count += matches.count
            if isCounted { return }
            if format == .ndjson {
                state.lines.append(matches, of: sighting)
                if state.lines.bytes.count >= Self.chunk { try state.lines.take(Terminal.write) }
            } else {
                try records.withLock { records in
                    for match in matches { try records?.write(sighting + match.record(title: titles[match.watchlist])) }
                }
            }
        }
    }

    /// Hands over the finished lines.
    func flush() throws {
        try state.withLock { try $0.lines.take(Terminal.write) }
    }

    /// Writes the end.
    func finish() throws {
        try flush()
        if isCounted { try Terminal.write("\(count)\n") }
        try records.withLock { records in
            try records?.finish()
            Terminal.sayOmitted(records?.omittedColumns ?? [])
        }
    }
}

extension Store.Rules {
    /// Writes every match of a layer's features.
    ///
    /// - Returns: how many there are.
    func forEachMatch(in query: Query, unknown: UnknownPolicy, into output: MatchOutput) async throws -> Int {
        try await forEachMatch(in: query, unknown: unknown) { listed, hit in
            try output.write([listed.match], of: hit.sightingFields)
        }
        try output.finish()
        return output.count
    }
}
