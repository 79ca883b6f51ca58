import ArgumentParser
import Geoq
import GeoqStore

/// `geoq find`
struct FindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Hotspots by name: exact names first, then beginnings, then the rest.",
        discussion: """
              geoq find "mill pond"
              geoq find ithaca -f ids

            Case does not matter. What is found can be given to --at, by its name or id.
            """)

    @Argument(help: "The name, or a part of it.")
    var name: String

    @Option(help: ArgumentHelp("At most so many.", valueName: "count"))
    var limit: Int = 20

    @OptionGroup(title: "Output") var output: FormatOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit \(limit) is negative.") }
        if name.isEmpty { throw ValidationError("Give a name, or a part of it.") }
    }

    func run() async throws {
        try await Failure.reported(output.chosenFormat) {
            let store = try storeOptions.open()
            let found = try await store.find(name, limit: limit)
            let columns = [
                TableColumn("name", field: "name"), TableColumn("locality", field: "locality"),
                TableColumn("lat", field: "lat", alignment: .trailing),
                TableColumn("lon", field: "lon", alignment: .trailing), TableColumn("id", field: "id"),
            ]
            let writer = FeatureWriter(
                output.chosenFormat, fields: LayerTable.columns(of: .hotspots).map(\.name),
                table: TableLayout(columns: columns, terminalWidth: Terminal.width, isStyled: Terminal.isStyled),
                output: Terminal.write)
            for feature in found { try writer.write(feature) }
            try writer.finish()
            if found.isEmpty, output.chosenFormat == .table {
                let guess = limit > 0 ? try await store.name(like: name) : nil
                Terminal.say(
                    "nothing found" + (guess.map { "; did you mean \(TerminalText.neutralized($0))?" } ?? ""))
            }
            if output.exitStatus && found.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }
}
