/// A time of day as text.
package enum TimeField {
    /// The time in one form: `HH:mm` or `HH:mm:ss`, with `Z` or `±HH:mm` behind
    /// it when the text has a zone.
    ///
    /// It reads `07:42`, `7:42:00`, `14:59:05.000` (fractions are dropped),
    /// `09:27 AM`, `T10:05`, and the zones `Z`, `UTC`, `GMT`, `+02`, `+0200`
    /// and `+02:00`.
    ///
    /// - Returns: nil when the text is no time.
    package static func parse(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { parse($0.trimmed) }
    }

    /// The time in one form, from bytes.
    package static func parse(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        var reader = DigitReader(text)
        reader.skip(UInt8(ascii: "T"))
        guard var hour = reader.number(digits: 1...2), reader.skip(UInt8(ascii: ":")),
            let minute = reader.number(digits: 2...2), minute < 60
        else { return nil }
        var second: Int?
        if reader.skip(UInt8(ascii: ":")) {
            guard let value = reader.number(digits: 2...2), value < 60 else { return nil }
            second = value
            if reader.skip(UInt8(ascii: ".")) || reader.skip(UInt8(ascii: ",")) {
                guard reader.skipDigits() > 0 else { return nil }
            }
        }
        reader.skipBlanks()
        if let isAfternoon = reader.halfOfDay() {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
            reader.skipBlanks()
        }
        guard hour < 24, let zone = zone(&reader), reader.isAtEnd else { return nil }
        return padded(hour) + ":" + padded(minute) + (second.map { ":" + padded($0) } ?? "") + zone
    }

    /// Whether the time is midnight and has no zone. Formats that fill a date
    /// up with `T00:00:00` mean no time by it.
    package static func isBareMidnight(_ time: String) -> Bool {
        time == "00:00" || time == "00:00:00"
    }

    /// Whether a time in the form of `parse(_:)` is in UTC.
    package static func isInUTC(_ time: String) -> Bool {
        time.hasSuffix("Z") || time.hasSuffix("+00:00") || time.hasSuffix("-00:00")
    }

    /// The zone that follows a time; empty when nothing follows, nil when
    /// something else does.
    private static func zone(_ reader: inout DigitReader) -> String? {
        if reader.isAtEnd { return "" }
        if reader.skipWord("z") || reader.skipWord("utc") || reader.skipWord("gmt") { return "Z" }
        let isWest = reader.peek == UInt8(ascii: "-")
        guard isWest || reader.peek == UInt8(ascii: "+") else { return nil }
        reader.advance()
        guard let hours = reader.twoDigits(), hours <= 18 else { return nil }
        reader.skip(UInt8(ascii: ":"))
        var minutes = 0
        if !reader.isAtEnd {
            guard let value = reader.twoDigits(), value < 60 else { return nil }
            minutes = value
        }
        return (isWest ? "-" : "+") + padded(hours) + ":" + padded(minutes)
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
