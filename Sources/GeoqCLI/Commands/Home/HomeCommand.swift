import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq home`
struct HomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home", abstract: "The home place: questions without a center are about it.",
        discussion: """
              geoq home set --at "Stewart Park"
              geoq near --km 25
              geoq home show

            near, nearest, species, presence, areas of, and trajectories with a radius ask about it when they \
            are given no center, and say so. The map of geoq serve begins there, except for clients to whom it \
            shows nothing private. Without an account it is a guest's; a login makes it the user's, and a logout \
            removes it.
            """,
        subcommands: [Set.self, Show.self, Clear.self], defaultSubcommand: Show.self)

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Set the place.",
            discussion: """
                  geoq home set --at "Stewart Park"
                  geoq home set --lat 42.45 --lon -76.5 --name "the garden"
                """)

        @OptionGroup(title: "Where") var center: CenterOptions

        @Option(help: ArgumentHelp("What you call it; else as --at says.", valueName: "name"))
        var name: String?

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func validate() throws {
            if center.isEmpty { throw ValidationError("Give the place: --lat and --lon, or --at a hotspot.") }
            if let name, name.allSatisfy(\.isWhitespace) { throw ValidationError("--name needs a name.") }
        }

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.openOrCreate()
                let coordinate = try await center.coordinate(in: store)
                let home = HomePlace(coordinate, name: name ?? center.name)
                try await store.settings.setHome(home)
                Terminal.say("home is \(HomeCommand.words(home))")
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the place.", discussion: "  geoq home show -f json")

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                guard let home = try await storeOptions.open().settings.home() else {
                    // A table of nothing is nothing; JSON and CSV of nothing are not.
                    if output.chosenFormat != .table {
                        try SummaryTable.write([], output.chosenFormat, names: ["name", "lat", "lon"])
                    }
                    Terminal.say("no home is set: geoq home set --at PLACE")
                    if exit.exitStatus { throw ExitCode(Failure.nothingFound) }
                    return
                }
                try SummaryTable.write(
                    [
                        .init("name", home.name.map { .text($0) } ?? .null),
                        .init("lat", .real(home.coordinate.latitude)), .init("lon", .real(home.coordinate.longitude)),
                    ], output.chosenFormat)
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Forget the place.", discussion: "  geoq home clear")

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported { try await storeOptions.open().settings.setHome(nil) }
        }
    }

    /// `Stewart Park (42.45, -76.5)`
    static func words(_ home: HomePlace) -> String {
        let degrees = "\(home.coordinate.latitude), \(home.coordinate.longitude)"
        return home.name.map { "\(TerminalText.neutralized($0, limit: 200)) (\(degrees))" } ?? degrees
    }
}
