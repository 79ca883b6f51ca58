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
        guard let day = Day(iso: text.prefix(10)) else { return nil }
        return Array(text.utf8.dropFirst(10)).withUnsafeBufferPointer { rest -> Date? in
            var reader = DigitReader(rest)
            guard reader.skip(UInt8(ascii: "T")), let time = ClockTime(&reader), let offset = UTCOffset(&reader),
                reader.isAtEnd
            else { return nil }
            let seconds = Int64((time.hour * 60 + time.minute) * 60 + time.second - offset.seconds)
            let milliseconds = Int64(day.number) * millisecondsOfDay + seconds * 1000 + Int64(time.microseconds / 1000)
            return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        }
    }
}
