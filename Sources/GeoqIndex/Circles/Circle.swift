/// All places at most a radius away from a center, the edge included.
public struct Circle: Hashable, Sendable {
    /// The middle; any coordinate, poles and the date line included.
    public var center: Coordinate
    /// Half the Earth or more means everywhere.
    public var radius: Distance

    /// The places at most `radius` from `center`.
    public init(center: Coordinate, radius: Distance) {
        (self.center, self.radius) = (center, radius)
    }

    /// Whether the circle holds every place on Earth.
    public var isEverywhere: Bool { radius >= .halfTheEarth }

    /// Whether a place lies inside: `geod_inverse` from the place to the center
    /// is at most the radius.
    ///
    /// - Complexity: O(1), about a microsecond.
    public func contains(_ coordinate: Coordinate) -> Bool {
        isEverywhere || Geodesic.meters(from: coordinate, to: center) <= radius.meters
    }
}
