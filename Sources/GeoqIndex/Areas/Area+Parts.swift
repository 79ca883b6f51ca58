extension Area {
    /// Whether polygons of the area overlap, or run along each other for more than a point and not on edges that both
    /// have (`SharedEdges`).
    ///
    /// Membership is right all the same. But an edge that lies inside of another polygon, or along a part of
    /// another's edge, counts as boundary (`distanceToBoundary(from:)`); only a drawn edge that two polygons have
    /// from vertex to vertex does not. So a place inside is said to be nearer to the boundary than to that of all
    /// polygons together, and may be called possible where it is certain. A place outside is not concerned: on the
    /// way to such an edge it would have to pass another one.
    ///
    /// **Why.** When no edges cross or run along each other, polygons that have more than points in
    /// common lie in each other. Then the inner one has a vertex inside of the outer one, or, when all of
    /// its vertices touch, an edge whose middle is inside. Middles of geodesic edges are not asked: such
    /// polygons are not found when all vertices of one touch the other. Nor are vertices on ±180° and at the
    /// poles, where a polygon has others besides.
    ///
    /// - Complexity: O(*n* log *n*).
    package var hasOverlappingParts: Bool {
        guard polygons.count > 1 else { return false }
        let parts = polygons.map { polygon in
            polygon.rings.compactMap { ring in
                switch edges {
                case .drawn: FlatRing(ring)
                case .geodesic: FlatRing(geodesic: ring, atMost: Self.largestCount)
                }
            }
        }
        let shared = SharedEdges(parts)
        var sweep = RingSweep(parts.flatMap(\.self), leavingOut: shared.isEmpty ? nil : shared)
        if sweep.firstCrossing() != nil { return true }
        let trees = parts.map { rings in EdgeTree(rings, poles: rings.map { $0.pole(saying: pole) }) }
        let boxes = FlatBoxTree(trees.map(\.box))
        func isInside(_ point: SIMD2<Double>, besides part: Int) -> Bool {
            guard abs(point.x) < 180, abs(point.y) < 90 else { return false }
            return boxes.first(holding: point) { other in
                other != part && trees[other].holds(point) && !trees[other].hasOnEdge(point)
            } != nil
        }
        return parts.indices.contains { part in
            parts[part].contains { ring in
                ring.wraps.indices.contains { edge in
                    let (start, end) = (ring.vertices[edge], ring.vertices[edge + 1])
                    if isInside(start, besides: part) { return true }
                    // The middle of a shared edge is rounded, perhaps into the other part.
                    return !ring.wraps[edge] && ring.courses == nil && !shared.hold(start, end)
                        && isInside((start + end) * 0.5, besides: part)
                }
            }
        }
    }
}
