import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

/// `geoq identify`
struct IdentifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify", abstract: "Birds that you have tried to identify, and what they may be.",
        discussion: """
              geoq identify list
              geoq identify show 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b

            Applications make identifications; geoq keeps them, sends them with an account, and shows those \
            of the user who is logged in, or, without an account, a guest's. shapes and marks are the words that \
            they may choose from.
            """,
        subcommands: [List.self, Show.self, Shapes.self, Marks.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Completed identifications, the last seen first, with the likeliest bird.",
            discussion: """
                  geoq identify list
                  geoq identify list --open

                Of those seen on the same day, or at no known moment, the last that was made comes first.

                "waits" says how an identification, or a part of it, stands that the account's project does not \
                have as it is here, such as pendingCreate; pendingOwner is one that a login makes the account's.
                """)

        @Flag(help: "Also those that are not completed.")
        var open = false

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let found = try await storeOptions.open().identifications.history(isCompleted: !open)
                try SummaryTable.write(
                    found.map(IdentificationRecord.summary), output.chosenFormat,
                    names: IdentificationRecord.fieldNames, columns: IdentificationRecord.columns)
                if found.isEmpty, output.chosenFormat == .table { Terminal.say("no identifications") }
                if exit.exitStatus, found.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "The birds that may be meant: the surest first, then the oldest, then by id.",
            discussion: "  geoq identify show 8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b -f json")

        @Argument(help: ArgumentHelp("The identification's id.", valueName: "session"))
        var session: String

        @OptionGroup(title: "Output") var output: SummaryOutputOptions
        @OptionGroup(title: "Output") var exit: ExitOptions
        @OptionGroup(title: "Store") var storeOptions: StoreOptions

        func run() async throws {
            try await Failure.reported {
                let whole = try await storeOptions.open().identifications.session(try RowFields.id(session))
                if output.chosenFormat == .table {
                    Terminal.say(TerminalText.neutralized(IdentificationRecord.words(whole)))
                }
                try SummaryTable.write(
                    whole.candidates.map { IdentificationRecord.candidate($0, of: whole) }, output.chosenFormat,
                    names: IdentificationRecord.candidateNames, columns: IdentificationRecord.candidateColumns)
                let odd = whole.candidates.count { $0.confidence.map { OddShares.isOdd($0) } ?? false }
                OddShares.say(
                    odd == 1 ? "1 candidate has a confidence" : "\(odd) candidates have a confidence", isNone: odd == 0)
                if exit.exitStatus, whole.candidates.isEmpty { throw ExitCode(Failure.nothingFound) }
            }
        }
    }
}

/// Identifications as records.
enum IdentificationRecord {
    static let columns = [
        TableColumn("bird", field: "bird"), TableColumn("decided", field: "is_decided"),
        TableColumn("seen", field: "observed_at", yields: .never), TableColumn("place", field: "place"),
        TableColumn("shape", field: "shape_id"), TableColumn("marks", field: "marks"),
        TableColumn("waits", field: "waits"), .id("id", field: "id"),
    ]

    static let candidateColumns = [
        TableColumn("common_name", field: "common_name"), TableColumn("scientific_name", field: "scientific_name"),
        TableColumn("confidence", field: "confidence", alignment: .trailing),
        TableColumn("rank", field: "rank", alignment: .trailing), .id("bird_id", field: "bird_id"),
    ]

    /// The names of `summary`, in its order.
    static let fieldNames = [
        "id", "bird", "bird_id", "is_decided", "candidates", "observed_at", "place", "shape_id", "size_category",
        "marks", "is_completed", "waits",
    ]

    static func summary(_ whole: WholeIdentification) -> [Feature.Field] {
        let session = whole.session
        let decided = whole.results.lazy.compactMap(\.bird).first
        let bird = decided ?? whole.candidates.max { $0.confidence ?? -1 < $1.confidence ?? -1 }?.bird
        return [
            .init("id", .text(session.id.description)), .init("bird", text(bird.flatMap { name($0, whole) })),
            .init("bird_id", text(bird?.description)), .init("is_decided", .bool(decided != nil)),
            .init("candidates", .integer(Int64(whole.candidates.count))),
            .init("observed_at", text(session.observedAt)), .init("place", text(session.place)),
            .init("shape_id", text(session.shapeID)),
            .init("size_category", session.sizeCategory.map { .integer(Int64($0)) } ?? .null),
            .init("marks", text(marks(whole))), .init("is_completed", .bool(session.isCompleted)),
            .init("waits", text(whole.status?.rawValue)),
        ]
    }

    /// The names of a `candidate`, in its order.
    static let candidateNames = [
        "common_name", "scientific_name", "bird_id", "confidence", "rank", "is_chosen", "result_id", "id",
    ]

    static func candidate(_ candidate: IdentificationCandidate, of whole: WholeIdentification) -> [Feature.Field] {
        let bird = whole.birds[candidate.bird]
        let isChosen = whole.results.contains { $0.id == candidate.result && $0.bird == candidate.bird }
        return [
            .init("common_name", text(bird?.commonName)), .init("scientific_name", text(bird?.scientificName)),
            .init("bird_id", .text(candidate.bird.description)),
            .init("confidence", candidate.confidence.map { .real($0) } ?? .null),
            .init("rank", candidate.rank.map { .integer(Int64($0)) } ?? .null), .init("is_chosen", .bool(isChosen)),
            .init("result_id", .text(candidate.result.description)), .init("id", .text(candidate.id.description)),
        ]
    }

    /// What was seen, in a line.
    static func words(_ whole: WholeIdentification) -> String {
        let session = whole.session
        let decided = whole.results.lazy.compactMap(\.bird).first.map { name($0, whole) ?? $0.description }
        let parts = [
            decided.map { "decided: \($0)" }, session.observedAt.map { "seen \($0)" },
            session.place.map { "at \($0)" }, session.shapeID.map { "shape \($0)" }, marks(whole),
            session.isCompleted ? nil : "not completed", whole.status.map { "waits: \($0.rawValue)" },
        ]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }

    private static func name(_ bird: FeatureID, _ whole: WholeIdentification) -> String? {
        whole.birds[bird].flatMap { $0.commonName ?? $0.scientificName }
    }

    /// nil for a session without marks.
    private static func marks(_ whole: WholeIdentification) -> String? {
        whole.marks.isEmpty ? nil : whole.marks.map { "\($0.area): \($0.variant)" }.joined(separator: ", ")
    }

    private static func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
}
