/// A short piece of an edge of a line, and the foot of a place on it.
///
/// **Direction.** A piece is kept from the lesser end of its edge to the greater one,
/// whichever way the line goes: so the same edge, there and back, gives the same
/// distances to the last bit, and the first pass counts.
///
/// **Vertices.** A piece that begins or ends at a vertex has the vertex itself there. Each
/// edge's curve ends some nanometers beside it, so of two edges that meet the later one
/// could be nearer: what lies before the first vertex of a loop would be at its end. A place
/// that is a vertex has its foot there, at zero meters: by Karney's geodesics it would lie
/// a nanometer beside it.
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
    let start: SIMD3<Double>
    let chord: SIMD3<Double>
    let bend: SIMD3<Double>
    /// r(1), to the last bit as every piece that ends there has it.
    let end: SIMD3<Double>
    /// No place of it is further from r(½).
    let half: Double
    /// Where it begins in the order of travel, and its length, in meters.
    let along: Double
    let length: Double
    /// 1/24 of the square of its curvature.
    let curl: Double
    /// A line from a vertex of the piece's edge: the lesser end.
    let edgeStart: SIMD2<Double>
    /// The greater end; of a geodesic its direction at the lesser one, and its length.
    let edgeEnd: SIMD2<Double>
    /// The greater end, of a geodesic, too.
    let edgeFinish: SIMD2<Double>
    /// The values of the edge's own t.
    let from: Double
    let to: Double
    let kind: Kind
    /// Whether the line goes from the greater to the lesser end.
    let isReversed: Bool
    /// Whether the parabola is as good as said.
    let isParabola: Bool

    enum Kind: UInt8, BitwiseCopyable { case drawn, wrapped, geodesic }

    /// The vertex of an edge at an end of it; nil between both.
    static func vertex(at t: Double, from edgeStart: SIMD2<Double>, to edgeFinish: SIMD2<Double>) -> Coordinate? {
        guard t == 0 || t == 1 else { return nil }
        let place = t == 0 ? edgeStart : edgeFinish
        return Coordinate(unchecked: place.y, place.x)
    }

    /// More than the errors of an offset by the parabola and by Karney.
    static let error = 1.5e-7

    var curve: EdgeCurve {
        if case .geodesic = kind {
            return EdgeCurve(from: edgeStart, FlatRing.Course(azimuth: edgeEnd.x, meters: edgeEnd.y))
        }
        return EdgeCurve(from: edgeStart, to: edgeEnd, isWrapped: kind == .wrapped)
    }
}
