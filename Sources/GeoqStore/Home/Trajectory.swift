package import Geoq
package import GeoqIndex

/// The way of a kind of bird on its migration: points in the order of travel.
///
/// The line between two points is straight in longitude and latitude, as GeoJSON
/// draws it, and goes the short way around the Earth.
package struct Trajectory: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        package var coordinate: Coordinate
        /// A moment in UTC.
        package var at: String?
    }

    /// The id of the migration.
    package var id: FeatureID
    package var bird: Bird
    package var name: String?
    package var season: String?
    /// Days.
    package var startDate: String?
    package var endDate: String?
    /// One at least.
    package var points: [Point]

    package var title: String {
        name ?? bird.commonName ?? bird.scientificName ?? bird.id.description
    }
}

/// A trajectory that was asked for.
package struct TrajectoryHit: Hashable, Sendable {
    package var trajectory: Trajectory
    /// From the center to the nearest place of the line; nil when there was no
    /// center.
    package var distance: Distance?
}
