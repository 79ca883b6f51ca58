/// Puts rings that do not cross into polygons: which is a hole of which.
enum RingNesting {
    /// Polygons with the same places as all rings together, of which a place is inside
    /// when they lie around it an odd number of times.
    ///
    /// A ring within an even number of others is an outer one, and one within an odd
    /// number is a hole of the smallest of these. Where a ring runs round the earth's
    /// axis, or rings meet in places other than `touches` and so may cross there, all stay one
    /// polygon.
    ///
    /// - Complexity: O(*rings* · *n* log *n*).
    static func polygons(of rings: [[Coordinate]], touchingAt touches: Set<Coordinate>) -> [Area.Polygon] {
        guard let first = rings.first else { return [] }
        let together = [Area.Polygon(outer: first, holes: Array(rings.dropFirst()))]
        let flat = rings.map { FlatRing($0) }
        if flat.contains(where: { $0.runsRoundPole || $0.touchesNorth || $0.touchesSouth }) { return together }
        let trees = flat.map { EdgeTree([$0], poles: [nil]) }
        for (outer, tree) in trees.enumerated() {
            for (inner, ring) in rings.enumerated() where inner != outer {
                if tree.meets(ring, besides: touches) { return together }
            }
        }
        let holders = rings.indices.map { inner in
            rings.indices.filter { $0 != inner && trees[$0].surrounds(flat[inner]) }
        }
        var holes: [Int: [[Coordinate]]] = [:]
        for ring in rings.indices where holders[ring].count % 2 == 1 {
            // The smallest is in all others that hold the ring.
            if let owner = holders[ring].max(by: { holders[$0].count < holders[$1].count }) {
                holes[owner, default: []].append(rings[ring])
            }
        }
        return rings.indices.filter { holders[$0].count % 2 == 0 }.map {
            Area.Polygon(outer: rings[$0], holes: holes[$0] ?? [])
        }
    }
}

extension EdgeTree {
    /// Whether a position of another ring lies on this one, besides those that are known.
    fileprivate func meets(_ ring: [Coordinate], besides known: Set<Coordinate>) -> Bool {
        ring.contains { position in
            let point = SIMD2(flat: position)
            if known.contains(position) || abs(point.x) == 180 { return abs(point.x) == 180 }
            return crossings(point, node: nodes.count - 1, level: height) == .onEdge
        }
    }

    /// Whether another ring, which does not cross this one, lies inside.
    fileprivate func surrounds(_ ring: FlatRing) -> Bool { tellsInside(ring) == true }

    /// The same; nil when every vertex and every middle of an edge lies on this ring.
    fileprivate func tellsInside(_ ring: FlatRing) -> Bool? {
        for edge in ring.wraps.indices {
            let (start, end) = (ring.vertices[edge], ring.vertices[edge + 1])
            // A vertex on this ring does not tell, and nor does the middle of a shared edge. That of an edge
            // across ±180° is elsewhere in the plane.
            for point in ring.wraps[edge] ? [start] : [start, (start + end) * 0.5] where abs(point.x) < 180 {
                switch crossings(point, node: nodes.count - 1, level: height) {
                case .onEdge: continue
                case .odd: return true
                case .even: return false
                }
            }
        }
        return nil
    }
}

extension Area {
    /// Refuses a hole that lies outside of its polygon's outer ring. Rings around the
    /// earth's axis are not looked at: they have no outside in the plane.
    ///
    /// - Throws: `AreaError.holeOutside`.
    /// - Precondition: rings are closed and not empty.
    /// - Complexity: O(*n*), and O(log *n*) for each hole; nothing without holes.
    package static func checkHoles(of polygons: [Polygon]) throws(AreaError) {
        for (number, polygon) in polygons.enumerated() {
            if let hole = polygon.strayHoles.first { throw .holeOutside(polygon: number, ring: hole + 1) }
        }
    }
}

extension Area.Polygon {
    /// Which of the holes lie outside of the outer ring.
    var strayHoles: [Int] {
        guard !holes.isEmpty, !outer.isEmpty else { return [] }
        let ring = FlatRing(outer)
        if ring.runsRoundPole || ring.touchesNorth || ring.touchesSouth { return [] }
        let tree = EdgeTree([ring], poles: [nil])
        return holes.indices.filter { !holes[$0].isEmpty && tree.tellsInside(FlatRing(holes[$0])) == false }
    }
}
