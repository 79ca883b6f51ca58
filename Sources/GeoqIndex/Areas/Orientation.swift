/// On which side of a straight line a point lies, in the plane of longitude and
/// latitude: `orient2d` of Shewchuk 1997, exact for every input.
///
/// The determinant (ax − cx)(by − cy) − (ay − cy)(bx − cx) is computed in
/// doubles first. With u = 2⁻⁵³ its error is at most (3 + 16u)u times the sum
/// of the sizes of the two products (Shewchuk, section 4.3, bound A); beyond
/// that its sign is right. Else the determinant is summed without any rounding.
enum Orientation {
    private static let filterError = (3 + 16 * 0x1p-53) * 0x1p-53

    /// 1 when `c` lies to the left of the way from `a` to `b`, −1 when to the
    /// right, 0 when on the line. x is the longitude, y the latitude.
    ///
    /// - Precondition: the numbers are `coarse`.
    @inline(__always)
    static func sign(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
        let left = (a.x - c.x) * (b.y - c.y)
        let right = (a.y - c.y) * (b.x - c.x)
        let determinant = left - right
        let bound = filterError * (left.magnitude + right.magnitude)
        if determinant > bound { return 1 }
        if determinant < -bound { return -1 }
        return exactSign(FlatPoint(a), FlatPoint(b), FlatPoint(c))
    }

    /// The same for points that are turned by multiples of 360°.
    static func sign(_ a: FlatPoint, _ b: FlatPoint, _ c: FlatPoint) -> Int {
        if a.turns == b.turns, b.turns == c.turns { return sign(a.place, b.place, c.place) }
        return exactSign(a, b, c)
    }

    /// The same without the estimate.
    @inline(never)
    static func exactSign(_ a: FlatPoint, _ b: FlatPoint, _ c: FlatPoint) -> Int {
        let (ax, ay) = (
            ExactDifference(a.place.x, c.place.x, turns: a.turns - c.turns), ExactDifference(a.place.y, c.place.y)
        )
        let (bx, by) = (
            ExactDifference(b.place.x, c.place.x, turns: b.turns - c.turns), ExactDifference(b.place.y, c.place.y)
        )
        // Two products of three terms and two, two numbers each: 24 terms.
        var sum = ExactSum()
        sum.add(product: ax, by, negated: false)
        sum.add(product: ay, bx, negated: true)
        return sum.sign
    }
}

/// A point of the plane of longitude and latitude, turned: its longitude is
/// x + 360 · turns. The sum is kept apart, since it would be rounded.
struct FlatPoint: BitwiseCopyable {
    /// Longitude and latitude in degrees.
    var place: SIMD2<Double>
    /// A whole number, a few at most.
    var turns: Double

    @inline(__always)
    init(_ place: SIMD2<Double>, turns: Double = 0) {
        (self.place, self.turns) = (place, turns)
    }

    /// Whether it lies further west, or on the same meridian and further south.
    static func < (lhs: FlatPoint, rhs: FlatPoint) -> Bool {
        let (left, right) = (lhs.order, rhs.order)
        return left < right
    }

    /// What sorts it: the sum x + 360 · turns in two numbers, then the latitude.
    ///
    /// The first number is the sum rounded, so equal sums have equal ones; the
    /// second is what that left out.
    var order: (Double, Double, Double) {
        let sum = ExactSum.sum(place.x, 360 * turns)
        return (sum.rounded, sum.error, place.y)
    }
}

extension SIMD2<Double> {
    /// The longitude and latitude that areas compute with.
    @inline(__always)
    init(flat coordinate: Coordinate) {
        self.init(coordinate.longitude.coarse, coordinate.latitude.coarse)
    }
}
