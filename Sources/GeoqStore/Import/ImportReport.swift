import Geoq
public import GeoqFormats

/// What an import did, or would do.
public struct ImportReport: Equatable, Sendable {
    /// The name of the file; of several, their names.
    public var file: String
    public var format = ""
    /// What the rows were taken as.
    public var kind = ImportKind.hotspots
    /// Whether the format told what the rows are, and not the caller.
    public var isKindKnownByFormat = false
    /// The sources of the rows, in the order in which they came.
    public var sources: [String] = []
    /// What came of each file, when there were several.
    public var files: [FileReport] = []
    /// What was done to each table: of watchlists to the lists, what stands on
    /// them, and their rules.
    public var tables: [TableCounts] = []
    /// Rows that were not in the store.
    public var added = 0
    /// Rows that were, with other values.
    public var changed = 0
    /// Rows that were, with the same values.
    public var unchanged = 0
    /// Rows that were refused.
    public var rejected = 0
    /// Rows that are rightly not wanted, by reason.
    public var skipped: [SkipReason: Int] = [:]
    /// Ids that came more than once; the last row won.
    public var repeated = 0
    /// Rows of the source that the file no longer has, and that stay.
    public var missing = 0
    /// Rows that `replace` removed.
    public var removed = 0
    /// The first problems, at most `problemLimit`.
    public var problems: [RowProblem] = []
    /// Columns that mean nothing to geoq.
    public var unknownColumns: [String] = []
    /// Sentences of the format's reader.
    public var notes: [String] = []
    /// Whether anything was stored: not with `dryRun`, nor when `strict` met a
    /// bad row.
    public var isStored = false

    public static let problemLimit = 20

    /// What was done to the rows of one table.
    public struct TableCounts: Equatable, Sendable {
        public var table: String
        public var added: Int
        public var changed: Int
        public var unchanged: Int
    }

    /// The source, when there is one; empty otherwise.
    public var source: String { sources.count == 1 ? sources[0] : "" }

    /// Rows that were read and kept.
    public var accepted: Int { added + changed + unchanged }
}

/// How an import goes, while it does.
public struct ImportProgress: Sendable {
    public var rows: Int
    public var rejected: Int
    public var bytesRead: Int
    /// nil when the size is not known (standard input).
    public var bytesInAll: Int?
}

/// How files are imported.
public struct ImportSettings: Sendable {
    /// What the rows become; nil for what the format says.
    public var kind: ImportKind?
    /// What else the caller says about the files. Its `kind` is the one above, or
    /// what the format says.
    public var options: ImportOptions
    /// The name of the source; nil for what the format says, or the file's base
    /// name.
    public var source: String?
    /// Stores nothing when one row is bad.
    public var strict = false
    /// Stores nothing at all.
    public var dryRun = false
    /// Removes rows of the source that the file no longer has, unless rows of
    /// the file were refused.
    public var replace = false
    /// Where the refused rows go, as CSV: file, line, column, value, reason, row.
    public var rejectsPath: String?
    /// Called with an input's name when a pipe has given nothing for a moment.
    public var onWait: @Sendable (_ input: String) -> Void = { _ in }

    public init(_ kind: ImportKind? = nil) {
        self.kind = kind
        options = ImportOptions(kind: kind ?? .hotspots)
    }
}
