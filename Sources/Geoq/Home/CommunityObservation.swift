public import GeoqIndex

/// A sighting that its user shows to all.
///
/// Moments are ISO 8601 in UTC, `2026-05-03T05:42:00Z`. Where a day alone is given,
/// the store keeps the noon of that day at the sighting's place (the noon in UTC
/// where there is no place, or its time zone is not known).
public struct CommunityObservation: Hashable, Sendable, Identifiable {
    /// The sighting's id.
    public let id: FeatureID
    /// The user whose sighting it is; nil for a guest's, and for one that came
    /// with the data.
    public package(set) var owner: FeatureID?
    /// Whether it came with the data: then no user may change it, and it is never
    /// sent.
    public package(set) var isOfSystem = false
    /// The bird that was seen; nil when the store has none that is meant.
    public var bird: FeatureID?
    /// The hotspot at which it was seen; nil when it was at none.
    public var hotspot: FeatureID?
    /// What was seen, in words, where no bird of the store is meant.
    public var species: String?
    /// Where, in words.
    public var place: String?
    /// Where it was seen; nil when the place is not known.
    public var coordinate: Coordinate?
    /// When it was seen; nil when that is not known.
    public var observedAt: String?
    /// What the user wrote about it.
    public var notes: String?
    package var sync = RowSync()

    /// A new sighting, with a random id.
    public init(
        bird: FeatureID? = nil, species: String? = nil, coordinate: Coordinate? = nil, place: String? = nil,
        observedAt: String? = nil, notes: String? = nil
    ) {
        self.init(id: .random())
        (self.bird, self.species, self.coordinate) = (bird, species, coordinate)
        (self.place, self.observedAt, self.notes) = (place, observedAt, notes)
    }

    /// A sighting of a store, without values.
    package init(id: FeatureID) { self.id = id }
}
