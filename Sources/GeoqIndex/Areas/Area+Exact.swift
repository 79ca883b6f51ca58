extension Area {
    /// The distance to the boundary, to be compared with distances that are as great: where the nearest place is a
    /// vertex, it has the bits of `Geodesic.inverse` to that vertex. `distanceToBoundary(from:)` does not: it takes
    /// the least of both edges that meet there, and the end of an edge, as a sum of its start and its
    /// course, lies some nanometers beside the vertex.
    ///
    /// It is as near to the truth, and depends on nothing but the place and the area.
    ///
    /// - Parameter meters: what `distanceToBoundary(from:)` gives.
    /// - Complexity: O(log *n* + edges that are as near as the nearest), some ten microseconds for each of these.
    package func exactMetersToBoundary(from coordinate: Coordinate, about meters: Double) -> Double {
        let (point, limit) = (EarthPoint(coordinate), meters + Self.distanceError)
        var best = Double.infinity
        for (tree, reaches) in zip(index.trees, index.reaches) {
            tree.forEachEdge(within: limit, of: point, reaches) { edge in
                if let found = tree.exactMeters(from: coordinate, point, toEdge: edge, below: limit) {
                    best = min(best, found)
                }
            }
        }
        return best < .infinity ? best : meters
    }

    /// Twice what a distance to an edge may be wrong by, in meters (`EdgeCurve.leastDistance`).
    private static let distanceError = 2e-7
}

extension EdgeTree {
    /// Gives the edge slots below the nodes whose boxes are no further from a point than `meters`, gaps among them.
    fileprivate func forEachEdge(
        within meters: Double, of point: EarthPoint, _ reaches: [EarthReach], _ body: (Int) -> Void
    ) {
        guard !nodes.isEmpty else { return }
        visit(nodes.count - 1, level: height, meters, point, reaches, body)
    }

    private func visit(
        _ index: Int, level: Int, _ meters: Double, _ point: EarthPoint, _ reaches: [EarthReach], _ body: (Int) -> Void
    ) {
        for child in children(ofNode: index, level: level) {
            if level == 0 {
                body(child)
            } else if reaches[child].leastChord(from: point) <= meters {
                visit(child, level: level - 1, meters, point, reaches, body)
            }
        }
    }

    /// The distance to the foot on an edge, that to the vertex where an end is the foot; nil when the edge
    /// is not nearer than `limit`, or no boundary.
    fileprivate func exactMeters(
        from place: Coordinate, _ point: EarthPoint, toEdge edge: Int, below limit: Double
    ) -> Double? {
        guard let curve = curve(ofEdge: edge), curve.leastDistance(from: place, point, below: limit) != nil else {
            return nil
        }
        let foot = curve.foot(of: place, between: 0, 1)
        guard foot.t == 0 || foot.t == 1 else { return foot.meters }
        let vertex = vertices[foot.t == 0 ? edge : edge + 1]
        return Geodesic.inverse(from: place, to: Coordinate(unchecked: vertex.y, vertex.x)).distance.meters
    }
}
