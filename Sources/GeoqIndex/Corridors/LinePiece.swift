#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A short piece of an edge of a line, and the foot of a place on it.
///
/// **Direction.** A piece is kept from the lesser end of its edge to the greater one,
/// whichever way the line goes: so the same edge, there and back, gives the same
/// distances to the last bit, and the first pass counts.
///
/// **The parabola.** With r(t) the curve, t from 0 to 1, the piece is taken as the
/// parabola q through r(0), r(½) and r(1) in earth-centered coordinates. Then
/// |q − r| ≤ max|r‴| · max|t(t − ½)(t − 1)|/6 = max|r‴|/124. Along a geodesic of length L
/// r‴ = L³(κ′N − κ²T + κτB), at most 1.02 L³/ρ² with ρ = b²/a: at 400 m that is
/// 1.4·10⁻⁸ m. An edge that is straight in longitude and latitude turns with tan φ/R
/// besides, and |r‴| ≤ 4 L³/(ρ² cos²φ); pieces of 250 m · cos^⅔ φ keep that below
/// 1.3·10⁻⁸ m.
///
/// **The foot** is where the geodesic from the place meets the curve at a right angle.
/// For the chord c and the direction α the distance is s = c + c³κ(α)²/24 + O(c⁵)
/// (`ChordDistance`), so ds/dt = 0 asks for
///
///     (q − P)·q′ = −c⁴ κ κ_α α_t/12 = κ · 2EN (1/M − 1/R) (N q′_E − E q′_N)/12
///
/// with E, N the chord's parts to the east and to the north, κ_α = −2EN (1/M − 1/R)/c² and
/// α_t = (N q′_E − E q′_N)/c²: half a micrometer at 3 km.
/// What is left out turns the direction by 1.2·10⁻⁹ (c/100 km)³ radians at most
/// (`RoundedGeodesics`), which moves the foot by 1.2·10⁻⁸ m at 10 km. An error ε of the
/// foot costs ε²/2c of the distance.
///
/// **Together**: offsets up to 10 km are within 2·10⁻⁸ m (`ChordDistance.shortError`) and
/// 1.4·10⁻⁸ m (the parabola) of the truth, `error` is more than both and the error of
/// `exactFoot`, and feet within 5·10⁻⁸ m and what the roundings of a piece's ends, some
/// 4·10⁻⁹ m, turn it: that times the offset over the piece's length. Beyond, and where an edge comes near a pole,
/// Karney's geodesic finds the foot (`EdgeCurve.foot`).
struct LinePiece: BitwiseCopyable, Sendable {
    /// q(t) = start + t · chord + t(1 − t) · bend
    private let start: SIMD3<Double>
    private let chord: SIMD3<Double>
    private let bend: SIMD3<Double>
    /// r(1), to the last bit as every piece that ends there has it.
    private let end: SIMD3<Double>
    /// No place of it is further from r(½).
    private let half: Double
    /// Where it begins in the order of travel, and its length, in meters.
    let along: Double
    let length: Double
    /// 1/24 of the square of its curvature.
    private let curl: Double
    /// A line from a vertex of the piece's edge: the lesser end.
    private let edgeStart: SIMD2<Double>
    /// The greater end; of a geodesic its direction at the lesser one, and its length.
    private let edgeEnd: SIMD2<Double>
    /// The values of the edge's own t.
    private let from: Double
    private let to: Double
    private let kind: Kind
    /// Whether the line goes from the greater to the lesser end.
    private let isReversed: Bool
    /// Whether the parabola is as good as said.
    private let isParabola: Bool

    private enum Kind: UInt8, BitwiseCopyable { case drawn, wrapped, geodesic }

    /// Up to this offset the parabola's foot is right.
    private static let longestOffset = 10_000.0
    /// More than the errors of an offset by the parabola and by Karney.
    static let error = 1.5e-7

