import GeoqIndex

extension RuleShapes {
    /// How far outside of its area, or from its line, a shape's rule holds.
    func reach(of id: UInt32) -> Double {
        switch shapes[Int(id & ~Self.firstID)] {
        case .area(_, let approach): approach
        case .route(let corridor): corridor.width.meters
        case .removed: 0
        }
    }

    /// The distance of a hit by Karney's geodesics alone. Where the nearest place of the area or line is one of its
    /// vertices, it has the bits of `Geodesic.inverse` to that vertex: a circle around the vertex is as far.
    ///
    /// - Parameter meters: the hit's distance.
    /// - Complexity: O(log *n* + edges that are as near as the nearest), some ten microseconds for each of these.
    func exactMeters(to id: UInt32, from place: Coordinate, about meters: Double) -> Double {
        switch shapes[Int(id & ~Self.firstID)] {
        case .area(let position, _):
            // A place inside is at distance zero, however far the boundary is.
            meters == 0 ? 0 : areas[position].exactMetersToBoundary(from: place, about: meters)
        case .route(let corridor):
            corridor.exactFoot(of: place, within: .meters(meters + CircleIndex.reportedError))?.offset ?? meters
        case .removed: meters
        }
    }
}
