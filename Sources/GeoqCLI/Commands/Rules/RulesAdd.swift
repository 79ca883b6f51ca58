import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq rules add`
struct RulesAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add rules to a watchlist; a new title makes a new list.",
        discussion: """
              geoq rules add "Pond ducks" --lat 42.48 --lon -76.45 --km 5 --shape duck-like
              geoq rules add "Pond ducks" --start=--11-01 --end=--02-28 --priority 3
              geoq rules add "My county" --area "Tompkins County" --approach 5km
              geoq rules add "My patch" --area patch.kml
              geoq rules add "Way to work" --route commute.gpx --within 800m
              geoq rules add Tits --species "Parus major" --start 2026-04-01

            Each kind that is given becomes one rule. An area is one that the store has (geoq areas \
            add), and the rule follows it when it changes; a file with one area is taken into the store first; --approach takes what is outside of it by no \
            more than that. A route is kept in the rule, and may have some 45000 points. A date is a day (2026-04-01) or the same day of \
            every year (--04-01); the season may wrap the new year, and either end may be open. The ids \
            of the new rules are written.
            """)

    @Argument(
        help: ArgumentHelp("The watchlist: its title or id; a new title makes a new list.", valueName: "list"),
        completion: .custom(StoreCompletion.watchlists))
    var list: String

    @OptionGroup(title: "Where") var center: CenterOptions
    @OptionGroup(title: "Where") var radius: RadiusOptions

    @Option(
        name: .customLong("area"),
        help: ArgumentHelp(
            "In an area: a file with one, or one that the store has, by name or id.", valueName: "name or file"),
        completion: .file())
    var areas: [String] = []

    @OptionGroup(title: "Where") var edges: EdgeOptions

    private var area: String? { areas.first }

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Also what is outside of the area by no more: 5km, 3mi.", valueName: "length"))
    var approach: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Along a route, --within or --km from it: a file of GPX, GeoJSON, KML or WKT, or lat,lon;lat,lon;...",
            valueName: "route"), completion: .file())
    var route: String?

    @Option(
        name: .customLong("species"),
        help: ArgumentHelp("Only this species, by its scientific or common name, or a bird's id.", valueName: "name"),
        transform: ArgumentText.species)
    var allSpecies: [String] = []

    private var species: String? { allSpecies.first }

    @Option(help: ArgumentHelp("Only birds of this body shape.", valueName: "shape"))
    var shape: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The first day, or the first of a season.", valueName: "yyyy-mm-dd or --mm-dd"))
    var start: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The last day, or the last of a season.", valueName: "yyyy-mm-dd or --mm-dd"))
    var end: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The rules' priority; a list has the highest of its rules' (default: 0).", valueName: "number"),
        transform: { Int(try ArgumentText.integer($0)) })
    var priority = 0

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        try SpeciesOptions.check(allSpecies)
        if list.allSatisfy(\.isWhitespace) { throw ValidationError("Give the watchlist a title.") }
        if shape?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("Give the name of a shape; geoq identify shapes has them.")
        }
        if species != nil, shape != nil { throw ValidationError("Give either --species or --shape.") }
        if [!center.isEmpty, area != nil, route != nil].count(where: { $0 }) > 1 {
            throw ValidationError("Give one place: a circle, --area or --route; others can be added after it.")
        }
        if route != nil {
            guard let width = try radius.radius else {
                throw ValidationError("Give how far from the route: --within 2mi, or --km.")
            }
            guard width.meters > 0, width <= Corridor.largestWidth else {
                throw ValidationError("A route is more than 0 and at most 1000 km wide on either side.")
            }
        } else if center.isEmpty != (try radius.radius == nil) {
            throw ValidationError("A circle is a center and a radius: --lat, --lon and --km.")
        }
        if areas.count > 1 {
            throw ValidationError(
                "--area is given \(areas.count) times; give one, and add the others after it, each by itself.")
        }
        if edges.edges != nil || edges.pole != nil, !(area.map(AreaOptions.isFile) ?? false) {
            throw ValidationError("--edges and --pole say what a file given to --area leaves open.")
        }
        if approach != nil, area == nil { throw ValidationError("--approach goes with --area.") }
        _ = try approachDistance
        if center.isEmpty, area == nil, route == nil, species == nil, shape == nil, start == nil, end == nil {
            throw ValidationError(
                "Give at least one rule: a circle, --area, --route, --species, --shape, --start or --end.")
        }
    }

    private var approachDistance: Distance {
        get throws {
            guard let approach else { return .meters(0) }
            let meters: Double
            do {
                meters = try LengthUnit.meters(parsing: approach)
            } catch {
                throw ValidationError("--approach \(error).")
            }
            guard meters <= Corridor.largestWidth.meters else {
                throw ValidationError("--approach \(approach) is more than 1000 km.")
            }
            return .meters(meters)
        }
    }

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.openOrCreate()
            let rules = try await rules(in: store)
            // Check first, so that no list is made for rules that are wrong.
            for rule in rules { try RuleText.check(rule.kind, rule.parameters) }
            let watchlist: FeatureID
            do {
                watchlist = try await store.rules.watchlist(list)
            } catch StoreError.unknownWatchlist {
                guard FeatureID(list) == nil else { throw StoreError.unknownWatchlist(list, suggestion: nil) }
                watchlist = try await store.rules.addWatchlist(title: list)
                Terminal.say("new watchlist \(TerminalText.neutralized(list)) \(watchlist)")
            }
            let ids = try await store.rules.add(rules, to: watchlist, priority: priority)
            for id in ids { try Terminal.write("\(id)\n") }
        }
    }

    private func rules(in store: Store) async throws -> [(kind: RuleKind, parameters: String)] {
        var rules: [(kind: RuleKind, parameters: String)] = []
        if !center.isEmpty, let radius = try radius.radius {
            let place = try await center.coordinate(in: store)
            rules.append((.location, RuleText.location(place, radius)))
        }
        if let area {
            let isFile = AreaOptions.isFile(area)
            let found = try await isFile ? keptArea(area, in: store) : namedArea(area, in: store)
            if !isFile, found.name != area, FeatureID(area) != found.id {
                Terminal.say("in \(TerminalText.neutralized(found.name, limit: 200))")
            }
            rules.append((.location, RuleText.area(found.id, called: found.name, try approachDistance)))
        }
        if let route, let width = try radius.radius {
            var argument = RouteArgument()
            (argument.route, argument.precision) = (route, nil)
            rules.append((.location, RuleText.route(try await argument.read().segments, width)))
        }
        if let species {
            let stored = try await store.rules.all()
            rules.append((.species, try await RuleText.species(species, stored, in: store)))
        }
        if let shape {
            if let sentence = UnknownNames.sentence(shape: shape, try await store.rules.all()) {
                UnknownNames.warn(sentence)
            }
            rules.append((.species, RuleText.object([("shape_id", shape)])))
        }
        let ends = [("start", start), ("end", end)].compactMap { name, text in text.map { (name, $0) } }
        if !ends.isEmpty { rules.append((.date, RuleText.object(ends))) }
        return rules
    }

    private func namedArea(_ name: String, in store: Store) async throws -> StoredArea {
        do {
            return try await store.areas.area(name)
        } catch let error as AreaNameError {
            throw error.ofOption(isOfRule: true)
        }
    }

    /// The area of a file, which the store has from now on: a rule names its area by id.
    private func keptArea(_ path: String, in store: Store) async throws -> StoredArea {
        let file = try await AreaFile.read(path, edges.reading)
        guard let area = file.areas.first else { throw file.noAreas }
        guard file.areas.count == 1 else {
            throw ValidationError(
                "\(path) has \(file.areas.count) areas, and a rule has one: geoq areas add \(path), then name one.")
        }
        _ = try await store.areas.add(
            [area], from: file.name, file: path,
            format: file.report.formats.map(\.rawValue).joined(separator: ", "))
        if let sentence = file.sentence { Terminal.say(sentence) }
        let id = RecordUUID.derived(source: file.name, sourceID: area.sourceID)
        let kept = try await store.areas.area(id.description)
        Terminal.say("the store has the area \(TerminalText.neutralized(kept.name, limit: 200)) \(id) now")
        return kept
    }
}

extension RuleText {
    /// A bird of the store by its id or name, or else a scientific name. Warns
    /// when the store has no such bird.
    static func species(_ name: String, _ stored: StoredRules, in store: Store) async throws -> String {
        if let sentence = try await UnknownNames.sentence(
            species: name, stored, in: store, countsRules: false)
        {
            UnknownNames.warn(sentence)
        }
        return try await species(name, among: stored.birds) {
            try await store.snapshot(verifying: .touched).scientificName(ofSpecies: name)
        }
    }

    /// - Throws: `ValidationError` when a rule can't be understood.
    static func check(_ kind: RuleKind, _ parameters: String) throws {
        let id = FeatureID(key: ItemKey(high: 0, low: 0))
        do throws(RuleProblem) {
            _ = try WatchlistRule(id: id, watchlist: id, type: kind.rawValue, parameters: parameters).condition()
        } catch {
            throw ValidationError("\(error.reason).")
        }
    }
}
