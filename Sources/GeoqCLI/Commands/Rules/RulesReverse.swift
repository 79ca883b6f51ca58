import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

/// `geoq rules sightings`
struct RulesSightings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sightings", abstract: "The stored sightings that a watchlist matches, nearest first.",
        discussion: """
              geoq rules sightings "Pond ducks"
              geoq rules sightings "Pond ducks" --since 2026-01-01 --limit 20
              geoq rules sightings "Pond ducks" --count

            The sightings are observations, and entries of watchlists that were observed. Each says how far \
            inside the circle, area or route it lies, and how many days inside the dates. Nearest is what is \
            nearest to the center of a circle, to an area, or to the line of a route.
            """)

    @OptionGroup var listed: ListedOptions

    @Option(
        help: ArgumentHelp("Only this species, by its scientific or common name.", valueName: "name"),
        transform: ArgumentText.species)
    var species: [String] = []

    @OptionGroup(title: "What") var condition: ConditionOptions

    func validate() throws {
        try SpeciesOptions.check(species)
    }

    func run() async throws {
        try await listed.answer(over: .observations) { query in
            query.species = species.first
            try condition.apply(to: &query)
        }
    }
}

/// `geoq rules hotspots`
struct RulesHotspots: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hotspots",
        abstract: "The hotspots inside a watchlist's circles, areas and routes, nearest first.",
        discussion: """
              geoq rules hotspots "My county" --where "locality = 'US-NY'"
              geoq rules hotspots "Pond ducks" --unknown matches -f geojson

            Nearest is what is nearest to the center of a circle, to an area, or to the line of a route. A \
            hotspot has neither species nor date: a watchlist that asks for one matches none, \
            unless --unknown matches.
            """)

    @OptionGroup var listed: ListedOptions

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("A condition on any column, as CQL2 text.", valueName: "cql2"))
    var filters: [String] = []

    func validate() throws {
        try ConditionOptions.check(filters)
    }

    func run() async throws {
        try await listed.answer(over: .hotspots) { query in
            query.filter = try filters.first.map { try PropertyFilter(cql2Text: $0) }
        }
    }
}

/// The watchlist, and the options that both questions about it share.
struct ListedOptions: ParsableArguments {
    @OptionGroup var watchlist: WatchlistArgument

    @OptionGroup(title: "What") var unknown: UnknownOptions
    @OptionGroup(title: "Pages") var page: PageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    /// Answers the question, and reports errors.
    ///
    /// - Parameter condition: adds further conditions on the features.
    func answer(over layer: Layer, condition: (inout Query) throws -> Void) async throws {
        try await Failure.reported {
            var query = Query(.everywhere, layer: layer)
            try condition(&query)
            page.apply(to: &query)
            try await ListedRun(list: watchlist.list, query: query, unknown: unknown.policy, output: output, page: page)
                .run(in: try await storeOptions.open())
        }
    }
}

extension Query.Area {
    /// The area of questions that ignore the area.
    fileprivate static var everywhere: Query.Area {
        guard let pole = try? Coordinate(latitude: 90, longitude: 0) else {
            preconditionFailure("The pole is a place.")
        }
        return .around(pole, within: nil)
    }
}

/// What a sighting without a known species or day matches.
struct UnknownOptions: ParsableArguments {
    @Option(
        name: .customLong("unknown"),
        help: ArgumentHelp(
            "Whether what has no species, or no date that is known to the day, meets a rule that asks for one: fails or matches.",
            valueName: "fails or matches"))
    var policy: UnknownPolicy = .fails
}

/// Finds the features that a watchlist matches, and writes them.
struct ListedRun {
    let list: String
    let query: Query
    let unknown: UnknownPolicy
    let output: OutputOptions
    let page: PageOptions

    func run(in store: Store) async throws {
        let kept = try await store.features.keptColumns(of: query.layer)
        let known = LayerTable.columns(of: query.layer, keeping: kept).map(\.name)
        let chosen = output.chosenFields ?? known
        if let name = chosen.first(where: { !known.contains($0) }) {
            throw FieldError(name: name, layer: query.layer.rawValue, known: known)
        }
        let id = try await store.rules.watchlist(list)
        let (answer, rows) = try await features(of: id, in: store)
        if output.count {
            try Terminal.write("\(answer.hits.count)\n")
            try page.tellNext(nil)
        } else {
            let names = Self.names(of: chosen, in: output.chosenFormat, known)
            let writer = FeatureOutput(
                output.chosenFormat, fields: ["name"] + Match.fieldNames + names, columns: columns)
            for ((listed, hit), row) in zip(zip(answer.features, answer.hits), rows) {
                var fields = [Feature.Field("name", .text(hit.name))] + listed.match.fields
                for name in names { fields.append(.init(name, row?[name] ?? .null)) }
                try writer.write(Feature(id: hit.id.description, coordinate: hit.coordinate, fields: fields))
            }
            try writer.finish()
            if answer.features.isEmpty, query.after == nil {
                Terminal.say(query.limit == 0 ? NothingFound.ofNoHits : "nothing found")
            }
            var next: PageCursor?
            if let limit = query.limit, limit > 0, answer.hits.count == limit, let last = answer.hits.last {
                next = PageCursor(distance: last.distance, id: last.id, version: answer.version)
            }
            try page.tellNext(next)
        }
        if output.exitStatus && answer.hits.isEmpty { throw ExitCode(Failure.nothingFound) }
    }

    /// The columns of a row that are written. A table shows a date as precisely as it is known, and needs the columns
    /// that tell that.
    private static func names(of chosen: [String], in format: OutputFormat, _ known: [String]) -> [String] {
        let besides = format == .table && chosen.contains("date") ? ["date_end", "date_precision"] : []
        return chosen.filter { $0 != "name" } + besides.filter { known.contains($0) && !chosen.contains($0) }
    }

    /// The answer with the rows of its hits, of one moment.
    private func features(of id: FeatureID, in store: Store) async throws -> (ListedAnswer, [Feature?]) {
        for _ in 0..<5 {
            let answer = try await store.rules.listed(by: id, query, unknown: unknown, verifying: .touched)
            if output.count || output.chosenFormat == .ids { return (answer, answer.hits.map { _ in nil }) }
            do {
                return (answer, try await store.features.rows(of: answer.hits, at: answer.stamp).map(\.feature))
            } catch StoreError.snapshotOutdated {
                continue
            }
        }
        throw StoreError.tooManyChanges
    }

    private var columns: [TableColumn] {
        let unit = output.unit ?? .kilometers
        let chosen = output.chosenFields ?? (query.layer == .observations ? ["date"] : ["locality"])
        let fields = chosen.filter { $0 != "name" }.map { name -> TableColumn in
            name == "date"
                ? .date(name, field: name, end: "date_end", precision: "date_precision")
                : TableColumn(name, field: name)
        }
        return [
            .distance("distance", field: "distance_m", unit: unit),
            .distance("inside", field: "inside_m", unit: unit, yields: .leavesLast(2)),
            TableColumn("name", field: "name"), TableColumn("certainty", field: "certainty", yields: .leavesLast(1)),
        ] + fields + TableColumn.placeAndID
    }
}
