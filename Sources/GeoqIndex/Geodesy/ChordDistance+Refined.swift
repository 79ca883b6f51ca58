/// The forms with the fifth order: short for hits up to 350 km, refined for up
/// to 1 200 km.
///
/// **Along the geodesic.** κ = C/g³ (Joachimsthal), and on the surface
/// g² = (1 + ε z²/b²)/a², so κ′ and κ″ follow from z, the direction's z
/// component u and r = A/c² = 1 + ε u². With G = 1 + εq and F = g²,
///
///     F′/F = 2ε z u / (b² G)      F″/F = 2ε (u² − q r/G) / (b² G)
///     κ′ = −3/2 κ F′/F            κ″ = κ (15/4 (F′/F)² − 3/2 F″/F)
///
/// **Foot.** The middle of the chord lies κc²/8 under the middle of the curve,
/// along the normal and not along the radius: q grows by the factor
/// 1 + A/4a² · ((1 + ε)/G − 1).
///
/// **Direction.** The chord turns from the tangent by κ′h²/6 in the plane of
/// the normal, which adds κ (F′/F)² h²/4 to what Euler's formula gives, and by
/// κτh²/6 sideways, which adds κτ²h²/3. With
/// τ² = ε² u²/G · ((1 − u²)/a² − q/(b² G)) all of the fifth order is
///
///     s⁵κ²/32 · ((3/10 − 1/6)(F′/F)² − 1/10 F″/F) + s⁵κ²τ²/180
///
/// **Seventh order.** Its part of first order in ε is that of a plane curve
/// with κ⁗ = −4κ²κ″: κ³κ″h⁷/63, a factor 1 + 5y/21 on the fifth order's.
///
/// **Error.** What is left is of order e⁴ s⁷ and of ninth order:
///
///     |error| ≤ 2·10⁻⁸ m + 1.2·10⁻⁶ m · (s/1 000 km)⁷      up to 1 200 km
///
/// Measured over 200 000 pairs each: 7 nm at 500 km (Karney's own rounding),
/// 68 nm at 700 km, 0.92 µm at 1 000 km.
///
/// **The short form** takes of the fifth order only what is of first order in ε,
///
///     ε c⁵ / (160 a² b²) · (q − u²)
///
/// times 1 + 2ε(u² − q), and no division more than the plain one. What is left
/// is of order e⁴ s⁵ (foot, direction, torsion) and e² s⁷:
///
///     |error| ≤ 2·10⁻⁸ m + 1.6·10⁻⁹ m · (s/100 km)⁵      up to 400 km
///
/// Measured: 12 nm at 150 km, 49 nm at 200 km, 0.33 µm at 300 km.
extension ChordDistance {
    /// Four short distances at once.
    ///
    /// - Precondition: the chords are at most 400 km long.
    @inline(__always)
    static func shortMeters(
        squaredChords c2: SIMD4<Double>, z: SIMD4<Double>, originZ: Double
    ) -> SIMD4<Double> {
        let (dz, middle) = (z - originZ, (z + originZ) * 0.5)
        let dz2 = dz * dz
        let stretched = c2 + epsilon * dz2
        let w = 1 - stretched * quarterOverA2
        let q = overB2 * (middle * middle)
        let divisor = (c2 + tiny) * (w + epsilon * q)
        let y = stretched * stretched * w * quarterOverA2 / divisor
        // c² (q − u²). The factor on it needs u² − q only as far as −q.
        let bend = c2 * q - dz2
        let fifth = c2 * bend - (2 * epsilon) * (bend * bend)
        let series: SIMD4<Double> = shortSeries(y) + (epsilon * overB2 * quarterOverA2 / 40) * fifth
        return squareRoots(c2) * series
    }

    /// asin(√y)/√y for y below 0.001.
    @inline(__always)
    private static func shortSeries(_ y: SIMD4<Double>) -> SIMD4<Double> {
        let (c1, c2, c3, c4) = (1.0 / 6, 3.0 / 40, 15.0 / 336, 105.0 / 3456)
        let y2 = y * y
        let low: SIMD4<Double> = 1 + c1 * y
        let high: SIMD4<Double> = c2 + c3 * y
        return low + y2 * (high + c4 * y2)
    }

    /// The bound on the short form's error, which grows with the distance.
    static func shortError(overMeters meters: Double) -> Double {
        let part = meters / 100_000
        let square = part * part
        return roundingError + 1.6e-9 * square * square * part
    }

    /// Beyond this chord the refined estimate is not used, in meters.
    static let longestRefinedChord = 1_190_000.0

    /// - Precondition: the chord is at most `longestRefinedChord` long.
    init(refinedFrom p: EarthPoint, to q: EarthPoint) {
        let squaredChord = SIMD4(repeating: p.squaredChord(to: q))
        let meters = Self.refinedMeters(squaredChords: squaredChord, z: SIMD4(repeating: q.z), originZ: p.z).x
        self.init(meters: meters, error: Self.refinedError(overMeters: meters))
    }

    /// Four distances at once: computed alone, a distance would wait for its
    /// divisions.
    @inline(__always)
    static func refinedMeters(
        squaredChords c2: SIMD4<Double>, z: SIMD4<Double>, originZ: Double
    ) -> SIMD4<Double> {
        let (dz, middle) = (z - originZ, (z + originZ) * 0.5)
        let stretched = c2 + epsilon * (dz * dz)
        let inverse = 1 / (c2 + tiny)
        let (u2, r) = (dz * dz * inverse, stretched * inverse)
        let depth = stretched * quarterOverA2
        // 1/(1 − depth), with depth below 0.009
        let depth2 = depth * depth
        let widening = (1 + depth) * (1 + depth2) * (1 + depth2 * depth2)
        let radialQ = overB2 * (middle * middle) * widening
        let overRadialG = 1 / (1 + epsilon * radialQ)
        let growth = depth * ((1 + epsilon) * overRadialG - 1)
        let q = radialQ + radialQ * growth
        // 1/(G + x) for x of some 10⁻⁷
        let change = epsilon * (radialQ * growth) * overRadialG
        let overG = overRadialG * (1 - change + change * change)
        let y = r * r * overG * (c2 * quarterOverA2)
        let arc = squareRoots(c2) * arcSeries(y)

        let bend = (8 / 3 * epsilon) * (q * u2 * overG) - u2 + q * r * overG
        let alongCurve = (epsilon * overB2 / 40) * bend * (1 + (5.0 / 21) * y)
        let twist = u2 * ((1 - u2) * (4 * quarterOverA2) - overB2 * (q * overG))
        let sideways = (epsilon * epsilon / 45) * twist
        let squaredArc = arc * arc
        return arc + squaredArc * squaredArc * arc * (y * inverse * overG) * (alongCurve + sideways)
    }

    /// The bound on the refined form's error, which grows with the distance.
    static func refinedError(overMeters meters: Double) -> Double {
        let part = meters / 1_000_000
        let cube = part * part * part
        return roundingError + 1.2e-6 * cube * cube * part
    }
}
