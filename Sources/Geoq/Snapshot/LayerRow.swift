package import GeoqIndex

/// What a snapshot keeps of a row.
package struct LayerRow: Hashable, Sendable {
    package var coordinate: Coordinate
    /// A hotspot's name; not used in other layers.
    package var name: String
    /// Empty when unknown, as `commonName`; not used of hotspots.
    package var scientificName: String
    package var commonName: String
    /// The bird of an entry; not used in other layers.
    package var bird: FeatureID?
    /// The first and the last day that an observation can have been, or the day
    /// of an observed entry; nil when unknown. Without `last` it is `first`.
    package var first: Day?
    package var last: Day?

    package init(
        coordinate: Coordinate, name: String = "", scientificName: String = "", commonName: String = "",
        bird: FeatureID? = nil, first: Day? = nil, last: Day? = nil
    ) {
        (self.coordinate, self.name) = (coordinate, name)
        (self.scientificName, self.commonName, self.bird) = (scientificName, commonName, bird)
        (self.first, self.last) = (first, last)
    }
}
