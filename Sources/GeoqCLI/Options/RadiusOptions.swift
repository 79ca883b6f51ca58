import ArgumentParser
import Geoq

/// The radius.
struct RadiusOptions: ParsableArguments {
    @Option(
        name: .customLong("km"), parsing: .unconditional,
        help: ArgumentHelp("The radius in kilometers; its edge counts as inside.", valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var kilometers: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The radius with its unit: 5mi, 800m, 1.5nmi, 2km, 300ft. A distance_m of an answer is "
                + "rounded to the micrometer: give a little more to have its hit again.", valueName: "length"))
    var within: String?

    func validate() throws {
        if kilometers != nil, within != nil { throw ValidationError("Give either --km or --within.") }
        _ = try radius
    }

    /// Whether a radius was given at all.
    var isEmpty: Bool { kilometers == nil && within == nil }

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

    /// The unit that the length was given in.
    var unit: LengthUnit {
        within.flatMap { try? LengthUnit.length(parsing: $0).unit } ?? .kilometers
    }

    static func distance(kilometers: Double, option: String) throws -> Distance {
        guard kilometers >= 0 else {
            throw ValidationError(
                "\(option) \(ArgumentText.shortest(kilometers)) is negative; a distance is 0 or more.")
        }
        guard kilometers <= LengthUnit.longestMeters / 1000 else {
            throw ValidationError(
                "\(option) \(ArgumentText.shortest(kilometers)) is longer than 100000 km; no two places on Earth are farther apart than 20004 km."
            )
        }
        return .kilometers(kilometers)
    }
}

/// The inner radius of a ring.
struct RingOptions: ParsableArguments {
    @Option(
        name: .customLong("min-km"), parsing: .unconditional,
        help: ArgumentHelp("Only what is at least so far away.", valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var minimumKilometers: Double?

    func validate() throws {
        _ = try minimum
    }

    /// - Throws: `ValidationError` when no place can lie both outside the inner
    ///   radius and within the radius.
    func check(_ radius: Distance?) throws {
        guard let radius, let minimum = try minimum, minimum > radius else { return }
        throw ValidationError(
            "--min-km \(ArgumentText.shortest(minimum.kilometers)) is more than the radius, \(ArgumentText.shortest(radius.kilometers)) km: nothing lies between."
        )
    }

    /// nil when none was given.
    var minimum: Distance? {
        get throws { try minimumKilometers.map { try RadiusOptions.distance(kilometers: $0, option: "--min-km") } }
    }
}