    private var curve: EdgeCurve {
        if case .geodesic = kind {
            return EdgeCurve(from: edgeStart, FlatRing.Course(azimuth: edgeEnd.x, meters: edgeEnd.y))
        }
        return EdgeCurve(from: edgeStart, to: edgeEnd, isWrapped: kind == .wrapped)
    }
}

// MARK: - Cutting an edge

extension LinePiece {
    /// The pieces of an edge in the order of travel.
    ///
    /// - Parameters:
    ///   - isLast: whether no edge comes after it.
    ///   - along: where the edge begins; then where it ends.
    /// - Throws: when it takes more than `limit` pieces.
    static func append(
        from first: Coordinate, to second: Coordinate, _ edges: Area.Edges, isLast: Bool, along: inout Double,
        atMost limit: Int, to pieces: inout [LinePiece]
    ) throws(CorridorError) {
        // No way at all; a line of one place has one piece.
        if first.isSamePlace(as: second), !(isLast && pieces.isEmpty) { return }
        let isReversed = (second.latitude, second.longitude) < (first.latitude, first.longitude)
        let (low, high) = isReversed ? (second, first) : (first, second)
        let (start, end) = (SIMD2(flat: low), SIMD2(flat: high))
        let (kind, edgeEnd, curve): (Kind, SIMD2<Double>, EdgeCurve)
        var count: Double
        var isParabola = true
        switch edges {
        case .geodesic:
            let line = Geodesic.Line(from: low, to: high)
            (kind, edgeEnd) = (.geodesic, SIMD2(line.azimuth, line.meters))
            curve = EdgeCurve(from: start, FlatRing.Course(azimuth: line.azimuth, meters: line.meters))
            count = (line.meters / 400).rounded(.up)
        case .drawn:
            let isPoint = abs(start.y) == 90 && start.y == end.y
            let isWrapped = abs(end.x - start.x) > 180 && !isPoint
            (kind, edgeEnd) = (isWrapped ? .wrapped : .drawn, isPoint ? start : end)
            curve = EdgeCurve(from: start, to: edgeEnd, isWrapped: isWrapped)
            let latitude = max(abs(start.y), abs(end.y))
            isParabola = latitude <= 85
            count = (curve.longest(0, 1) / (250 * pow(cos(min(latitude, 85) * .pi / 180), 2.0 / 3))).rounded(.up)
        }
        count = max(count, 1)
        guard Double(pieces.count) + count <= Double(limit) else {
            throw .tooLong(pieces: pieces.count + Int(min(count, 1e15)))
        }
        for number in 0..<Int(count) {
            let part = isReversed ? count - 1 - Double(number) : Double(number)
            let piece = LinePiece(
                curve, from: part / count, to: (part + 1) / count, kind, start, edgeEnd, isReversed: isReversed,
                isParabola: isParabola, along: along)
            along += piece.length
            pieces.append(piece)
        }
    }

    private init(
        _ curve: EdgeCurve, from: Double, to: Double, _ kind: Kind, _ edgeStart: SIMD2<Double>,
        _ edgeEnd: SIMD2<Double>, isReversed: Bool, isParabola: Bool, along: Double
    ) {
        let (first, middle, last) = (
            SIMD3(EarthPoint(curve.coordinate(at: from))), SIMD3(EarthPoint(curve.coordinate(at: (from + to) / 2))),
            SIMD3(EarthPoint(curve.coordinate(at: to)))
        )
        (start, chord, end) = (first, last - first, last)
        half = curve.longest(from, to) / 2 * (1 + 1e-9) + 1e-7
        bend = 4 * (middle - (first + last) * 0.5)
        length = curve.length(from, to)
        // The sagitta is K L²/8.
        let bow = 2 * (bend * bend).sum().squareRoot()
        let square = length * length
        curl = square > 1 ? bow * bow / (square * square) / 24 : 0
        (self.from, self.to, self.kind, self.edgeStart, self.edgeEnd) = (from, to, kind, edgeStart, edgeEnd)
        (self.isReversed, self.isParabola, self.along) = (isReversed, isParabola, along)
    }

