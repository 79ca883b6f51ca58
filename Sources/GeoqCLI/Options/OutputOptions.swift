import ArgumentParser
import Foundation
import Geoq
import GeoqFormats

/// How the answer is written.
///
/// The options of other groups are declared again here: in a debug build ArgumentParser examines a group
/// five times for each group that it lies in.
struct OutputOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: FormatOptions.help)
    var format: OutputFormat?

    @Flag(name: [.customShort("e"), .long], help: ExitOptions.help)
    var exitStatus = false

    @Option(help: RadiusUnitOptions.help)
    var unit: LengthUnit?

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

    func validate() throws {
        try FormatOptions.check(format)
        if let fields, try WrittenNames.read(fields, of: "--fields").hasGap {
            throw ValidationError(
                "--fields \(fields) does not name columns, such as locality,source; write none for no column.")
        }
    }

    var chosenFormat: OutputFormat { FormatOptions.chosen(format) }

    /// The fields to add to a hit, each once; nil for all.
    var chosenFields: [String]? {
        guard let fields else { return nil }
        if fields == "none" { return [] }
        var seen = Self.ofEveryHit
        // What was written was checked.
        let names = WrittenNames(fields)?.names ?? []
        return names.filter { seen.insert($0).inserted }
    }

    private static let ofEveryHit: Set<String> = [
        "id", "name", "lat", "lon", "distance_m", "bearing_deg", "along_m", "offset_m", "side",
    ]
}
