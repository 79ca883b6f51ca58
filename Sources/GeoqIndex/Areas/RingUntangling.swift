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
    /// Where ways changed partners: there they touch and do not cross.
    private var cuts: [Coordinate: Int] = [:]
    private let most: Int

    /// With more, each of which costs a look at all edges, the rings are refused.
    private static let mostSteps = 20_000_000

    init(_ rings: [[Coordinate]]) {
        self.rings = rings
        most = 100 + Self.mostSteps / max(1, rings.reduce(0) { $0 + $1.count })
    }

    mutating func run(_ mending: inout AreaMending) throws(AreaError) {
        for _ in 0..<most {
            let flat = rings.map { FlatRing($0) }
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
        cuts[near, default: 0] += 1
        if far != near { cuts[far, default: 0] += 1 }
        // The ring of the first edge, from its end around to its beginning.
        let ring = flat[first.ring].positions
        if first.ring == second.ring {
            // The first edge has the smaller number.
            let head = Array(ring[...first.edge])
            let middle = Array(ring[(first.edge + 1)...second.edge])
            let tail = Array(ring[(second.edge + 1)...])
            if meeting.isAlong {
                rings[first.ring] = Self.closed(head + [near] + middle.reversed() + [far] + tail)
            } else {
                rings[first.ring] = Self.closed(head + [near] + tail)
                rings.append(Self.closed([far] + middle + [far]))
            }
        } else {
            let other = flat[second.ring].positions
            func around(_ ring: [Coordinate], _ edge: Int) -> [Coordinate] {
                Array(ring[(edge + 1)...].dropLast() + ring[...edge])
            }
            let (mine, others) = (around(ring, first.edge), around(other, second.edge))
            rings[first.ring] = Self.closed(
                mine + [near] + (meeting.isAlong ? others.reversed() : others) + [far] + [mine[0]])
            rings.remove(at: second.ring)
        }
        rings.removeAll { $0.count < 2 }
    }

    /// Without positions that come twice in a row.
    private static func closed(_ positions: [Coordinate]) -> [Coordinate] {
        var ring: [Coordinate] = []
        ring.reserveCapacity(positions.count)
        for position in positions where ring.last.map({ !$0.isSamePlace(as: position) }) ?? true {
            ring.append(position)
        }
        if let first = ring.first, let last = ring.last, first != last { ring.append(first) }
        return ring
    }

    /// The places at which two ways touch, and surely do not cross: those of one cut.
    var touches: Set<Coordinate> { Set(cuts.filter { $0.value == 1 }.keys) }

    /// The rings, cut where they touch themselves, without those that have no area.
    func simpleRings(_ mending: inout AreaMending) -> [[Coordinate]] {
        var simple: [[Coordinate]] = []
        for ring in rings {
            var (way, places): ([Coordinate], [Coordinate: Int]) = ([], [:])
            for position in ring {
                if let place = places[position] {
                    let loop = Array(way[place...]) + [position]
                    for gone in way[(place + 1)...] { places[gone] = nil }
                    way.removeSubrange((place + 1)...)
                    if loop.count >= 4 { simple.append(loop) } else if loop.count > 2 { mending.flat += 1 }
                } else {
                    places[position] = way.count
                    way.append(position)
                }
            }
        }
        return simple
    }
}

extension FlatRing {
    /// The vertices as places.
    fileprivate var positions: [Coordinate] { vertices.map { Coordinate(unchecked: $0.y, $0.x) } }

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
            self.init(near: FlatPoint(place), far: FlatPoint(place), isAlong: false)
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
