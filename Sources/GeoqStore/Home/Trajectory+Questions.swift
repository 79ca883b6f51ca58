import Geoq
package import GeoqIndex

extension Trajectory {
    /// How far the nearest place of the line is from a place; nil when it is further
    /// than `most`. The answer has the same bits for every `most`. So a circle whose radius is an
    /// earlier answer holds the trajectory.
    ///
    /// - Parameter cost: the distances and edges that were looked at are added to it.
    /// - Throws: `CorridorError` for a line that is too long near the place.
    /// - Complexity: O(*n*), and some microseconds for each 400 m of those edges
    ///   that may hold the nearest place.
    package func distance(
        from place: Coordinate, within most: Distance, _ cost: inout TrajectoryCost
    ) throws -> Distance? {
        cost.exactDistances += points.count
        let ends = points.map { Geodesic.inverse(from: place, to: $0.coordinate).distance }
        guard let nearestEnd = ends.min() else { return nil }
        // No place of an edge is further from its nearer end than half of the edge is long. So an edge can only
        // hold the nearest place when that is not further than the nearest point, nor than is asked.
        let limit = min(nearestEnd, most).meters
        let edges = points.indices.dropLast().compactMap { index -> [Coordinate]? in
            let edge = [points[index].coordinate, points[index + 1].coordinate]
            let nearerEnd = min(ends[index], ends[index + 1]).meters
            return edge[0] != edge[1] && nearerEnd - Self.longest(edge) / 2 <= limit ? edge : nil
        }
        cost.edges += edges.count
        var nearest = nearestEnd
        if !edges.isEmpty {
            let line = try Corridor(segments: edges, edges: .drawn, width: min(most, Corridor.largestWidth))
            if let foot = line.exactFoot(of: place, within: min(nearestEnd, most)) {
                nearest = min(nearest, .meters(foot.offset))
            }
        }
        return nearest <= most ? nearest : nil
    }

    /// No line that is straight in longitude and latitude is longer, in meters: a
    /// degree of either is never more than 111.7 km long.
    private static func longest(_ edge: [Coordinate]) -> Double {
        (abs(edge[1].latitude - edge[0].latitude) + abs(shortWay(from: edge[0], to: edge[1]))) * 111_700
    }

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
