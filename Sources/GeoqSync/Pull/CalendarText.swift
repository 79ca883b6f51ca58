import Geoq

/// PostgreSQL's days and microseconds since 2000-01-01 as ISO 8601 texts.
///
/// Years before 1 are written with a sign, as astronomers count (ISO 8601-2),
/// and so are years of more than four digits; the two infinities as PostgreSQL
/// writes them.
package enum CalendarText {
    /// `Day.number` of 2000-01-01.
    fileprivate static let year2000 = 10_957
    private static let microsecondsPerDay: Int64 = 86_400_000_000

    package static func timestamp(microsecondsSince2000 value: Int64) -> String {
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

    package static func date(daysSince2000 value: Int32) -> String {
        if value == .max { return "infinity" }
        if value == .min { return "-infinity" }
        var text = Digits(capacity: 16)
        text.append(day: Int64(value))
        return text.string
    }

    /// The time that a text of `timestamp` gives; nil for any other text.
    package static func microsecondsSince2000(_ text: some Collection<UInt8>) -> Int64? {
        if text.elementsEqual("infinity".utf8) { return .max }
        if text.elementsEqual("-infinity".utf8) { return .min }
        var reader = DigitReader(rest: text[...])
        guard let day = reader.day(), reader.skip("T"), let hours = reader.number(width: 2, below: 24),
            reader.skip(":"), let minutes = reader.number(width: 2, below: 60), reader.skip(":"),
            let seconds = reader.number(width: 2, below: 60)
        else { return nil }
        var micros: Int64 = 0
        if reader.skip(".") {
            guard let fraction = reader.number(width: 6, below: 1_000_000) else { return nil }
            micros = fraction
        }
        guard reader.skip("Z"), reader.rest.isEmpty else { return nil }
        let ofDay = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + micros
        let (start, isTooMuch) = day.multipliedReportingOverflow(by: microsecondsPerDay)
        let (value, isBeyond) = start.addingReportingOverflow(ofDay)
        return isTooMuch || isBeyond ? nil : value
    }

    /// The day that a text of `date` gives; nil for any other text.
    package static func daysSince2000(_ text: some Collection<UInt8>) -> Int32? {
        if text.elementsEqual("infinity".utf8) { return .max }
        if text.elementsEqual("-infinity".utf8) { return .min }
        var reader = DigitReader(rest: text[...])
        guard let day = reader.day(), reader.rest.isEmpty else { return nil }
        return Int32(exactly: day)
    }
}

/// Reads the texts that `Digits` writes.
private struct DigitReader<Text: Collection<UInt8>> where Text.SubSequence == Text {
    var rest: Text

    mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// A number of exactly this many digits.
    mutating func number(width: Int, below limit: Int64) -> Int64? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.count == width else { return nil }
        return take(digits).flatMap { $0 < limit ? $0 : nil }
    }

    private mutating func take(_ digits: Text) -> Int64? {
        guard digits.count <= 9 else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Days since 2000.
    mutating func day() -> Int64? {
        let isNegative = skip("-")
        let isLong = !isNegative && skip("+")
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.count >= 4, isLong == (digits.count > 4 && !isNegative), let written = take(digits), skip("-"),
            let month = number(width: 2, below: 13), skip("-"), let day = number(width: 2, below: 32), month > 0,
            day > 0
        else { return nil }
        let year = Int(isNegative ? -written : written)
        return Int64(Day.number(ofYear: year, month: Int(month), day: Int(day)) - CalendarText.year2000)
    }
}

/// Builds a text of digits: two texts for each of a million rows.
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

    /// A day of the proleptic Gregorian calendar.
    mutating func append(day daysSince2000: Int64) {
        let (year, month, day) = Day.components(of: Int(daysSince2000) + CalendarText.year2000)
        if year < 0 { append("-") } else if year > 9999 { append("+") }
        append(Int64(abs(year)), width: 4)
        append("-", Int64(month), width: 2)
        append("-", Int64(day), width: 2)
    }
}
