public import Geoq

/// What an import did, or would do.
public struct ImportReport: Equatable, Sendable {
    public var file: String
    public var format = ""
    public var source = ""
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

/// How a file is imported.
public struct ImportSettings: Sendable {
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

    public init(_ kind: ImportKind) {
        options = ImportOptions(kind: kind)
    }
}
