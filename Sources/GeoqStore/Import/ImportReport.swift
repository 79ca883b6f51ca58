import Geoq
public import GeoqFormats

/// What an import did, or would do.
public struct ImportReport: Equatable, Sendable {
    /// The name of the file; of several, their names.
    public var file: String
    /// The name of the file's format.
    public var format = ""
    /// The kind of records that the rows became.
    public var kind = ImportKind.hotspots
    /// Whether the format decided the kind, and not the caller.
    public var isKindKnownByFormat = false
    /// The sources of the rows, in their first order.
    public var sources: [String] = []
    /// The result of each file, when there were several.
    public var files: [FileReport] = []
    /// The changes to each table. An import of watchlists has three: the lists,
    /// their entries, and their rules.
    package var tables: [TableCounts] = []
    /// Rows that were not in the store.
    public var added = 0
    /// Rows that were in the store with other values.
    public var changed = 0
    /// Rows that were in the store with the same values.
    public var unchanged = 0
    /// Rows that were refused.
    public var rejected = 0
    /// Good rows that were not wanted, by reason.
    public var skipped: [SkipReason: Int] = [:]
    /// Ids that occurred more than once; the last row of each counts.
    public var repeated = 0
    /// Rows of the source that the file no longer has, and that the store
    /// keeps.
    public var missing = 0
    /// Rows that `replace` removed.
    public var removed = 0
    /// The first problems, at most `problemLimit`.
    public var problems: [RowProblem] = []
    /// Columns that geoq does not use.
    public var unknownColumns: [String] = []
    /// Refused rows whose bird is not in the store.
    package var withoutBird = 0
    /// Sentences of the format's reader for the user.
    public var notes: [String] = []
    /// Rules of watchlists that are kept and never match; a note tells of them.
    package var unintelligibleRules = 0
    /// Tracks and routes of files, which are not read; a note tells of them.
    package var unreadLines = 0
    /// Sources of this import that have lists, entries or rules in a store with an account: no sync sends
    /// rows of files.
    package var unsentSources: [String] = []
    /// Whether rows were removed that had pictures.
    var hadPictures = false
    /// Whether the import was stored: false with `dryRun`, and with `strict`
    /// when a row was bad.
    public var isStored = false
    /// Whether nothing was read because the store has such rows already, and
    /// `ImportSettings.onlyIfEmpty` was asked.
    public var hasRowsAlready = false

    /// How many problems are kept with their text; all are counted.
    public static let problemLimit = 20

    /// The changes to the rows of one table.
    package struct TableCounts: Equatable, Sendable {
        package var table: String
        package var added: Int
        package var changed: Int
        package var unchanged: Int
    }

    /// The name of the source, when there is exactly one; otherwise empty.
    public var source: String { sources.count == 1 ? sources[0] : "" }

    /// Rows that were read and kept.
    public var accepted: Int { added + changed + unchanged }
}

/// How far an import is, while it runs.
public struct ImportProgress: Sendable {
    /// Rows that were kept so far.
    public var rows: Int
    /// Rows that were refused so far.
    public var rejected: Int
    /// Bytes of the inputs that were read so far, as they lie on the disk or come
    /// through the pipe.
    public var bytesRead: Int
    /// nil when the size is not known (standard input).
    public var bytesInAll: Int?
}

/// How files are imported.
public struct ImportSettings: Sendable {
    /// What the rows become; nil to let the format decide.
    public var kind: ImportKind?
    /// The other options for the files. The `kind` in them is replaced by the
    /// one above, or by the format's.
    public var options: ImportOptions
    /// The name of the source; nil for the format's own, or the file's base
    /// name.
    public var source: String?
    /// Stores nothing when one row is bad.
    public var strict = false
    /// Stores nothing at all.
    public var dryRun = false
    /// Removes rows of the source that the file no longer has, unless rows of
    /// the file were refused; of a file of presence of one hotspot, such as a bar
    /// chart, only rows of this hotspot.
    public var replace = false
    /// Reads nothing when the store has rows of the kind already, of any source:
    /// for data that a program brings along, and that counts only until there is
    /// better.
    public var onlyIfEmpty = false
    /// Where the refused rows go, as CSV: file, line, column, value, reason, row.
    public var rejectsPath: String?
    /// Called with an input's name when a pipe has given nothing for a moment.
    public var onWait: @Sendable (_ input: String) -> Void = { _ in }

    /// - Parameter kind: what the rows become; nil when the format decides.
    public init(_ kind: ImportKind? = nil) {
        self.kind = kind
        options = ImportOptions(kind: kind ?? .hotspots)
    }
}
