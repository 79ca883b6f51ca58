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
        let written = read(text) { reader, isBeforeChrist -> Int32? in
            guard let day = readDay(&reader, isBeforeChrist, lastYear: lastYearOfDays), reader.isAtEnd else {
                return nil
            }
            return Int32(exactly: day)
        }
        if let written { return CalendarText.date(daysSince2000: written) }
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
        return read(text) { reader, isBeforeChrist -> Int64? in
            guard let day = readDay(&reader, isBeforeChrist, lastYear: lastYear),
                reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: " ")),
                let time = ClockTime(&reader, lastHour: 24, lastSecond: 60), time.fractionDigits <= 6,
                let offset = readOffset(&reader), reader.isAtEnd
            else { return nil }
            let ofDay = Int64((time.hour * 60 + time.minute) * 60 + time.second) * 1_000_000 + Int64(time.microseconds)
            // A year before Christ has no bound.
            let (whole, isTooFar) = (day * secondsPerDay - offset).multipliedReportingOverflow(by: 1_000_000)
            let (sum, isBeyond) = whole.addingReportingOverflow(ofDay)
            return isTooFar || isBeyond ? nil : sum
        }
    }

    /// Calls the body with a reader of the text, and with whether ` BC` stands at its end,
    /// which the reader leaves out.
    private static func read<Value>(
        _ text: String, _ body: (inout DigitReader, _ isBeforeChrist: Bool) -> Value?
    ) -> Value? {
        var text = text
        return text.withUTF8 { bytes in
            let isBeforeChrist = bytes.suffix(3).elementsEqual(" BC".utf8)
            var reader = DigitReader(UnsafeBufferPointer(rebasing: bytes.dropLast(isBeforeChrist ? 3 : 0)))
            return body(&reader, isBeforeChrist)
        }
    }

    /// Days since 2000.
    private static func readDay(_ reader: inout DigitReader, _ isBeforeChrist: Bool, lastYear: Int) -> Int64? {
        guard let written = reader.number(digits: 4...7), (1...lastYear).contains(written),
            reader.skip(UInt8(ascii: "-")), let month = reader.number(digits: 2...2), (1...12).contains(month),
            reader.skip(UInt8(ascii: "-")), let day = reader.number(digits: 2...2), (1...31).contains(day)
        else { return nil }
        // The year before 1 is 0, as astronomers count.
        let year = isBeforeChrist ? 1 - written : written
        return Int64(Day.number(ofYear: year, month: month, day: day) - 10_957)
    }

    /// Seconds east of Greenwich; 0 where no offset is written.
    private static func readOffset(_ reader: inout DigitReader) -> Int64? {
        reader.isAtEnd ? 0 : UTCOffset(&reader).map { Int64($0.seconds) }
    }
}
