import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq trajectories`
struct TrajectoriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trajectories",
        abstract: "The ways that birds take on their migrations: all, near a place, or through a box.",
        usage: """
            geoq trajectories [<options>]
            geoq trajectories --at <name or id> --km <kilometers> [<options>]
            geoq trajectories --bbox <west,south,east,north> [<options>]
            """,
        discussion: """
              geoq trajectories
              geoq trajectories --lat 42.48 --lon -76.45 --km 100
              geoq trajectories --bbox -80,35,-70,45 --lines > ways.geojson

            With a center and a radius: the ways of which some place lies within it, the nearest first, then \
            by id; its edge counts as inside. With --bbox: those that touch the box, by id. Else all, by name. \
            The line between two points is straight in longitude and latitude, and goes the short way around \
            the Earth; distances to it are geodesics. Migrations come with a geoq sync of a project that has \
            them. The map of geoq serve draws them.
            """)

    @OptionGroup(title: "Where") var center: CenterOptions
    @OptionGroup(title: "Where") var radius: RadiusOptions

    @Option(
        name: .customLong("bbox"), parsing: .unconditional,
        help: ArgumentHelp("The box in degrees.", valueName: "west,south,east,north"), transform: ArgumentText.box)
    var box: BoundingBox?

    @Flag(help: "Write the lines as GeoJSON.")
    var lines = false

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        let hasRadius = try radius.radius != nil
        if box != nil, hasRadius || !center.isEmpty {
            throw ValidationError("Give a center and a radius, or --bbox.")
        }
        if !center.isEmpty, !hasRadius { throw ValidationError("Give a radius: --km or --within.") }
        if lines, output.format != nil { throw ValidationError("--lines and --format exclude each other.") }
    }

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let asked = try await question(in: store)
            let hits = try await store.trajectories.answer(asked).hits
            if lines {
                try TrajectoryOutput.writeLines(hits)
            } else {
                try SummaryTable.write(
                    hits.map { $0.trajectory.fields(distance: $0.distance) }, output.chosenFormat,
                    names: Trajectory.fieldNames(hasDistance: asked.asksForDistance))
            }
            if hits.isEmpty { Terminal.say(try await TrajectoryOutput.nothing(in: store, species: nil)) }
            try await TrajectoryOutput.sayGaps(in: store)
            if exit.exitStatus, hits.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }

    /// A center that is not given is the home place, when there is a radius.
    private func question(in store: Store) async throws -> TrajectoryQuestion {
        if let box { return .inside(box) }
        guard let radius = try radius.radius else { return .all }
        return .near(try await center.coordinate(in: store), within: radius)
    }
}
