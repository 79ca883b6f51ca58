/// How likely a bird is, 0…1, in each week of the year of which it is known.
package struct WeekLikelihoods: Hashable, Sendable {
    /// Which weeks are known: a bit for each, week 1 the lowest.
    private var known: UInt64 = 0
    /// By week; 0 where nothing is known.
    private var likelihoods = [Double](repeating: 0, count: SpeciesPresence.weeks.count)

    package init() {}

    package var count: Int { known.nonzeroBitCount }
    package var isEmpty: Bool { known == 0 }

    /// The weeks of which it is known, in their order.
    package var weeks: some Sequence<Int> {
        sequence(state: known) { (left: inout UInt64) -> Int? in
            guard left != 0 else { return nil }
            defer { left &= left - 1 }
            return left.trailingZeroBitCount + SpeciesPresence.weeks.lowerBound
        }
    }

    /// nil for a week of which nothing is known, and for a number that no week has.
    package subscript(week: Int) -> Double? {
        guard SpeciesPresence.weeks.contains(week), known & Self.bit(week) != 0 else { return nil }
        return likelihoods[week - SpeciesPresence.weeks.lowerBound]
    }

    /// Takes the likelihood of a week; of several likelihoods the highest counts. A number that
    /// names no week, and a likelihood that is not finite, are left out.
    package mutating func raise(_ week: Int, to likelihood: Double) {
        guard SpeciesPresence.weeks.contains(week), likelihood.isFinite else { return }
        let (bit, index) = (Self.bit(week), week - SpeciesPresence.weeks.lowerBound)
        if known & bit == 0 || likelihoods[index] < likelihood { likelihoods[index] = likelihood }
        known |= bit
    }

    /// Takes what others say; of each week the likelihood that is higher counts.
    package mutating func raise(to others: WeekLikelihoods) {
        for week in others.weeks {
            if let likelihood = others[week] { raise(week, to: likelihood) }
        }
    }

    /// Forgets what is known of other weeks.
    package mutating func keep(only week: Int) {
        let likelihood = self[week]
        self = WeekLikelihoods()
        if let likelihood { raise(week, to: likelihood) }
    }

    /// The week in which it is likeliest, the first of equal ones; nil when nothing is known.
    package var peak: (week: Int, likelihood: Double)? {
        var peak: (week: Int, likelihood: Double)?
        var left = known
        while left != 0 {
            let index = left.trailingZeroBitCount
            left &= left - 1
            let likelihood = likelihoods[index]
            if let highest = peak?.likelihood, highest >= likelihood { continue }
            peak = (index + SpeciesPresence.weeks.lowerBound, likelihood)
        }
        return peak
    }

    private static func bit(_ week: Int) -> UInt64 { 1 << UInt64(week - SpeciesPresence.weeks.lowerBound) }
}

extension WeekLikelihoods: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (Int, Double)...) {
        self.init()
        for (week, likelihood) in elements { raise(week, to: likelihood) }
    }
}
