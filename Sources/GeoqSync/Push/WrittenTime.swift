import Geoq
import GeoqStore

extension PendingOperation {
    /// Why it is not sent: a column of days or moments has a text that is neither; nil when it can be sent.
    ///
    /// Any program may write such a text. PostgreSQL refuses most of them, and reads some in a way that its writer
    /// may not have meant: `today` by its own clock, `1/2/2026` with the month first.
    var wrongTime: String? {
        for column in row.table.columns where column.kind == .date || column.kind == .timestamp {
            guard case .text(let text)? = values.first(where: { $0.name == column.name })?.value,
                !WrittenTime.isDayOrMoment(text)
            else { continue }
            let form = column.kind == .date ? "day (yyyy-mm-dd)" : "moment (yyyy-mm-ddThh:mm:ssZ)"
            let shown = text.count > 40 ? String(text.prefix(40)) + "…" : text
            return "not sent: \(column.name) of \(row) is \"\(shown)\", which is no \(form)"
        }
        return nil
    }
}

/// The texts of days and moments that a server reads in one way.
enum WrittenTime {
    /// Whether a text is a day that the calendar has, alone or with a time: ISO 8601, also with a space for the `T`,
    /// without seconds, or with an offset from UTC; ` BC` at the end, and the two infinities.
    static func isDayOrMoment(_ text: String) -> Bool {
        if text == "infinity" || text == "-infinity" { return true }
        let written = text.hasSuffix(" BC") ? String(text.dropLast(3)) : text
        guard Array(written.utf8.prefix(5)).last == UInt8(ascii: "-"), !written.hasPrefix("-") else {
            // A year of more than four digits, or with a sign.
            return CalendarText.daysSince2000(written.utf8) != nil
                || CalendarText.microsecondsSince2000(written.utf8) != nil || JSONTime.date(text) != nil
        }
        guard Day(iso: written.prefix(10)) != nil else { return false }
        let rest = Array(written.utf8.dropFirst(10))
        return rest.isEmpty || rest.withUnsafeBufferPointer { isTime($0) }
    }

    /// A day or a moment as PostgreSQL reads it, which takes a sign before the year for an offset from UTC: a year of
    /// more than four digits stands there without one, and one before the first has ` BC` behind it.
    static func withoutSign(_ text: String) -> String {
        guard let match = text.wholeMatch(of: /([+-]?)(\d{4,6})(-\d\d-\d\d.*)/), let year = Int(match.2) else {
            return text
        }
        let rest = match.3
        if match.1 == "-" || year == 0 {
            let digits = String(year + 1)
            return String(repeating: "0", count: max(4 - digits.count, 0)) + digits + rest + " BC"
        }
        return match.1 == "+" ? String(match.2 + rest) : text
    }

    /// Whether bytes are a mark, a time of the day, and perhaps an offset from UTC.
    private static func isTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var reader = DigitReader(bytes)
        guard reader.skip(UInt8(ascii: "T")) || reader.skip(UInt8(ascii: " ")), skipClock(&reader) else { return false }
        reader.skip(UInt8(ascii: " "))
        if reader.isAtEnd || reader.skip(UInt8(ascii: "Z")) { return reader.isAtEnd }
        guard reader.skip(UInt8(ascii: "+")) || reader.skip(UInt8(ascii: "-")), skipPair(&reader, below: 16) else {
            return false
        }
        while !reader.isAtEnd {
            reader.skip(UInt8(ascii: ":"))
            guard skipPair(&reader, below: 60) else { return false }
        }
        return true
    }

    /// Steps over a time as programs write it, or without seconds.
    private static func skipClock(_ reader: inout DigitReader) -> Bool {
        var whole = reader
        if ClockTime(&whole, lastHour: 24, lastSecond: 60) != nil {
            reader = whole
            return true
        }
        return skipPair(&reader, below: 25) && reader.skip(UInt8(ascii: ":")) && skipPair(&reader, below: 60)
    }

    private static func skipPair(_ reader: inout DigitReader, below limit: Int) -> Bool {
        reader.twoDigits().map { $0 < limit } ?? false
    }
}
