/// The days that a date rule asks for, start and end included.
package enum DateRange: Hashable, Sendable {
    /// From a day to a day; nil for an open end.
    case days(from: Day?, through: Day?)
    /// The same days of every year. A season that ends before it starts goes
    /// over the new year; an open end is the first or last day of the year.
    case season(from: MonthDay?, through: MonthDay?)
}

extension DateRange {
    /// Whether a day lies inside.
    package func contains(_ day: Day) -> Bool {
        switch self {
        case .days(let start, let end):
            return start.map { $0 <= day } ?? true && end.map { day <= $0 } ?? true
        case .season(let start, let end):
            let (start, end) = (start ?? .firstOfYear, end ?? .lastOfYear)
            let day = MonthDay(day)
            return start <= end ? start <= day && day <= end : start <= day || day <= end
        }
    }

    package typealias Fit = Match.DateReason.Fit

    /// How a date lies to the range.
    ///
    /// A date counts as known to the day unless its days make up whole months
    /// or years (`ObservedDate(spanning:through:)`), however it was written.
    package func fit(_ date: ObservedDate?) -> Fit {
        guard let date, date.isKnownToTheDay else { return .unknown }
        if holdsEveryDay { return .inside(days: nil) }
        let (first, last) = (date.first, date.last)
        guard holdsAll(from: first, through: last) else { return overlaps(first, last) ? .partly : .outside }
        let (start, end) = (start(before: first), end(after: last))
        let toStart = start.map { Int(first.number) - Int($0.number) }
        let toEnd = end.map { Int($0.number) - Int(last.number) }
        return .inside(days: toStart.map { min($0, toEnd ?? $0) } ?? toEnd)
    }

    /// Whether the range has neither a start nor an end.
    private var holdsEveryDay: Bool {
        switch self {
        case .days(let start, let end): start == nil && end == nil
        case .season(let start, let end): (end ?? .lastOfYear).next == start ?? .firstOfYear
        }
    }

    /// Whether all days of a range lie inside.
    private func holdsAll(from first: Day, through last: Day) -> Bool {
        guard contains(first), contains(last) else { return false }
        switch self {
        case .days: return true
        case .season(let start, let end):
            // The days outside a season are a season, too.
            let outside = DateRange.season(
                from: (end ?? .lastOfYear).next, through: (start ?? .firstOfYear).previous)
            return !outside.overlaps(first, last)
        }
    }

    /// The first day of the range around a day; nil when the range has no
    /// start.
    private func start(before day: Day) -> Day? {
        switch self {
        case .days(let start, _): return start
        case .season(let start, _):
            let start = start ?? .firstOfYear
            let year = day.components.year
            return start.inOrAfter(year: start <= MonthDay(day) ? year : year - 1)
        }
    }

    /// The last day of the range around a day; nil when the range has no end.
    private func end(after day: Day) -> Day? {
        switch self {
        case .days(_, let end): return end
        case .season(_, let end):
            let end = end ?? .lastOfYear
            let year = day.components.year
            return end.inOrBefore(year: MonthDay(day) <= end ? year : year + 1)
        }
    }

    /// Whether any day of a range lies inside.
    private func overlaps(_ first: Day, _ last: Day) -> Bool {
        switch self {
        case .days(let start, let end):
            return start.map { $0 <= last } ?? true && end.map { first <= $0 } ?? true
        case .season(let start, _):
            if contains(first) || contains(last) { return true }
            // No season begins again later than a leap day does: after 8 years.
            let year = first.components.year
            for year in year...min(last.components.year, year + 8) {
                guard let begin = (start ?? .firstOfYear).inOrAfter(year: year) else { continue }
                if first <= begin, begin <= last, contains(begin) { return true }
            }
            return false
        }
    }
}

extension MonthDay {
    /// The day in a year, or 1 March where there is no 29 February; nil for
    /// years outside the calendar.
    fileprivate func inOrAfter(year: Int) -> Day? {
        Day(year: year, month: month, day: day) ?? Day(year: year, month: 3, day: 1)
    }

    /// The same, but 28 February where there is no 29 February.
    fileprivate func inOrBefore(year: Int) -> Day? {
        Day(year: year, month: month, day: day) ?? Day(year: year, month: 2, day: 28)
    }
}

extension ObservedDate {
    /// Whether the date is known more precisely than to a month or a year.
    var isKnownToTheDay: Bool {
        first == last || ObservedDate(spanning: first, through: last)?.precision == .day
    }
}

extension DateRange: CustomStringConvertible {
    /// `2026-04-01…2026-06-30`, `--11-01…--02-28`; nothing where an end is open.
    package var description: String {
        switch self {
        case .days(let start, let end):
            "\(start.map(\.description) ?? "")…\(end.map(\.description) ?? "")"
        case .season(let start, let end):
            "\(start.map(\.description) ?? "")…\(end.map(\.description) ?? "")"
        }
    }
}
