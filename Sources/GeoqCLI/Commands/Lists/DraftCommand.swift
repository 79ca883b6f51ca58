import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq draft`
struct DraftCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft", abstract: "Entries with a name, until the bird that is meant is known.",
        discussion: """
              geoq draft add Ducks goldeneye --lat 42.45 --lon -76.5
              geoq draft list
              geoq draft edit 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b --species Bufflehead

            A draft becomes an entry with its own id as soon as one bird fits: the bird of exactly this \
            name, or the only one whose name has these words. geoq looks when the draft is made or changed, \
            and after each geoq sync. When several birds fit, or one has words that \
            only begin so, they are shown, and you choose. Drafts are never sent.
            """,
        subcommands: [DraftAdd.self, DraftEdit.self, DraftDelete.self, DraftList.self],
        defaultSubcommand: DraftList.self)
}

/// `geoq draft add`
struct DraftAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Begin an entry with a name, and write its id.",
        discussion: """
              geoq draft add Ducks goldeneye --observed 2026-11-20 --lat 42.45 --lon -76.5
              geoq draft add Ducks "teal" --place "Stewart Park"

            The nearest hotspot within a kilometer names the place, unless --place does. The only hotspot \
            called as --place says gives the place its degrees; of hotspots at several places none does.
            """)

    @OptionGroup var watchlist: WatchlistArgument

    @Argument(help: ArgumentHelp("The name of the bird, a part of it, or its id.", valueName: "name"))
    var species: String

    @OptionGroup(title: "Draft") var fields: DraftFields
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            var draft = Draft(species: species, on: try await store.rules.watchlist(watchlist.list))
            try fields.change(&draft)
            try await store.drafts.add(draft)
            try Terminal.write("\(draft.id)\n")
            try await DraftRecord.settle(draft.id, store)
        }
    }
}

/// `geoq draft edit`
struct DraftEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a draft; an empty text clears a text or the moment.",
        discussion: """
              geoq draft edit 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b --species Bufflehead
              geoq draft edit 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b --list Ducks
            """)

    @Argument(help: ArgumentHelp("The draft's id.", valueName: "draft"))
    var draft: String

    @Option(
        name: .customLong("species"), help: ArgumentHelp("Another name for the bird, or its id.", valueName: "name"))
    var allSpecies: [String] = []

    private var species: String? { allSpecies.first }

    @Option(
        help: ArgumentHelp("Another watchlist that it is to be an entry of: its title or id.", valueName: "list"),
        completion: .custom(StoreCompletion.watchlists))
    var list: String?

    @Flag(help: "Clear the place, in degrees and in words.")
    var noPlace = false

    @OptionGroup(title: "Draft") var fields: DraftFields
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        try SpeciesOptions.check(allSpecies)
        if noPlace, fields.seenAt.lat != nil || fields.place != nil {
            throw ValidationError("Give either a place or --no-place.")
        }
    }

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            guard species != nil || list != nil || noPlace || !fields.isEmpty else {
                throw ValidationError("Say what to change.")
            }
            var target: FeatureID?
            if let list { target = try await store.rules.watchlist(list) }
            let changed = try await store.drafts.edit(try RowFields.id(draft)) {
                [species, target, noPlace, fields] draft in
                if let species { draft.species = species }
                if let target { draft.watchlist = target }
                if noPlace { (draft.place, draft.coordinate) = (nil, nil) }
                try fields.change(&draft)
            }
            try await DraftRecord.settle(changed.id, store)
        }
    }
}

/// `geoq draft delete`
struct DraftDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a draft.",
        discussion: "  geoq draft delete 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b")

    @Argument(help: ArgumentHelp("The draft's id.", valueName: "draft"))
    var draft: String

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            try await storeOptions.open().drafts.delete(try RowFields.id(draft))
        }
    }
}

/// `geoq draft list`
struct DraftList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The drafts that are left, oldest first, with the birds that may be meant.",
        discussion: """
              geoq draft list
              geoq draft list -f ndjson | jq -r 'select(.candidates == null).species'
            """)

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let drafts = try await store.drafts.all()
            let (rules, format) = (try await store.rules.all(), output.chosenFormat)
            let birds = Dictionary(rules.birds.map { ($0.id, $0) }) { first, _ in first }
            try SummaryTable.write(
                drafts.map { DraftRecord.summary($0, rules.titles, birds) }, format, names: DraftRecord.fieldNames,
                columns: DraftRecord.columns)
            if drafts.isEmpty, format == .table { Terminal.say("no drafts") }
            if let words = DraftRecord.lostWords(try await store.drafts.countLost()) { Terminal.say(words) }
            if exit.exitStatus, drafts.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }
}

/// The values of a draft that a user types.
struct DraftFields: ParsableArguments {
    @Option(help: ArgumentHelp("Where it was, in words.", valueName: "place"))
    var place: String?

    @OptionGroup var seenAt: SeenPlaceOptions

    @Option(
        help: ArgumentHelp(
            "When the bird was seen: a day, or a moment in UTC (2026-11-20T08:15:00Z).", valueName: "moment"))
    var observed: String?

    @Option(help: ArgumentHelp("Notes.", valueName: "text"))
    var notes: String?

    var isEmpty: Bool { place == nil && seenAt.lat == nil && observed == nil && notes == nil }

    func change(_ draft: inout Draft) throws {
        func text(_ given: String) -> String? { given.isEmpty ? nil : given }
        if let place { draft.place = text(place) }
        if let observed { draft.observedAt = text(observed) }
        if let notes { draft.notes = text(notes) }
        if let lat = seenAt.lat, let lon = seenAt.lon {
            draft.coordinate = try Coordinate(latitude: lat, longitude: lon)
        }
    }
}

/// Drafts as records.
enum DraftRecord {
    static let columns = [
        TableColumn("species", field: "species"), TableColumn("list", field: "list"),
        TableColumn("place", field: "place"), TableColumn("seen", field: "observed_at", yields: .never),
        TableColumn("may be", field: "candidates"), .id("id", field: "id"),
    ]

    /// The names of `summary`, in its order.
    static let fieldNames = [
        "id", "species", "watchlist_id", "list", "place", "lat", "lon", "observed_at", "notes", "candidates",
    ]

    static func summary(
        _ draft: Draft, _ titles: [FeatureID: String], _ birds: [FeatureID: Bird]
    ) -> [Feature.Field] {
        func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
        let names = names(of: draft.candidates, birds)
        return [
            .init("id", .text(draft.id.description)), .init("species", .text(draft.species)),
            .init("watchlist_id", .text(draft.watchlist.description)), .init("list", text(titles[draft.watchlist])),
            .init("place", text(draft.place)), .init("lat", draft.coordinate.map { .real($0.latitude) } ?? .null),
            .init("lon", draft.coordinate.map { .real($0.longitude) } ?? .null),
            .init("observed_at", text(draft.observedAt)), .init("notes", text(draft.notes)),
            .init("candidates", names.isEmpty ? .null : .text(names.joined(separator: "; "))),
        ]
    }

    /// What tells birds apart, and names each of them alone: the common name, where several have it the scientific one,
    /// too, and the id where that is not enough.
    private static func names(of ids: [FeatureID], _ birds: [FeatureID: Bird]) -> [String] {
        func apart(_ names: [String], by others: [String]) -> [String] {
            zip(names, others).map { name, other in names.count { $0 == name } > 1 ? "\(name) (\(other))" : name }
        }
        let common = ids.map { id in birds[id].flatMap { $0.commonName ?? $0.scientificName } ?? id.description }
        let scientific = ids.map { birds[$0]?.scientificName ?? "no scientific name" }
        return apart(apart(common, by: scientific), by: ids.map(\.description))
    }

    /// Looks whether a draft can become an entry now, and says what came of it.
    static func settle(_ id: FeatureID, _ store: Store) async throws {
        let report = try await store.drafts.settle(id)
        if report.entries.contains(id) {
            Terminal.say("one bird fits: it is an entry of the list now")
            if !report.withoutPlace.isEmpty {
                Terminal.say(
                    "hotspots at several places are called so: the entry has the words alone; say where it was with "
                        + "geoq entry edit \(id) --lat DEGREES --lon DEGREES")
            }
            return
        }
        if report.refused.contains(id) {
            Terminal.say(
                "its bird is known, and its list is gone or takes no entries of yours: it waits as a draft; write it "
                    + "into another list with geoq draft add, then remove this one: geoq draft delete \(id)")
            return
        }
        let draft = try await store.drafts.all().first { $0.id == id }
        guard let draft, !draft.candidates.isEmpty else {
            Terminal.say("no bird of the store fits yet: it waits as a draft")
            return
        }
        let count = draft.candidates.count
        let birds = count == 1 ? "one bird" : "\(count)\(count < Draft.mostCandidates ? "" : " or more") birds"
        Terminal.say("\(birds) may be meant; see geoq draft list, then geoq draft edit \(id) --species NAME")
    }

    /// What to do with drafts of lists that are gone; nil when there are none.
    static func lostWords(_ lost: Int) -> String? {
        guard lost > 0 else { return nil }
        return "\(lost) \(lost == 1 ? "draft is" : "drafts are") of a list that is gone, and no bird makes an "
            + "entry of \(lost == 1 ? "it" : "them"): move such a draft to another list with geoq draft edit ID "
            + "--list LIST, or remove it with geoq draft delete ID"
    }

    /// What a sync did with drafts; nil when nothing.
    static func words(_ report: DraftReport?) -> String? {
        guard let report, !report.entries.isEmpty else { return nil }
        let made = report.entries.count
        let without = report.withoutPlace.count
        return "\(made) \(made == 1 ? "draft has" : "drafts have") become \(made == 1 ? "an entry" : "entries")"
            + (without > 0 ? ", \(without) without degrees: hotspots at several places have the name" : "")
            + (report.left > 0 ? "; \(report.left) left (geoq draft list)" : "")
    }
}
