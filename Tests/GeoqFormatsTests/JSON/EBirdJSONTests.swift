import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Answers of eBird's API as JSON")
struct EBirdJSONTests {
    @Test("A list of hotspots")
    func hotspots() throws {
        let reading = try Reading(
            """
            [{"locId":"L900000001","locName":"Mill Pond, north shore","countryCode":"XX","subnational1Code":"XX-AA",
              "subnational2Code":"XX-AA-001","lat":42.48,"lng":-76.45,"latestObsDt":"2026-05-03 07:42","numSpeciesAllTime":118},
            {"locId":"L900000002","locName":"Heron’s Landing","countryCode":"NA","lat":42.5102,"lng":-76.3999}]
            """, as: .hotspots)
        #expect(
            reading.sink.hotspots == [
                HotspotRecord(
                    identity: RecordIdentity(sourceID: "L900000001"), name: "Mill Pond, north shore",
                    locality: "XX-AA-001",
                    coordinate: try Coordinate(strictLatitude: 42.48, longitude: -76.45)),
                HotspotRecord(
                    identity: RecordIdentity(sourceID: "L900000002"), name: "Heron’s Landing", locality: "NA",
                    coordinate: try Coordinate(strictLatitude: 42.5102, longitude: -76.3999)),
            ])
        #expect(reading.sink.lines == [1, 3])
        #expect(reading.report == FormatReport(format: "ebird-json", source: "ebird"))
    }

    @Test("The details of one hotspot, with every name twice")
    func hotspotInfo() throws {
        let reading = try Reading(
            """
            {"locId":"L900000001","name":"Mill Pond","latitude":42.48,"longitude":-76.45,"countryCode":"XX",
             "isHotspot":true,"locName":"Mill Pond","lat":42.48,"lng":-76.45,"hierarchicalName":"Mill Pond, Example",
             "locID":"L900000001"}
            """, as: .hotspots)
        #expect(reading.sink.hotspots.map(\.name) == ["Mill Pond"])
        let other = try Reading(
            #"{"locID":"L900000003","name":"Old Marsh","latitude":42.5,"longitude":-76.4}"#, as: .hotspots)
        #expect(other.sink.hotspots.map(\.identity.sourceID) == ["L900000003"])
        #expect(other.sink.hotspots.map(\.coordinate.latitude) == [42.5])
    }

    @Test("Observations: no count, no time, and no names of people")
    func observations() throws {
        let reading = try Reading(
            """
            [
            {"speciesCode":"gretit1","comName":"Great Tit","sciName":"Parus major","locId":"L900000001","locName":"Mill Pond","obsDt":"2026-05-03 07:42","lat":42.48,"lng":-76.45,"obsValid":true,"obsReviewed":false,"locationPrivate":false,"subId":"S900000001"},
            {"speciesCode":"comcra","comName":"Common Crane","sciName":"Grus grus","locId":"L900000002","locName":"Old Marsh","obsDt":"1899-10-18","howMany":14,"lat":42.51,"lng":-76.4,"subId":"S900000002","firstName":"Ada","lastName":"Example","userDisplayName":"Ada Example"}
            ]
            """, as: .observations)
        let first = try #require(reading.sink.observations.first)
        #expect(first.identity == RecordIdentity(sourceID: "S900000001 gretit1"))
        #expect(first.scientificName == "Parus major")
        #expect(first.commonName == "Great Tit")
        #expect(first.count == nil)
        #expect(first.date == Day(iso: "2026-05-03").flatMap { ObservedDate($0) })
        #expect(first.time == "07:42")
        #expect(first.place == "Mill Pond")
        let second = try #require(reading.sink.observations.last)
        #expect(second.count == 14)
        #expect(second.date == Day(iso: "1899-10-18").flatMap { ObservedDate($0) })
        #expect(second.time == nil)
        #expect(!"\(reading.sink.records)".contains("Ada"))
        #expect(reading.report.source == "ebird")
    }

    @Test("An empty answer is an answer")
    func empty() throws {
        let reading = try Reading("[]", as: .hotspots)
        #expect(reading.sink.records.isEmpty)
        #expect(reading.sink.problems.isEmpty)
    }

    @Test("An error is no data")
    func errors() {
        #expect(
            Reading.problem(
                #"{"errors":[{"status":"400 BAD_REQUEST","code":"error.data.unknown","title":"Field regionCode is invalid"}]}"#,
                as: .hotspots)
                == #"x.json: it holds an error of the service instead of data: "Field regionCode is invalid""#)
        #expect(
            Reading.problem(#"{"errors":["no"]}"#, as: .observations)
                == #"x.json: it holds an error of the service instead of data: "["no"]""#)
    }

    @Test("The other kind is asked for")
    func kinds() {
        let hotspot = #"[{"locId":"L900000001","locName":"Mill Pond","lat":42.48,"lng":-76.45}]"#
        #expect(
            Reading.problem(hotspot, as: .observations)
                == "x.json: this answer of eBird's API holds hotspots, not observations")
        let sighting =
            #"[{"speciesCode":"gretit1","locId":"L900000001","lat":42.48,"lng":-76.45,"subId":"S900000001"}]"#
        #expect(
            Reading.problem(sighting, as: .birds)
                == "x.json: this answer of eBird's API holds observations, not birds")
    }

    @Test("Bad rows are refused, with line, column and value")
    func refuses() throws {
        let reading = try Reading(
            """
            {"locId":"L900000001","locName":"A","lat":-76.45,"lng":142.48}
            {"locId":"L900000002","locName":"B","lat":142.48,"lng":-76.45}
            {"locId":"L900000003","locName":"C","lat":42.48}
            {"locId":"L900000004","locName":"D","lng":"x","lat":42}
            {"locId":"L900000005","lat":42.48,"lng":-76.45}
            {"locName":"E","lat":42.48,"lng":-76.45}
            {"locId":"L900000006","locName":"F"}
            """, as: .hotspots, name: "hotspots.json")
        #expect(reading.sink.hotspots.map(\.name) == ["A"])
        #expect(
            reading.sink.messages == [
                "hotspots.json: line 2: lat 142.48 out of range −90…90; did you swap lat and lon?",
                "hotspots.json: line 3: lat without lon",
                "hotspots.json: line 4: lng \"x\" is not a number",
                "hotspots.json: line 5: no locName",
                "hotspots.json: line 6: no locId",
                "hotspots.json: line 7: no coordinates",
            ])
        #expect(reading.sink.problems.map(\.column) == ["lat", "lon", "lng", "locName", "locId", "lat"])
        #expect(reading.sink.problems.map(\.value) == ["142.48", nil, "x", nil, nil, nil])
        #expect(reading.sink.refused[3] == #"{"locId":"L900000005","lat":42.48,"lng":-76.45}"#)
    }

    @Test("A sighting with an unreadable date or count is refused")
    func refusesSightings() throws {
        let reading = try Reading(
            """
            [{"speciesCode":"a","locId":"L1","lat":1,"lng":2,"obsDt":"yesterday"},
            {"speciesCode":"a","locId":"L1","lat":1,"lng":2,"howMany":-1},
            {"speciesCode":"a","locId":"L1","lat":1,"lng":2,"howMany":1.5}]
            """, as: .observations)
        #expect(
            reading.sink.messages == [
                "x.json: object 1: date \"yesterday\" is unreadable; write yyyy-mm-dd",
                "x.json: object 2 (line 2): count -1 is negative",
                "x.json: object 3 (line 3): count 1.5 is not a whole number",
            ])
        #expect(reading.sink.problems.map(\.column) == ["obsDt", "howMany", "howMany"])
    }
}
