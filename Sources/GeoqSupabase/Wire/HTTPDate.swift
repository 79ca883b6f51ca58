import Geoq

/// The date of an answer (RFC 9110, 5.6.7).
enum HTTPDate {
    /// - Parameter text: `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that a
    ///   server of today sends.
    /// - Returns: Seconds since 1970; nil for any other text.
    static func seconds(_ text: String?) -> Double? {
        guard
            let match = text?.wholeMatch(of: /[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT/),
            let day = Int(match.1), let month = months.firstIndex(of: String(match.2)), let year = Int(match.3),
            let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6),
            let date = Day(year: year, month: month + 1, day: day), hour < 24, minute < 60, second <= 60
        else { return nil }
        return Double(date.number) * 86_400 + Double(hour * 3_600 + minute * 60 + second)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
