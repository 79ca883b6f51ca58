public import GeoqIndex

/// An answer to a question: a feature, where it is and how far away.
public struct Hit: Hashable, Sendable, Identifiable {
    /// The layer that the feature is of.
    public let layer: Layer
    /// The feature's id.
    public let id: FeatureID
    /// A hotspot's name, an observation's species; empty when it has none.
    public let name: String
    /// Where the feature is.
    public let coordinate: Coordinate
    /// Within 1 µm of `Geodesic.inverse`; from the line when a corridor was asked for;
    /// nil for a box and an area.
    public let distance: Distance?

    /// - Parameter distance: from what was asked for; nil for a box and an area.
    public init(layer: Layer, id: FeatureID, name: String, coordinate: Coordinate, distance: Distance?) {
        (self.layer, self.id, self.name) = (layer, id, name)
        (self.coordinate, self.distance) = (coordinate, distance)
    }

    /// The fields that every format writes of a hit around a center: its name,
    /// how far away it is, and in which direction.
    ///
    /// - Parameter ways: the ways from the center; nil for a box and an area.
    package func fields(from ways: RoundedGeodesics?) -> [Feature.Field] {
        let name = Feature.Field("name", .text(name))
        guard let way = ways?.inverse(to: coordinate) else { return [name] }
        return [
            name, Feature.Field("distance_m", .real(way.meters)),
            Feature.Field("bearing_deg", way.initialBearing.map { .real($0) } ?? .null),
        ]
    }

    /// The same fields of a hit along a corridor: its name, how far along the line it
    /// is, how far from it, and on which side.
    package func fields(along corridor: Corridor) -> [Feature.Field] {
        let foot = corridor.foot(of: coordinate)
        func length(_ meters: Double?) -> FieldValue { meters.map { .real(Corridor.Foot.rounded($0)) } ?? .null }
        return [
            Feature.Field("name", .text(name)), Feature.Field("along_m", length(foot?.along)),
            Feature.Field("offset_m", length(foot?.offset)),
            Feature.Field("side", foot?.side.map { .text($0.rawValue) } ?? .null),
        ]
    }

    /// Distance and directions from a place, by Karney.
    ///
    /// - Complexity: O(1), about a microsecond.
    public func geodesic(
        from center: Coordinate
    ) -> (distance: Distance, initialBearing: Double, finalBearing: Double) {
        Geodesic.inverse(from: center, to: coordinate)
    }
}
