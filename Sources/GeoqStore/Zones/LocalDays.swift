import Foundation
import Geoq
import GeoqIndex

/// Gives sightings whose time is in UTC the day and the time at their place.
///
/// A sighting counts on the day on which it was there: the zone is that of the
/// nearest place of `PlaceZones`, with summer time as the system's zone
/// database has it. The time keeps its offset from UTC, so that the moment is
/// not lost: `2020-05-01T03:00:00Z` in New York becomes 2020-04-30,
/// `23:00:00-04:00`. Without such a place the day stays the one in UTC. A time
/// without a zone, or with another offset than 0, is the source's own local time
/// and stays as it is written; so does the day that a source gives beside a
/// moment.
struct LocalDays {
    /// Sightings with a time in UTC whose place has a zone, and those of them
    /// that were on another day.
    private var known = 0
    private var moved = 0
    /// Those far from any place.
    private var unknown = 0
    /// Times that are of another day than the one that the source gives.
    private var leftOut = 0
    private var zones: [String: TimeZone] = [:]
    private var latest: (place: Coordinate, zone: TimeZone?)?

    /// The same record, at its place's time.
    mutating func localized(_ record: ImportRecord) -> ImportRecord {
        guard case .observation(var sighting) = record, let time = sighting.time, TimeField.isInUTC(time),
            let date = sighting.date, date.precision == .day, let clock = Clock(time)
        else { return record }
        let zone = zone(at: sighting.coordinate)
        if let day = sighting.dayInUTC {
            keepDay(&sighting, clock, day, date, zone)
        } else if let zone {
            known += 1
            let start = Moment(date.first, clock, zone)
            var last = date.first == date.last ? start.day : max(start.day, date.last)
            if let end = sighting.endTime, TimeField.isInUTC(end), let clock = Clock(end) {
                last = max(start.day, Moment(date.last, clock, zone).day)
            }
            let local = ObservedDate(start.day, through: last) ?? date
            if local != date { moved += 1 }
            (sighting.date, sighting.time) = (local, start.time)
        } else {
            unknown += 1
        }
        return .observation(sighting)
    }

    /// Sentences for the user.
    var notes: [String] {
        var notes: [String] = []
        if known > 0 {
            notes.append(
                "\(Self.times(known)) in UTC: the day and time are those at the nearest place (GeoNames); "
                    + "\(moved) \(moved == 1 ? "is" : "are") of another day there")
        }
        if unknown > 0 {
            let reach = Int(PlaceZones.reach.meters / 1000)
            notes.append(
                "\(Self.times(unknown)) in UTC without a place within \(reach) km: the day is the one in UTC")
        }
        if leftOut > 0 { notes.append("\(Self.times(leftOut)) left out: of another day than the source says") }
        return notes
    }

    private static func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(count) times" }

    /// The source tells the day at the place: only the time is found.
    private mutating func keepDay(
        _ sighting: inout ObservationRecord, _ clock: Clock, _ day: Day, _ date: ObservedDate, _ zone: TimeZone?
    ) {
        guard let zone else {
            if day != date.exactDay {
                sighting.time = nil
                leftOut += 1
            }
            return
        }
        let local = Moment(day, clock, zone)
        if local.day == date.exactDay {
            sighting.time = local.time
        } else {
            sighting.time = nil
            leftOut += 1
        }
    }

    /// The zone of a place; many rows in a row are of one.
    private mutating func zone(at place: Coordinate) -> TimeZone? {
        if let latest, latest.place == place { return latest.zone }
        var zone: TimeZone?
        if let name = PlaceZones.all.zone(nearest: place) {
            zone = zones[name] ?? TimeZone(identifier: name)
            zones[name] = zone
        }
        latest = (place, zone)
        return zone
    }

    /// Hours, minutes and perhaps seconds.
    private struct Clock {
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

    /// A moment at a place.
    private struct Moment {
        let day: Day
        /// With its offset.
        let time: String

        init(_ dayInUTC: Day, _ clock: Clock, _ zone: TimeZone) {
            let moment = Int(dayInUTC.number) * 86_400 + clock.seconds
            // Before standard time offsets had seconds; ISO 8601 has none.
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
}

/// Hands sightings on with their local days.
final class LocalDaySink: ImportSink {
    private let sink: any ImportSink
    private(set) var days = LocalDays()

    init(_ sink: any ImportSink) {
        self.sink = sink
    }

    func begin(format: String, source: String?) { sink.begin(format: format, source: source) }
    func take(_ record: ImportRecord, line: Int) throws { try sink.take(days.localized(record), line: line) }
    func refuse(_ problem: RowProblem, raw: [UInt8]) throws { try sink.refuse(problem, raw: raw) }
    func skip(_ reason: SkipReason) { sink.skip(reason) }
}
