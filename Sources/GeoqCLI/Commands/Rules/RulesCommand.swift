import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

/// `geoq rules`
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Watchlists, their rules, and what they match.",
        discussion: """
              geoq rules list
              geoq rules add "Pond ducks" --lat 42.48 --lon -76.45 --km 5 --shape duck-like
              geoq rules add "My county" --area "Tompkins County" --approach 5km
              geoq rules check

            A watchlist watches with up to three kinds of rule: a place (a circle, an area, a route), a \
            species or body shape, and dates. Rules of one kind are alternatives; the kinds that it has must all hold. LIST is a \
            title or an id.
            """,
        subcommands: [
            RulesList.self, RulesShow.self, RulesCheck.self, RulesAdd.self, RulesRemove.self, RulesSightings.self,
            RulesHotspots.self,
        ], defaultSubcommand: RulesList.self)
}

/// `geoq rules list`
struct RulesList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The watchlists, with how many rules of each kind are in force.",
        discussion: """
              geoq rules list -f csv
              geoq rules list --remote postgresql://reader@db.example.org/birds

            With --remote the watchlists are those of a server that the login, or the user of --as, may see.
            """)

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions
    @OptionGroup(title: "Server") var remote: RemoteQuestionOptions

    func validate() throws {
        try remote.check(store: storeOptions)
    }

    func run() async throws {
        try await Failure.reported {
            let stored: StoredRules
            if let asked = try await remote.rules()?.all() {
                stored = asked
            } else {
                stored = try await storeOptions.open().rules.all()
            }
            let rules = Dictionary(grouping: stored.rules) { $0.watchlist }
            let lists = stored.watchlists.sorted { $0.id < $1.id }
            let columns = [
                TableColumn("title", field: "title"),
                TableColumn("priority", field: "priority", alignment: .trailing),
                TableColumn("location", field: "location", alignment: .trailing),
                TableColumn("species", field: "species", alignment: .trailing),
                TableColumn("date", field: "date", alignment: .trailing),
                TableColumn("not understood", field: "not_understood", alignment: .trailing),
                TableColumn("deleted", field: "deleted"), .id("id", field: "id"),
            ]
            try SummaryTable.write(
                lists.map { Self.fields($0, rules[$0.id] ?? [], stored.areas) }, output.chosenFormat,
                names: Self.fieldNames, columns: columns)
            if lists.isEmpty, output.chosenFormat == .table, remote.remote != nil {
                Terminal.say("the server shows no watchlists")
            } else if lists.isEmpty, output.chosenFormat == .table {
                Terminal.say("no watchlists; make one with geoq rules add, or geoq import FILE --as watchlists")
            }
            if exit.exitStatus && lists.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }

    /// The names of `fields`, in its order.
    private static let fieldNames =
        ["id", "title", "priority"] + RuleKind.allCases.map(\.rawValue) + ["not_understood", "not_in_force", "deleted"]

    private static func fields(
        _ list: Watchlist, _ rules: [WatchlistRule], _ areas: [String: RuleArea]
    ) -> [Feature.Field] {
        let inForce = rules.filter(\.isInForce)
        var (counts, broken) = ([RuleKind: Int64](), Int64(0))
        for rule in inForce {
            guard let condition = try? rule.condition() else {
                broken += 1
                continue
            }
            if case .area(let asked) = condition, areas.whyUnusable(asked.area) != nil {
                broken += 1
            } else {
                counts[condition.kind, default: 0] += 1
            }
        }
        return [
            .init("id", .text(list.id.description)),
            .init("title", list.title.isEmpty ? .null : .text(list.title)),
            .init("priority", .integer(Int64(inForce.compactMap(\.priority).max() ?? 0))),
        ] + RuleKind.allCases.map { .init($0.rawValue, .integer(counts[$0] ?? 0)) } + [
            .init("not_understood", .integer(broken)),
            .init("not_in_force", .integer(Int64(rules.count - inForce.count))),
            .init("deleted", .bool(list.isDeleted)),
        ]
    }
}

/// `geoq rules check`
struct RulesCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Rules that cannot be understood, and others to look at; exit with 65 when one never matches.",
        discussion: """
              geoq rules check
              geoq rules check -f ndjson | jq 'select(.kind == "not-understood")'

            Reported are rules that cannot be understood, lists that can never match, rules of deleted \
            lists or of none, areas that the store does not have, circles that hold every place, duplicates, and birds that the store does \
            not know. All but the first keep their plain meaning.
            """)

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let stored = try await store.rules.all()
            let findings = try stored.findings(try await store.snapshot(verifying: .touched))
            let titles = stored.titles
            let columns = [
                TableColumn("kind", field: "kind"), TableColumn("watchlist", field: "title"),
                TableColumn("reason", field: "reason"), TableColumn("text", field: "text"),
                .id("rule", field: "rule"),
            ]
            try SummaryTable.write(
                findings.map { Self.fields($0, titles) }, output.chosenFormat, names: Self.fieldNames, columns: columns)
            if output.chosenFormat == .table {
                let rules = stored.rules.count == 1 ? "1 rule" : "\(stored.rules.count) rules"
                let lists = stored.watchlists.count == 1 ? "1 watchlist" : "\(stored.watchlists.count) watchlists"
                let found = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
                Terminal.say("\(rules) of \(lists)" + (findings.isEmpty ? ": nothing to report" : ", \(found)"))
            }
            if findings.contains(where: { $0.kind == .notUnderstood || $0.kind == .neverMatches }) {
                throw ExitCode(Failure.badData)
            }
        }
    }

    /// The names of `fields`, in its order.
    private static let fieldNames = ["kind", "watchlist", "title", "rule", "reason", "text"]

    private static func fields(_ finding: RuleFinding, _ titles: [FeatureID: String]) -> [Feature.Field] {
        [
            .init("kind", .text(finding.kind.rawValue)), .init("watchlist", .text(finding.watchlist.description)),
            .init("title", titles[finding.watchlist].flatMap { $0.isEmpty ? nil : .text($0) } ?? .null),
            .init("rule", finding.rule.map { .text($0.description) } ?? .null),
            .init("reason", .text(finding.reason)), .init("text", .text(finding.text)),
        ]
    }
}
