import ArgumentParser
import Geoq
import GeoqIndex

/// How far from a route.
struct WidthOptions: ParsableArguments {
    @Option(
        name: .customLong("km"), parsing: .unconditional,
        help: ArgumentHelp(
            "How far from the route, on either side, in kilometers; the edge counts as inside.",
            valueName: "kilometers"),
        transform: ArgumentText.kilometers)
    var kilometers: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The same with its unit: 2mi, 800m, 1.5nmi, 2km, 300ft. An offset_m of an answer is "
                + "rounded to the micrometer: give a little more to have its hit again.", valueName: "length"))
    var within: String?

    func validate() throws {
        let radius = radius
        try radius.validate()
        guard let width = try radius.radius else {
            throw ValidationError("Give how far from the route: --within 2mi, or --km.")
        }
        guard width <= Corridor.largestWidth else {
            throw ValidationError(
                "\(within == nil ? "--km" : "--within") is more than \(ArgumentText.shortest(Corridor.largestWidth.kilometers)) km, the most from a route."
            )
        }
    }

    var width: Distance {
        get throws {
            guard let width = try radius.radius else { preconditionFailure("The options were validated.") }
            return width
        }
    }

    /// The unit that it was given in.
    var unit: LengthUnit { radius.unit }

    private var radius: RadiusOptions {
        var radius = RadiusOptions()
        (radius.kilometers, radius.within) = (kilometers, within)
        return radius
    }
}
