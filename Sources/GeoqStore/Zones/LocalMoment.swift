import Foundation
import Geoq

/// The time on a clock: hours, minutes and perhaps seconds.
struct WallClock {
    let seconds: Int
    let hasSeconds: Bool

    /// - Parameter time: in the form of `TimeField`.
    init?(_ time: String) {
        let parts = time.prefix { $0.isNumber || $0 == ":" }.split(separator: ":").map { Int($0) }
        guard parts.count == 2 || parts.count == 3, let hour = parts[0], let minute = parts[1],
            let second = parts.count == 3 ? parts[2] : 0
        else { return nil }
        (seconds, hasSeconds) = (hour * 3600 + minute * 60 + second, parts.count == 3)
    }
}

/// A moment by the calendar and the clock of a place.
struct LocalMoment {
    let day: Day
    /// With its offset from UTC, as ISO 8601.
    let time: String

    init(_ dayInUTC: Day, _ clock: WallClock, _ zone: TimeZone) {
        let moment = Int(dayInUTC.number) * 86_400 + clock.seconds
        // Before standard time, offsets had seconds; ISO 8601 has none.
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))) / 60 * 60
        let local = moment + offset
        let ofDay = ((local % 86_400) + 86_400) % 86_400
        day = Day(number: Int32((local - ofDay) / 86_400))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        time =
            two(ofDay / 3600) + ":" + two(ofDay / 60 % 60) + (clock.hasSeconds ? ":" + two(ofDay % 60) : "")
            + (offset < 0 ? "-" : "+") + two(abs(offset) / 3600) + ":" + two(abs(offset) / 60 % 60)
    }
}
