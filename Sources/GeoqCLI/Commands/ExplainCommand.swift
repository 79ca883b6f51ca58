import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import GeoqSync

/// `geoq explain`
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "What a question costs: boxes, candidates, cheap and exact distances, time.",
        discussion: """
              geoq explain near --lat 42.48 --lon -76.45 --km 25
              geoq explain nearest --lat 42.48 --lon -76.45 -k 10
              geoq explain bbox --bbox -77,42,-76,43
              geoq explain near --at Ithaca --km 25 --layer trajectories
              geoq explain along drive.gpx --within 2mi
              geoq explain species --area "Tompkins County"
              geoq explain export observations --area county.geojson
              geoq explain match --lat 42.48 --lon -76.45 --species "Great Tit"
              geoq explain near --lat 42.48 --lon -76.45 --km 25 --remote service=birds

            An export is made and thrown away: explain says how much it is, and how long it took.

            With --remote it says how many statements the server ran, and which partitions of the \
            table, and so which servers, its plans ask. Each server answers as of one moment of its \
            own; no moment is the same on several.
            """)

    private static let questions = ["near", "nearest", "bbox", "along", "species", "match", "export"]

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("A near, nearest, bbox, along, species, match or export command.", valueName: "question"),
        completion: .list(ExplainCommand.questions))
    var question: [String]

    func validate() throws {
        _ = try parsed()
    }

    func run() async throws {
        let parsed = try parsed()
        try await Failure.reported {
            switch parsed {
            case .places(let options):
                if let remote = options.remote {
                    try await RemoteExplanation(query: try await remote.query(), format: options.format)
                        .run(remote.hotspots)
                } else {
                    try await explain(options)
                }
            case .trajectories(let explanation): try await explanation.run()
            case .match(let explanation): try await explanation.run()
            case .export(let explanation): try await explanation.run()
            }
        }
    }

    private enum Parsed {
        case places(SharedOptions)
        case trajectories(TrajectoryExplanation)
        case match(MatchExplanation)
        case export(ExportExplanation)
    }

    private func parsed() throws -> Parsed {
        if question.contains(where: { ["--help", "-h"].contains($0) }) { throw CleanExit.helpRequest(self) }
        guard let name = question.first, Self.questions.contains(name) else {
            throw ValidationError("Explain what? Give a near, nearest, bbox, along, species, match or export command.")
        }
        let arguments = Array(question.dropFirst())
        do {
            if name == "match" { return .match(try MatchExplanation(arguments)) }
            if name == "export" { return .export(try ExportExplanation(arguments)) }
            let options = try SharedOptions(name, arguments)
            if let question = options.trajectories {
                return .trajectories(
                    TrajectoryExplanation(store: options.store, format: options.format, question: question))
            }
            return .places(options)
        } catch {
            let message = message(for: error, name)
            // `--help=` and the like ask the explained command for its help.
            if GeoqCommand.exitCode(for: error) == .success { throw CleanExit.message(message) }
            throw ValidationError(message)
        }
    }

    private func explain(_ options: SharedOptions) async throws {
        let clock = ContinuousClock()
        let started = clock.now
        let store = try await options.store.open()
        let query = try await options.query(store)
        let snapshot = try await store.snapshot(verifying: .touched)
        let opened = clock.now
        let cold = try await store.features.answer(query, verifying: .touched)
        let answered = clock.now
        // Ask again: now nothing must be read or verified.
        let warm = try await clock.measure { _ = try await store.features.answer(query, verifying: .touched) }
        let tree = snapshot.tree(of: query.layer)
        let cost = cold.statistics
        var record: [Feature.Field] = [
            .init("items", .integer(Int64(tree.count))),
            .init("sites", .integer(Int64(tree.base.siteCount + tree.added.siteCount))),
            .init("pending", .integer(Int64(tree.changeCount))),
            .init("levels", .integer(Int64(tree.base.height))), .init("boxes", .integer(Int64(cost.boxes))),
            .init("candidates", .integer(Int64(cost.candidates))),
            .init("estimated_distances", .integer(Int64(cost.estimatedDistances))),
            .init("exact_distances", .integer(Int64(cost.exactDistances))),
            .init("hits", .integer(Int64(cold.hits.count))), .init("version", .integer(cold.version)),
            .init("open_us", .integer(Self.microseconds(opened - started))),
            .init("first_us", .integer(Self.microseconds(answered - opened))),
            .init("again_us", .integer(Self.microseconds(warm))),
        ]
        if options.countsSpecies {
            let counting = clock.now
            let species = try await store.features.species(query, verifying: .touched)
            record.append(.init("species", .integer(Int64(species.count))))
            record.append(.init("species_us", .integer(Self.microseconds(clock.now - counting))))
        }
        if let area = query.inside { record += Self.fields(of: area) }
        if let corridor = query.corridor { record += Self.fields(of: corridor) }
        try SummaryTable.write(record, options.format) { Self.words[$0] }
    }

    /// Refuses what only an answer has: whether it is empty, where its next page begins, how its hits are counted and
    /// written, and whether the index gave it.
    static func check(
        exitStatus: Bool, count: Bool = false, unit: LengthUnit? = nil, fields: String? = nil, next: String? = nil,
        bruteForce: Bool = false
    ) throws {
        let given = [
            ("--exit-status", exitStatus), ("--next", next != nil), ("--count", count), ("--fields", fields != nil),
            ("--unit", unit != nil), ("--brute-force", bruteForce),
        ]
        guard let option = given.first(where: \.1)?.0 else { return }
        throw ValidationError("explain tells what a question costs, and has no answer for \(option).")
    }

    static func fields(of area: Area) -> [Feature.Field] {
        [
            .init("area_edges", .text(area.edges.rawValue)),
            .init("area_positions", .integer(Int64(area.positionCount))),
            .init("area_parts_overlap", .bool(area.hasOverlappingParts)),
        ]
    }

    static func fields(of corridor: Corridor) -> [Feature.Field] {
        [
            .init("route_edges", .text(corridor.edges.rawValue)),
            .init("route_segments", .integer(Int64(corridor.segments.count))),
            .init("route_positions", .integer(Int64(corridor.line.count))),
            .init("route_m", .real(Corridor.Foot.rounded(corridor.length))),
        ]
    }

    static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }

    /// The names of the record's fields, in words.
    static let words: [String: String] = [
        "items": "features in the layer", "sites": "places in the trees",
        "pending": "removed or added since the index was built", "levels": "levels of boxes",
        "boxes": "boxes visited", "candidates": "candidates (chords)",
        "estimated_distances": "cheap distances (from the chord)",
        "exact_distances": "exact distances (geod_inverse)", "hits": "hits",
        "species": "species among the hits", "species_us": "answering and counting species, µs",
        "route_edges": "how the route's edges run", "route_segments": "segments of the route",
        "route_positions": "positions of the route", "route_m": "length of the route, m",
        "area_edges": "how the area's edges run", "area_positions": "positions of the area's rings",
        "area_parts_overlap": "whether its parts overlap, or share a border whose vertices differ",
        "version": "store version", "open_us": "opening the store and index, µs",
        "first_us": "first answer, µs", "again_us": "the same again, µs",
    ]

    private func message(for error: any Error, _ name: String) -> String {
        switch name {
        case "near": NearCommand.message(for: error)
        case "nearest": NearestCommand.message(for: error)
        case "along": AlongCommand.message(for: error)
        case "species": SpeciesCommand.message(for: error)
        case "match": MatchCommand.message(for: error)
        case "export": ExportCommand.message(for: error)
        default: BoxCommand.message(for: error)
        }
    }
}

