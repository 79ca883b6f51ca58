import ArgumentParser
import Geoq
import GeoqStore

/// `geoq rules remove`
struct RulesRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove rules, or a whole watchlist.",
        discussion: """
              geoq rules remove 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b
              geoq rules remove --list "Pond ducks"

            A rule in a watchlist's columns is named LIST/location_rule, LIST/species_rule or \
            LIST/date_rule, as geoq rules show does; it is disabled. What is mirrored from a remote \
            can only be changed there, except by the account that it belongs to.
            """)

    @Argument(help: ArgumentHelp("The rules' ids.", valueName: "rule"))
    var rules: [String] = []

    @Option(
        help: ArgumentHelp("A watchlist, with its rules and entries: its title or id.", valueName: "list"),
        completion: .custom(StoreCompletion.watchlists))
    var list: String?

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if rules.isEmpty == (list == nil) { throw ValidationError("Give the ids of rules, or a --list.") }
    }

    /// A rule in a list's columns with the list's id, where its title was given.
    private static func withID(_ rule: String, _ store: Store) async throws -> String {
        guard let slash = rule.lastIndex(of: "/"), FeatureID(String(rule[..<slash])) == nil else { return rule }
        return "\(try await store.rules.watchlist(String(rule[..<slash])))\(rule[slash...])"
    }

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            if let list {
                try await store.rules.removeWatchlist(try await store.rules.watchlist(list))
                Terminal.say("watchlist \(TerminalText.neutralized(list)) removed")
            } else {
                var named: [String] = []
                for rule in rules { named.append(try await Self.withID(rule, store)) }
                try await store.rules.remove(named)
                let count = Set(rules.map { $0.lowercased() }).count
                Terminal.say(count == 1 ? "1 rule removed" : "\(count) rules removed")
            }
            _ = try await store.snapshot(verifying: .touched)
        }
    }
}
