import ArgumentParser
import Geoq
import GeoqStore

/// `geoq sources`
struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "What was imported, and how to take it back.",
        discussion: """
              geoq sources list
              geoq sources remove airports
            """,
        subcommands: [List.self, Remove.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The sources, with their rows and last files.",
            discussion: "  geoq sources list -f csv")

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let sources = try await storeOptions.open().imports.sources()
                try SummaryTable.write(sources.map(Self.fields), output.chosenFormat, names: Self.fieldNames)
                if exit.exitStatus && sources.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }

        /// The names of `fields`, in its order.
        private static let fieldNames = ["source", "layer", "rows", "format", "last_file", "imported_at"]

        private static func fields(_ source: SourceSummary) -> [Feature.Field] {
            func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
            return [
                .init("source", .text(source.name)), .init("layer", .text(source.layer)),
                .init("rows", .integer(Int64(source.rows))), .init("format", text(source.format)),
                .init("last_file", text(source.lastFile)), .init("imported_at", text(source.importedAt)),
            ]
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Take back everything that came from a source.",
            discussion: "  geoq sources remove airports")

        @Argument(
            help: ArgumentHelp("The source's name, as geoq sources list tells it.", valueName: "name"),
            completion: .custom(StoreCompletion.sources))
        var source: String

        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let store = try await storeOptions.open()
                let lost = try await LostRules(in: store)
                let (removed, presence) = try await remove(from: store)
                _ = try await store.snapshot(verifying: .touched)
                Terminal.say(
                    "\(removed) \(removed == 1 ? "row" : "rows") of \(TerminalText.neutralized(source)) removed")
                if presence > 0 {
                    Terminal.say(
                        "with its hotspots went \(presence) \(presence == 1 ? "row" : "rows") of presence that other files "
                            + "had of them")
                }
                if let sentence = try await lost.sentence() { Terminal.say(sentence) }
            }
        }

        /// - Returns: how many rows were removed, and how many of presence of other files.
        private func remove(from store: Store) async throws -> (rows: Int, presence: Int) {
            do {
                return try await store.imports.removal(of: source)
            } catch StoreError.inUse(_, let other) {
                // The rows of an account go with its logout alone.
                guard let account = try await store.account.stored(), account.remote == other else {
                    throw StoreError.inUse(source, by: other)
                }
                throw BirdsOfAccount(source: source, url: account.url)
            }
        }
    }
}

/// Rows of the account that is logged in are of birds of a source that is to be removed.
struct BirdsOfAccount: Error, CustomStringConvertible {
    let source: String
    let url: String

    var description: String {
        "rows of the account at \(url), such as entries, are of birds of \(TerminalText.neutralized(source)); log out, "
            + "remove these, and log in again; a sync then brings the account's own birds: geoq logout, "
            + "geoq sources remove \(ShellWord.quoted(source)), geoq login \(url) --email ADDRESS, geoq sync"
    }
}
