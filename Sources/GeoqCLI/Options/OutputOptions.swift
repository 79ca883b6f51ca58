import ArgumentParser
import Foundation
import Geoq

/// How the answer is written.
struct OutputOptions: ParsableArguments {
    @OptionGroup var formatOptions: FormatOptions

    @OptionGroup var unitOptions: UnitOptions

    @Option(
        help: ArgumentHelp(
            "Which columns of a hit to add, separated by commas; \"none\" for none. Otherwise all.", valueName: "names")
    )
    var fields: String?

    @Flag(help: "Only say how many there are.")
    var count = false

    var chosenFormat: OutputFormat { formatOptions.chosenFormat }
    var exitStatus: Bool { formatOptions.exitStatus }
    var unit: LengthUnit { unitOptions.unit }

    /// The fields to add to a hit; nil for all.
    var chosenFields: [String]? {
        guard let fields else { return nil }
        if fields == "none" { return [] }
        return fields.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
