public import Geoq
public import GeoqIndex

/// A data set from a seed: points scattered around real places, the same on
/// every machine to the last bit, of any size, without being kept anywhere.
///
/// Each point is scattered around one of the centers, all equally likely, and
/// lies at normally distributed meters north and east of it. Coordinates are
/// whole millionths of a degree (0.11 m): written with six decimals and read
/// again they are the same numbers. Any row can be made alone, in any order,
/// from any thread.
public struct ScatteredPoints: Sendable {
    /// What is drawn; each kind has random numbers of its own.
    public enum Stream: UInt64, Sendable {
        case points = 0
        /// Places to ask at, drawn as the points are.
        case queries = 1
    }

    /// The standard deviation in each of two directions that is usual here.
    public static let usualSigma = Distance.kilometers(20)

    private let centers: [ScatterCenter]
    private let sigmaMeters: Double
    private let sites: Int?
    private let generator: SplitMix64

    /// - Parameters:
    ///   - seed: the same seed gives the same points.
    ///   - centers: the places to scatter around. Another order gives other points.
    ///   - sigma: the standard deviation northward and eastward.
    ///   - sites: only so many different places: point *i* is where point
    ///     *i* mod `sites` is; nil for a place of its own for each.
    /// - Precondition: there is a center, and `sites` is positive.
    public init(
        seed: UInt64, around centers: [Coordinate], sigma: Distance = usualSigma, sites: Int? = nil,
        stream: Stream = .points
    ) {
        precondition(!centers.isEmpty, "Points are scattered around at least one place.")
        precondition(sites ?? 1 > 0, "Points lie at one site or more.")
        self.centers = centers.map { ScatterCenter($0) }
        (sigmaMeters, self.sites) = (sigma.meters, sites)
        generator = SplitMix64(seed: seed).split(stream.rawValue)
    }

    /// Where a point lies, in millionths of a degree.
    ///
    /// - Complexity: O(1), about 0.1 µs.
    public func millionths(at index: Int) -> (latitude: Int32, longitude: Int32) {
        var draw = generator.split(UInt64(sites.map { index % $0 } ?? index))
        let center = centers[draw.below(centers.count)]
        // Marsaglia's polar method: a place in the unit circle gives the
        // direction, and its squared radius the distance.
        while true {
            let (u, v) = (2 * draw.unit() - 1, 2 * draw.unit() - 1)
            let square = u * u + v * v
            guard square > 0, square < 1 else { continue }
            let meters = sigmaMeters * (-2 * PortableMath.logarithm(square) / square).squareRoot()
            return center.place(north: u * meters, east: v * meters)
        }
    }

    /// Where a point lies.
    public func coordinate(at index: Int) -> Coordinate {
        let (latitude, longitude) = millionths(at: index)
        do {
            return try Coordinate(
                strictLatitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6)
        } catch {
            preconditionFailure("An angle of a direction is a place on Earth: \(error)")
        }
    }
}

/// What was seen at the points of a data set, from the same seed.
public struct ScatteredSightings: Sendable {
    /// The first day, and the number of days, of the dates.
    private static let (firstDay, days) = (Day(number: 10_957), 9_131)  // 2000-01-01 and 25 years

    public let speciesCount: Int
    private let generator: SplitMix64

    /// - Precondition: `speciesCount` is positive.
    public init(seed: UInt64, speciesCount: Int) {
        precondition(speciesCount > 0, "There is at least one species.")
        self.speciesCount = speciesCount
        generator = SplitMix64(seed: seed).split(0x7365_656E)
    }

    /// The species of a point, counted from 1, all equally likely, and its day.
    public func sighting(at index: Int) -> (species: Int, day: Day) {
        var draw = generator.split(UInt64(index))
        return (1 + draw.below(speciesCount), Day(number: Self.firstDay.number + Int32(draw.below(Self.days))))
    }
}
