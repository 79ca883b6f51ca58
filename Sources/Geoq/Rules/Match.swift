public import GeoqIndex

/// A watchlist that matches a sighting, and why: which rule of each kind held.
public struct Match: Hashable, Sendable {
    /// The list that matches.
    public var watchlist: FeatureID
    /// The highest of the list's active rules' priorities; 0 without any.
    public var priority: Int
    /// How sure the match is.
    public var certainty: Certainty
    /// nil when the list has no location rule and matches anywhere.
    public var location: LocationReason?
    /// nil when the list has no species rule.
    public var species: SpeciesReason?
    /// nil when the list has no date rule.
    public var date: DateReason?

    /// A match of a list, with the rule of each kind that held.
    public init(
        watchlist: FeatureID, priority: Int, certainty: Certainty, location: LocationReason? = nil,
        species: SpeciesReason? = nil, date: DateReason? = nil
    ) {
        (self.watchlist, self.priority, self.certainty) = (watchlist, priority, certainty)
        (self.location, self.species, self.date) = (location, species, date)
    }

    /// How sure the match is. The raw value is the word in answers.
    public enum Certainty: String, Hashable, Sendable, CaseIterable {
        /// Every rule holds, anywhere within the sighting's uncertainty, or anywhere in the cell of an obscured record.
        case certain
        /// The sighting may lie outside the circle, by its uncertainty, or
        /// outside the days; or inside or outside of an area, or of a route; or something that a rule asks for is not
        /// known (`UnknownPolicy`).
        case possible
        /// Every rule holds but the location rule, and the sighting misses the
        /// circle, area or route by at most the near-miss distance of the question.
        case nearMiss = "near-miss"
    }

    /// The circle, area or route that the sighting lies in: of several, one that makes
    /// the match certain before others, then the one with the nearest center, area or
    /// line, then that of the smallest rule id. In a near miss, the one missed by
    /// least.
    public struct LocationReason: Hashable, Sendable {
        /// The rule that holds.
        public var rule: RuleID
        /// To the center, within 1 µm of `Geodesic.inverse`; to a route's line; to
        /// an area, which is 0 inside.
        public var distance: Distance
        /// From the sighting inwards to the edge, within 1 µm; 0 on the edge,
        /// negative outside. For a circle that holds every place, too, it is
        /// the radius less the distance. For an area it is the distance to the
        /// boundary, also where the rule takes what approaches it: then it is negative
        /// outside.
        public var insideMeters: Double

        /// - Parameter insideMeters: from the sighting inwards to the edge; negative outside.
        public init(rule: RuleID, distance: Distance, insideMeters: Double) {
            (self.rule, self.distance, self.insideMeters) = (rule, distance, insideMeters)
        }
    }

    /// The species rule that holds: of several, the one of the smallest id.
    public struct SpeciesReason: Hashable, Sendable {
        /// The rule that holds.
        public var rule: RuleID
        /// Which of the sighting's names the rule matched.
        public var by: Name

        /// The raw value is the word in answers.
        public enum Name: String, Hashable, Sendable, CaseIterable {
            /// The bird's id.
            case bird
            /// The scientific name.
            case scientificName = "scientific_name"
            /// The shape of the body.
            case shape
            /// The sighting's species is unknown.
            case unknown
        }

        /// - Parameter by: which of the sighting's names the rule matched.
        public init(rule: RuleID, by: Name) {
            (self.rule, self.by) = (rule, by)
        }
    }

    /// The date rule that holds: of several, one that holds certainly before
    /// others, then the one in which the day lies deepest, then that of the
    /// smallest id.
    public struct DateReason: Hashable, Sendable {
        /// How a date, as precisely as it is known, lies to a range.
        public enum Fit: Hashable, Sendable {
            /// Every day that the date can have been lies inside. `days` is the
            /// distance to the nearest end of the range: 0 on the first and the
            /// last day, nil when the range has no end.
            case inside(days: Int?)
            /// Some of its days lie inside.
            case partly
            /// None of its days lies inside.
            case outside
            /// Not known to the day.
            case unknown
        }

        /// The rule that holds.
        public var rule: RuleID
        /// How the sighting's date lies to the rule's range.
        public var fit: Fit

        /// - Parameter fit: how the sighting's date lies to the rule's range.
        public init(rule: RuleID, fit: Fit) {
            (self.rule, self.fit) = (rule, fit)
        }
    }
}
