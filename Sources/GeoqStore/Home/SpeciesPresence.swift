package import Geoq

/// How likely a bird is at some hotspots, by the week of the year.
package struct SpeciesPresence: Hashable, Sendable {
    /// Weeks as ISO 8601 counts them.
    package static let weeks = 1...53

    package var bird: Bird
    /// 0…1 by week; weeks of which nothing is known are left out. Of several
    /// hotspots the one where it is likeliest counts.
    package var likelihoods: WeekLikelihoods

    package init(bird: Bird, likelihoods: WeekLikelihoods) {
        (self.bird, self.likelihoods) = (bird, likelihoods)
    }

    /// The week in which it is likeliest, the first of equal ones.
    package var peak: (week: Int, likelihood: Double)? { likelihoods.peak }
}
