import Foundation
import Geoq
import Synchronization

/// The time of day, for answers.
enum Clock {
    /// Now in UTC, as RFC 3339 has it: `2026-11-21T10:15:17Z`.
    static func now() -> String {
        Date.now.formatted(.iso8601)
    }
}

/// The value of `Date` (RFC 9110, section 5.6.7), written once a second.
final class DateHeader: Sendable {
    private let written = Mutex<(second: Int, text: String)>((.min, ""))

    /// Now: `Sat, 21 Nov 2026 10:15:17 GMT`.
    var text: String {
        let second = Int(Date.now.timeIntervalSince1970)
        return written.withLock { written in
            if written.second != second { written = (second, Self.text(second)) }
            return written.text
        }
    }

    /// - Parameter second: since 1970-01-01T00:00:00Z.
    static func text(_ second: Int) -> String {
        let day = Day(number: Int32(second / 86_400))
        let date = day.components
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let time = [second / 3_600 % 24, second / 60 % 60, second % 60].map(two).joined(separator: ":")
        // 1970-01-01 was a Thursday.
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(day.number) % 7]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(weekday), \(two(date.day)) \(months[date.month - 1]) \(date.year) \(time) GMT"
    }
}
