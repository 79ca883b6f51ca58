/// A kind of file that geoq can read.
protocol ImportFormat: SendableMetatype {
    /// `ebird-hotspots`, `gbif`, …
    static var name: String { get }

    /// Whether the input is of this format, by its content: never by the names
    /// of files.
    ///
    /// - Throws: When a member cannot be read.
    static func recognizes(_ probe: ImportProbe) throws -> Bool

    /// Reads all rows.
    ///
    /// - Throws: `FileProblem` when the input as a whole cannot be imported,
    ///   and what streams and sink throw.
    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport
}
