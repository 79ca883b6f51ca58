import ArgumentParser
import Geoq
import GeoqFormats

/// How to write an answer that does not consist of features.
struct SummaryOutputOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: FormatOptions.help)
    var format: RecordFormat?

    func validate() throws {
        if format == nil { _ = try FormatOptions.fromEnvironment() }
    }

    /// The format that was asked for, or the one that suits the output's
    /// destination. A `GEOQ_FORMAT` for features only, such as `geojson`, does
    /// not count.
    var chosenFormat: OutputFormat {
        if let format { return format.output }
        return Self.standardFormat
    }

    /// The format when none was asked for.
    static var standardFormat: OutputFormat { formatOfEnvironment ?? (Terminal.isOutput ? .table : .ndjson) }

    /// What `GEOQ_FORMAT` says; nil when it is not set, or is for features only.
    static var formatOfEnvironment: OutputFormat? {
        guard let format = try? FormatOptions.fromEnvironment(), RecordWriter.formats.contains(format) else {
            return nil
        }
        return format
    }
}
