import Geoq

/// Times and days as PostgreSQL writes them into JSON: ISO 8601 with the offset
/// from UTC, six digits of a second at most, ` BC` for years before 1, and two
/// infinities.
enum JSONTime {
    private static let secondsPerDay: Int64 = 86_400
    /// Its times end in this year.
    private static let lastYear = 294_276
    private static let lastYearOfDays = 5_874_897

    /// A time as the store keeps it; nil for any other text. A time without an
    /// offset counts as one in UTC.
    static func timestamp(_ text: String) -> String? {
        microseconds(text).map { CalendarText.timestamp(microsecondsSince2000: $0) }
    }

    /// A day as the store keeps it; of a time, its day in UTC.
    static func date(_ text: String) -> String? {
        switch text {
        case "infinity": return CalendarText.date(daysSince2000: .max)
        case "-infinity": return CalendarText.date(daysSince2000: .min)
        default: break
        }
        var reader = Reader(rest: Array(text.utf8)[...])
        reader.takeEra()
        if let day = reader.day(lastYear: lastYearOfDays), reader.rest.isEmpty, let days = Int32(exactly: day) {
            return CalendarText.date(daysSince2000: days)
        }
        guard let time = microseconds(text) else { return nil }
        let (days, rest) = time.quotientAndRemainder(dividingBy: secondsPerDay * 1_000_000)
        return Int32(exactly: rest < 0 ? days - 1 : days).map { CalendarText.date(daysSince2000: $0) }
    }

    /// Microseconds since 2000.
    private static func microseconds(_ text: String) -> Int64? {
        switch text {
        case "infinity": return .max
        case "-infinity": return .min
        default: break
        }
        var reader = Reader(rest: Array(text.utf8)[...])
        reader.takeEra()
        guard let day = reader.day(lastYear: lastYear), reader.skip("T") || reader.skip(" "), let time = reader.time(),
            let offset = reader.offset(), reader.rest.isEmpty
        else { return nil }
        // A year before Christ has no bound.
        let (whole, isTooFar) = (day * secondsPerDay - offset).multipliedReportingOverflow(by: 1_000_000)
        let (sum, isBeyond) = whole.addingReportingOverflow(time)
        return isTooFar || isBeyond ? nil : sum
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        private var isBeforeChrist = false

        init(rest: ArraySlice<UInt8>) {
            self.rest = rest
        }

        /// ` BC` stands at the end.
        mutating func takeEra() {
            guard rest.suffix(3).elementsEqual(" BC".utf8) else { return }
            rest = rest.dropLast(3)
            isBeforeChrist = true
        }

        mutating func skip(_ mark: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: mark) else { return false }
            rest = rest.dropFirst()
            return true
        }

        mutating func digits(_ widths: ClosedRange<Int>) -> Int64? {
            let digits = rest.prefix { $0 &- UInt8(ascii: "0") <= 9 }
            guard widths.contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }

        private mutating func pair(below limit: Int64) -> Int64? {
            digits(2...2).flatMap { $0 < limit ? $0 : nil }
        }

        /// Days since 2000.
        mutating func day(lastYear: Int) -> Int64? {
            guard let written = digits(4...7), written > 0, written <= lastYear, skip("-"), let month = pair(below: 13),
                skip("-"), let day = pair(below: 32), month > 0, day > 0
            else { return nil }
            // The year before 1 is 0, as astronomers count.
            let year = Int(isBeforeChrist ? 1 - written : written)
            return Int64(Day.number(ofYear: year, month: Int(month), day: Int(day)) - 10_957)
        }

        /// Microseconds of the day.
        mutating func time() -> Int64? {
            guard let hours = pair(below: 25), skip(":"), let minutes = pair(below: 60), skip(":"),
                let seconds = pair(below: 61)
            else { return nil }
            var micros: Int64 = 0
            if skip(".") {
                let width = rest.prefix { $0 &- UInt8(ascii: "0") <= 9 }.count
                guard let fraction = digits(1...6) else { return nil }
                micros = (width..<6).reduce(fraction) { value, _ in value * 10 }
            }
            return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + micros
        }

        /// Seconds east of Greenwich.
        mutating func offset() -> Int64? {
            if rest.isEmpty || skip("Z") { return 0 }
            let isWest = skip("-")
            guard isWest || skip("+"), let hours = pair(below: 16) else { return nil }
            var seconds = hours * 3_600
            if skip(":") {
                guard let minutes = pair(below: 60) else { return nil }
                seconds += minutes * 60
                if skip(":") {
                    guard let rest = pair(below: 60) else { return nil }
                    seconds += rest
                }
            }
            return isWest ? -seconds : seconds
        }
    }
}
