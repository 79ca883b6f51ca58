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

/// `geoq rules show`
struct RulesShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The rules of a watchlist, as they are stored and what they mean.",
        discussion: """
              geoq rules show "Pond ducks"
              geoq rules show "Pond ducks" --remote service=birds

            With --remote the watchlist is one of a server that the login, or the user of --as, may see.
            """)

    @OptionGroup var watchlist: WatchlistArgument

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions
    @OptionGroup(title: "Server") var remote: RemoteQuestionOptions

    func validate() throws {
        try remote.check(store: storeOptions)
    }

    /// The rules of the server that is asked, or of the store, and the list that
    /// is meant.
    private func stored() async throws -> (StoredRules, FeatureID) {
        if let asked = try await remote.rules()?.all() { return (asked, try asked.watchlist(watchlist.list)) }
        let store = try storeOptions.open()
        let id = try await store.rules.watchlist(watchlist.list)
        return (try await store.rules.all(), id)
    }

    func run() async throws {
        try await Failure.reported {
            let (stored, id) = try await stored()
            let rules = stored.rules.filter { $0.watchlist == id }.sorted { $0.id < $1.id }
            let columns = [
                TableColumn("type", field: "rule_type"),
                TableColumn("means") { rule in
                    guard case .text(let problem)? = rule["problem"] else {
                        return TableColumn.plain(rule["means"] ?? .null)
                    }
                    return "not understood: \(problem)"
                },
                TableColumn("in force", field: "in_force"),
                TableColumn("priority", field: "priority", alignment: .trailing), .id("id", field: "id"),
            ]
            let birds = Dictionary(stored.birds.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            try SummaryTable.write(
                rules.map { Self.fields($0, birds, stored) }, output.chosenFormat, names: Self.fieldNames,
                columns: columns)
            if output.chosenFormat == .table {
                let known = stored.watchlists.first { $0.id == id }
                if known?.isDeleted ?? false { Terminal.say("the watchlist is deleted: it matches nothing") }
                if rules.isEmpty { Terminal.say("the watchlist has no rules: it matches nothing") }
            }
        }
    }

    /// The names of `fields`, in its order.
    private static let fieldNames = [
        "id", "watchlist", "rule_type", "parameters_json", "priority", "in_force", "means", "problem",
    ]

    private static func fields(
        _ rule: WatchlistRule, _ birds: [FeatureID: Bird], _ stored: StoredRules
    ) -> [Feature.Field] {
        var (means, problem): (FieldValue, FieldValue) = (.null, .null)
        do {
            let condition = try rule.condition()
            if case .area(let asked) = condition, let reason = stored.areas.whyUnusable(asked.area, of: rule) {
                problem = .text(reason)
            } else {
                means = .text(condition.words(birds, stored.areaNames))
            }
        } catch {
            problem = .text(error.reason)
        }
        return [
            .init("id", .text(rule.id.description)), .init("watchlist", .text(rule.watchlist.description)),
            .init("rule_type", .text(rule.type)), .init("parameters_json", rule.parameters.map { .text($0) } ?? .null),
            .init("priority", rule.priority.map { .integer(Int64($0)) } ?? .null),
            .init("in_force", .bool(rule.isInForce)), .init("means", means), .init("problem", problem),
        ]
    }
}

extension RuleCondition {
    /// The rule's condition in words.
    fileprivate func words(_ birds: [FeatureID: Bird], _ areas: [String: String]) -> String {
        switch self {
        case .location(let circle):
            let place = "\(circle.center.latitude), \(circle.center.longitude)"
            return circle.isEverywhere
                ? "anywhere (around \(place))"
                : "\(LengthUnit.kilometers.text(meters: circle.radius.meters)) around \(place)"
        case .area(let condition):
            let name = areas[condition.area] ?? condition.area
            let unit = LengthUnit.kilometers
            return condition.approach.meters == 0
                ? "in \(name)" : "in \(name), or \(unit.text(meters: condition.approach.meters)) from it"
        case .route(let corridor):
            let unit = LengthUnit.kilometers
            return "\(unit.text(meters: corridor.width.meters)) from a route of \(unit.text(meters: corridor.length))"
        case .species(.bird(let id)):
            return birds[id].map { $0.commonName ?? $0.scientificName ?? id.description }
                ?? "bird \(id), which is not known"
        case .species(.scientificName(let name)):
            let folded = name.foldedName
            return birds.values.first { $0.scientificName?.foldedName == folded }?.commonName ?? name
        case .species(.shape(let shape)): return "shape \(shape)"
        case .dates(let range): return "\(range)".replacing("\u{2026}", with: " to ")
        }
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
            let stored = try await storeOptions.open().rules.all()
            let findings = stored.findings()
            let titles = stored.titles
            let columns = [
                TableColumn("kind", field: "kind"), TableColumn("watchlist", field: "title"),
                TableColumn("reason", field: "reason"), TableColumn("text", field: "text"),
                .id("rule", field: "rule"),
            ]
            try SummaryTable.write(
                findings.map { Self.fields($0, titles) }, output.chosenFormat, names: Self.fieldNames, columns: columns)
            if output.chosenFormat == .table {
                let count = "\(stored.rules.count) rules of \(stored.watchlists.count) watchlists"
                Terminal.say(findings.isEmpty ? "\(count): nothing to report" : "\(count), \(findings.count) findings")
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