    /// A box around the piece.
    var reach: EarthReach {
        var reach = EarthReach()
        let middle = start + chord * 0.5 + bend * 0.25
        reach.include(EarthPoint(middle), radius: half)
        return reach
    }
}

// MARK: - The foot

/// The foot of a place on one piece.
struct PieceFoot {
    let along: Double
    let offset: Double
    let side: Corridor.Side?
    /// Whether it is an end of the piece.
    let isEnd: Bool

    /// What it is compared by with the feet on other pieces.
    ///
    /// Where the foot lies some millimeters behind the end of a piece, the end and
    /// the foot are equally far but for roundings. A foot inside of a piece, where the line
    /// meets the way to the place at a right angle, is taken then: 3·10⁻⁸ m are more
    /// than those roundings.
    var rank: (Double, Double) { (isEnd ? offset + 3e-8 : offset, along) }
}

extension LinePiece {
    /// No place of the piece is nearer, by the straight line and so on the ground.
    ///
    /// The parabola lies within a quarter of `bend` of the chord.
    @inline(__always)
    func leastChord(from point: SIMD3<Double>) -> Double {
        if !isParabola {
            let off = point - (start + chord * 0.5 + bend * 0.25)
            return (off * off).sum().squareRoot() - half
        }
        let way = point - start
        let square = (chord * chord).sum()
        let t = square > 0 ? min(max((way * chord).sum() / square, 0), 1) : 0
        let off = way - chord * t
        return (off * off).sum().squareRoot() - (bend * bend).sum().squareRoot() * 0.25 - 1e-7
    }

    /// No place of the piece is further than this from the point, but one is that near.
    @inline(__always)
    func chordToSomePlace(from point: SIMD3<Double>) -> Double {
        let off = point - (start + chord * 0.5 + bend * 0.25)
        return (off * off).sum().squareRoot() + 1e-7
    }

    /// The foot of a place, as near as `LinePiece` says.
    func foot(of origin: SearchOrigin) -> PieceFoot {
        if isParabola, let found = parabolaFoot(of: origin) { return found }
        return exactFoot(of: origin)
    }

    /// Nil when the place is too far.
    @inline(__always)
    private func parabolaFoot(of origin: SearchOrigin) -> PieceFoot? {
        let point = SIMD3(origin.point)
        let way = start - point
        let square = (chord * chord).sum()
        var t = 0.0
        var (foot, speed) = (way, chord + bend)
        if square > 0 {
            t = min(max(-(way * chord).sum() / square, 0), 1)
            for round in 0..<3 {
                foot = way + chord * t + bend * (t * (1 - t))
                speed = chord + bend * (1 - 2 * t)
                let slope = (foot * speed).sum() + (round == 0 ? 0 : Self.correction(foot, speed, at: point))
                t = min(max(t - slope / ((speed * speed).sum() - 2 * (foot * bend).sum()), 0), 1)
            }
            foot = t == 1 ? end - point : way + chord * t + bend * (t * (1 - t))
            speed = chord + bend * (1 - 2 * t)
        }
        let squaredChord = (foot * foot).sum()
        guard squaredChord <= Self.longestOffset * Self.longestOffset else { return nil }
        let place = point + foot
        let offset = ChordDistance.shortMeters(
            squaredChords: SIMD4(repeating: squaredChord), z: SIMD4(repeating: place.z), originZ: point.z
        ).x
        return PieceFoot(
            along: along(at: t), offset: offset, side: side(of: foot * -1, speed, at: place), isEnd: t == 0 || t == 1)
    }

