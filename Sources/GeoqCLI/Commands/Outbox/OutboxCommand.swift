import ArgumentParser
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqStore
import GeoqSync

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
            let store = try storeOptions.open()
            let items = try await store.outbox.list()
            try SummaryTable.write(
                items.map(OutboxRecord.summary), output.chosenFormat, names: OutboxRecord.fieldNames,
                columns: OutboxRecord.columns)
            if items.isEmpty, output.chosenFormat == .table { Terminal.say("nothing waits") }
            if exit.exitStatus, items.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }
}

/// `geoq outbox show`
struct OutboxShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "What of a row waits, and what the server said.",
        discussion: "  geoq outbox show 5f0e8a52-0d5c-4f4e-9d2b-7a1f3c1d9e11")

    @Argument(help: ArgumentHelp("The id of a row or an operation.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let key = try OutboxIDs.id(id)
            let store = try storeOptions.open()
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
            let store = try storeOptions.open()
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
            back but an export.
            """)

    @OptionGroup var ids: OutboxIDs
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try storeOptions.open()
            let count = try await store.outbox.discard(ids.selection(in: store))
            _ = try await store.snapshot(verifying: .touched)
            Terminal.say("the changes of \(OutboxIDs.rows(count)) are taken back")
        }
    }
}

/// `geoq outbox export`
struct OutboxExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "The changes as lines of JSON; nothing is removed.",
        discussion: """
              geoq outbox export --all > changes.ndjson
              geoq outbox export 5f0e8a52-0d5c-4f4e-9d2b-7a1f3c1d9e11
            """)

    @OptionGroup var ids: OutboxIDs
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try storeOptions.open()
            let lines = try await store.outbox.export(ids.selection(in: store))
            try Terminal.write(Array(lines.map { $0 + "\n" }.joined().utf8))
        }
    }
}

/// `geoq outbox import`
struct OutboxImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make exported changes again, for the next push to send.",
        discussion: """
              geoq outbox import changes.ndjson
              geoq outbox export --all | ssh laptop geoq outbox import -

            It reads what geoq outbox export and geoq logout --export write: new rows are made with the \
            ids that they had, changed columns are written again, deleted rows are deleted. A file may be imported \
            twice. What needs a row that is not here (the list of an entry or a draft, the row that was changed), \
            has a value that no server takes, or is a row that you may not change is left in the file and told, and \
            the other lines are taken (65). A line that is no exported change, or is another user's, refuses the \
            file, with its number.

            What was changed once more since the export, here or on the server, is not overwritten: it stays, and \
            the file's value is among geoq conflicts. A draft that was changed stays, too, and is counted. Files of \
            an earlier geoq do not say on which values a change was made; such a change counts as made on the row \
            as it is here.
            """)

    @Argument(
        help: ArgumentHelp("A file of such lines; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    /// More lines are no outbox of a person.
    private static let mostBytes = 256 << 20
    private static let work = WaitingWork("geoq.outbox.file")

    /// Reads a file or a pipe, and waits for it.
    ///
    /// - Returns: its name without its folder, and its lines.
    private static func lines(of file: String) throws -> (name: String, lines: [String]) {
        let input = try openInput(file, Terminal.patience)
        guard input.members.count == 1, let member = input.members.first else {
            throw FileProblem(file: input.name, reason: "it is not one file of exported changes")
        }
        let bytes = try input.open(member).bytes(upTo: mostBytes + 1)
        guard bytes.count <= mostBytes else {
            throw FileProblem(file: input.name, reason: "it is longer than \(mostBytes >> 20) MB")
        }
        // As characters, a carriage return and a line feed are one, and no line would end.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (input.name, lines.map { String(decoding: $0, as: UTF8.self) })
    }

    func run() async throws {
        try await Failure.reported {
            let (name, lines) = try await Self.work.run { [file] in try Self.lines(of: file) }
            let store = try storeOptions.open()
            guard try await store.account.stored() != nil else { throw AccountError.none }
            let report: OutboxImportReport
            do {
                report = try await store.outbox.importLines(lines)
            } catch let problem as OutboxImportProblem {
                throw FileProblem(file: name, reason: "\(problem); nothing is changed")
            }
            if report.drafts > 0 { _ = try await store.drafts.settle() }
            _ = try await store.snapshot(verifying: .touched)
            let parts = [
                (report.made, "made"), (report.changed, "changed"), (report.removed, "deleted"),
                (report.drafts, report.drafts == 1 ? "draft added" : "drafts added"),
                (
                    report.keptDrafts,
                    report.keptDrafts == 1
                        ? "draft was changed here since and stays: read in the file what it was"
                        : "drafts were changed here since and stay: read in the file what they were"
                ),
                (report.unchanged, "already here"),
                (report.lost, "in conflict with later changes: see geoq conflicts list"),
                (
                    report.conflicts,
                    "\(report.conflicts == 1 ? "conflict" : "conflicts") left alone: read them in the file"
                ),
            ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            if !parts.isEmpty || report.left.isEmpty {
                Terminal.say(parts.isEmpty ? "there are no changes in it" : parts.joined(separator: ", "))
            }
            if report.withoutBefore > 0 {
                let isOne = report.withoutBefore == 1
                Terminal.say(
                    "\(report.withoutBefore) \(isOne ? "change was" : "changes were") exported by an earlier geoq, without the "
                        + "values before: \(isOne ? "it counts as made on the row as it is" : "they count as made on the rows as they are") here"
                )
            }
            if !report.left.isEmpty {
                Self.say(report.left, name)
                throw ExitCode(Failure.badData)
            }
        }
    }

    /// Says which lines were left in the file, and what to do with them.
    private static func say(_ lines: [OutboxImportProblem], _ file: String) {
        let isOne = lines.count == 1
        Terminal.say(
            "\(lines.count) \(isOne ? "line is" : "lines are") left in \(file); import it again when geoq sync has brought "
                + "what \(isOne ? "it needs" : "they need"), or \(isOne ? "its" : "their") values are put right there, "
                + "or write \(isOne ? "it" : "them") anew into a list that is here (geoq entry add, geoq draft add):")
        for line in lines.prefix(mostNamed) { Terminal.say(TerminalText.neutralized("  \(line)")) }
        if lines.count > mostNamed { Terminal.say("  and \(lines.count - mostNamed) more") }
    }

    /// How many lines are named at most.
    private static let mostNamed = 20
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
