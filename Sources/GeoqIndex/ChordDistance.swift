#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A geodesic distance from the straight chord between two points, without
/// trigonometry: 6 to 30 ns where `geod_inverse` takes 500.
///
/// **The formula.** Let c be the chord and f the point of the ellipsoid under
/// its middle. With G = (x/a², y/a², z/b²) the gradient there, g its length,
/// and d the chord as a vector, the normal curvature along the chord is
/// κ = ((dx² + dy²)/a² + dz²/b²) / (c² g)  (Euler). The geodesic is nearly the
/// arc of radius 1/κ over c:  s = 2/κ · asin(cκ/2).
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
/// poles and equator, from 1 mm to 5 000 km.
///
/// **The next term.** Along a geodesic κ = C/g³ (Joachimsthal), so κ′ and κ″
/// follow from the same sums; with s⁵/32 · (κ′²/45 + κκ″/15) added, what is left
/// at fifth order are the foot and the torsion:
///
///     |error| ≤ 2·10⁻⁸ m + 4·10⁻⁹ m · (s/100 km)⁵      up to 1 000 km
struct ChordDistance {
    /// The estimate of the geodesic distance, in meters.
    var meters: Double
    /// The true distance differs by no more, in meters.
    var error: Double

    /// Beyond this chord the plain estimate is not used, in meters.
    static let longestPlainChord = 4_800_000.0

    /// The plain form.
    ///
    /// - Precondition: the chord is at most `longestPlainChord` long.
    @inline(__always)
    init(plainFrom p: EarthPoint, to q: EarthPoint) {
        let terms = Terms(p, q)
        meters = terms.arc
        error = Self.roundingError + 3e-7 * Self.fifthPower(meters / 100_000)
    }

    /// The form with the next term, for up to 1 000 km.
    @inline(__always)
    init(refinedFrom p: EarthPoint, to q: EarthPoint) {
        let terms = Terms(p, q)
        meters = terms.arc + terms.nextTerm
        error = Self.roundingError + 4e-9 * Self.fifthPower(meters / 100_000)
    }

    /// Coordinates of 6.4·10⁶ m hold 9·10⁻¹⁰; measured 8·10⁻⁹ at most.
    static let roundingError = 2e-8

    @inline(__always)
    private static func fifthPower(_ value: Double) -> Double {
        let square = value * value
        return square * square * value
    }
}

extension ChordDistance {
    /// The sums that the formulas share.
    fileprivate struct Terms {
        let arc: Double
        private let surfaceLength: Double
        private let curvature: Double
        private let dx, dy, dz, chord: Double
        private let mx, my, mz, inverseRootW: Double

        private static let a2 = 1 / (WGS84.equatorialRadius * WGS84.equatorialRadius)
        private static let b2 = 1 / (WGS84.polarRadius * WGS84.polarRadius)

        @inline(__always)
        init(_ p: EarthPoint, _ q: EarthPoint) {
            (dx, dy, dz) = (q.x - p.x, q.y - p.y, q.z - p.z)
            (mx, my, mz) = ((p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2)
            let (horizontal, vertical) = (mx * mx + my * my, mz * mz)
            let w = horizontal * Self.a2 + vertical * Self.b2
            let squaredChord = dx * dx + dy * dy + dz * dz
            chord = squaredChord.squareRoot()
            guard squaredChord > 0 else {
                (arc, curvature, surfaceLength, inverseRootW) = (0, 0, 1, 1)
                return
            }
            inverseRootW = 1 / w.squareRoot()
            surfaceLength =
                (horizontal * (Self.a2 * Self.a2) + vertical * (Self.b2 * Self.b2)).squareRoot() * inverseRootW
            curvature =
                ((dx * dx + dy * dy) * Self.a2 + dz * dz * Self.b2) / (squaredChord * surfaceLength)
            arc = Self.arc(overChord: chord, curvature: curvature)
        }

        /// 2/κ · asin(cκ/2). Below cκ/2 = 0.08 (1 000 km) five terms of the
        /// series leave less than 10⁻¹⁵ of it.
        @inline(__always)
        private static func arc(overChord chord: Double, curvature: Double) -> Double {
            let x = chord * curvature / 2
            guard x >= 0.08 else {
                let y = x * x
                // asin x = x (1 + x²/6 + 3x⁴/40 + 15x⁶/336 + 105x⁸/3456 + 945x¹⁰/42240 + …)
                let tail = y * (15.0 / 336 + y * (105.0 / 3456 + y * (945.0 / 42240 + y * (10395.0 / 599_040))))
                return chord * (1 + y * (1.0 / 6 + y * (3.0 / 40 + tail)))
            }
            return 2 / curvature * asin(min(x, 1))
        }

        /// s⁵/32 · (κ′²/45 + κκ″/15). With F = G·G = g² and derivatives along
        /// the unit direction u at the surface point p (p′ = u, p″ = −κn):
        /// F′ = 2 G·Hu, F″ = 2 (Hu·Hu − κ G·Hn), H = diag(1/a², 1/a², 1/b²).
        /// κ = C F^(−3/2) gives κ′ = −3/2 κ F′/F and
        /// κ″ = κ (15/4 (F′/F)² − 3/2 F″/F).
        @inline(__always)
        var nextTerm: Double {
            guard chord > 0 else { return 0 }
            let (ux, uy, uz) = (dx / chord, dy / chord, dz / chord)
            let (hux, huy, huz) = (ux * Self.a2, uy * Self.a2, uz * Self.b2)
            let gx = mx * inverseRootW * Self.a2
            let gy = my * inverseRootW * Self.a2
            let gz = mz * inverseRootW * Self.b2
            let squaredGradient = surfaceLength * surfaceLength
            let slope = 2 * (gx * hux + gy * huy + gz * huz) / squaredGradient
            let gradientOfNormal =
                ((gx * gx + gy * gy) * Self.a2 + gz * gz * Self.b2) / surfaceLength
            let bend =
                2 * (hux * hux + huy * huy + huz * huz - curvature * gradientOfNormal) / squaredGradient
            let firstOverCurvature = -1.5 * slope
            let secondOverCurvature = 3.75 * slope * slope - 1.5 * bend
            let squaredArc = arc * arc
            return squaredArc * squaredArc * arc / 32 * curvature * curvature
                * (firstOverCurvature * firstOverCurvature / 45 + secondOverCurvature / 15)
        }
    }
}
