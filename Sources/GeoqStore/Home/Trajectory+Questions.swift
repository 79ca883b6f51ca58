import Geoq
package import GeoqIndex

extension Trajectory {
    /// How far the nearest place of the line is from a place; nil when it is further
    /// than `most`. The answer has the same bits for every `most`. So a circle whose radius is an
    /// earlier answer holds the trajectory.
    ///
    /// - Parameters:
    ///   - cost: the distances and edges that were looked at are added to it.
    ///   - check: is called before each edge that is looked at; what it throws ends the search.
    /// - Complexity: O(*n* log *n*), and that of `DrawnEdge.distance(from:)` for each edge that may hold the nearest
    ///   place.
    package func distance(
        from place: Coordinate, within most: Distance, _ cost: inout TrajectoryCost,
        checking check: () throws -> Void
    ) rethrows -> Distance? {
        cost.exactDistances += points.count
        let ends = points.map { Geodesic.inverse(from: place, to: $0.coordinate).distance }
        guard var nearest = ends.min() else { return nil }
        // No place of an edge is further from its nearer end than half of the edge is long. So an edge can only
        // hold the nearest place when that is not further than the nearest point, nor than is asked.
        let limit = min(nearest, most).meters
        let edges = points.indices.dropLast().compactMap { index -> (edge: DrawnEdge, least: Double)? in
            let (start, end) = (points[index].coordinate, points[index + 1].coordinate)
            guard start != end else { return nil }
            let edge = DrawnEdge(from: start, to: end)
            let least = min(ends[index], ends[index + 1]).meters - edge.longest.meters / 2 - Self.rounding
            return least <= limit ? (edge, least) : nil
        }
        for (edge, least) in edges.sorted(by: { $0.least < $1.least }) {
            if least > nearest.meters { break }
            try check()
            cost.edges += 1
            nearest = min(nearest, edge.distance(from: place))
        }
        return nearest <= most ? nearest : nil
    }

    /// Distances and lengths are rounded by less, in meters.
    private static let rounding = 1e-6

    /// The difference of longitudes, the short way around.
    static func shortWay(from start: Coordinate, to end: Coordinate) -> Double {
        let difference = end.longitude - start.longitude
        return difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
    }

    /// Whether some place of the line is in a box, its edges included: exactly.
    ///
    /// - Parameter cost: the edges that were looked at are added to it.
    /// - Complexity: O(*n*).
    package func touches(_ box: BoundingBox, _ cost: inout TrajectoryCost) -> Bool {
        if points.contains(where: { box.contains($0.coordinate) }) { return true }
        for (start, end) in zip(points, points.dropFirst()) {
            cost.edges += 1
            if DrawnEdge(from: start.coordinate, to: end.coordinate).meets(box) { return true }
        }
        return false
    }
}
