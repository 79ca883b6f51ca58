/// Takes the crossings out of rings, one after the other.
///
/// **Why the places stay the same.** A place is inside when its meridian crosses the
/// edges an odd number of times on the way to the south pole. To cut two edges where
/// they cross and to join the four ends in another way changes no edge, and a stretch
/// that two edges share is crossed twice or not at all. So nothing changes but the roundings
/// of the crossings.
struct RingUntangling {
    /// Each closed: the last position is the first.
    private(set) var rings: [[Coordinate]]
    /// For each ring, its number in the beginning; nil when ways changed partners in it.
    private var origins: [Int?]

    /// Each crossing costs a look at all edges; with more looks all crossings are taken out at once.
    private static let mostLooks = 20_000_000

    init(_ rings: [[Coordinate]]) {
        self.rings = rings
        origins = Array(rings.indices)
    }

    /// Takes the crossings out one by one, or, where roundings of some make others or there are too many, all at once.
    ///
    /// - Throws: `AreaError.selfCrossing` where neither can be done.
    mutating func run(_ mending: inout AreaMending) throws(AreaError) {
        let (given, crossings) = (self, mending.crossings)
        do throws(AreaError) {
            try takeOut(&mending)
        } catch {
            mending.crossings = crossings
            guard let snapped = given.snapped(&mending) else { throw error }
            self = snapped
        }
    }

    /// The same with the rings that cross snapped to a grid, and with all rings where these then cross the others; nil
    /// when that cannot be done.
    private func snapped(_ mending: inout AreaMending) -> RingUntangling? {
        guard let snapping = RingSnapping(rings) else { return nil }
        for tangled in [snapping.tangled, Set(rings.indices)] {
            guard let snapped = snapping.rings(insteadOf: tangled) else { return nil }
            let kept = rings.indices.filter { !tangled.contains($0) }
            var other = RingUntangling(kept.map { rings[$0] } + snapped)
            other.origins = kept.map { origins[$0] } + Array(repeating: nil, count: snapped.count)
            let flat = other.rings.map { FlatRing($0) }
            var sweep = RingSweep(FlatRing.onOneDateLine(flat) ?? flat)
            if sweep.firstCrossing() == nil {
                mending.crossings += snapping.crossings
                return other
            }
        }
        return nil
    }

    private mutating func takeOut(_ mending: inout AreaMending) throws(AreaError) {
        // Two edges meet once at most; what crosses more often is made by roundings.
        let edges = rings.reduce(0) { $0 + $1.count }
        let most = mending.crossings + edges * edges / 2
        var looks = 0
        while looks <= Self.mostLooks, mending.crossings <= most {
            looks += rings.reduce(1) { $0 + $1.count }
            let given = rings.map { FlatRing($0) }
            let flat = FlatRing.onOneDateLine(given) ?? given
            var sweep = RingSweep(flat)
            guard let crossing = sweep.firstCrossing() else { return }
            let (first, second) = (Self.edge(crossing.edge, of: flat), Self.edge(crossing.other, of: flat))
            guard let meeting = Meeting(flat[first.ring].edge(first.edge), flat[second.ring].edge(second.edge)) else {
                throw .selfCrossing(
                    polygon: 0, ring: first.ring, vertex: first.edge, other: second.edge)
            }
            mending.crossings += 1
            cut(first, second, meeting, flat)
        }
        throw .selfCrossing(polygon: 0, ring: 0, vertex: 0, other: 0)
    }

    /// An edge by its ring, and its number there.
    private typealias Place = (ring: Int, edge: Int)

    private static func edge(_ number: Int, of rings: [FlatRing]) -> Place {
        var rest = number
        for (ring, flat) in rings.enumerated() {
            if rest < flat.wraps.count { return (ring, rest) }
            rest -= flat.wraps.count
        }
        preconditionFailure("A crossing is of edges that there are.")
    }

    /// Joins a to `near` to d, and c to `far` to b, for edges from a to b and from c to
    /// d; when both run the same way along a stretch, one of the chains is reversed.
    private mutating func cut(_ first: Place, _ second: Place, _ meeting: Meeting, _ flat: [FlatRing]) {
        let (near, far) = (meeting.near, meeting.far)
        origins[first.ring] = nil
        // The ring of the first edge, from its end around to its beginning.
        let ring = flat[first.ring].positions
        if first.ring == second.ring {
            // The first edge has the smaller number.
            let head = Array(ring[...first.edge])
            let middle = Array(ring[(first.edge + 1)...second.edge])
            let tail = Array(ring[(second.edge + 1)...])
            if meeting.isAlong {
                rings[first.ring] = (head + [near] + middle.reversed() + [far] + tail).closedWithoutRepeats
            } else {
                rings[first.ring] = (head + [near] + tail).closedWithoutRepeats
                rings.append(([far] + middle + [far]).closedWithoutRepeats)
                origins.append(nil)
            }
        } else {
            let other = flat[second.ring].positions
            func around(_ ring: [Coordinate], _ edge: Int) -> [Coordinate] {
                Array(ring[(edge + 1)...].dropLast() + ring[...edge])
            }
            let (mine, others) = (around(ring, first.edge), around(other, second.edge))
            rings[first.ring] =
                (mine + [near] + (meeting.isAlong ? others.reversed() : others) + [far] + [mine[0]])
                .closedWithoutRepeats
            rings.remove(at: second.ring)
            origins.remove(at: second.ring)
        }
        for ring in rings.indices.reversed() where rings[ring].count < 2 {
            rings.remove(at: ring)
            origins.remove(at: ring)
        }
    }

