import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Sightings whose time is in UTC count on the day at their place.
@Suite struct LocalDayTests {
    @Test(arguments: [
        // Ithaca, in winter and in summer.
        ("2020-05-01", "03:00:00Z", 42.44, -76.5, "2020-04-30", "23:00:00-04:00"),
        ("2020-01-01", "03:00Z", 42.44, -76.5, "2019-12-31", "22:00-05:00"),
        ("2020-05-01", "12:00:00+00:00", 42.44, -76.5, "2020-05-01", "08:00:00-04:00"),
        // The hours around summer time in New York, 2020-03-08 07:00 UTC.
        ("2020-03-08", "06:59:59Z", 40.71, -74.0, "2020-03-08", "01:59:59-05:00"),
        ("2020-03-08", "07:00:00Z", 40.71, -74.0, "2020-03-08", "03:00:00-04:00"),
        // Auckland, Kathmandu, London.
        ("2020-05-01", "13:00Z", -36.85, 174.76, "2020-05-02", "01:00+12:00"),
        ("2020-05-01", "18:30Z", 27.7, 85.32, "2020-05-02", "00:15+05:45"),
        ("2020-01-01", "00:30Z", 51.5, -0.12, "2020-01-01", "00:30+00:00"),
        // The middle of the Pacific, and times that are local or have no zone.
        ("2020-05-01", "03:00Z", 0, -140, "2020-05-01", "03:00Z"),
        ("2020-05-01", "03:00-07:00", 42.44, -76.5, "2020-05-01", "03:00-07:00"),
        ("2020-05-01", "03:00", 42.44, -76.5, "2020-05-01", "03:00"),
    ])
    func `a moment in UTC has the day and time at its place`(
        day: String, time: String, latitude: Double, longitude: Double, localDay: String, localTime: String
    ) throws {
        var days = LocalDays()
        let found = try Self.sighting(day, time, latitude, longitude, &days)
        #expect(found.date?.description == localDay && found.time == localTime, "\(found)")
        // Once more changes nothing.
        let again = try Self.sighting(localDay, localTime, latitude, longitude, &days)
        #expect(again.date?.description == localDay && (again.time == localTime || localTime.hasSuffix("+00:00")))
    }

    @Test func `a range, and a day that the source gives`() throws {
        var days = LocalDays()
        var record = ObservationRecord(
            identity: RecordIdentity(), coordinate: try Coordinate(latitude: 42.44, longitude: -76.5))
        record.date = ObservedDate(try #require(Day(iso: "2020-05-01")))
        (record.time, record.endTime) = ("03:00Z", "05:00Z")
        #expect(Self.localized(record, &days)?.date?.description == "2020-04-30/2020-05-01")
        // The observer's own day stays, and the time is the one of that day.
        (record.endTime, record.dayInUTC) = (nil, Day(iso: "2020-05-01"))
        record.date = ObservedDate(try #require(Day(iso: "2020-04-30")))
        let own = Self.localized(record, &days)
        #expect(own?.date?.description == "2020-04-30" && own?.time == "23:00-04:00")
        record.date = ObservedDate(try #require(Day(iso: "2020-05-02")))
        let other = Self.localized(record, &days)
        #expect(other?.date?.description == "2020-05-02" && other?.time == nil)
        record.date = ObservedDate(year: 2020)
        #expect(Self.localized(record, &days)?.date?.description == "2020")
    }

    @Test(arguments: [
        ("2020-05-01T23:50:00Z", "2020-05-02T00:10:00Z", "40.71,-74.0", "2020-05-01", "19:50:00-04:00"),
        ("2020-05-01T15:50:00Z", "2020-05-01T16:10:00Z", "39.9,116.4", "2020-05-01/2020-05-02", "23:50:00+08:00"),
    ])
    func `an encounter at a camera trap has the days at its place`(
        start: String, end: String, place: String, localDays: String, localTime: String
    ) throws {
        let package = """
            {"resources":[{"name":"deployments","path":"d.csv"},{"name":"observations","path":"o.csv"}]}
            """
        let observations = """
            observationID,deploymentID,eventStart,eventEnd,observationLevel,observationType,scientificName
            o1,d1,\(start),\(end),event,animal,Vulpes vulpes

            """
        let input = MemoryInput(
            "traps",
            texts: [
                ("datapackage.json", package), ("d.csv", "deploymentID,latitude,longitude\nd1,\(place)\n"),
                ("o.csv", observations),
            ])
        let read = CollectingSink()
        _ = try readImport(input, options: ImportOptions(kind: .observations), into: LocalDaySink(read)) {
            try SpoolTable()
        }
        #expect(read.observations.map { $0.date?.description } == [localDays] && read.problems.isEmpty)
        #expect(read.observations.map(\.time) == [localTime])
    }

    @Test func `every place of the sample has its own zone`() throws {
        #expect(PlaceZones.all.count == 34_006)
        let text = try String(contentsOf: Checkout.root.appending(path: "data/cities15000.csv"), encoding: .utf8)
        var (count, same) = (0, 0)
        for line in text.split(separator: "\n").dropFirst() where line.utf8.last != UInt8(ascii: "\"") {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 8, let latitude = Double(fields[2]), let longitude = Double(fields[3]) else {
                continue
            }
            count += 1
            guard count % 40 == 0 else { continue }
            let zone = PlaceZones.all.zone(nearest: try Coordinate(latitude: latitude, longitude: longitude))
            if let zone, zone == fields[7] { same += 1 }
            #expect(TimeZone(identifier: zone ?? "") != nil)
        }
        // Two places may share a spot to 0.001°.
        #expect(count > 33_000 && same >= count / 40 - 3)
    }

    @Test func `an import stores the local day, says so, and is idempotent`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/seen.csv"
            let text = """
                scientific_name,date,lat,lon
                Strix aluco,2020-05-01T03:00:00Z,42.44,-76.5
                Strix aluco,2020-05-01T15:00:00Z,42.44,-76.5
                Strix aluco,2020-05-01T03:00:00Z,0,-140
                Strix aluco,2020-05-01T03:00:00,42.44,-76.5

                """
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let report = try await store.imports.run(path, as: .observations)
            #expect(report.added == 4)
            #expect(
                report.notes.contains { $0.hasPrefix("2 times in UTC:") && $0.hasSuffix("1 is of another day there") })
            #expect(report.notes.contains { $0.hasPrefix("1 time in UTC without a place within 300 km") })
            #expect(try await store.imports.run(path, as: .observations).unchanged == 4)
            let days = try await store.read { db in
                try String.fetchAll(db, sql: "SELECT date || ' ' || time FROM observation ORDER BY 1")
            }
            #expect(
                days == [
                    "2020-04-30 23:00:00-04:00", "2020-05-01 03:00:00", "2020-05-01 03:00:00Z",
                    "2020-05-01 11:00:00-04:00",
                ])
        }
    }

    private static func sighting(
        _ day: String, _ time: String, _ latitude: Double, _ longitude: Double, _ days: inout LocalDays
    ) throws -> ObservationRecord {
        var record = ObservationRecord(
            identity: RecordIdentity(), coordinate: try Coordinate(latitude: latitude, longitude: longitude))
        record.date = ObservedDate(try #require(Day(iso: day)))
        record.time = time
        return try #require(localized(record, &days))
    }

    private static func localized(_ record: ObservationRecord, _ days: inout LocalDays) -> ObservationRecord? {
        guard case .observation(let local) = days.localized(.observation(record)) else { return nil }
        return local
    }
}
