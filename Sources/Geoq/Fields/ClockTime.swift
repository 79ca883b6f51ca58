/// A time of day as programs write it: `hh:mm:ss`, with or without digits behind a point
/// (RFC 3339, section 5.6). `TimeField` reads the times of files, which people write, too.
package struct ClockTime: Hashable, Sendable {
    package let hour: Int
    package let minute: Int
    package let second: Int
    /// How many digits of the second stand behind the point; 0 without a point.
    package let fractionDigits: Int
    /// Of the second; digits behind the sixth are dropped.
    package let microseconds: Int

    /// Reads the time at which the reader stands, and stops behind it.
    ///
    /// - Parameters:
    ///   - lastHour: 24 where the end of a day may be written so.
    ///   - lastSecond: 60 where a leap second may be.
    package init?(_ reader: inout DigitReader, lastHour: Int = 23, lastSecond: Int = 59) {
        guard let hour = reader.number(digits: 2...2), hour <= lastHour, reader.skip(UInt8(ascii: ":")),
            let minute = reader.number(digits: 2...2), minute <= 59, reader.skip(UInt8(ascii: ":")),
            let second = reader.number(digits: 2...2), second <= lastSecond
        else { return nil }
        var (digits, micros) = (0, 0)
        if reader.skip(UInt8(ascii: ".")) {
            while let byte = reader.peek, byte.isDigit {
                if digits < 6 { micros = micros * 10 + Int(byte & 0x0F) }
                digits += 1
                reader.advance()
            }
            guard digits > 0 else { return nil }
            for _ in min(digits, 6)..<6 { micros *= 10 }
        }
        (self.hour, self.minute, self.second) = (hour, minute, second)
        (fractionDigits, microseconds) = (digits, micros)
    }
}
