#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A geodesic distance from the straight chord between two points, without
/// trigonometry: 2 to 6 ns where `geod_inverse` takes 500.
///
/// **The formula.** Let c be the chord and f the point of the ellipsoid under
/// its middle. With G = (x/a², y/a², z/b²) the gradient there, g its length,
/// and d the chord as a vector, the normal curvature along the chord is
/// κ = ((dx² + dy²)/a² + dz²/b²) / (c² g)  (Euler). The geodesic is nearly the
/// arc of radius 1/κ over c:  s = 2/κ · asin(cκ/2).
///
/// Both ends lie on the ellipsoid, so all of it follows from c² and the two z.
/// With ε = (a² − b²)/b², A = c² + ε dz², w = 1 − A/4a² (the middle's place
/// between the axis and the surface) and q = mz²/(b² w):
///
///     (cκ/2)² = y = A² / (4 a² c² (1 + ε q))
///
/// **Its error.** A geodesic is a space curve whose curvature is the normal
/// curvature κ(t) and whose torsion τ(t) is the geodesic torsion. Taylor's
/// series of the curve about its middle (Frenet's formulas, T′ = κN,
/// N′ = −κT + τB, B′ = −τN) gives for its chord, with h = s/2,
///
///     c²/s² = 1 − κ²h²/3 + h⁴ (2κ⁴ + 2κ²τ² − κ′² − 3κκ″)/45 + O(h⁶)
///
/// and a circle's is the same without κ′, κ″ and τ. So
///
///     s = arc(c, κ) + s⁵/32 · (κ′²/45 + κκ″/15 − 2κ²τ²/45) + O(s⁷).
///
/// What the plain form leaves out is thus of fifth order, and so is the effect
/// of taking κ at f (which lies κh²/2 · e²/2 at most from the foot of the
/// normal) and along d (which turns from T by κτh²/6). With 1/κ ≥ b²/a,
/// |κ′| ≤ 1.6 e² κ², |κ″| ≤ 3.1 e² κ³ and |τ| ≤ e² κ/1.9, the coefficient of s⁵
/// is at most 2.9·10⁻³² m⁻⁴, that is 2.9·10⁻⁷ m at s = 100 km. The seventh
/// order adds less than 3 % up to 5 000 km, and the roundings of the points and
/// of the sums less than 2·10⁻⁸ m. Together:
///
///     |error| ≤ 2·10⁻⁸ m + 3·10⁻⁷ m · (s/100 km)⁵      up to 5 000 km
///
/// The property test samples it where it is tight: all azimuths, all latitudes,
/// poles and equator, from 1 mm to 5 000 km. `ChordDistance+Refined` has the
/// forms with the fifth order.
struct ChordDistance {
    /// The estimate of the geodesic distance, in meters.
    var meters: Double
    /// The true distance differs by no more, in meters.
    var error: Double

    /// Beyond this chord the plain estimate is not used, in meters.
    static let longestPlainChord = 4_800_000.0

    /// Coordinates of 6.4·10⁶ m hold 9·10⁻¹⁰; measured 8·10⁻⁹ at most.
    static let roundingError = 2e-8

    /// The plain form.
    ///
    /// - Precondition: the chord is at most `longestPlainChord` long.
    init(plainFrom p: EarthPoint, to q: EarthPoint) {
        let squaredChord = p.squaredChord(to: q)
        let y = Self.squaredHalfAngle(SIMD4(repeating: squaredChord), SIMD4(repeating: q.z), originZ: p.z).x
        let chord = squaredChord.squareRoot()
        if y < Self.largestSeriesSquare {
            meters = chord * Self.arcSeries(SIMD4(repeating: y)).x
        } else {
            let x = min(y.squareRoot(), 1)
            meters = chord * asin(x) / x
        }
        error = Self.plainError(overMeters: meters)
    }

    init(meters: Double, error: Double) {
        (self.meters, self.error) = (meters, error)
    }

    /// The bound on the plain form's error, which grows with the distance.
    static func plainError(overMeters meters: Double) -> Double {
        let part = meters / 100_000
        let square = part * part
        return roundingError + 3e-7 * square * square * part
    }
}

extension ChordDistance {
    static let quarterOverA2 = 0.25 / (WGS84.equatorialRadius * WGS84.equatorialRadius)
    static let overB2 = 1 / (WGS84.polarRadius * WGS84.polarRadius)
    /// ε = (a² − b²)/b²
    static let epsilon = WGS84.eccentricitySquared / (1 - WGS84.eccentricitySquared)

    /// Below this square of cκ/2 (1 200 km) the series is used.
    static let largestSeriesSquare = 0.009

    /// Added to a chord so that zero is not divided by; too small to change any
    /// other chord.
    static let tiny = 1e-300

    /// y = (cκ/2)²
    @inline(__always)
    static func squaredHalfAngle(
        _ squaredChords: SIMD4<Double>, _ z: SIMD4<Double>, originZ: Double
    ) -> SIMD4<Double> {
        let (dz, middle) = (z - originZ, (z + originZ) * 0.5)
        let stretched = squaredChords + epsilon * (dz * dz)
        let w = 1 - stretched * quarterOverA2
        let numerator = stretched * stretched * w * quarterOverA2
        return numerator / ((squaredChords + tiny) * (w + (epsilon * overB2) * (middle * middle)))
    }

    /// asin(√y)/√y. Up to y = 0.009 seven terms leave less than 10⁻¹⁶.
    @inline(__always)
    static func arcSeries(_ y: SIMD4<Double>) -> SIMD4<Double> {
        // asin x = x (1 + x²/6 + 3x⁴/40 + 15x⁶/336 + 105x⁸/3456 + 945x¹⁰/42240 + 10395x¹²/599040 + …)
        let (c1, c2, c3) = (1.0 / 6, 3.0 / 40, 15.0 / 336)
        let (c4, c5, c6) = (105.0 / 3456, 945.0 / 42240, 10395.0 / 599_040)
        let tail: SIMD4<Double> = c4 + y * (c5 + y * c6)
        let middle: SIMD4<Double> = c2 + y * (c3 + y * tail)
        return 1 + y * (c1 + y * middle)
    }

    @inline(__always)
    static func squareRoots(_ values: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(
            values.x.squareRoot(), values.y.squareRoot(), values.z.squareRoot(), values.w.squareRoot())
    }
}
