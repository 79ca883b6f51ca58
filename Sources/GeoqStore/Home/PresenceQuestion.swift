package import Geoq
package import GeoqIndex

/// Which birds are to be expected around a place.
///
/// Without a radius the nearest hotspot of which presence is known tells it, and
/// observations count that lie near that hotspot; with one all hotspots within it
/// do, and all observations within it.
package struct PresenceQuestion: Sendable {
    /// How far the nearest hotspot may be, and how far from it observations may
    /// lie.
    package static let reach = (hotspot: Distance.kilometers(10), observations: Distance.kilometers(1))

    package var place: Coordinate
    package var radius: Distance?

    package init(_ place: Coordinate, radius: Distance? = nil) {
        (self.place, self.radius) = (place, radius)
    }

    /// The hotspots that may tell.
    package var hotspots: Query { Query(.around(place, within: radius ?? Self.reach.hotspot)) }

    /// Of the answer to `hotspots`, those that tell, the nearest first.
    package func telling(_ hits: [Hit], in store: Store) async throws -> [Hit] {
        let known = try await store.presence.known(among: hits.map(\.id))
        let found = hits.filter { known.contains($0.id) }
        return radius == nil ? Array(found.prefix(1)) : found
    }

    /// The observations that count beside them.
    ///
    /// - Parameter hotspots: as `telling` gives them.
    package func observations(beside hotspots: [Hit]) -> Query {
        let center = radius == nil ? hotspots.first?.coordinate ?? place : place
        return Query(.around(center, within: radius ?? Self.reach.observations), layer: .observations)
    }
}
