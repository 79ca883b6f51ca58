import ArgumentParser
import Foundation
import Geoq

/// The format of features, and whether finding none is a failure.
struct FormatOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "table, json, ndjson, geojson, geojsonseq, csv or ids (GEOQ_FORMAT; else a table on a terminal, ndjson in a pipe).",
            valueName: "format"))
    var format: OutputFormat?

    @Flag(name: [.customShort("e"), .long], help: "Exit with 1 when nothing was found.")
    var exitStatus = false

    /// What was asked for, or what fits the place that the output goes to.
    var chosenFormat: OutputFormat {
        if let format { return format }
        if let word = ProcessInfo.processInfo.environment["GEOQ_FORMAT"], let format = OutputFormat(rawValue: word) {
            return format
        }
        return Terminal.isOutput ? .table : .ndjson
    }
}
