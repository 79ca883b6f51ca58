import ArgumentParser
import Geoq

/// How far.
struct RadiusOptions: ParsableArguments {
    @Option(
        name: .customLong("km"), parsing: .unconditional,
        help: ArgumentHelp("The radius in kilometers; its edge counts as inside.", valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var kilometers: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The radius with its unit: 5mi, 800m, 1.5nmi, 2km, 300ft.", valueName: "length"))
    var within: String?

    func validate() throws {
        if kilometers != nil, within != nil { throw ValidationError("Give either --km or --within.") }
        _ = try radius
    }

    /// nil when none was given.
    var radius: Distance? {
        get throws {
            if let kilometers { return try Self.distance(kilometers: kilometers, option: "--km") }
            return try within.map { text in
                do {
                    return .meters(try LengthUnit.meters(parsing: text))
                } catch {
                    throw ValidationError("--within \(error).")
                }
            }
        }
    }

    static func distance(kilometers: Double, option: String) throws -> Distance {
        guard kilometers.isFinite, kilometers >= 0, kilometers <= 1e9 else {
            throw ValidationError("\(option) \(kilometers) is not a distance: give a number of kilometers, 0 or more.")
        }
        return .kilometers(kilometers)
    }
}

/// From how far.
struct RingOptions: ParsableArguments {
    @Option(
        name: .customLong("min-km"), parsing: .unconditional,
        help: ArgumentHelp("Only what is at least so far away.", valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var minimumKilometers: Double?

    func validate() throws {
        _ = try minimum
    }

    /// nil when none was given.
    var minimum: Distance? {
        get throws { try minimumKilometers.map { try RadiusOptions.distance(kilometers: $0, option: "--min-km") } }
    }
}
