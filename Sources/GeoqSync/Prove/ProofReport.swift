import GeoqFormats
public import GeoqStore

/// How many questions a proof asks.
public struct ProofOptions: Hashable, Sendable {
    /// How many questions, of all kinds together.
    public var queries: Int
    /// How many rows of each table are compared value by value.
    public var rows: Int
    /// The same seed asks the same questions of the same mirror.
    public var seed: UInt64

    /// - Precondition: `queries` and `rows` are not negative.
    public init(queries: Int = 1_000, rows: Int = 1_000, seed: UInt64) {
        precondition(queries >= 0 && rows >= 0, "A number of questions or rows is not negative.")
        (self.queries, self.rows, self.seed) = (queries, rows, seed)
    }
}

/// A kind of question. The raw value is the word in reports.
public enum ProofKind: String, CaseIterable, Hashable, Sendable {
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
public struct ProofReport: Sendable {
    /// The raw value is the word in reports.
    public enum Verdict: String, Hashable, Sendable {
        /// The mirror is the server's, and answers as it does.
        case equal
        /// All differences come, or may come, from changes on the server since
        /// the last sync: sync first.
        case behind
        /// The rows of the mirror are right, but some rows of the server are
        /// missing: they wait, share their id with other rows, have none, or
        /// are in a table that could not be read.
        case incomplete
        /// The mirror is wrong.
        case different
    }

    /// The result of the questions of one kind.
    public struct Kind: Hashable, Sendable {
        public var questions = 0
        /// Rows that both gave.
        public var rows = 0
        /// Rows that only one side gave, or that differed.
        public var differences = 0
        /// Rows that only one side gave, within 10⁻⁷ m of the edge; for rules,
        /// whose distances are known to a micrometer, within 10⁻⁶ m.
        public var edges = 0
        /// Rows that the two sides gave in different order, or one instead of
        /// the other, within 10⁻⁷ m of the same distance.
        public var ties = 0
        /// The largest difference between two distances of the same row.
        public var largestMeters = 0.0
        /// The time of all questions together.
        public var mirrorTime = Duration.zero
        public var serverTime = Duration.zero
        /// Why some questions were not asked, or which rows were left out.
        public var note: String?

        mutating func add(_ other: Kind) {
            questions += other.questions
            rows += other.rows
            differences += other.differences
            edges += other.edges
            ties += other.ties
            largestMeters = max(largestMeters, other.largestMeters)
            mirrorTime += other.mirrorTime
            serverTime += other.serverTime
            note = other.note ?? note
        }
    }

    /// How the versions of a table's rows compare.
    public struct Table: Hashable, Sendable {
        /// Rows that the server has.
        public var rows = 0
        /// Rows that have changed on the server since the last sync, or that
        /// the user sees only since then.
        public var newer = 0
        /// Rows that the server does not have, or does not show, any more.
        public var gone = 0
        /// Rows that the last sync should have added or removed.
        public var lost = 0
        /// Rows that wait (`geoq sync status`), so that no question can be
        /// about them; rows without an id are among them.
        public var waiting = 0
        /// Rows of the same version whose values differ from the server's.
        public var different = 0
        /// Rows all of whose columns were compared, by a hash.
        public var hashed = 0
        /// Rows that were compared value by value.
        public var read = 0
    }

    /// The name of the source of the mirror's rows.
    public var name: String
    public var seed: UInt64
    public var kinds: [ProofKind: Kind] = [:]
    public var tables: [MirrorTable: Table] = [:]
    /// Why some tables of the mirror could not be read.
    public var unread: [MirrorTable: String] = [:]
    /// The first rows that differ, a sentence each.
    public var examples: [String] = []

    init(name: String, seed: UInt64) {
        (self.name, self.seed) = (name, seed)
    }

    /// All kinds together.
    public var total: Kind {
        var total = kinds.values.reduce(into: Kind()) { $0.add($1) }
        total.note = nil
        return total
    }

    public var verdict: Verdict {
        let isWrong = tables.values.contains { $0.lost + $0.different > 0 }
        if isWrong || kinds.values.contains(where: { $0.differences > 0 }) { return .different }
        if tables.values.contains(where: { $0.newer + $0.gone > 0 }) { return .behind }
        return !unread.isEmpty || tables.values.contains { $0.waiting > 0 } ? .incomplete : .equal
    }

    private static let mostExamples = 20

    /// Notes a row that differs.
    mutating func note(_ sentence: @autoclosure () -> String) {
        if examples.count < Self.mostExamples { examples.append(sentence()) }
    }
}
