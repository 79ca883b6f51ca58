/// A unit of length. The raw value is its symbol on the command line.
package enum LengthUnit: String, Hashable, Sendable, CaseIterable {
    case meters = "m"
    case kilometers = "km"
    case miles = "mi"
    case nauticalMiles = "nmi"
    case feet = "ft"

    /// How many meters one unit is, exactly.
    ///
    /// The international mile and foot: NIST Special Publication 811 (2008),
    /// appendix B. The nautical mile: the same, from the First International
    /// Extraordinary Hydrographic Conference, Monaco 1929.
    package var meters: Double {
        switch self {
        case .meters: 1
        case .kilometers: 1000
        case .miles: 1609.344
        case .nauticalMiles: 1852
        case .feet: 0.3048
        }
    }

    /// A length for people, such as `1.53 km` or `820 m`.
    ///
    /// Three digits where possible: two places after the point below 10, one
    /// below 100, none from there on; for meters and feet one place below 10,
    /// else none. Halves are rounded away from zero.
    ///
    /// - Precondition: `meters` is finite.
    package func text(meters: Double) -> String {
        precondition(meters.isFinite, "A length that is not finite has no text.")
        let value = meters / self.meters
        let isSmall = self == .meters || self == .feet
        var places = isSmall ? 1 : 2
        // 9.996 has two places, but rounds to 10.0, which has one.
        while places > 0, abs(DecimalText.rounded(value, places: places)) >= (places == 2 || isSmall ? 10 : 100) {
            places -= 1
        }
        return "\(DecimalText.text(value, places: places)) \(rawValue)"
    }
}

/// Numbers with a fixed count of decimal places.
enum DecimalText {
    static func rounded(_ value: Double, places: Int) -> Double {
        let scale = [1.0, 10.0, 100.0][places]
        return (value * scale).rounded() / scale
    }

    /// - Parameter places: 0…2.
    static func text(_ value: Double, places: Int) -> String {
        let scale = [1.0, 10.0, 100.0][places]
        let scaled = (abs(value) * scale).rounded()
        // Above 2⁵³ a double has no fraction, and may not fit an integer.
        guard scaled < 0x1p53 else { return value.description }
        let digits = Int64(scaled)
        let sign = value < 0 && digits > 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(digits)" }
        let fraction = String(digits % Int64(scale))
        let zeros = String(repeating: "0", count: places - fraction.count)
        return "\(sign)\(digits / Int64(scale)).\(zeros)\(fraction)"
    }
}
