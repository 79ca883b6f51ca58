import Foundation
import Geoq
import GeoqFormats
import GeoqIndex

/// Gives sightings whose time is in UTC the day and the time at their place.
///
/// A sighting counts on the day at its place: the zone is that of the nearest
/// place of `PlaceZones`, with summer time as the system's zone database has
/// it. The time keeps its offset from UTC, so that the moment is not lost:
/// `2020-05-01T03:00:00Z` in New York becomes 2020-04-30, `23:00:00-04:00`.
/// Without such a place the day stays the one in UTC. A time without a zone, or
/// with another offset than 0, is the source's own local time and stays as it
/// is written; so does the day that a source gives beside a moment.
struct LocalDays {
    /// How many sightings had a time in UTC and a place with a zone, and how
    /// many of these were on another day.
    private var known = 0
    private var moved = 0
    /// How many sightings were far from any place with a known zone.
    private var unknown = 0
    /// How many times were left out, because they are of another day than the
    /// source's.
    private var leftOut = 0
    private var latest: (place: Coordinate, zone: TimeZone?)?

    /// The same record, with the time of its place.
    mutating func localized(_ record: ImportRecord) -> ImportRecord {
        guard case .observation(var sighting) = record, let time = sighting.time, TimeField.isInUTC(time),
            let date = sighting.date, date.precision == .day, let clock = WallClock(time)
        else { return record }
        let zone = zone(at: sighting.coordinate)
        if let day = sighting.dayInUTC {
            keepDay(&sighting, clock, day, date, zone)
        } else if let zone {
            known += 1
            let start = LocalMoment(date.first, clock, zone)
            var last = date.first == date.last ? start.day : max(start.day, date.last)
            if let end = sighting.endTime, TimeField.isInUTC(end), let clock = WallClock(end) {
                last = max(start.day, LocalMoment(date.last, clock, zone).day)
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

    /// Finds only the time: the source itself gives the day at the place.
    private mutating func keepDay(
        _ sighting: inout ObservationRecord, _ clock: WallClock, _ day: Day, _ date: ObservedDate, _ zone: TimeZone?
    ) {
        guard let zone else {
            if day != date.exactDay {
                sighting.time = nil
                leftOut += 1
            }
            return
        }
        let local = LocalMoment(day, clock, zone)
        if local.day == date.exactDay {
            sighting.time = local.time
        } else {
            sighting.time = nil
            leftOut += 1
        }
    }

    /// The zone of a place; consecutive rows often share one.
    private mutating func zone(at place: Coordinate) -> TimeZone? {
        if let latest, latest.place == place { return latest.zone }
        let zone = PlaceZones.all.timeZone(nearest: place)
        latest = (place, zone)
        return zone
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
