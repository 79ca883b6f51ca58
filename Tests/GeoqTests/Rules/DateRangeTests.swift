import TestSupport
import Testing

@testable import Geoq

/// Seasons, leap days and open ends, against a walk over the calendar.
@Suite struct DateRangeTests {
    private static let span = Day(iso: "1999-01-01")!.number...Day(iso: "2009-12-31")!.number

    @Test func `seasons hold the days that they name`() throws {
        func inside(_ range: DateRange, _ day: String) throws -> Bool { range.contains(try #require(Day(iso: day))) }
        let winter = DateRange.season(from: MonthDay("--11-01"), through: MonthDay("--02-28"))
        for day in ["2023-11-01", "2023-12-31", "2024-01-01", "2024-02-28"] { #expect(try inside(winter, day)) }
        for day in ["2023-10-31", "2024-02-29", "2024-03-01", "2024-07-01"] { #expect(try !inside(winter, day)) }
        let leap = DateRange.season(from: MonthDay("--02-29"), through: MonthDay("--02-29"))
        #expect(try inside(leap, "2024-02-29"))
        for day in ["2023-02-28", "2023-03-01", "2024-02-28", "2024-03-01"] { #expect(try !inside(leap, day)) }
        let spring = DateRange.season(from: MonthDay("--04-01"), through: nil)
        #expect(try inside(spring, "2024-12-31") && inside(spring, "2024-04-01") && !inside(spring, "2024-03-31"))
        let early = DateRange.season(from: nil, through: MonthDay("--04-01"))
        #expect(try inside(early, "2024-01-01") && inside(early, "2024-04-01") && !inside(early, "2024-04-02"))
    }

    @Test func `days inside count to the nearer end`() throws {
        func fit(_ range: DateRange, _ first: String, _ last: String? = nil) throws -> DateRange.Fit {
            range.fit(ObservedDate(try #require(Day(iso: first)), through: last.flatMap { Day(iso: $0) }))
        }
        let days = DateRange.days(from: Day(iso: "2026-04-01"), through: Day(iso: "2026-06-30"))
        #expect(try fit(days, "2026-04-01") == .inside(days: 0))
        #expect(try fit(days, "2026-04-11") == .inside(days: 10))
        #expect(try fit(days, "2026-06-28") == .inside(days: 2))
        #expect(try fit(days, "2026-03-31") == .outside)
        #expect(try fit(days, "2026-03-30", "2026-04-02") == .partly)
        #expect(try fit(days, "2026-04-03", "2026-04-09") == .inside(days: 2))
        #expect(days.fit(nil) == .unknown)
        #expect(days.fit(ObservedDate(year: 2026, month: 5)) == .unknown)
        #expect(days.fit(ObservedDate(year: 2026)) == .unknown)
        let open = DateRange.days(from: Day(iso: "2026-04-01"), through: nil)
        #expect(try fit(open, "2026-05-01") == .inside(days: 30))
        let winter = DateRange.season(from: MonthDay("--11-01"), through: MonthDay("--02-29"))
        #expect(try fit(winter, "2024-02-28") == .inside(days: 1))
        #expect(try fit(winter, "2023-02-28") == .inside(days: 0))
        #expect(try fit(winter, "2023-12-31", "2024-01-02") == .inside(days: 58))
        #expect(try fit(winter, "2023-02-20", "2023-12-24") == .partly)
        let always = DateRange.season(from: MonthDay("--05-01"), through: MonthDay("--04-30"))
        #expect(try fit(always, "2024-04-30", "2024-05-01") == .inside(days: nil))
    }

    @Test func `a date fits as its days do`() throws {
        let seed: UInt64 = 21
        print("seed \(seed)")
        var random = RandomRules(seed: seed, around: .one)
        for _ in 0..<4000 {
            let range = Self.range(&random)
            let first = Day(number: Int32.random(in: Self.span, using: &random.generator))
            let length = [0, 0, 0, 1, 5, 40, 800].randomElement(using: &random.generator)!
            let date = try #require(ObservedDate(first, through: Day(number: first.number + Int32(length))))
            let fit = range.fit(date)
            let days = (date.first.number...date.last.number).map { Self.holds(range, Day(number: $0)) }
            switch fit {
            case .inside: #expect(days.allSatisfy { $0 }, "\(range) \(date)")
            case .partly: #expect(days.contains(true) && days.contains(false), "\(range) \(date)")
            case .outside: #expect(!days.contains(true), "\(range) \(date)")
            case .unknown:
                #expect(ObservedDate(spanning: date.first, through: date.last)?.precision != .day && length > 0)
            }
            let tested = TestedDate(date)
            #expect(tested.fit(range) == fit, "\(range) \(date)")
            #expect(tested.fit(DateTest(range)) == (date.exactDay == nil ? nil : fit), "\(range) \(date)")
            if length == 0, case .inside(.some(let inside)) = fit {
                // One of the ends is so many days away, and all between lie inside.
                let here = first.number
                for step in 0...Int32(inside) {
                    #expect(Self.holds(range, Day(number: here - step)) && Self.holds(range, Day(number: here + step)))
                }
                #expect(
                    Self.isEnd(range, here - Int32(inside), -1) || Self.isEnd(range, here + Int32(inside), 1),
                    "\(range) \(date)")
            }
        }
    }

    @Test func `no number of years breaks a range`() {
        for number in [Int32.min, -719_163, -719_162, 2_932_896, 2_932_897, Int32.max] {
            let date = ObservedDate(Day(number: number))
            for range in [
                DateRange.season(from: MonthDay("--11-01"), through: MonthDay("--02-29")),
                .season(from: nil, through: MonthDay("--12-31")), .days(from: Day(iso: "0001-01-01"), through: nil),
            ] {
                let tested = TestedDate(date)
                #expect((tested.fit(DateTest(range)) ?? tested.fit(range)) == range.fit(date))
            }
        }
    }

    @Test func `a day of the year is written one way`() {
        #expect(MonthDay("--02-29")?.description == "--02-29")
        for text in [
            "--02-30", "--13-01", "--00-10", "--4-01", "-04-01", "--04-1", "--04-01 ", "2024-04-01", "--0401", "",
        ] {
            #expect(MonthDay(text) == nil, "\(text)")
        }
    }

    private static func range(_ random: inout RandomRules) -> DateRange {
        let ends = [random.day(), random.day()].sorted()
        let isOpen = (Int.random(in: 0..<5, using: &random.generator), Int.random(in: 0..<5, using: &random.generator))
        if Bool.random(using: &random.generator) {
            let shift = Int32(-6500)
            return .days(
                from: isOpen.0 == 0 ? nil : Day(number: ends[0].number + shift),
                through: isOpen.1 == 0 ? nil : Day(number: ends[1].number + shift))
        }
        let days = [random.day(), random.day()].map { MonthDay($0) }
        return .season(from: isOpen.0 == 0 ? nil : days[0], through: isOpen.1 == 0 ? nil : days[1])
    }

    /// By month and day alone.
    private static func holds(_ range: DateRange, _ day: Day) -> Bool {
        switch range {
        case .days(let start, let end):
            return (start?.number ?? .min) <= day.number && day.number <= (end?.number ?? .max)
        case .season(let start, let end):
            let parts = day.components
            let here = parts.month * 100 + parts.day
            let from = start.map { $0.month * 100 + $0.day } ?? 101
            let through = end.map { $0.month * 100 + $0.day } ?? 1231
            return from <= through ? (from...through).contains(here) : here >= from || here <= through
        }
    }

    /// Whether a range begins or ends with a day, as it is written.
    private static func isEnd(_ range: DateRange, _ number: Int32, _ step: Int32) -> Bool {
        let outside = Day(number: number + step)
        if !holds(range, outside) { return true }
        // A season that ends where it begins again: 28 February, 1 March.
        guard case .season(let start, let end) = range else { return false }
        return step > 0
            ? MonthDay(Day(number: number)) == end ?? .lastOfYear || end == MonthDay("--02-29")
            : MonthDay(Day(number: number)) == start ?? .firstOfYear || start == MonthDay("--02-29")
    }
}
