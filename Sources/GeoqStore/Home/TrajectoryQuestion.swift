package import GeoqIndex

/// Which trajectories are asked for.
package struct TrajectoryQuestion: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        case everywhere
        /// Trajectories with a place within this distance of the center, the edge included.
        case near(Coordinate, within: Distance)
        /// Trajectories that touch a box, its edges included.
        case inside(BoundingBox)
    }

    package var place: Place
    /// Only those of which no place is nearer to the center.
    package var minimum: Distance?
    /// Only those of this kind of bird, by its scientific or its common name, without
    /// regard to case and accents. A common name finds the trajectories of all birds that have the
    /// same scientific name as one that is called so.
    package var species: String?
    /// Only the first so many; nil for all.
    package var first: Int?

    package init(_ place: Place) { self.place = place }

    /// Whether its hits have a distance.
    package var asksForDistance: Bool {
        if case .near = place { return true }
        return false
    }

    /// By title, then by id.
    package static let all = TrajectoryQuestion(.everywhere)

    /// The nearest first, then by id.
    package static func near(_ center: Coordinate, within radius: Distance) -> TrajectoryQuestion {
        TrajectoryQuestion(.near(center, within: radius))
    }

    /// By id.
    package static func inside(_ box: BoundingBox) -> TrajectoryQuestion { TrajectoryQuestion(.inside(box)) }
}

/// What an answer cost.
package struct TrajectoryCost: Hashable, Sendable {
    /// The trajectories that were read, and their points.
    package var trajectories = 0
    package var points = 0
    /// Lines between two points that were looked at: all that may reach the box, or hold the
    /// nearest place.
    package var edges = 0
    /// Distances of points from the center, by `geod_inverse`.
    package var exactDistances = 0
}

/// How many of the store's migrations and points are in no answer.
package struct TrajectoryGaps: Hashable, Sendable {
    /// Migrations of which no point has a place.
    package var migrations = 0
    /// Points without a place, or at none on Earth: the line goes on to the next one.
    package var points = 0
}

/// Trajectories in the order of the question, and what they took.
package struct TrajectoryAnswer: Sendable {
    package var hits: [TrajectoryHit] = []
    package var cost = TrajectoryCost()
}
