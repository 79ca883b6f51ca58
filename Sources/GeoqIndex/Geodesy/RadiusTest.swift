#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Decides "is this point at most r away?" exactly, mostly by the chord alone.
///
/// **Two bounds.** A chord is never longer than the geodesic: c ≤ s. And a
/// geodesic's curvature as a space curve is the normal curvature along it,
/// nowhere more than 1/ρ with ρ = b²/a; by Schur's comparison theorem (Schur
/// 1921) its chord is then at least that of a circle's arc of radius ρ and the
/// same length: c ≥ 2ρ sin(s/2ρ) for s ≤ 2πρ. No geodesic is longer than
/// 20 003.94 km, and for r ≤ 19 800 km the sine is no smaller than at r on all
/// of r…(2πρ − r) ⊇ r…20 003.94 km. So
///
///     c > r                    ⇒  s > r      (outside)
///     c < 2ρ sin(r/2ρ)         ⇒  s ≤ r      (inside)
///
/// Between the two lie 0.13 m at r = 50 km and 1 km at 1 000 km. Only there the
/// distance itself is estimated, and Karney's geodesic is asked only where the
/// estimate cannot tell. Both chords are widened by 10⁻⁷ m, which is more than
/// the roundings.
struct RadiusTest {
    let radius: Double
    /// A point with a larger squared chord is outside.
    let outerSquaredChord: Double
    /// A point with a smaller squared chord is inside.
    let innerSquaredChord: Double

    static let slack = 1e-7
    static let longestForSchur = 19_800_000.0

    /// - Parameter radius: in meters, not negative; infinity means everything.
    init(radius: Double) {
        self.radius = radius
        guard radius < Distance.halfTheEarth.meters else {
            outerSquaredChord = .infinity
            innerSquaredChord = .infinity
            return
        }
        let outer = radius + Self.slack
        let inner = Self.smallestChord(overArc: min(radius, Self.longestForSchur)) - Self.slack
        outerSquaredChord = outer * outer
        innerSquaredChord = inner > 0 ? inner * inner : 0
    }

    /// Whether s ≤ radius, for a point whose chord lies between the bounds.
    @inline(never)
    func decide(_ pair: PointPair, _ statistics: inout SearchStatistics) -> Bool {
        pair.compare(with: radius, &statistics) <= 0
    }

    /// A squared chord so long that an item beyond it is certainly further than
    /// an item with this squared chord.
    ///
    /// With x = c/2ρ the longest geodesic is 2ρ asin x, and up to x = 1/2
    /// asin x ≤ x (1 + 0.19 x²). The slack of 10⁻⁷ m twice is less than
    /// 10⁻⁹ c + 10⁻⁵ m in sum of squares.
    @inline(__always)
    static func furthestSquaredChord(asNearAs squaredChord: Double) -> Double {
        let rho = WGS84.smallestCurvatureRadius
        guard squaredChord < rho * rho else {
            let chord = longestArc(overChord: squaredChord.squareRoot()) + slack
            return chord * chord
        }
        let growth = 1 + squaredChord * (0.19 / (4 * rho * rho))
        return squaredChord * (growth * growth * (1 + 2e-9)) + 1e-4
    }

    /// The longest geodesic that a chord can have, in meters (at most half
    /// the Earth).
    static func longestArc(overChord chord: Double) -> Double {
        let rho = WGS84.smallestCurvatureRadius
        let widened = chord + slack
        guard widened < smallestChord(overArc: longestForSchur) else { return Distance.halfTheEarth.meters }
        return 2 * rho * asin(widened / (2 * rho)) + slack
    }

    /// 2ρ sin(s/2ρ)
    private static func smallestChord(overArc arc: Double) -> Double {
        let rho = WGS84.smallestCurvatureRadius
        return 2 * rho * sin(arc / (2 * rho))
    }
}

/// A question's place and a point, by both of their descriptions.
struct PointPair {
    let origin: Coordinate
    let originPoint: EarthPoint
    let target: Coordinate
    let targetPoint: EarthPoint

    /// `geod_inverse` from the question's place to the point, in meters.
    @inline(never)
    func exactMeters(_ statistics: inout SearchStatistics) -> Double {
        statistics.exactDistances += 1
        return Geodesic.meters(from: origin, to: target)
    }

    /// Negative, zero or positive as the true distance is less than, equal to
    /// or more than `meters`.
    func compare(with meters: Double, _ statistics: inout SearchStatistics) -> Int {
        let squaredChord = originPoint.squaredChord(to: targetPoint)
        if squaredChord < ChordDistance.longestPlainChord * ChordDistance.longestPlainChord {
            statistics.estimatedDistances += 1
            let estimate =
                squaredChord < ChordDistance.longestRefinedChord * ChordDistance.longestRefinedChord
                ? ChordDistance(refinedFrom: originPoint, to: targetPoint)
                : ChordDistance(plainFrom: originPoint, to: targetPoint)
            if estimate.meters + estimate.error < meters { return -1 }
            if estimate.meters - estimate.error > meters { return 1 }
        }
        let exact = exactMeters(&statistics)
        return exact < meters ? -1 : exact > meters ? 1 : 0
    }
}
