import GeoqFormats
package import GeoqStore

/// How many questions a proof asks.
package struct ProofOptions: Hashable, Sendable {
    /// How many questions, of all kinds together.
    package var queries: Int
    /// How many rows of each table are compared value by value.
    package var rows: Int
    /// The same seed asks the same questions of the same mirror.
    package var seed: UInt64

    /// - Precondition: `queries` and `rows` are not negative.
    package init(queries: Int = 1_000, rows: Int = 1_000, seed: UInt64) {
        precondition(queries >= 0 && rows >= 0, "A number of questions or rows is not negative.")
        (self.queries, self.rows, self.seed) = (queries, rows, seed)
    }
}

/// A kind of question. The raw value is the word in reports.
package enum ProofKind: String, CaseIterable, Hashable, Sendable {
    /// `ST_DWithin` on geographies.
    case radius
    /// In the order of `ST_Distance`.
    case nearest
    case box
    /// The server's own function `hotspots_near`.
    case hotspotsNear = "hotspots_near"
    case birdsNear = "birds_near"
    /// Which watchlists match a sighting.
    case rules
}

/// Whether a mirror gives the server's answers.
package struct ProofReport: Sendable {
    /// The raw value is the word in reports.
    package enum Verdict: String, Hashable, Sendable {
        /// The mirror is the server's, and answers as it does.
        case equal
        /// All differences come, or may come, from changes on the server since
        /// the last sync, or rows have changes that it has not taken: sync first.
        case behind
        /// The rows of the mirror are right, but some rows of the server are
        /// missing: they wait, share their id with other rows, have none, or
        /// are in a table that could not be read.
        case incomplete
        /// The mirror is wrong.
        case different
    }

    /// The result of the questions of one kind.
    package struct Kind: Hashable, Sendable {
        package var questions = 0
        /// Rows that both gave.
        package var rows = 0
        /// Rows that only one side gave, or that differed.
        package var differences = 0
        /// Rows that only one side gave, within 10⁻⁷ m of the edge; for rules,
        /// whose distances are known to a micrometer, within 10⁻⁶ m.
        package var edges = 0
        /// Rows that the two sides gave in different order, or one instead of
        /// the other, within 10⁻⁷ m of the same distance.
        package var ties = 0
        /// Rows whose distance the server told, or its circles showed, so that it
        /// was compared with the mirror's.
        package var distances = 0
        /// The largest difference between two distances of the same row, where
        /// the server told its own.
        package var largestMeters = 0.0
        /// The time of all questions together.
        package var mirrorTime = Duration.zero
        package var serverTime = Duration.zero
        /// Why some questions were not asked, or which rows were left out.
        package var note: String?

        mutating func add(_ other: Kind) {
            questions += other.questions
            rows += other.rows
            differences += other.differences
            edges += other.edges
            ties += other.ties
            distances += other.distances
            largestMeters = max(largestMeters, other.largestMeters)
            mirrorTime += other.mirrorTime
            serverTime += other.serverTime
            note = other.note ?? note
        }

        static func without(lists count: Int) -> String {
            "without \(count == 1 ? "1 list" : "\(count) lists") whose rules only geoq can read"
        }

        static func without(birds count: Int) -> String {
            count == 1
                ? "without 1 bird whose row differs or waits" : "without \(count) birds whose rows differ or wait"
        }
    }

    /// How the versions of a table's rows compare.
    package struct Table: Hashable, Sendable {
        /// Rows that the server has.
        package var rows = 0
        /// Rows that have changed on the server since the last sync, or that
        /// the user sees only since then.
        package var newer = 0
        /// Rows that the server does not have, or does not show, any more.
        package var gone = 0
        /// Rows that the last sync should have added or removed.
        package var lost = 0
        /// Rows that wait, so that no question can be
        /// about them; rows without an id are among them.
        package var waiting = 0
        /// Rows with changes of the user's that the server has not taken.
        package var unsent = 0
        /// Rows of the same version whose values differ from the server's.
        package var different = 0
        /// Rows all of whose columns were compared, by a hash.
        package var hashed = 0
        /// Rows that were compared value by value.
        package var read = 0
    }

    /// The name of the source of the mirror's rows.
    package var name: String
    package var seed: UInt64
    /// The part that is mirrored, which the questions are about; nil for all.
    package var region: Region?
    package var kinds: [ProofKind: Kind] = [:]
    package var tables: [MirrorTable: Table] = [:]
    /// Why some tables of the mirror could not be read.
    package var unread: [MirrorTable: SyncError] = [:]
    /// Whether rows differ only because the server has not taken what the user has changed of them.
    package var isOnlyAhead: Bool {
        verdict == .behind && !hasMoved && !tables.values.contains { $0.newer + $0.gone > 0 }
    }

    /// The first rows that differ.
    package var examples: [Example] = []
    /// Whether rows changed on the server while it was asked, so that its
    /// answers are of several moments.
    package var hasMoved = false
    /// The functions that the remote lacks, or lets this user not call.
    package var missingFunctions: Set<RemoteFunction> = []
    /// Whether distances were compared by circles, because answers have none.
    package var comparesByCircles = false
    /// Whether the remote tells versions of rows. Without them a row that is
    /// wrong here is not told from one that has changed there.
    package var knowsVersions = true

    /// Something that differs.
    package struct Example: Hashable, Sendable {
        /// The question whose answers differ; nil when rows were compared.
        package var question: ProofQuestion?
        package var sentence: String
    }

    init(name: String, seed: UInt64) {
        (self.name, self.seed) = (name, seed)
    }

    /// All kinds together.
    package var total: Kind {
        var total = kinds.values.reduce(into: Kind()) { $0.add($1) }
        total.note = nil
        return total
    }

    package var verdict: Verdict {
        let isWrong = tables.values.contains { $0.lost + $0.different > 0 }
        if isWrong { return .different }
        if kinds.values.contains(where: { $0.differences > 0 }) { return hasMoved ? .behind : .different }
        if tables.values.contains(where: { $0.newer + $0.gone + $0.unsent > 0 }) { return .behind }
        return !unread.isEmpty || tables.values.contains { $0.waiting > 0 } ? .incomplete : .equal
    }

    private static let mostExamples = 20

    /// Notes a row that differs.
    mutating func note(_ sentence: String, about question: ProofQuestion? = nil) {
        if examples.count < Self.mostExamples { examples.append(Example(question: question, sentence: sentence)) }
    }
}
