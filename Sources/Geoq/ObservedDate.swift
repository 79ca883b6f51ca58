/// When something was seen, as precisely as it is known: one day, a range of
/// days, or only a month or a year.
public struct ObservedDate: Hashable, Sendable {
    /// How precisely a date is known.
    public enum Precision: String, Hashable, Sendable, CaseIterable {
        /// To the day, or as a range of days.
        case day
        /// To the month.
        case month
        /// To the year.
        case year
    }

    /// The first day that it can have been.
    public let first: Day

    /// The last day that it can have been; never before `first`.
    public let last: Day

    /// `.day` also for a range of which both ends are known to the day.
    public let precision: Precision

    /// One day, or a range with both ends.
    ///
    /// - Returns: nil when the range ends before it starts.
    public init?(_ first: Day, through last: Day? = nil, precision: Precision = .day) {
        let last = last ?? first
        guard first <= last else { return nil }
        (self.first, self.last, self.precision) = (first, last, precision)
    }

    /// A whole year.
    public init?(year: Int) {
        guard let first = Day(year: year, month: 1, day: 1), let last = Day(year: year, month: 12, day: 31)
        else { return nil }
        self.init(first, through: last, precision: .year)
    }

    /// A whole month.
    public init?(year: Int, month: Int) {
        guard let first = Day(year: year, month: month, day: 1),
            let last = Day(year: year, month: month, day: Day.length(ofMonth: month, year: year))
        else { return nil }
        self.init(first, through: last, precision: .month)
    }

    /// The days from `first` to `last`, taken for months or years when they
    /// begin with the first day of one and end with the last.
    ///
    /// - Returns: nil when they end before they start.
    public init?(spanning first: Day, through last: Day) {
        let (start, end) = (first.components, last.components)
        let precision: Precision =
            if start.day > 1 || end.day < Day.length(ofMonth: end.month, year: end.year) {
                .day
            } else if start.month > 1 || end.month < 12 {
                .month
            } else {
                .year
            }
        self.init(first, through: last, precision: precision)
    }

    /// The one day that it was; nil for ranges, months and years.
    public var exactDay: Day? {
        first == last ? first : nil
    }
}

extension ObservedDate: CustomStringConvertible {
    /// Only as much as is known (ISO 8601, calendar dates of reduced
    /// precision): `2024-05-03`, `2024-05` or `2024`; the two ends of a range
    /// with a slash between, `2024-05-03/2024-05-09`.
    public var description: String {
        let (start, end) = (text(of: first), text(of: last))
        return start == end ? start : "\(start)/\(end)"
    }

    private func text(of day: Day) -> String {
        let length =
            switch precision {
            case .day: 10
            case .month: 7
            case .year: 4
            }
        return String(day.description.prefix(length))
    }
}
