import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import GeoqSync

/// `geoq species`
struct SpeciesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "species",
        abstract: "Which birds were seen within a radius, with how many observations and the last date.",
        usage: """
            geoq species --lat <degrees> --lon <degrees> --km <kilometers> [<options>]
            geoq species --at <name or id> --within <length> [<options>]
            geoq species --area <name or file> [<options>]
            geoq species --lat <degrees> --lon <degrees> --km <kilometers> --remote <url> [<options>]
            """,
        discussion: """
              geoq species --lat 42.48 --lon -76.45 --km 25
              geoq species --at Ithaca --within 5mi --since 2026-01-01
              geoq species --lat 42.48 --lon -76.45 --km 25 --layer entries
              geoq species --area patch.kml --since 2026-01-01

            Without a center the question is about the home place (geoq home set); --area without a radius \
            asks about all that lies inside the area.

            Most observations first. One scientific name is one species, by its most frequent common \
            name; an observation with a common name alone counts with the store's bird of that name; \
            observations without any name are left out. What was observed for a watchlist is an \
            observation like any other. --layer entries counts all entries of watchlists with a place, \
            planned ones, too, by the bird that they are of: what birds_near of the remote gives.

            With --remote a server is asked, as geoq near --remote does: for the entries of watchlists \
            that the login, or the user of --as, may see, and for the rows of a table of observations \
            that the file of --tables names. The answer is the one that a mirror of them would give.
            """)

    @OptionGroup(title: "Where") var center: CenterOptions
    @OptionGroup(title: "Where") var radius: RadiusOptions
    @OptionGroup(title: "Where") var area: AreaOptions

    @Option(help: ArgumentHelp("What to count.", valueName: "layer"))
    var layer: SpeciesLayer = .observations

    @OptionGroup(title: "What") var condition: ConditionOptions
    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Output") var unit: RadiusUnitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions
    @OptionGroup(title: "Server") var remote: RemoteQuestionOptions

    func validate() throws {
        try remote.check(place: center.name, area: area, store: storeOptions)
        if center.isEmpty, !isWholeArea, remote.remote != nil { throw CenterOptions.missingForServer }
        if area.area == nil, radius.isEmpty {
            throw ValidationError("Give a radius: --km or --within." + center.orHome)
        }
    }

    /// Whether all inside an area is asked for, around no center. A radius is around
    /// home where no center is given.
    private var isWholeArea: Bool { area.area != nil && center.isEmpty && radius.isEmpty }

    func run() async throws {
        try await Failure.reported {
            if let sightings = try remote.sightings() {
                let query = try await question(
                    at: isWholeArea ? nil : try center.coordinate(),
                    inside: area.chosen(in: try await storeOptions.open()))
                let found = try await sightings.species(query)
                try write(found)
                if found.isEmpty { Terminal.say("nothing found") }
                return try end(found)
            }
            if !isWholeArea { try center.check(in: storeOptions) }
            let store = try await storeOptions.open()
            let query = try await question(in: store)
            let found = try await store.features.species(query, verifying: .touched)
            try write(found)
            if found.isEmpty {
                let nothing = try await NothingFound(
                    query, in: store, mayBeSwapped: center.place == nil, layers: [.observations, .entries])
                Terminal.say(nothing.sentence)
            }
            try? await store.index.tend()
            try end(found)
        }
    }

    /// The question that the options make, names looked up in a store.
    func question(in store: Store) async throws -> Query {
        let place = isWholeArea ? nil : try await center.coordinate(in: store)
        return try await question(at: place, inside: area.chosen(in: store))
    }

    private func question(at place: Coordinate?, inside area: Area?) throws -> Query {
        var query = Query(.box(.everything), layer: layer.places)
        if let place { query.area = .around(place, within: try radius.radius) }
        query.inside = area
        try condition.apply(to: &query)
        return query
    }

    private func write(_ found: [SpeciesSummary]) throws {
        try SummaryTable.write(
            found.map(\.fields), output.chosenFormat, names: SpeciesSummary.fieldNames(of: layer.places),
            columns: columns)
    }

    private func end(_ found: [SpeciesSummary]) throws {
        if exit.exitStatus && found.isEmpty { throw ExitCode(Failure.nothingFound) }
    }

    private var columns: [TableColumn] {
        [
            TableColumn("common_name", field: "common_name"), TableColumn("scientific_name", field: "scientific_name"),
            TableColumn("observations", field: "observations", alignment: .trailing),
            .date("last_seen", field: "last_seen_from", end: "last_seen", precision: "last_seen_precision"),
            .distance("nearest", field: "nearest_m", unit: unit.unit ?? radius.unit),
        ]
    }
}

/// The layers of birds that were seen: hotspots have no species.
enum SpeciesLayer: String, CaseIterable, ExpressibleByArgument {
    case observations, entries

    var places: Layer { self == .observations ? .observations : .entries }
}
