import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

/// `geoq conflicts`
struct ConflictsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Changes of yours that lost against the server's.",
        discussion: """
              geoq conflicts list
              geoq conflicts take-mine 3
              geoq conflicts dismiss --all

            When a column was changed here and on the server, the server's value stays and yours is kept \
            here, until you take it or dismiss it. Of a value that was changed once more since, take-mine \
            tells first.

            A row that you have deleted stays deleted (deleted-here); what another device had changed of it is \
            kept here to be read. A delete that was not sent, because the list is not shared with you any more, \
            is told (gone), and has no values. A row that you have moved into a list that another device has \
            deleted, or that is not shared with you any more, stays in the list where the server has it (parent-gone).
            """,
        subcommands: [
            ConflictsList.self, ConflictsShow.self, ConflictsTakeMine.self, ConflictsDismiss.self,
        ], defaultSubcommand: ConflictsList.self)
}

/// `geoq conflicts list`
struct ConflictsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The conflicts that are open, oldest first.",
        discussion: """
              geoq conflicts list
              geoq conflicts list --settled -f ndjson
            """)

    @Flag(help: "Those that were taken or dismissed, too.")
    var settled = false

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let conflicts = try await store.outbox.conflicts(includingSettled: settled)
            let labels = try await store.outbox.labels(of: conflicts)
            try SummaryTable.write(
                conflicts.map { OutboxRecord.summary($0, label: labels[$0.number]) }, output.chosenFormat,
                names: OutboxRecord.conflictNames, columns: OutboxRecord.conflictColumns)
            if conflicts.isEmpty, output.chosenFormat == .table { Terminal.say("no conflicts") }
            if exit.exitStatus, conflicts.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }
}

/// `geoq conflicts show`
struct ConflictsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "One conflict: your values, the server's, and those before.",
        discussion: """
              geoq conflicts show 3

            A side that deleted the row has no values.
            """)

    @Argument(help: ArgumentHelp("The conflict's number.", valueName: "number"), transform: ArgumentText.conflict)
    var number: Int64

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            guard let conflict = try await store.outbox.conflict(number) else { throw NoConflict(number: number) }
            let label = try await store.outbox.labels(of: [conflict])[number]
            try SummaryTable.write(OutboxRecord.details(conflict, label: label), output.chosenFormat)
        }
    }
}

/// `geoq conflicts take-mine`
struct ConflictsTakeMine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take-mine", abstract: "Make your values the row's again; the next push sends them.",
        discussion: """
              geoq conflicts take-mine 3 4
              geoq conflicts take-mine --all

            Of a row that another device has deleted since, nothing can be taken: --all takes the others, and says \
            which are left (66).
            """)

    @OptionGroup var numbers: ConflictNumbers
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let asked = try await numbers.open(in: store)
            guard !asked.isEmpty else { return Terminal.say("no conflicts") }
            let untakable = try await store.outbox.untakable(asked)
            let left = Set(untakable.map(\.number))
            let open = numbers.all ? asked.filter { !left.contains($0) } : asked
            guard untakable.isEmpty || numbers.all && !open.isEmpty else {
                throw ConflictsWithoutRow(conflicts: untakable, areOthersTaken: false)
            }
            let conflicts = try await store.outbox.conflicts().filter { open.contains($0.number) }
            let renewed = try await store.outbox.takeMine(open)
            guard renewed.isEmpty else { throw ValueChangedSince(numbers: renewed) }
            _ = try await store.snapshot(verifying: .touched)
            let deleted = conflicts.filter { $0.reason == .deletedHere }
            let lost = conflicts.filter(\.isOfLostDelete)
            let taken = conflicts.count - deleted.count - lost.count
            if taken > 0 {
                Terminal.say("your values of \(ConflictNumbers.conflicts(taken)) will be sent by the next geoq push")
            }
            for conflict in deleted {
                Terminal.say(
                    "conflict \(conflict.number) is settled: you deleted \(conflict.row), so there are no values of yours to send"
                )
            }
            for conflict in lost {
                Terminal.say(
                    "conflict \(conflict.number) is settled: your delete of \(conflict.row) was not sent, because the project "
                        + "does not show the row any more; delete it again when a sync shows it")
            }
            // A list or an entry that was deleted comes back by itself.
            for conflict in conflicts where conflict.reason == .deletedThere && !conflict.row.table.dependents.isEmpty {
                Terminal.say("anything that belonged to \(conflict.row) stays deleted")
            }
            if !untakable.isEmpty { throw ConflictsWithoutRow(conflicts: untakable, areOthersTaken: true) }
        }
    }
}

