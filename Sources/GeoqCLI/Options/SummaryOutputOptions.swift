import ArgumentParser
import Geoq
import GeoqFormats

/// How an answer that is not made of features is written.
struct SummaryOutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How to write it; else what GEOQ_FORMAT says, else a table on a terminal and ndjson in a pipe.",
            valueName: "format"))
    var format: RecordFormat?

    func validate() throws {
        if format == nil { _ = try FormatOptions.fromEnvironment() }
    }

    /// What was asked for, or what fits the place that the output goes to. A
    /// `GEOQ_FORMAT` that holds features only, such as `geojson`, does not count.
    var chosenFormat: OutputFormat {
        if let format { return format.output }
        if let format = try? FormatOptions.fromEnvironment(), RecordWriter.formats.contains(format) { return format }
        return Terminal.isOutput ? .table : .ndjson
    }
}
