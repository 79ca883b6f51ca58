import Geoq

/// A kind of file that geoq can read.
protocol ImportFormat: SendableMetatype {
    /// `ebird-hotspots`, `gbif`, …
    static var name: String { get }

    /// Which number comes first in dates that do not begin with the year; nil
    /// when the format does not say.
    static var dateOrder: DateOrder? { get }
    /// The same of dates with hyphens alone.
    static var hyphenatedDateOrder: DateOrder? { get }

    /// Whether the input is of this format, judged by its content, never by the
    /// names of files.
    ///
    /// - Throws: When a member cannot be read.
    static func recognizes(_ probe: ImportProbe) throws -> Bool

    /// What the rows of an input of this format are, if the format alone tells;
    /// nil for another input, or when the user must say it.
    ///
    /// - Throws: When a member cannot be read.
    static func knownKind(of probe: ImportProbe) throws -> ImportKind?

    /// Reads all rows.
    ///
    /// - Throws: `FileProblem` when the input as a whole cannot be imported,
    ///   and what the streams and the sink throw.
    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport
}

extension ImportFormat {
    static var dateOrder: DateOrder? { nil }
    static var hyphenatedDateOrder: DateOrder? { nil }
    static func knownKind(of probe: ImportProbe) throws -> ImportKind? { nil }
}
