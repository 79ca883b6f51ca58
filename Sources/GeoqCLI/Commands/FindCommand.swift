import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

/// `geoq find`
struct FindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Hotspots by name: whole names first, then beginnings, then words inside.",
        discussion: """
              geoq find "mill pond"
              geoq find ithaca -f ids

            Words count from their beginnings. Case, accents and punctuation do not matter: "zurich" finds \
            the town with its umlaut. What is found can be given to --at, by its name or id.
            """)

    @Argument(help: "The name, or words of it; the last may be begun only.")
    var name: String

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How many at most (default: 20).", valueName: "count"),
        transform: ArgumentText.count)
    var limit: Int = 20

    @OptionGroup(title: "Output") var output: FormatOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if name.allSatisfy(\.isWhitespace) { throw ValidationError("Give a name, or a part of it.") }
    }

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            // One more than is shown tells whether there are more.
            let most = limit == .max ? limit : limit + 1
            let found = try await store.features.hotspots(named: name, limit: most, verifying: .touched)
            let kept = try await store.features.keptColumns(of: .hotspots)
            let columns = [
                TableColumn("name", field: "name"), TableColumn("locality", field: "locality", yields: .leavesLast(1)),
            ]
            let writer = FeatureOutput(
                output.chosenFormat, fields: LayerTable.columns(of: .hotspots, keeping: kept).map(\.name),
                columns: columns + TableColumn.placeAndID)
            for feature in found.prefix(limit) { try writer.write(feature) }
            try writer.finish()
            if found.count > limit {
                let count = limit == 0 ? "some" : "more than \(limit)"
                Terminal.say("there are \(count): --limit says how many to show")
            }
            if found.isEmpty {
                if let other = try await NothingFound.withoutHotspots(store) {
                    Terminal.say("nothing found: there are no hotspots; \(other)")
                    if output.exitStatus { throw ExitCode(Failure.nothingFound) }
                    return
                }
                let guess = try await store.features.hotspotName(like: name, verifying: .touched)
                Terminal.say("nothing found" + UnknownNames.question(about: guess))
            }
            if output.exitStatus && found.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }
}
