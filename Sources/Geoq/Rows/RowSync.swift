package import FoundationEssentials

/// What a store knows of a row at its remote. A store gives it with the row, and never takes it.
package struct RowSync: Sendable {
    /// The remote's version of the row when it was last seen; 0 for a row that the remote never had.
    package var version: Int
    /// When the store last found the row as the remote has it, or last received it; nil if never. In whole milliseconds.
    package var seenAt: Date? {
        get { milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1000) } }
        set { milliseconds = newValue.flatMap { Self.milliseconds($0) } }
    }
    private var milliseconds: Int64?

    package init(version: Int = 0, seenAt: Date? = nil) {
        self.version = version
        milliseconds = seenAt.flatMap { Self.milliseconds($0) }
    }

    /// - Returns: nil for a moment outside of the years 1 to 9999, which no text has.
    private static func milliseconds(_ date: Date) -> Int64? {
        let number = (date.timeIntervalSince1970 * 1000).rounded()
        guard number >= Double(first), number <= Double(last) else { return nil }
        return Int64(number)
    }

    private static let millisecondsOfDay: Int64 = 86_400_000
    private static let first = Int64(Day.number(ofYear: 1, month: 1, day: 1)) * millisecondsOfDay
    private static let last = Int64(Day.number(ofYear: 10_000, month: 1, day: 1)) * millisecondsOfDay - 1
}

/// The moment makes no difference: each sync moves it for all rows, and a program that keeps rows, or has chosen one,
/// finds it again after a sync that has changed nothing.
extension RowSync: Hashable {
    package static func == (lhs: RowSync, rhs: RowSync) -> Bool { lhs.version == rhs.version }
    package func hash(into hasher: inout Hasher) { hasher.combine(version) }
}

/// The moment as a text: `2026-11-20T08:00:00.000Z`.
extension RowSync {
    package var text: String? {
        milliseconds.map { number in
            let day = number >= 0 ? number / Self.millisecondsOfDay : (number + 1) / Self.millisecondsOfDay - 1
            let time = number - day * Self.millisecondsOfDay
            func padded(_ number: Int64, _ width: Int) -> String {
                let digits = String(number)
                return String(repeating: "0", count: width - digits.count) + digits
            }
            let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { padded($0, 2) }
            return "\(Day(number: Int32(day)))T\(clock.joined(separator: ":")).\(padded(time % 1000, 3))Z"
        }
    }

    /// The moment of a text: a day, `T`, a time with seconds and any part of one, and `Z` or an offset from UTC such as
    /// `+02:00`, as PostgREST writes. What is finer than a millisecond is dropped.
    package static func moment(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let day = Day(iso: text.prefix(10)), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"), let zone = zone(bytes[19...]),
            let hours = number(bytes[11..<13]), let minutes = number(bytes[14..<16]),
            let seconds = number(bytes[17..<19]), hours < 24, minutes < 60, seconds < 60
        else { return nil }
        var thousandths: Int64 = 0
        let rest = bytes[19..<zone.start]
        if !rest.isEmpty {
            let digits = rest.dropFirst()
            guard rest.first == UInt8(ascii: "."), !digits.isEmpty,
                digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let number = number(([UInt8](digits.prefix(3)) + [48, 48, 48])[..<3])
            else { return nil }
            thousandths = number
        }
        let milliseconds =
            Int64(day.number) * millisecondsOfDay + hours * 3_600_000 + (minutes - zone.minutes) * 60_000 + seconds
            * 1000
            + thousandths
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Where the offset at the end of a time begins, and how many minutes it is ahead of UTC.
    private static func zone(_ time: ArraySlice<UInt8>) -> (start: Int, minutes: Int64)? {
        guard let last = time.last else { return nil }
        if last == UInt8(ascii: "Z") { return (time.endIndex - 1, 0) }
        guard let sign = time.lastIndex(where: { [UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0) }) else {
            return nil
        }
        let digits = time[(sign + 1)...]
        let hasMinutes = digits.count == 5 && digits[sign + 3] == UInt8(ascii: ":")
        guard hasMinutes || digits.count == 2, let hours = number(digits.prefix(2)),
            let minutes = hasMinutes ? number(digits.suffix(2)) : 0, hours < 24, minutes < 60
        else { return nil }
        let ahead = hours * 60 + minutes
        return (sign, time[sign] == UInt8(ascii: "-") ? -ahead : ahead)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return value
    }
}
