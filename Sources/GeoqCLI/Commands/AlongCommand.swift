import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq along`
struct AlongCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "along",
        abstract: "What lies along a route, in the order of travel.",
        usage: """
            geoq along <route> --within <length> [<options>]
            geoq along <route> --km <kilometers> [<options>]
            geoq along <route> --within <length> --remote <url> [<options>]
            """,
        discussion: """
              geoq along drive.gpx --within 2mi
              geoq along drive.gpx --within 2mi --layer observations --species "Snowy Owl"
              geoq along "42.44,-76.5;42.60,-76.18;43.05,-76.15" --km 3 --limit 20
              geoq along '_p~iF~ps|U_ulLnnqC_mqNvxq`@' --within 5mi

            A route is a file of GPX (its tracks, or else its routes), GeoJSON, KML or WKT, \
            plain, compressed or in an archive; or lat,lon;lat,lon;..., a LineString of GeoJSON or WKT, or Google's \
            encoded polyline. Between two \
            positions it runs along the geodesic. A longitude beyond 180, up to 360 east or west, goes on around the \
            Earth.

            Each hit has along_m, how far along the route it is; offset_m, how far from it; and side, left or \
            right of the traveler. Where the route passes several times, the nearest pass counts; of equally \
            near ones the first. Hits that are equally far along, to the micrometer, are ordered by offset, then by \
            id. The edge of the corridor counts as inside, and so do its round ends.

            A gap between two segments of a track is not traveled: nothing is near it, and along_m goes on \
            behind it as if there were none.

            With --remote a server is asked, as geoq near --remote does. It gives the rows of boxes around \
            stretches of the route, with --limit, too; which of them are hits, and in which order, geoq decides. So \
            the answer is the one that a mirror of it would give.
            """)

    @OptionGroup var route: RouteArgument

    @OptionGroup(title: "Where") var width: WidthOptions
    @OptionGroup(title: "Where") var area: AreaOptions

    @OptionGroup(title: "What") var layer: LayerOptions
    @OptionGroup(title: "What") var bird: SpeciesOptions
    @OptionGroup(title: "What") var condition: ConditionOptions
    @OptionGroup(title: "Pages") var page: PageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions
    @OptionGroup(title: "Server") var remote: RemoteQuestionOptions

    @Flag(help: "Answer by asking geod_inverse about every place: slow, to check the index.")
    var bruteForce = false

    func validate() throws {
        if area.area == "-", route.route == "-" { throw ValidationError("Standard input, -, can be read once.") }
        try remote.check(
            place: nil, area: area, layer: AskedLayer(layer.layer), page: page, store: storeOptions,
            bruteForce: bruteForce)
    }

    func run() async throws {
        try await Failure.reported {
            let run = QueryRun(
                output: output, page: page, unit: output.unit ?? width.unit, mayBeSwapped: route.isTyped)
            if let hotspots = try remote.hotspots() {
                return try await run.run(try await remoteQuestion(), on: hotspots)
            }
            let store = try await storeOptions.open()
            try await run.run(try await question(in: store), in: store, method: bruteForce ? .bruteForce : .index)
        }
    }

    /// The question that the options make; the area is looked up in a store.
    func question(in store: Store) async throws -> Query {
        let corridor = try await corridor()
        return try question(along: corridor, inside: try await area.chosen(in: store))
    }

    /// The same for a server: a store is opened only for an area that it must know.
    func remoteQuestion() async throws -> Query {
        let corridor = try await corridor()
        return try question(along: corridor, inside: try await area.chosen(in: try await storeOptions.open()))
    }

    private func corridor() async throws -> Corridor {
        try Corridor(segments: try await route.read().segments, width: try width.width)
    }

    private func question(along corridor: Corridor, inside area: Area?) throws -> Query {
        var query = Query(.along(corridor))
        query.inside = area
        query.layer = layer.layer
        query.species = bird.species
        try condition.apply(to: &query)
        page.apply(to: &query)
        return query
    }
}
