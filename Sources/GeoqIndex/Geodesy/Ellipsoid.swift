/// The WGS 84 ellipsoid (NIMA TR8350.2, 2000). Lengths in meters.
enum WGS84 {
    /// The equatorial radius, a.
    static let equatorialRadius = 6_378_137.0
    static let inverseFlattening = 298.257_223_563
    static let flattening = 1 / inverseFlattening
    /// The polar radius, b = a (1 − f).
    static let polarRadius = equatorialRadius * (1 - flattening)
    /// e² = f (2 − f)
    static let eccentricitySquared = flattening * (2 - flattening)
    /// The smallest radius of curvature anywhere in any direction: along the
    /// meridian at the equator, b²/a = 6 335 439.327 m.
    static let smallestCurvatureRadius = polarRadius * polarRadius / equatorialRadius
}

/// A place in earth-centered, earth-fixed Cartesian coordinates, in meters:
/// x through (0°, 0°), y through (0°, 90° E), z through the north pole.
///
/// Neither the date line nor the poles are special here.
struct EarthPoint: BitwiseCopyable, Equatable, Sendable {
    var x: Double
    var y: Double
    var z: Double
}

extension EarthPoint {
    /// The point on the ellipsoid. Each component is within 2 nm: a few
    /// roundings of numbers below 6.4·10⁶.
    init(_ coordinate: Coordinate) {
        let phi = coordinate.latitude * (.pi / 180)
        let lambda = coordinate.longitude * (.pi / 180)
        let (sinPhi, cosPhi) = Geodesic.sineAndCosine(of: phi)
        let (sinLambda, cosLambda) = Geodesic.sineAndCosine(of: lambda)
        let primeVertical =
            WGS84.equatorialRadius / (1 - WGS84.eccentricitySquared * sinPhi * sinPhi).squareRoot()
        x = primeVertical * cosPhi * cosLambda
        y = primeVertical * cosPhi * sinLambda
        z = primeVertical * (1 - WGS84.eccentricitySquared) * sinPhi
    }

    /// The square of the straight distance through the Earth, in m².
    @inline(__always)
    func squaredChord(to other: EarthPoint) -> Double {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        return dx * dx + dy * dy + dz * dz
    }
}