    /// What the direction's part adds to the slope (`LinePiece`).
    @inline(__always)
    private static func correction(
        _ foot: SIMD3<Double>, _ speed: SIMD3<Double>, at point: SIMD3<Double>
    ) -> Double {
        // The frame at the place: its difference to the foot's is a thousandth.
        let radius2 = point.x * point.x + point.y * point.y
        guard radius2 > 1 else { return 0 }
        let a2 = WGS84.equatorialRadius * WGS84.equatorialRadius
        let b2 = WGS84.polarRadius * WGS84.polarRadius
        let up = SIMD3(point.x / a2, point.y / a2, point.z / b2)
        let gradient = (up * up).sum().squareRoot()
        let east = SIMD3(-point.y, point.x, 0) / radius2.squareRoot()
        let normal = up / gradient
        let north = SIMD3(
            normal.y * east.z - normal.z * east.y, normal.z * east.x - normal.x * east.z,
            normal.x * east.y - normal.y * east.x)
        let (e, n) = ((foot * east).sum(), (foot * north).sum())
        let (speedEast, speedNorth) = ((speed * east).sum(), (speed * north).sum())
        // With g the gradient's length R = a² g, and M = R³ b²/a⁴.
        let overR = 1 / (a2 * gradient)
        let overM = overR * overR * overR * (a2 * a2 / b2)
        let square = e * e + n * n
        guard square > 0 else { return 0 }
        let curvature = (n * n * overM + e * e * overR) / square
        return -curvature * e * n * (overM - overR) * (n * speedEast - e * speedNorth) / 6
    }

    /// Where the parabola's t lies on the line.
    @inline(__always)
    private func along(at t: Double) -> Double {
        if t == 0 { return isReversed ? along + length : along }
        if t == 1 { return isReversed ? along : along + length }
        let way = chord * t + bend * (t * (1 - t))
        let square = (way * way).sum()
        let meters = min(square.squareRoot() * (1 + square * curl), length)
        return along + (isReversed ? length - meters : meters)
    }

    /// - Parameters:
    ///   - off: from the foot to the place.
    ///   - foot: where the foot lies.
    @inline(__always)
    private func side(of off: SIMD3<Double>, _ speed: SIMD3<Double>, at foot: SIMD3<Double>) -> Corridor.Side? {
        // speed × off, along the normal.
        let up = SIMD3(foot.x, foot.y, foot.z * Self.stretch)
        let cross = SIMD3(
            speed.y * off.z - speed.z * off.y, speed.z * off.x - speed.x * off.z, speed.x * off.y - speed.y * off.x)
        let left = (cross * up).sum()
        let size = (speed * speed).sum() * (up * up).sum()
        if left * left <= size * 1e-14 { return nil }
        return (left > 0) != isReversed ? .left : .right
    }

    /// a²/b²
    private static let stretch =
        WGS84.equatorialRadius * WGS84.equatorialRadius / (WGS84.polarRadius * WGS84.polarRadius)

    /// The foot by Karney's geodesics alone.
    func exactFoot(of origin: SearchOrigin) -> PieceFoot {
        let curve = curve
        let found = curve.foot(of: origin.place, origin.point, between: from, to)
        let isEnd = found.t == from || found.t == to
        let meters = isEnd ? (found.t == from ? 0 : length) : curve.length(from, found.t)
        let step = (to - from) * (length > 10 ? 1e-3 : 1)
        let (before, after) = (max(from, found.t - step), min(to, found.t + step))
        let foot = SIMD3(EarthPoint(curve.coordinate(at: found.t)))
        let speed =
            SIMD3(EarthPoint(curve.coordinate(at: after))) - SIMD3(EarthPoint(curve.coordinate(at: before)))
        return PieceFoot(
            along: along + (isReversed ? length - meters : meters), offset: found.meters,
            side: side(of: SIMD3(origin.point) - foot, speed, at: foot), isEnd: isEnd)
    }
}

extension SIMD3<Double> {
    @inline(__always)
    init(_ point: EarthPoint) { self.init(point.x, point.y, point.z) }
}

extension EarthPoint {
    @inline(__always)
    init(_ vector: SIMD3<Double>) { self.init(x: vector.x, y: vector.y, z: vector.z) }
}
