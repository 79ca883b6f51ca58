#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An edge as a curve on the ellipsoid, t from 0 to 1: one that is straight in longitude
/// and latitude, along which t goes evenly in degrees, or a geodesic.
struct EdgeCurve {
    /// Longitude and latitude where it begins.
    private let start: SIMD2<Double>
    /// What t = 1 adds to them.
    private let step: SIMD2<Double>
    /// When it is a geodesic.
    private let line: Geodesic.Line?

    /// A geodesic, whose t goes evenly in meters.
    init(from start: SIMD2<Double>, _ course: FlatRing.Course) {
        (self.start, step) = (start, .zero)
        line = Geodesic.Line(
            from: Coordinate(unchecked: start.y, start.x), azimuth: course.azimuth, meters: course.meters)
    }

    init(from start: SIMD2<Double>, to end: SIMD2<Double>, isWrapped: Bool) {
        self.start = start
        var step = end - start
        if isWrapped { step.x += step.x > 0 ? -360 : 360 }
        self.step = step
        line = nil
    }

    func coordinate(at t: Double) -> Coordinate {
        if let line { return line.position(at: t * line.meters).place }
        let place = start + step * t
        return Coordinate(unchecked: min(max(place.y, -90), 90), place.x.wrappedLongitude)
    }

    /// No part of the curve between two values of t is longer, in meters; and half of
    /// this is not less than either half of the part, by t.
    ///
    /// A degree of latitude has at most 111 694.0 m (at the poles). One of longitude
    /// has N cos φ π/180, and N is nowhere more than 6 399 593.7 m; cos φ is largest at
    /// the end that is nearer to the equator, or there.
    func longest(_ from: Double, _ to: Double) -> Double {
        if let line { return (to - from) * line.meters }
        let (first, second) = (start.y + step.y * from, start.y + step.y * to)
        let least = first * second <= 0 ? 0 : min(abs(first), abs(second))
        let part = to - from
        let (north, east) = (step.y * part * 111_695, step.x * part * 111_695 * Self.cosine(least))
        return (north * north + east * east).squareRoot() * (1 + 1e-12)
    }

    /// The curve's geodesic curvature is nowhere larger between two values of t, in
    /// 1/m; infinite at a pole.
    ///
    /// On a sphere of radius R the curve with azimuth α has
    /// κ_g = −sin α (1 + cos² α) tan φ / R, which is at most 1.09 tan φ / R. On the ellipsoid M
    /// and N stand for R, and M changes by less than 1.1 % along the way; 1.2, the
    /// smallest radius of curvature, and 0.02 at the equator are more than that. A
    /// geodesic has none.
    func largestCurvature(_ from: Double, _ to: Double) -> Double {
        if line != nil { return 0 }
        let latitude = max(abs(start.y + step.y * from), abs(start.y + step.y * to))
        if latitude >= 90 { return step.x == 0 ? 0 : .infinity }
        if step.x == 0 { return 0 }
        return 1.2 * (tan(latitude * (.pi / 180)) + 0.02) / WGS84.smallestCurvatureRadius
    }

    /// How the distance from a place changes with t, in meters, and the distance.
    ///
    /// ds/dt is the part of the curve's velocity (λ′ N cos φ to the east, φ′ M to the
    /// north) along the geodesic that arrives (the first variation of the length).
    func slope(from place: Coordinate, at t: Double) -> (slope: Double, meters: Double) {
        if let line {
            let (foot, azimuth) = line.position(at: t * line.meters)
            let way = Geodesic.arrival(from: place, to: foot)
            let angle = azimuth * (.pi / 180)
            return nearer(place, way, at: foot, SIMD2(sin(angle), cos(angle)) * line.meters)
        }
        let foot = coordinate(at: t)
        let way = Geodesic.arrival(from: place, to: foot)
        return nearer(place, way, at: foot, velocity(atLatitude: foot.latitude))
    }

    /// How fast a drawn edge goes to the east and to the north, in meters for each t.
    private func velocity(atLatitude latitude: Double) -> SIMD2<Double> {
        let phi = latitude * (.pi / 180)
        let w2 = 1 - WGS84.eccentricitySquared * sin(phi) * sin(phi)
        let primeVertical = WGS84.equatorialRadius / w2.squareRoot()
        let meridian = primeVertical * (1 - WGS84.eccentricitySquared) / w2
        return step * (.pi / 180) * SIMD2(primeVertical * cos(phi), meridian)
    }

    /// The same along it.
    func speed(at t: Double) -> Double {
        let velocity = velocity(atLatitude: start.y + step.y * t)
        return (velocity * velocity).sum().squareRoot()
    }

    /// The length of a geodesic; nil for a drawn edge.
    var geodesicMeters: Double? { line?.meters }

