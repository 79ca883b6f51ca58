import ArgumentParser
import Geoq
import GeoqFormats

/// The format of features, and whether finding none is a failure.
struct FormatOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: FormatOptions.help)
    var format: OutputFormat?

    @Flag(name: [.customShort("e"), .long], help: ExitOptions.help)
    var exitStatus = false

    static var help: ArgumentHelp {
        ArgumentHelp(
            "How to write it; else what GEOQ_FORMAT says, else a table on a terminal and ndjson in a pipe.",
            valueName: "format")
    }

    func validate() throws { try Self.check(format) }

    /// Refuses a `GEOQ_FORMAT` that is no format, where it counts.
    static func check(_ format: OutputFormat?) throws {
        if format == nil { _ = try fromEnvironment() }
    }

    var chosenFormat: OutputFormat { Self.chosen(format) }

    /// The format that was asked for, or the one that suits the output's
    /// destination.
    static func chosen(_ format: OutputFormat?) -> OutputFormat {
        format ?? (try? fromEnvironment()) ?? (Terminal.isOutput ? .table : .ndjson)
    }

    /// The value of `GEOQ_FORMAT`; nil when it is not set, or empty.
    ///
    /// - Throws: `ValidationError` when it is no format.
    static func fromEnvironment() throws -> OutputFormat? {
        guard let word = Invocation.environment["GEOQ_FORMAT"], !word.isEmpty else { return nil }
        guard let format = OutputFormat(rawValue: word) else {
            let known = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("GEOQ_FORMAT is '\(word)'; it can be \(known).")
        }
        return format
    }
}

extension FormatOptions {
    /// Whether errors must be JSON: the user asked for a JSON format by name.
    /// Judged by the words alone, because parsing may have failed.
    static func areErrorsJSON(_ arguments: [String]) -> Bool {
        for (index, argument) in arguments.enumerated() {
            if argument == "-f" || argument == "--format" {
                return arguments.dropFirst(index + 1).first.flatMap(OutputFormat.init)?.isJSON ?? false
            }
            for prefix in ["--format=", "-f=", "-f"] where argument.hasPrefix(prefix) {
                return OutputFormat(rawValue: String(argument.dropFirst(prefix.count)))?.isJSON ?? false
            }
            if argument == "--json" { return true }
            if argument == "--" { break }
        }
        return (try? fromEnvironment())??.isJSON ?? false
    }
}

extension OutputFormat {
    var isJSON: Bool {
        switch self {
        case .json, .ndjson, .geojson, .geojsonseq: true
        case .table, .csv, .ids: false
        }
    }
}

/// Whether finding nothing is a failure.
struct ExitOptions: ParsableArguments {
    @Flag(name: [.customShort("e"), .long], help: ExitOptions.help)
    var exitStatus = false

    static var help: ArgumentHelp { "Exit with 1 when nothing was found." }
}

/// The unit in which a table shows distances.
struct UnitOptions: ParsableArguments {
    @Option(help: UnitOptions.help)
    var unit: LengthUnit?

    static var help: ArgumentHelp { "The unit of distances in a table; else km." }
}

/// The same where `--within` may say a unit.
struct RadiusUnitOptions: ParsableArguments {
    @Option(help: RadiusUnitOptions.help)
    var unit: LengthUnit?

    static var help: ArgumentHelp {
        "The unit of distances in a table; else that of --within, where the command has it; else km."
    }
}
