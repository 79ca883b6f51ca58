import ArgumentParser
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqStore
import GeoqSync

/// `geoq outbox export`
struct OutboxExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "The changes as lines of JSON; nothing is removed.",
        discussion: """
              geoq outbox export --all > changes.ndjson
              geoq outbox export 5f0e8a52-0d5c-4f4e-9d2b-7a1f3c1d9e11

            Of a text that is no UTF-8 the line has U+FFFD in the place of its bytes, which is said (65).
            """)

    @OptionGroup var ids: OutboxIDs
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let (lines, unreadable) = try await store.outbox.export(ids.selection(in: store))
            try Terminal.write(Array(lines.map { $0 + "\n" }.joined().utf8))
            // A store that could not be brought up to date may have no account to ask about.
            if lines.isEmpty, store.failedMigration == nil, let guests = try await store.outbox.guestWords() {
                Terminal.say(guests + ", and are no changes yet: geoq login URL --email ADDRESS")
            }
            guard !unreadable.isEmpty else { return }
            for text in unreadable {
                Terminal.say("geoq: \(text) has bytes that are no text (UTF-8): the line has U+FFFD in their place")
            }
            throw ExitCode(Failure.badData)
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
            the file's value is among geoq conflicts. A deleted row is deleted all the same, and what was changed of \
            it since is among geoq conflicts. A draft that was changed stays, too, and is counted. Files of \
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
            let store = try await storeOptions.open()
            guard try await store.account.stored() != nil else { throw AccountError.notLoggedIn }
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