/// The options that the explained commands share.
private struct SharedOptions {
    let store: StoreOptions
    let format: OutputFormat
    let query: (Store) async throws -> Query
    /// Whether the hits are counted by species.
    private(set) var countsSpecies = false
    /// The question when it is for a server.
    var remote: (hotspots: RemoteHotspots, query: () async throws -> Query)?
    /// The question when it is about the ways of migrations.
    private(set) var trajectories: ((Store) async throws -> TrajectoryQuestion)?

    init(_ name: String, _ arguments: [String]) throws {
        switch name {
        case "near":
            let command = try NearCommand.parse(arguments)
            guard command.input == nil else { throw ValidationError("explain takes one center, not -.") }
            (store, format) = (command.storeOptions, try Self.format(command.output, command.page, command.bruteForce))
            query = { try await command.question(in: $0) }
            if command.asksTrajectories { trajectories = { try await command.trajectories(in: $0) } }
            remote = try command.remote.hotspots().map { ($0, command.remoteQuestion) }
        case "nearest":
            let command = try NearestCommand.parse(arguments)
            guard command.input == nil else { throw ValidationError("explain takes one center, not -.") }
            (store, format) = (command.storeOptions, try Self.format(command.output, command.page, command.bruteForce))
            query = { try await command.question(in: $0) }
            if command.asksTrajectories { trajectories = { try await command.trajectories(in: $0) } }
            remote = try command.remote.hotspots().map { ($0, command.remoteQuestion) }
        case "along":
            let command = try AlongCommand.parse(arguments)
            (store, format) = (command.storeOptions, try Self.format(command.output, command.page, command.bruteForce))
            query = { try await command.question(in: $0) }
            remote = try command.remote.hotspots().map { ($0, command.remoteQuestion) }
        case "species":
            let command = try SpeciesCommand.parse(arguments)
            if command.remote.remote != nil {
                throw ValidationError("explain species tells the cost of a store's answer; --remote has none here.")
            }
            try ExplainCommand.check(exitStatus: command.exit.exitStatus, unit: command.unit.unit)
            countsSpecies = true
            (store, format) = (command.storeOptions, command.output.chosenFormat)
            query = { try await command.question(in: $0) }
        default:
            let command = try BoxCommand.parse(arguments)
            (store, format) = (command.storeOptions, try Self.format(command.output, command.page, command.bruteForce))
            query = { try await command.question(in: $0) }
            if command.asksTrajectories { trajectories = { _ in try command.trajectories() } }
            remote = try command.remote.hotspots().map { ($0, command.remoteQuestion) }
        }
    }

    /// - Throws: `ValidationError` for a format that has no place for what is explained, and for options of an answer.
    private static func format(
        _ output: OutputOptions, _ page: PageOptions, _ bruteForce: Bool
    ) throws -> OutputFormat {
        try ExplainCommand.check(
            exitStatus: output.exitStatus, count: output.count, unit: output.unit, fields: output.fields,
            next: page.next, bruteForce: bruteForce)
        if RecordWriter.formats.contains(output.chosenFormat) { return output.chosenFormat }
        if let format = output.format {
            let known = RecordWriter.formats.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("explain has no hits to write as \(format.rawValue); choose \(known).")
        }
        return Terminal.isOutput ? .table : .ndjson
    }
}
