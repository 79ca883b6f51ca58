import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

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
        let store = try await storeOptions.open()
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
