/// The foot of a place on one piece.
struct PieceFoot {
    let along: Double
    let offset: Double
    let side: Corridor.Side?
    /// Whether it is an end of the piece.
    let isEnd: Bool

    /// What it is compared by with the feet on other pieces; `NearestFoot` says where that does not tell.
    ///
    /// Where the foot lies some millimeters behind the end of a piece, the end and
    /// the foot are equally far but for roundings. A foot inside of a piece, where the line
    /// meets the way to the place at a right angle, is taken then: 3·10⁻⁸ m are more
    /// than those roundings.
    var rank: (Double, Double) { (isEnd ? offset + 3e-8 : offset, along) }
}

extension LinePiece {
    /// Up to this offset the parabola's foot is right.
    private static let longestOffset = 10_000.0

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

    /// Some place of the piece, its middle, is no further from the point than this.
    @inline(__always)
    func chordToSomePlace(from point: SIMD3<Double>) -> Double {
        let off = point - (start + chord * 0.5 + bend * 0.25)
        return (off * off).sum().squareRoot() + 1e-7
    }

    /// One place of the piece is no further from the point than this: on the parabola, that of the point of the chord
    /// which is nearest, and else the middle.
    func chordToNearPlace(from point: SIMD3<Double>) -> Double {
        let square = (chord * chord).sum()
        guard isParabola, square > 0 else { return chordToSomePlace(from: point) }
        let t = min(max(((point - start) * chord).sum() / square, 0), 1)
        let off = point - (start + chord * t + bend * (t * (1 - t)))
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
        var found = (t: 0.0, meters: 0.0)
        if let end = endVertex(at: origin.place) {
            found.t = end
        } else {
            found = curve.foot(of: origin.place, between: from, to)
        }
        let isEnd = found.t == from || found.t == to
        let meters = isEnd ? (found.t == from ? 0 : length) : curve.length(from, found.t)
        let vertex = Self.vertex(at: found.t, from: edgeStart, to: edgeFinish)
        let offset = vertex.map { Geodesic.meters(from: origin.place, to: $0) } ?? found.meters
        let step = (to - from) * (length > 10 ? 1e-3 : 1)
        let (before, after) = (max(from, found.t - step), min(to, found.t + step))
        let foot = SIMD3(EarthPoint(curve.coordinate(at: found.t)))
        let speed =
            SIMD3(EarthPoint(curve.coordinate(at: after))) - SIMD3(EarthPoint(curve.coordinate(at: before)))
        return PieceFoot(
            along: along + (isReversed ? length - meters : meters), offset: offset,
            side: side(of: SIMD3(origin.point) - foot, speed, at: foot), isEnd: isEnd)
    }

    /// The t of the vertex of the edge that is the place itself, where the piece begins or ends with it.
    private func endVertex(at place: Coordinate) -> Double? {
        func isVertex(_ t: Double) -> Bool {
            Self.vertex(at: t, from: edgeStart, to: edgeFinish)?.isSamePlace(as: place) ?? false
        }
        return isVertex(from) ? from : isVertex(to) ? to : nil
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
