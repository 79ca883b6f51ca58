/// A date range as three numbers, for testing many of them against one date.
struct DateTest: BitwiseCopyable, Sendable {
    enum Kind: UInt8 { case none, days, season, several }

    var kind = Kind.none
    /// Day numbers, or `MonthDay.ordinal`; the least and the greatest number
    /// where an end is open.
    var low: Int32 = 0
    var high: Int32 = 0

    init() {}

    init(_ range: DateRange) {
        switch range {
        case .days(let start, let end):
            (kind, low, high) = (.days, start?.number ?? .min, end?.number ?? .max)
        case .season(let start, let end):
            (kind, low) = (.season, (start ?? .firstOfYear).ordinal)
            high = (end ?? .lastOfYear).ordinal
        }
    }

    /// Stands for several ranges, which are looked up elsewhere.
    static let several: DateTest = {
        var test = DateTest()
        test.kind = .several
        return test
    }()
}

/// A sighting's date, taken apart once for all tests.
struct TestedDate {
    private let date: ObservedDate?
    /// The one day that it was; nil for ranges, and when it is not known.
    private let day: Int32?
    private let ordinal: Int32
    /// The days of 1 January of the year before, of its own, and of the two
    /// years after.
    private let years: SIMD4<Int32>

    init(_ date: ObservedDate?) {
        self.date = date
        guard let exact = date?.exactDay, (2...9997).contains(exact.components.year) else {
            (day, ordinal, years) = (nil, 0, .zero)
            return
        }
        let parts = exact.components
        day = exact.number
        ordinal = Int32(parts.month * 32 + parts.day)
        func length(of year: Int) -> Int32 { Day.length(ofMonth: 2, year: year) == 29 ? 366 : 365 }
        let first = exact.number - Self.offset(ordinal, inLeapYear: length(of: parts.year) == 366)
        let next = first + length(of: parts.year)
        years = SIMD4(first - length(of: parts.year - 1), first, next, next + length(of: parts.year + 1))
    }

    /// What `DateRange.fit(_:)` gives.
    @inline(__always)
    func fit(_ test: DateTest, _ range: @autoclosure () -> DateRange) -> DateRange.Fit {
        guard let day else { return range().fit(date) }
        if test.kind == .days {
            guard test.low <= day, day <= test.high else { return .outside }
            let toStart = test.low == .min ? Int.max : Int(day) - Int(test.low)
            let toEnd = test.high == .max ? Int.max : Int(test.high) - Int(day)
            return toStart == .max && toEnd == .max ? .inside(days: nil) : .inside(days: min(toStart, toEnd))
        }
        let isInside =
            test.low <= test.high
            ? test.low <= ordinal && ordinal <= test.high : test.low <= ordinal || ordinal <= test.high
        guard isInside else { return .outside }
        if Self.offset(test.high, inLeapYear: true) + 1 == Self.offset(test.low, inLeapYear: true)
            || test.low == MonthDay.firstOfYear.ordinal && test.high == MonthDay.lastOfYear.ordinal
        {
            return .inside(days: nil)
        }
        // 1: the year of the sighting; 29 February where there is none is the
        // 1 March as a start, and the 28 February as an end.
        let startYear = test.low <= ordinal ? 1 : 0
        let endYear = ordinal <= test.high ? 1 : 2
        let start = years[startYear] + Self.offset(test.low, inLeapYear: isLeap(startYear))
        let endIsMissing = test.high == 2 * 32 + 29 && !isLeap(endYear)
        let end = years[endYear] + Self.offset(test.high, inLeapYear: isLeap(endYear)) - (endIsMissing ? 1 : 0)
        return .inside(days: Int(min(day - start, end - day)))
    }

    @inline(__always)
    private func isLeap(_ year: Int) -> Bool { years[year + 1] - years[year] == 366 }

    /// Days from 1 January on; of 29 February in other years that of 1 March.
    @inline(__always)
    private static func offset(_ ordinal: Int32, inLeapYear isLeap: Bool) -> Int32 {
        let (month, day) = (Int(ordinal >> 5), ordinal & 31)
        return daysBefore[month] + day - 1 + (isLeap && month > 2 ? 1 : 0)
    }

    /// Days of a common year before each month, from 1 on.
    private static let daysBefore = SIMD16<Int32>(
        0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 0, 0, 0)
}