/// `geoq conflicts dismiss`
struct ConflictsDismiss: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Settle conflicts: the rows stay as they are.",
        discussion: """
              geoq conflicts dismiss 3
              geoq conflicts dismiss --all
            """)

    @OptionGroup var numbers: ConflictNumbers
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func run() async throws {
        try await Failure.reported {
            let store = try await storeOptions.open()
            let open = try await numbers.open(in: store)
            guard !open.isEmpty else { return Terminal.say("no conflicts") }
            let sweep = try await store.outbox.dismiss(open)
            Terminal.say("\(ConflictNumbers.conflicts(open.count)) dismissed")
            PhotoRecord.sayLeft(after: sweep)
        }
    }
}

/// The conflicts that a command is about.
struct ConflictNumbers: ParsableArguments {
    @Argument(help: ArgumentHelp("Numbers of conflicts.", valueName: "number"), transform: ArgumentText.conflict)
    var numbers: [Int64] = []

    @Flag(help: "All that are open.")
    var all = false

    func validate() throws {
        guard numbers.isEmpty == all else { throw ValidationError("Give either numbers or --all.") }
    }

    /// The numbers, all of open conflicts.
    ///
    /// - Throws: `NoConflict`.
    func open(in store: Store) async throws -> [Int64] {
        let open = try await store.outbox.conflicts().map(\.number)
        if all { return open }
        for number in numbers where !open.contains(number) { throw NoConflict(number: number) }
        return numbers
    }

    static func conflicts(_ count: Int) -> String { "\(count) \(count == 1 ? "conflict" : "conflicts")" }
}

/// The other side has a third value by now.
struct ValueChangedSince: Error, CustomStringConvertible {
    let numbers: [Int64]

    var description: String {
        let list = numbers.map(String.init).joined(separator: ", ")
        return "\(numbers.count == 1 ? "the value of conflict \(list) was" : "values of the conflicts \(list) were") "
            + "changed once more since; nothing is taken: see geoq conflicts show \(numbers.first ?? 0), then take yours "
            + "again if it is to stay"
    }
}

/// Rows of conflicts are gone, so nothing of them can be taken.
struct ConflictsWithoutRow: Error, CustomStringConvertible {
    let conflicts: [UntakableConflict]
    /// Whether the other conflicts that were asked for are taken.
    let areOthersTaken: Bool

    private static let mostNamed = 10

    var description: String {
        let named = conflicts.prefix(Self.mostNamed).map {
            "\($0.number) (\(Failure.named($0.missing.description)) is gone)"
        }
        let more = conflicts.count - named.count
        let isOne = conflicts.count == 1
        return "nothing can be taken of \(isOne ? "conflict" : "the conflicts") " + named.joined(separator: ", ")
            + (more > 0 ? ", and \(more) more" : "") + (areOthersTaken ? "" : "; nothing is taken")
            + advice
    }

    private var advice: String {
        let makers = Set(conflicts.compactMap(\.maker)).sorted()
        guard makers.isEmpty else {
            let together = conflicts.filter { $0.maker != nil }.map(\.number)
            return ": take them together with the rows that they belong to: geoq conflicts take-mine "
                + (makers + together).map(String.init).joined(separator: " ")
        }
        let isOne = conflicts.count == 1
        return ": read your values with geoq conflicts show \(conflicts[0].number), then settle "
            + "\(isOne ? "it" : "each") with geoq conflicts dismiss"
    }
}

/// No open conflict has a number.
struct NoConflict: Error, CustomStringConvertible {
    let number: Int64

    var description: String { "there is no open conflict \(number); see them with: geoq conflicts list" }
}
