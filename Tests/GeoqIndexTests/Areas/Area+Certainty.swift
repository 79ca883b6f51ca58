@testable import GeoqIndex

extension Area {
    /// How surely a place is inside that is known to within a radius, by the distance
    /// to the boundary.
    ///
    /// Certain when it is inside and further from the boundary than the radius;
    /// impossible when it is outside and further than that. Without a radius it
    /// is what `contains` says, so that a place on the boundary is certain.
    func certainty(of coordinate: Coordinate, within radius: Distance) -> Certainty {
        // Beyond half the earth there is nothing.
        if radius.meters > 0, index.leastDistance(from: coordinate, below: radius.meters.nextUp) != nil {
            return .possible
        }
        return contains(coordinate) ? .certain : .impossible
    }
}
