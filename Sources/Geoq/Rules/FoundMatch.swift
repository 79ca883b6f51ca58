import GeoqIndex

/// A list that matches, before its reasons become a `Match`.
struct FoundMatch {
    /// What is known of the list, with the rule of each kind that held.
    var reasons: ListReasons
    /// nil for a list without a location rule.
    var hit: CircleHit?
    var certainty = Match.Certainty.certain
    /// nil for a list without a species rule.
    var by: Match.SpeciesReason.Name?
    /// nil for a list without a date rule.
    var fit: DateRange.Fit?

    @inline(__always)
    init(_ reasons: ListReasons, _ hit: CircleHit?) {
        (self.reasons, self.hit) = (reasons, hit)
    }
}

/// A match's place in the order of an answer: the largest priority first, then
/// the nearest center.
struct MatchRank {
    let priority: Int
    /// Infinite for a list without a location rule.
    let meters: Double
    /// The match.
    let index: Int

    @inline(__always)
    init(_ found: FoundMatch, at index: Int) {
        (priority, meters, self.index) = (found.reasons.priority, found.hit?.meters ?? .infinity, index)
    }
}

extension Match {
    /// What was found, put into words.
    @inline(__always)
    init(_ found: FoundMatch) {
        self.init(
            watchlist: FeatureID(key: found.reasons.key), priority: found.reasons.priority,
            certainty: found.certainty)
        if let hit = found.hit {
            location = LocationReason(
                rule: found.reasons[.location], distance: .meters(hit.meters), insideMeters: hit.radius - hit.meters)
        }
        if let by = found.by { species = SpeciesReason(rule: found.reasons[.species], by: by) }
        if let fit = found.fit { date = DateReason(rule: found.reasons[.date], fit: fit) }
    }
}
