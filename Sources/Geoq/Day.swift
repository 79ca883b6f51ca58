/// A day of the proleptic Gregorian calendar, without a zone.
///
/// Dates count as they are written: the day of a sighting is the day that its
/// record names. Days are ordered, and differ by `number`.
public struct Day: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before.
    public let number: Int32

    /// The day that is this many days after 1970-01-01; before, when negative.
    public init(number: Int32) {
        self.number = number
    }

    /// The day with these calendar numbers, or nil when there is none (such as
    /// 30 February, or a year outside 1…9999).
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Day.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        number = Int32(Day.number(ofYear: year, month: month, day: day))
    }

    /// The number of a day in any year, before year 1, too: Howard Hinnant,
    /// "chrono-compatible low-level date algorithms", `days_from_civil`. Its
    /// years begin in March, so that leap days come last.
    @inlinable package static func number(ofYear year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400 - (shiftedYear % 400 < 0 ? 1 : 0)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day of an ISO 8601 calendar date, `yyyy-mm-dd`, and nothing else.
    public init?(iso text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Day.decimal(bytes[0..<4]), let month = Day.decimal(bytes[5..<7]),
            let day = Day.decimal(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month and day of the month.
    public var components: (year: Int, month: Int, day: Int) { Day.components(of: Int(number)) }

    /// The same of any number: `civil_from_days`.
    @inlinable package static func components(of number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    public static func < (lhs: Day, rhs: Day) -> Bool {
        lhs.number < rhs.number
    }

    /// How many days a month has, 28…31.
    public static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}

extension Day: CustomStringConvertible {
    /// `yyyy-mm-dd`
    public var description: String {
        let (year, month, day) = components
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
