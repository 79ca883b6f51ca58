/// A date range as three numbers, for testing many of them against one date.
struct DateTest: BitwiseCopyable, Sendable {
    enum Kind: UInt8 { case none, days, season, several }

    var kind = Kind.none
    /// Day numbers, or days of a leap year (`MonthDay.leapDay`); the least and
    /// the greatest number where an end is open.
    var low: Int32 = 0
    var high: Int32 = 0

    init() {}

    init(_ range: DateRange) {
        switch range {
        case .days(let start, let end):
            (kind, low, high) = (.days, start?.number ?? .min, end?.number ?? .max)
        case .season(let start, let end):
            (kind, low) = (.season, (start ?? .firstOfYear).leapDay)
            high = (end ?? .lastOfYear).leapDay
        }
    }

    /// Stands for several ranges, which `DateTest` does not hold.
    static let several: DateTest = {
        var test = DateTest()
        test.kind = .several
        return test
    }()
}

/// A sighting's date, taken apart once for all tests.
struct TestedDate {
    private let date: ObservedDate?
    /// The one day that it was; nil for a range and for an unknown date.
    private let day: Int32?
    /// Its place in a leap year.
    private let leapDay: Int32
    /// The year of the sighting, and the years before and after it.
    private let years: (before: Year, own: Year, after: Year)

    init(_ date: ObservedDate?) {
        self.date = date
        guard let exact = date?.exactDay, (2...9997).contains(exact.components.year) else {
            (day, leapDay) = (nil, 0)
            years = (Year(first: 0, isLeap: false), Year(first: 0, isLeap: false), Year(first: 0, isLeap: false))
            return
        }
        let parts = exact.components
        func isLeap(_ year: Int) -> Bool { Day.length(ofMonth: 2, year: year) == 29 }
        (day, leapDay) = (exact.number, MonthDay(exact).leapDay)
        let own = Year(
            first: exact.number - Year(first: 0, isLeap: isLeap(parts.year)).start(leapDay),
            isLeap: isLeap(parts.year))
        let before = own.first - (isLeap(parts.year - 1) ? 366 : 365)
        let after = own.first + (own.isLeap ? 366 : 365)
        years = (
            Year(first: before, isLeap: isLeap(parts.year - 1)), own,
            Year(first: after, isLeap: isLeap(parts.year + 1))
        )
    }

    /// A year's days. 29 February is the 60th day of a leap year. In other
    /// years a season starts on 1 March instead, or ends on 28 February.
    private struct Year {
        /// The number of its 1 January.
        let first: Int32
        let isLeap: Bool

        @inline(__always)
        func start(_ leapDay: Int32) -> Int32 { first + leapDay - (!isLeap && leapDay > 59 ? 1 : 0) }

        @inline(__always)
        func end(_ leapDay: Int32) -> Int32 { first + leapDay - (!isLeap && leapDay >= 59 ? 1 : 0) }
    }

    /// Whether the date is one day, and that day lies outside.
    @inline(__always)
    func isOutside(_ test: DateTest) -> Bool {
        guard let day else { return false }
        switch test.kind {
        case .none, .several: return false
        case .days: return day < test.low || test.high < day
        case .season:
            return test.low <= test.high
                ? leapDay < test.low || test.high < leapDay : leapDay < test.low && test.high < leapDay
        }
    }

    /// What `DateRange.fit(_:)` gives.
    func fit(_ range: DateRange) -> DateRange.Fit { range.fit(date) }

    /// How the date lies to the test's range; nil unless the date is one known
    /// day.
    @inline(__always)
    func fit(_ test: DateTest) -> DateRange.Fit? {
        guard let day else { return nil }
        if test.kind == .days {
            guard test.low <= day, day <= test.high else { return .outside }
            let toStart = test.low == .min ? Int.max : Int(day) - Int(test.low)
            let toEnd = test.high == .max ? Int.max : Int(test.high) - Int(day)
            return toStart == .max && toEnd == .max ? .inside(days: nil) : .inside(days: min(toStart, toEnd))
        }
        let (isAfterStart, isBeforeEnd) = (test.low <= leapDay, leapDay <= test.high)
        guard test.low <= test.high ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd else { return .outside }
        if (test.high + 1) % 366 == test.low { return .inside(days: nil) }
        let start = (isAfterStart ? years.own : years.before).start(test.low)
        let end = (isBeforeEnd ? years.own : years.after).end(test.high)
        return .inside(days: Int(min(day - start, end - day)))
    }
}
