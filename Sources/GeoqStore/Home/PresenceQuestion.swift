package import Geoq
package import GeoqIndex

/// Which birds are to be expected around a place.
///
/// Without a radius the hotspot that was named, or else the nearest one of which presence is known, tells it, and
/// observations count that lie near that hotspot; with one all hotspots within it
/// do, and all observations within it.
package struct PresenceQuestion: Sendable {
    /// How far the nearest hotspot may be, and how far from it observations may
    /// lie.
    package static let reach = (hotspot: Distance.kilometers(10), observations: Distance.kilometers(1))

    package var place: Coordinate
    package var radius: Distance?
    /// The hotspot that was named; nil for a place. Several may be at one place.
    package var hotspot: FeatureID?
    /// The week of the year that is asked for; nil for all.
    package var week: Int?

    package init(_ place: Coordinate, radius: Distance? = nil, hotspot: FeatureID? = nil, week: Int? = nil) {
        (self.place, self.radius, self.hotspot, self.week) = (place, radius, hotspot, week)
    }

    /// The hotspots that may tell.
    package var hotspots: Query { Query(.around(place, within: radius ?? Self.reach.hotspot)) }

    /// Of the answer to `hotspots`, those that tell, the nearest first.
    package func telling(_ hits: [Hit], in store: Store) async throws -> [Hit] {
        let hotspots = hits.map(\.id)
        guard radius == nil else {
            let known = try await store.presence.known(among: hotspots)
            return hits.filter { known.contains($0.id) }
        }
        let named = hits.filter { $0.id == hotspot && $0.coordinate == place }.map(\.id)
        let nearest = try await store.presence.firstKnown(among: named + hotspots)
        return Array(hits.filter { $0.id == nearest }.prefix(1))
    }

    /// The observations that count beside them.
    ///
    /// - Parameter hotspots: as `telling` gives them.
    package func observations(beside hotspots: [Hit]) -> Query {
        let center = radius == nil ? hotspots.first?.coordinate ?? place : place
        return Query(.around(center, within: radius ?? Self.reach.observations), layer: .observations)
    }

    /// The birds that are to be expected at hotspots, for a calendar beside observations.
    ///
    /// - Parameters:
    ///   - hotspots: as `telling` gives them.
    ///   - observations: the own ones of the answer to `observations(beside:)`, with the columns of a
    ///     `SpeciesCalendar`. Where any is of `week`, the birds of all weeks are read: one that was seen in it may be
    ///     expected in others alone, and these tell its names.
    package func birds(
        at hotspots: [Hit], beside observations: [Feature], in store: Store
    ) async throws -> [SpeciesPresence] {
        let isAnySeen = observations.contains { SpeciesCalendar.day(of: $0)?.week == week }
        return try await store.presence.birds(at: hotspots.map(\.id), week: isAnySeen ? nil : week)
    }
}
