/// A length on the ground, never negative.
public struct Distance: Hashable, Comparable, Sendable {
    /// The length in meters.
    public let meters: Double

    /// - Precondition: `meters` is finite and not negative. Check what users
    ///   typed before making a distance of it.
    public static func meters(_ meters: Double) -> Distance {
        precondition(meters.isFinite && meters >= 0, "A distance is a finite number of meters, zero or more.")
        return Distance(meters: meters + 0)
    }

    /// So many kilometers that no number of meters is as large become the largest
    /// finite one, which is more than the Earth, too.
    ///
    /// - Precondition: `kilometers` is finite and not negative.
    public static func kilometers(_ kilometers: Double) -> Distance {
        let largest = Double.greatestFiniteMagnitude
        return .meters(kilometers.isFinite ? min(kilometers * 1000, largest) : kilometers)
    }

    /// The length in kilometers.
    public var kilometers: Double { meters / 1000 }

    /// No two places on WGS 84 are further apart: half a meridian,
    /// 20 003 931.4586 m, rounded up.
    public static let halfTheEarth = Distance(meters: 20_003_931.46)

    public static func < (lhs: Distance, rhs: Distance) -> Bool {
        lhs.meters < rhs.meters
    }
}
