import ArgumentParser
import Foundation
import Geoq

/// How an answer that is not made of features is written.
struct SummaryOutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "table, json, ndjson or csv (GEOQ_FORMAT; else a table on a terminal, ndjson in a pipe).",
            valueName: "format"))
    var format: OutputFormat?

    @Option(help: "The unit of distances in a table: m, km, mi, nmi or ft.")
    var unit: LengthUnit = .kilometers

    @Flag(name: [.customShort("e"), .long], help: "Exit with 1 when nothing was found.")
    var exitStatus = false

    func validate() throws {
        if let format, !RecordWriter.formats.contains(format) {
            throw ValidationError("-f \(format.rawValue) holds features only; use table, json, ndjson or csv.")
        }
    }

    /// What was asked for, or what fits the place that the output goes to.
    var chosenFormat: OutputFormat {
        if let format { return format }
        if let word = ProcessInfo.processInfo.environment["GEOQ_FORMAT"], let format = OutputFormat(rawValue: word),
            RecordWriter.formats.contains(format)
        {
            return format
        }
        return Terminal.isOutput ? .table : .ndjson
    }
}
