/// PostgreSQL's days and microseconds since 2000-01-01 as ISO 8601 texts.
///
/// Years before 1 are written with a sign, as astronomers count (ISO 8601-2),
/// and so are years of more than four digits; the two infinities as PostgreSQL
/// writes them.
enum CalendarText {
    private static let microsecondsPerDay: Int64 = 86_400_000_000

    static func timestamp(microsecondsSince2000 value: Int64) -> String {
        if value == .max { return "infinity" }
        if value == .min { return "-infinity" }
        var (days, rest) = value.quotientAndRemainder(dividingBy: microsecondsPerDay)
        if rest < 0 { (days, rest) = (days - 1, rest + microsecondsPerDay) }
        let (seconds, micros) = rest.quotientAndRemainder(dividingBy: 1_000_000)
        var text = Digits(capacity: 32)
        text.append(day: days)
        text.append("T", seconds / 3600, width: 2)
        text.append(":", seconds / 60 % 60, width: 2)
        text.append(":", seconds % 60, width: 2)
        if micros != 0 { text.append(".", micros, width: 6) }
        text.append("Z")
        return text.string
    }

    static func date(daysSince2000 value: Int32) -> String {
        if value == .max { return "infinity" }
        if value == .min { return "-infinity" }
        var text = Digits(capacity: 16)
        text.append(day: Int64(value))
        return text.string
    }
}

/// A text of digits in the making: two for each of a million rows.
private struct Digits {
    private var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ mark: Unicode.Scalar) {
        bytes.append(UInt8(ascii: mark))
    }

    mutating func append(_ mark: Unicode.Scalar, _ number: Int64, width: Int) {
        append(mark)
        append(number, width: width)
    }

    private mutating func append(_ number: Int64, width: Int) {
        let start = bytes.count
        var rest = UInt64(number)
        while rest > 0 || bytes.count < start + width {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    /// The proleptic Gregorian day: Howard Hinnant, "chrono-compatible low-level
    /// date algorithms", `civil_from_days`, whose day 0 is 0000-03-01.
    mutating func append(day daysSince2000: Int64) {
        let shifted = daysSince2000 + 730_425
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        if year < 0 { append("-") } else if year > 9999 { append("+") }
        append(abs(year), width: 4)
        append("-", civilMonth, width: 2)
        append("-", dayOfMonth, width: 2)
    }
}
