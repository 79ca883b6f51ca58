/// A day of any year: `--04-01`. 29 February is in leap years only.
package struct MonthDay: Hashable, Sendable {
    package let month: Int
    package let day: Int

    /// - Returns: nil when no year has such a day.
    package init?(month: Int, day: Int) {
        // 2000 is a leap year: every day that some year has.
        guard (1...12).contains(month), (1...Day.length(ofMonth: month, year: 2000)).contains(day) else { return nil }
        (self.month, self.day) = (month, day)
    }

    /// The day without its year.
    package init(_ day: Day) {
        let parts = day.components
        (month, self.day) = (parts.month, parts.day)
    }

    /// `--mm-dd`, and nothing else (ISO 8601:2000, 5.2.1.3 d).
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, text.hasPrefix("--"), bytes[4] == UInt8(ascii: "-"),
            bytes[2].isDigit, bytes[3].isDigit, bytes[5].isDigit, bytes[6].isDigit
        else { return nil }
        self.init(
            month: Int(bytes[2] & 15) * 10 + Int(bytes[3] & 15), day: Int(bytes[5] & 15) * 10 + Int(bytes[6] & 15))
    }

    static let firstOfYear = MonthDay(unchecked: 1, 1)
    static let lastOfYear = MonthDay(unchecked: 12, 31)

    private init(unchecked month: Int, _ day: Int) {
        (self.month, self.day) = (month, day)
    }

    /// Its place in a leap year, from 0 on.
    var leapDay: Int32 { Self.leapDaysBefore[month] + Int32(day) - 1 }

    /// Days of a leap year before each month, from 1 on.
    private static let leapDaysBefore = SIMD16<Int32>(
        0, 0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 0, 0, 0)

    /// The day that comes next in a leap year.
    var next: MonthDay {
        MonthDay(month: month, day: day + 1) ?? MonthDay(month: month + 1, day: 1) ?? .firstOfYear
    }

    /// The day that comes before in a leap year.
    var previous: MonthDay {
        if let before = MonthDay(month: month, day: day - 1) { return before }
        guard month > 1 else { return .lastOfYear }
        return MonthDay(unchecked: month - 1, Day.length(ofMonth: month - 1, year: 2000))
    }
}

extension MonthDay: Comparable {
    package static func < (lhs: MonthDay, rhs: MonthDay) -> Bool {
        lhs.leapDay < rhs.leapDay
    }
}

extension MonthDay: CustomStringConvertible {
    /// `--mm-dd`
    package var description: String {
        "--\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}
