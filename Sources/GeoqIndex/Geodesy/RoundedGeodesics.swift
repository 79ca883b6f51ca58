#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The ways from one place to many, as they are written: lengths to the
/// micrometer, directions to the millionth of a degree.
///
/// It gives what `Geodesic.inverse` gives, rounded. Up to 100 km it costs a
/// tenth of that.
///
/// **The direction.** Let E and N be the parts of the chord along the east and
/// the north at the start. Frenet's formulas (`ChordDistance`) give for the
/// curve's own parts across and along its tangent
///
///     across = κτ s³/6 + (2κ′τ + κτ′) s⁴/24 + …      along = s − κ²s³/6 + …
///
/// so that the chord points to the side of the geodesic by κτ s²/6. By Euler
/// κ = cos²α/M + sin²α/R and τ = (1/M − 1/R) sin α cos α, with M and R the radii of
/// curvature along the meridian and across it, and α ≈ A = atan2(E, N):
///
///     α = A − (N²/M + E²/R) (1/M − 1/R) E N / (6 (E² + N²))
///
/// **Its error.** With 1/M − 1/R = ε cos²φ/R and α′ = sin α tan φ/R, |τ′| ≤ 1.03 εκ²
/// and |κ′τ| ≤ 0.9 e⁴κ³: what is left out is at most 1.2·10⁻⁹ (s/100 km)³, in
/// radians. The roundings of both points are 6 nm at most, those of Karney's
/// direction no more. In degrees:
///
///     |error| ≤ 7·10⁻⁸ (s/100 km)³ + 7·10⁻⁷/(s/1 m)      from 1 m to 100 km
///
/// Measured: 3·10⁻⁸ at 100 km, 2.7·10⁻⁷/s near by. Where the errors of this
/// direction and of the length leave open which way to round, Karney decides.
package struct RoundedGeodesics: Sendable {
    private let start: Coordinate
    private let point: EarthPoint
    private let sinPhi: Double
    private let cosPhi: Double
    private let sinLambda: Double
    private let cosLambda: Double
    /// 1/M and 1/R.
    private let curvature: (meridian: Double, primeVertical: Double)

    package init(from start: Coordinate) {
        self.start = start
        point = EarthPoint(start)
        let (phi, lambda) = (start.latitude * (.pi / 180), start.longitude * (.pi / 180))
        (sinPhi, cosPhi, sinLambda, cosLambda) = (sin(phi), cos(phi), sin(lambda), cos(lambda))
        let w2 = 1 - WGS84.eccentricitySquared * sinPhi * sinPhi
        let primeVertical = w2.squareRoot() / WGS84.equatorialRadius
        curvature = (primeVertical * w2 / (1 - WGS84.eccentricitySquared), primeVertical)
    }

    /// A way as every answer writes it: the command, GeoJSON, CSV and HTTP.
    package struct Way: Hashable, Sendable {
        /// The length in whole micrometers, as the double nearest to that.
        package let meters: Double
        /// The direction in which it leaves the start in whole millionths of a
        /// degree, 0...360, as the double nearest to that. nil where there is
        /// none: from a pole, and to a place less than half a micrometer away.
        package let initialBearing: Double?
    }

    /// The way to a place.
    ///
    /// - Complexity: O(1), a tenth of a microsecond up to 100 km.
    package func inverse(to end: Coordinate) -> Way {
        let (meters, bearing) = estimate(EarthPoint(end)) ?? exact(end)
        return Way(meters: meters, initialBearing: meters > 0 && !start.isPole ? bearing : nil)
    }

    private func exact(_ end: Coordinate) -> (meters: Double, initialBearing: Double) {
        let way = Geodesic.inverse(from: start, to: end)
        return (
            (way.distance.meters * Self.micro).rounded() / Self.micro,
            (way.initialBearing * Self.micro).rounded() / Self.micro
        )
    }

    private static let micro = 1e6
    private static let longest = 100_000.0
    /// The errors of the estimated length up to there, and of Karney's, in
    /// micrometers.
    static let lengthError = (ChordDistance.shortError(overMeters: longest) + 1.5e-8) * micro

    /// The error of a direction, in millionths of a degree.
    static func bearingError(overMeters meters: Double) -> Double {
        let part = meters / longest
        return 0.07 * part * part * part + 0.7 / meters
    }

    /// nil when only Karney can tell how to round.
    private func estimate(_ end: EarthPoint) -> (meters: Double, initialBearing: Double)? {
        guard let (meters, azimuth) = unrounded(end) else { return nil }
        let bearingError = Self.bearingError(overMeters: meters)
        let (length, bearing) = (meters * Self.micro, (azimuth < 0 ? azimuth + 360 : azimuth) * Self.micro)
        let (wholeLength, wholeBearing) = (length.rounded(), bearing.rounded())
        guard abs(length - wholeLength) < 0.5 - Self.lengthError, abs(bearing - wholeBearing) < 0.5 - bearingError,
            // A direction within the error of north may be 0 or 360: Karney
            // decides.
            abs(azimuth) * Self.micro > bearingError
        else { return nil }
        return (wholeLength / Self.micro, wholeBearing / Self.micro)
    }

    /// The length and the direction, the latter about −180...180; nil beyond
    /// 100 km, and where the points are too close to have a direction.
    func unrounded(_ end: EarthPoint) -> (meters: Double, azimuth: Double)? {
        let (dx, dy, dz) = (end.x - point.x, end.y - point.y, end.z - point.z)
        let squaredChord = dx * dx + dy * dy + dz * dz
        guard squaredChord >= 1, squaredChord <= Self.longest * Self.longest else { return nil }
        let meters = ChordDistance.shortMeters(
            squaredChords: SIMD4(repeating: squaredChord), z: SIMD4(repeating: end.z), originZ: point.z
        ).x
        let east = cosLambda * dy - sinLambda * dx
        let north = cosPhi * dz - sinPhi * (cosLambda * dx + sinLambda * dy)
        let (east2, north2) = (east * east, north * north)
        let turn =
            (north2 * curvature.meridian + east2 * curvature.primeVertical)
            * (curvature.meridian - curvature.primeVertical) * east * north / (6 * (east2 + north2))
        return (meters, (atan2(east, north) - turn) * (180 / .pi))
    }
}
