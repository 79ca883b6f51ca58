extension RingFaces {
    /// The rings with all touches as vertices, and their sides; nil for rings of which the sides are not known.
    static func nodes(of rings: [[Coordinate]]) -> (rings: [[Coordinate]], sides: RingSides)? {
        let given = rings.map { FlatRing($0) }
        guard given.allSatisfy(\.isPlain), let flat = FlatRing.onOneDateLine(given) else { return nil }
        let rings = flat.map { $0.positions.closedWithoutRepeats }
        let sides = RingSides(rings.map { FlatRing($0) })
        if sides.touches.isEmpty { return (rings, sides) }
        var places: [Int: [SIMD2<Double>]] = [:]
        for touch in sides.touches { places[touch.edge, default: []].append(touch.place) }
        let nodes = rings.indices.map { ring in
            var way: [Coordinate] = [rings[ring][0]]
            for edge in 1..<rings[ring].count {
                let number = sides.firstEdges[ring] + edge - 1
                if let between = places[number] {
                    way += Self.ordered(between, from: rings[ring][edge - 1], to: rings[ring][edge])
                }
                way.append(rings[ring][edge])
            }
            return way.closedWithoutRepeats
        }
        return (nodes, RingSides(nodes.map { FlatRing($0) }))
    }

    /// Places on an edge in the order of its way.
    private static func ordered(_ places: [SIMD2<Double>], from start: Coordinate, to end: Coordinate) -> [Coordinate] {
        let (from, to) = (FlatPoint(start), FlatPoint(end, from: start))
        let points = places.map { place in
            // On an edge across ±180°, what lies behind it is turned as its end is.
            let isBehind = to.turns > 0 ? place.x < from.place.x : to.turns < 0 && place.x > from.place.x
            return FlatPoint(place, turns: isBehind ? to.turns : 0)
        }.sorted()
        return (from < to ? points : points.reversed()).map { Coordinate(unchecked: $0.place.y, $0.place.x) }
    }
}

extension FlatRing {
    /// Whether the way to the south pole tells what is inside: the ring does not run round the earth's axis, and
    /// has no vertex at a pole.
    var isPlain: Bool { !runsRoundPole && !touchesNorth && !touchesSouth }
}

extension FlatPoint {
    init(_ place: Coordinate) { self.init(SIMD2(flat: place)) }

    /// A place, turned so that the way there from a neighbor is the short one.
    init(_ place: Coordinate, from start: Coordinate) {
        let (from, to) = (SIMD2(flat: start), SIMD2(flat: place))
        self.init(to, turns: abs(to.x - from.x) > 180 ? (from.x > to.x ? 1 : -1) : 0)
    }
}

extension FlatPoint: Comparable {
    static func == (lhs: FlatPoint, rhs: FlatPoint) -> Bool { lhs.order == rhs.order }
}

extension [Coordinate] {
    /// Without positions that are the place of the one before, and with the first at the end.
    var closedWithoutRepeats: [Coordinate] {
        var ring: [Coordinate] = []
        ring.reserveCapacity(count)
        for position in self where ring.last.map({ !$0.isSamePlace(as: position) }) ?? true {
            ring.append(position)
        }
        while let first, ring.count > 1, ring[ring.count - 1].isSamePlace(as: first) { ring.removeLast() }
        if let first = ring.first, ring.count > 1 { ring.append(first) }
        return ring
    }
}
