import Foundation
import GRDB
import Geoq
import GeoqIndex

/// When a watchlist's entry was observed, by the calendar at its place.
///
/// A remote keeps moments in UTC. An entry counts on the day at its place, as an
/// observation that is imported does (`LocalDays`): the zone is that of the
/// nearest place of `PlaceZones`; without such a place the day is the one in
/// UTC. A day without a time, a time without a zone and one with another offset
/// than 0 count as they are written.
struct EntryMoment {
    let day: Day
    /// With its offset from UTC, if that is known.
    let time: String?

    /// - Parameters:
    ///   - text: `yyyy-mm-dd`, or a moment as ISO 8601 or PostgreSQL writes it.
    ///   - place: nil when the entry has none.
    init?(_ text: String, at place: Coordinate?) {
        guard text.utf8.count >= 10, let day = Day(iso: String(text.prefix(10))) else { return nil }
        let rest = text.dropFirst(10)
        guard let time = rest.first.map({ "T t".contains($0) ? TimeField.parse(String(rest.dropFirst())) : nil }) ?? nil
        else {
            (self.day, self.time) = (day, nil)
            return
        }
        guard TimeField.isInUTC(time), let place, let clock = WallClock(time),
            let zone = PlaceZones.all.timeZone(nearest: place)
        else {
            (self.day, self.time) = (day, time)
            return
        }
        let local = LocalMoment(day, clock, zone)
        (self.day, self.time) = (local.day, local.time)
    }

    /// The noon of a day at a place, as a moment in UTC; of the day in UTC without a
    /// place, or far from all places.
    static func noon(of day: Day, at place: Coordinate?) -> String {
        let noon = Int(day.number) * 86_400 + 43_200
        let zone = place.flatMap { PlaceZones.all.timeZone(nearest: $0) }
        let offset = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(noon))) ?? 0
        let moment = noon - offset / 60 * 60
        let seconds = ((moment % 86_400) + 86_400) % 86_400
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):00Z"
        return "\(Day(number: Int32((moment - seconds) / 86_400)))T\(time)"
    }

    /// The names of the SQL functions; each takes a moment, a latitude and a
    /// longitude.
    static let (dayFunctionName, timeFunctionName) = ("geoq_entry_day", "geoq_entry_time")

    /// The day as `yyyy-mm-dd`, and the time; null where it is unknown.
    static let functions = [
        function(dayFunctionName) { $0.day.description }, function(timeFunctionName) { $0.time },
    ]

    private static func function(
        _ name: String, _ value: @Sendable @escaping (EntryMoment) -> String?
    ) -> DatabaseFunction {
        DatabaseFunction(name, argumentCount: 3, pure: true) { values in
            guard let text = String.fromDatabaseValue(values[0]) else { return nil }
            var place: Coordinate?
            if let latitude = Double.fromDatabaseValue(values[1]), let longitude = Double.fromDatabaseValue(values[2]) {
                place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
            }
            return EntryMoment(text, at: place).flatMap(value)
        }
    }
}
