import ArgumentParser
import Foundation
import Geoq
import GeoqFormats

/// How the answer is written.
struct OutputOptions: ParsableArguments {
    @OptionGroup var formatOptions: FormatOptions

    @OptionGroup var unitOptions: UnitOptions

    @Option(
        help: ArgumentHelp(
            """
            Which columns to add to the id, name, place, distance and bearing that each hit has, separated by \
            commas; "none" for none. Otherwise all.
            """, valueName: "names"),
        completion: .custom(StoreCompletion.columns)
    )
    var fields: String?

    @Flag(help: "Only say how many there are.")
    var count = false

    var chosenFormat: OutputFormat { formatOptions.chosenFormat }
    var exitStatus: Bool { formatOptions.exitStatus }

    /// The fields to add to a hit; nil for all.
    var chosenFields: [String]? {
        guard let fields else { return nil }
        if fields == "none" { return [] }
        return fields.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !Self.ofEveryHit.contains($0) }
    }

    private static let ofEveryHit: Set<String> = [
        "id", "name", "lat", "lon", "distance_m", "bearing_deg", "along_m", "offset_m", "side",
    ]
}