    /// The slope where the geodesic has the length `way.meters` and arrives from its
    /// azimuth, and that length. Nearer than a meter PROJ's direction is vague; the
    /// straight line tells it to some nanometers.
    private func nearer(
        _ place: Coordinate, _ way: (meters: Double, azimuth: Double), at foot: Coordinate, _ velocity: SIMD2<Double>
    ) -> (slope: Double, meters: Double) {
        if way.meters > 1 {
            return (velocity.x * sin(way.azimuth) + velocity.y * cos(way.azimuth), way.meters)
        }
        let (from, to) = (EarthPoint(place), EarthPoint(foot))
        let chord = SIMD3(to.x - from.x, to.y - from.y, to.z - from.z)
        let length = (chord * chord).sum().squareRoot()
        if length == 0 { return (0, way.meters) }
        let (phi, lambda) = (foot.latitude * (.pi / 180), foot.longitude * (.pi / 180))
        let east = SIMD3(-sin(lambda), cos(lambda), 0)
        let north = SIMD3(-sin(phi) * cos(lambda), -sin(phi) * sin(lambda), cos(phi))
        return ((chord * (east * velocity.x + north * velocity.y)).sum() / length, way.meters)
    }

    private static func cosine(_ degrees: Double) -> Double { cos(degrees * (.pi / 180)) }
}

extension EdgeCurve {
    /// The least distance from a place to the curve, in meters; nil when it is not
    /// less than `limit`.
    ///
    /// **Bounds.** No point of a part of the curve is further from the part's middle
    /// than half of `longest`, and a chord is never longer than a geodesic. So a part
    /// whose middle lies further away than the limit and that half, by the chord,
    /// is left out; others are halved until the foot can be found:
    ///
    /// - Where the distance s is at most ρ = b²/a and s κ_g at most 1/2, s²/2 is convex
    ///   along the curve: its second derivative is at least (s/ρ) cot(s/ρ) − s κ_g by
    ///   Hessian comparison (the curvature of the ellipsoid is at most 1/ρ²), and
    ///   x cot x > 0.64 up to 1. There is one foot, at the slope's one zero, or at an
    ///   end.
    /// - Else where the part is so short that the slope's fourth-order part is less than
    ///   10⁻⁸ m: with D the smaller of s and 1/κ_g, and h ≤ D (4·10⁻⁶ m/D)^¼,
    ///   h⁴/(384 D³) is. A foot that is hidden between two others is no deeper than that.
    ///
    /// **Its error.** An error ε along the curve costs ε²/2s; the foot is found to
    /// ε² ≤ 10⁻⁸ m · s. With Karney's own 15 nm, less than 10⁻⁷ m. (Measured against a
    /// golden section: `AreaDistanceTests`.)
    func leastDistance(from place: Coordinate, _ point: EarthPoint, below limit: Double) -> Double? {
        var best = limit
        var parts: [(from: Double, to: Double)] = [(0, 1)]
        while let part = parts.popLast() {
            let middle = (part.from + part.to) / 2
            let foot = coordinate(at: middle)
            let half = longest(part.from, part.to) / 2
            let chord = point.squaredChord(to: EarthPoint(foot)).squareRoot()
            // Points and sums are rounded by 10⁻⁸ m at most.
            if chord - half - 1e-8 >= best { continue }
            let meters = Geodesic.meters(from: place, to: foot)
            if meters - half >= best + 1e-8 { continue }
            best = min(best, meters)
            if half < 1e-9 || hasOneFoot(part, meters: meters, half: half) {
                best = min(best, leastDistance(from: place, between: part.from, part.to))
            } else {
                // What is nearer at an end is looked at first.
                parts.append((middle, part.to))
                parts.append((part.from, middle))
            }
        }
        return best < limit ? best : nil
    }

    func hasOneFoot(_ part: (from: Double, to: Double), meters: Double, half: Double) -> Bool {
        let curvature = largestCurvature(part.from, part.to)
        let furthest = meters + half
        if furthest <= WGS84.smallestCurvatureRadius, furthest * curvature <= 0.5 { return true }
        let scale = max(min(meters, 1 / curvature), 1e-9)
        return 2 * half <= scale * (4e-6 / scale).squareRoot().squareRoot()
    }

    /// The distance at the slope's zero, or at an end where there is none.
    private func leastDistance(from place: Coordinate, between from: Double, _ to: Double) -> Double {
        let (atLow, atHigh) = (slope(from: place, at: from), slope(from: place, at: to))
        var best = min(atLow.meters, atHigh.meters)
        guard atLow.slope < 0, atHigh.slope > 0 else { return best }
        let metersPerStep = longest(from, to) / (to - from)
        var zero = SlopeZero(low: from, high: to, atLow: atLow.slope, atHigh: atHigh.slope)
        for round in 0..<200 {
            let width = (zero.high - zero.low) * metersPerStep
            if width * width <= 1e-8 * best || width <= 1e-9 { break }
            guard let t = zero.guess(inRound: round) else { break }
            let found = slope(from: place, at: t)
            best = min(best, found.meters)
            if found.slope == 0 { break }
            zero.narrow(to: t, found.slope)
        }
        return best
    }
}
