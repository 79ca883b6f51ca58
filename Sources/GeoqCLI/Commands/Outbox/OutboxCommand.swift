import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

/// `geoq outbox`
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Changes of yours that the server does not have.",
        discussion: """
              geoq outbox list
              geoq outbox show 5f0e8a52-0d5c-4f4e-9d2b-7a1f3c1d9e11
              geoq outbox retry --all

            Each row that was changed is there until the server has taken it. What the server refuses \
            is marked as failed and not sent again by itself. An ID is that of a row or of an operation.
            """,
        subcommands: [
            OutboxList.self, OutboxShow.self, OutboxRetry.self, OutboxDiscard.self, OutboxExport.self,
            OutboxImport.self,
        ], defaultSubcommand: OutboxList.self)
}

/// `geoq outbox list`
struct OutboxList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The rows that wait, and why.",
        discussion: """
              geoq outbox list
              geoq outbox list -f ndjson | jq -r 'select(.status == "failed").id'
            """)

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let items = try await store.outbox.list()
            try SummaryTable.write(
                items.map(OutboxRecord.summary), output.chosenFormat, names: OutboxRecord.fieldNames,
                columns: OutboxRecord.columns)
            if output.chosenFormat == .table {
                if let guests = try await store.outbox.guestWords() {
                    Terminal.say(guests + ": geoq login URL --email ADDRESS")
                } else if items.isEmpty {
                    Terminal.say("nothing waits")
                }
            }
            if exit.exitStatus, items.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }
}

/// `geoq outbox show`
struct OutboxShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The changes of a row that wait, and what the server said.",
        discussion: "  geoq outbox show 5f0e8a52-0d5c-4f4e-9d2b-7a1f3c1d9e11")

    @Argument(help: ArgumentHelp("The id of a row or an operation.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let key = try OutboxIDs.id(id)
            let store = try await storeOptions.open()
            guard let item = try await store.outbox.show(key) else { throw NotWaiting(id: id) }
            try SummaryTable.write(OutboxRecord.details(item), output.chosenFormat)
        }
    }
}

/// `geoq outbox retry`
struct OutboxRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Let the next push send what failed or is delayed.",
        discussion: """
              geoq outbox retry 5f0e8a52-0d5c-4f4e-9d2b-7a1f3c1d9e11
              geoq outbox retry --all
            """)

    @OptionGroup var ids: OutboxIDs
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    private static let mostListed = 20

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let selection = try await ids.selection(in: store)
            let count = try await store.outbox.retry(selection)
            let items = try await store.outbox.items(selection)
            let waiting = items.compactMap(OutboxRecord.waiting)
            if count > 0 { Terminal.say("\(OutboxIDs.rows(count)) will be sent by the next geoq push") }
            for line in waiting.prefix(Self.mostListed) { Terminal.say(line) }
            if waiting.count > Self.mostListed { Terminal.say("and \(waiting.count - Self.mostListed) more wait") }
            if items.isEmpty {
                Terminal.say("nothing waits")
            } else if count == 0, waiting.isEmpty {
                Terminal.say("nothing of it had failed or was delayed: the next geoq push sends it without a retry")
            }
        }
    }
}

/// `geoq outbox discard`
struct OutboxDiscard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Take changes back: the rows become what the server last said.",
        discussion: """
              geoq outbox export --all > changes.ndjson
              geoq outbox discard --all

            A row that was made here and never sent is removed, with what belongs to it. There is no way \
            back but an export, which has no pictures: that of a photo that was not sent is lost.
            """)

    @OptionGroup var ids: OutboxIDs
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let selection = try await ids.selection(in: store)
            let (count, others, sent) = try await store.outbox.discard(selection)
            guard count > 0 else {
                Terminal.say("nothing waits")
                return
            }
            _ = try await store.snapshot(verifying: .touched)
            let more =
                others > 0
                ? ", and those of \(OutboxIDs.rows(others)) that belong together with \(count == 1 ? "it" : "them")"
                : ""
            Terminal.say("the changes of \(OutboxIDs.rows(count)) are taken back\(more)")
            if sent > 0 {
                Terminal.say(
                    "those of \(OutboxIDs.rows(sent)) were on their way, and the server may have taken them: the next "
                        + "geoq sync shows what it has")
            }
        }
    }
}

/// The rows that a command is about.
struct OutboxIDs: ParsableArguments {
    @Argument(help: ArgumentHelp("Ids of rows or operations.", valueName: "id"))
    var ids: [String] = []

    @Flag(help: "All that wait.")
    var all = false

    func validate() throws {
        guard ids.isEmpty == all else { throw ValidationError("Give either ids or --all.") }
        for id in ids { _ = try Self.id(id) }
    }

    /// - Throws: `NotWaiting` for an id of which nothing waits.
    func selection(in store: Store) async throws -> OutboxSelection {
        if all { return .all }
        let keys = try ids.map { try Self.id($0) }
        for key in keys where try await store.outbox.show(key) == nil { throw NotWaiting(id: key.description) }
        return .ids(Set(keys))
    }

    static func id(_ text: String) throws -> FeatureID {
        guard let id = FeatureID(text) else {
            throw ValidationError("\(text) is no id; geoq outbox list -f ndjson tells ids.")
        }
        return id
    }

    static func rows(_ count: Int) -> String { "\(count) \(count == 1 ? "row" : "rows")" }
}

/// No change waits for an id.
struct NotWaiting: Error, CustomStringConvertible {
    let id: String

    var description: String { "nothing of \(id) waits; see what does with: geoq outbox list" }
}