    /// Leaves out the holes that crossed nothing and lie outside of all rings but such holes. The first ring is
    /// no hole.
    ///
    /// - Returns: how many there were.
    mutating func removeStrays() -> Int {
        let isHole = origins.map { ($0 ?? 0) > 0 }
        let others = rings.indices.filter { !isHole[$0] }.map { FlatRing(rings[$0]) }
        guard others.count < rings.count, others.allSatisfy(\.isPlain) else { return 0 }
        let tree = others.isEmpty ? nil : EdgeTree(others, poles: others.map { _ in nil })
        let strays = rings.indices.filter { ring in
            isHole[ring] && (tree.map { $0.tellsInside(FlatRing(rings[ring])) == false } ?? true)
        }
        for ring in strays.reversed() {
            rings.remove(at: ring)
            origins.remove(at: ring)
        }
        return strays.count
    }
}

extension FlatRing {
    /// The vertices as places.
    var positions: [Coordinate] { vertices.map { Coordinate(unchecked: $0.y, $0.x) } }

    /// An edge, from where its first vertex is.
    fileprivate func edge(_ number: Int) -> (start: FlatPoint, end: FlatPoint) {
        let (start, end) = (vertices[number], vertices[number + 1])
        return (FlatPoint(start), FlatPoint(end, turns: wraps[number] ? (start.x > end.x ? 1 : -1) : 0))
    }
}

/// Where two edges meet: in a point, or along a stretch.
private struct Meeting {
    /// The stretch's ends in the direction of the first edge; the same for a point.
    let near: Coordinate
    let far: Coordinate
    /// Whether both edges run along the stretch the same way.
    let isAlong: Bool

    /// Crossings are put on multiples of it, in degrees: ten nanometers. A crossing that is as near to an end of the
    /// edges is that end. So crossings beside each other become one, and do not bring forth others
    /// without end.
    private static let grain = 0x1p-43

    /// nil when they do not meet, however they are turned.
    init?(_ first: (start: FlatPoint, end: FlatPoint), _ second: (start: FlatPoint, end: FlatPoint)) {
        for turn in [0.0, -1, 1] {
            let (a, b) = (first.start, first.end)
            let c = FlatPoint(second.start.place, turns: second.start.turns + turn)
            let d = FlatPoint(second.end.place, turns: second.end.turns + turn)
            let (fromC, fromD) = (Orientation.sign(a, b, c), Orientation.sign(a, b, d))
            if fromC == 0, fromD == 0 {
                let (ahead, along) = (a < b, (a < b) == (c < d))
                // The later one of the beginnings, and the earlier one of the ends.
                let (low, otherLow) = (a < b ? a : b, c < d ? c : d)
                let (high, otherHigh) = (a < b ? b : a, c < d ? d : c)
                let (begin, end) = (low < otherLow ? otherLow : low, high < otherHigh ? high : otherHigh)
                guard begin < end else { continue }
                self.init(near: ahead ? begin : end, far: ahead ? end : begin, isAlong: along)
                return
            }
            guard fromC * fromD < 0, Orientation.sign(c, d, a) * Orientation.sign(c, d, b) < 0 else { continue }
            let (p, q) = (SIMD2(a.place.x + 360 * a.turns, a.place.y), SIMD2(b.place.x + 360 * b.turns, b.place.y))
            let (r, s) = (SIMD2(c.place.x + 360 * c.turns, c.place.y), SIMD2(d.place.x + 360 * d.turns, d.place.y))
            func cross(_ u: SIMD2<Double>, _ v: SIMD2<Double>) -> Double { u.x * v.y - u.y * v.x }
            let share = cross(r - p, s - r) / cross(q - p, s - r)
            guard share.isFinite else { continue }
            let place = p + (q - p) * min(1, max(0, share))
            let (ends, turned) = ([(p, a), (q, b), (r, c), (s, d)], place.rounded(to: Self.grain))
            let end = ends.first { pointwiseMax($0.0 - place, place - $0.0).max() <= Self.grain }?.1
            self.init(near: end ?? FlatPoint(turned), far: end ?? FlatPoint(turned), isAlong: false)
            return
        }
        return nil
    }

    private init(near: FlatPoint, far: FlatPoint, isAlong: Bool) {
        func place(_ point: FlatPoint) -> Coordinate {
            if abs(point.place.x) <= 180 { return Coordinate(unchecked: point.place.y, point.place.x) }
            let longitude = point.place.x - (point.place.x > 0 ? 360 : -360)
            return Coordinate(unchecked: point.place.y, Swift.min(180, Swift.max(-180, longitude)))
        }
        (self.near, self.far, self.isAlong) = (place(near), place(far), isAlong)
    }
}

extension SIMD2<Double> {
    fileprivate func rounded(to grain: Double) -> SIMD2<Double> { (self / grain).rounded(.toNearestOrEven) * grain }
}
