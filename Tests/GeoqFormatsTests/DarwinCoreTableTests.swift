import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Darwin Core in one table")
struct DarwinCoreTableTests {
    private let names = [
        "gbifID", "license", "decimalLatitude", "decimalLongitude", "coordinateUncertaintyInMeters", "eventDate",
        "year",
        "month", "day", "species", "scientificName", "taxonRank", "individualCount", "locality", "occurrenceStatus",
        "informationWithheld",
    ]

    private func tabbed(_ rows: [[String]]) -> String {
        ([names] + rows).map { $0.joined(separator: "\t") + "\n" }.joined()
    }

    private let tit = [
        "9000000001", "CC0_1_0", "42.48", "-76.45", "50", "2001-09-14T00:00:00", "2001", "9", "14", "Parus major",
        "Parus major Linnaeus, 1758", "SPECIES", "3", "Mill \"Old\" Pond", "PRESENT", "",
    ]
    private let obscured = [
        "9000000002", "CC_BY_4_0", "42.41", "-76.52", "31451", "1963-01-01T00:00:00", "1963", "1", "1", "",
        "Parus Linnaeus, 1758", "GENUS", "", "", "PRESENT",
        "Coordinate uncertainty increased to 31451m to protect threatened taxon",
    ]

    private func changed(_ row: [String], _ changes: [String: String]) -> [String] {
        zip(names, row).map { changes[$0] ?? $1 }
    }

    @Test func `a download of GBIF is read without quotes, midnight is no time`() throws {
        let run = try ImportRun(tabbed([tit, obscured]), as: .observations, name: "occurrence.txt")
        #expect(run.report.format == "darwin-core" && run.report.source == "gbif")
        #expect(run.sink.messages.isEmpty)
        let (tit, obscured) = (run.sink.observations[0], run.sink.observations[1])
        #expect(tit.identity.sourceID == "9000000001" && tit.scientificName == "Parus major" && tit.count == 3)
        #expect(tit.place == "Mill \"Old\" Pond" && tit.license == "CC0_1_0" && tit.withheld == nil)
        #expect(tit.date?.exactDay == Day(iso: "2001-09-14") && tit.time == nil && tit.uncertaintyMeters == 50)
        #expect(obscured.scientificName == "Parus" && obscured.uncertaintyMeters == 31451)
        #expect(obscured.withheld?.hasPrefix("Coordinate uncertainty increased") == true)
    }

    @Test func `absences and rows without a place are passed over and counted`() throws {
        let rows = [
            changed(tit, ["occurrenceStatus": "ABSENT"]),
            changed(tit, ["decimalLatitude": "", "decimalLongitude": ""]),
            changed(tit, ["decimalLatitude": "NaN", "decimalLongitude": "NA"]),
            changed(tit, ["occurrenceStatus": "", "individualCount": "0"]),
        ]
        let run = try ImportRun(tabbed(rows), as: .observations)
        #expect(run.sink.skipped == [.absent: 2, .noCoordinates: 2])
        #expect(run.sink.records.isEmpty && run.sink.messages.isEmpty)
    }

    @Test func `bad rows are refused with the reason and the column`() throws {
        let rows = [
            changed(tit, ["decimalLongitude": ""]), changed(tit, ["decimalLatitude": "-142.48"]),
            changed(tit, ["decimalLatitude": "42,48"]), changed(tit, ["eventDate": "in spring"]),
            changed(tit, ["individualCount": "some"]), changed(tit, ["coordinateUncertaintyInMeters": "50 m"]),
            Array(tit.prefix(9)), tit + ["more"], tit + [""],
        ]
        let run = try ImportRun(tabbed(rows), as: .observations, name: "o.txt")
        #expect(
            run.sink.messages == [
                "o.txt: line 2: lat without lon",
                "o.txt: line 3: lat -142.48 out of range −90…90; did you swap lat and lon?",
                "o.txt: line 4: decimalLatitude \"42,48\" is not a number; write decimals with a point",
                "o.txt: line 5: date \"in spring\" is unreadable; write yyyy-mm-dd",
                "o.txt: line 6: count \"some\" is not a number or X",
                "o.txt: line 7: uncertainty \"50 m\" is not a number of meters",
                "o.txt: line 8: 9 fields where the header has 16",
                "o.txt: line 9: 17 fields where the header has 16; does a field hold the separator without being "
                    + "quoted?",
            ])
        #expect(
            run.sink.problems.prefix(6).map(\.column) == [
                "decimalLongitude", "decimalLatitude", "decimalLatitude", "eventDate", "individualCount",
                "coordinateUncertaintyInMeters",
            ])
        #expect(run.sink.observations.count == 1)
    }

    @Test func `dates may be ranges, or stand in three columns, or be missing`() throws {
        let rows = [
            changed(tit, ["eventDate": "2011-02-25/2011-03-01"]),
            changed(tit, ["eventDate": ""]), changed(tit, ["eventDate": "", "day": ""]),
            changed(tit, ["eventDate": "", "day": "", "month": ""]),
            changed(tit, ["eventDate": "", "day": "", "month": "", "year": ""]),
        ]
        let run = try ImportRun(tabbed(rows), as: .observations)
        #expect(
            run.sink.observations.map(\.date) == [
                ObservedDate(Day(iso: "2011-02-25")!, through: Day(iso: "2011-03-01")),
                ObservedDate(Day(iso: "2001-09-14")!), ObservedDate(year: 2001, month: 9), ObservedDate(year: 2001),
                nil,
            ])
        let bad = try ImportRun(tabbed([changed(tit, ["eventDate": "", "day": "31"])]), as: .observations)
        #expect(
            bad.sink.messages == [
                "file.csv: line 2: date \"2001-9-31\" is unreadable; year, month and day must be numbers"
            ])
    }

    @Test func `a CSV of the same terms has quotes, zones and no species column`() throws {
        let text = """
            occurrenceID,decimalLatitude,decimalLongitude,eventDate,eventTime,scientificName,vernacularName,locality
            OC-1,42.48,-76.45,2018-05-09T14:15:00Z,,"Haematopus ostralegus Linnaeus, 1758",Oystercatcher,"Mill Pond, \
            north"
            OC-2,42.48,-76.45,2018-05-09,10:05:00/11:25:00,Haematopus ostralegus,NA,
            OC-3,42.48,-76.45,2018-05-09,in the morning,Haematopus ostralegus,NA,

            """
        let run = try ImportRun(text, as: .observations)
        #expect(run.report.source == nil)
        let sightings = run.sink.observations
        #expect(sightings.map(\.identity.sourceID) == ["OC-1", "OC-2", "OC-3"])
        #expect(sightings.map(\.scientificName) == Array(repeating: "Haematopus ostralegus", count: 3))
        #expect(sightings.map(\.time) == ["14:15:00Z", "10:05:00", nil])
        #expect(sightings[0].commonName == "Oystercatcher" && sightings[0].place == "Mill Pond, north")
        #expect(run.report.notes == ["1 event time could not be read and was left out"])
    }

    @Test func `--map overrides the id and the name of GBIF`() throws {
        let map = ["id": "locality", "species": "taxonRank"]
        let run = try ImportRun(tabbed([tit]), as: .observations, map: map)
        #expect(run.sink.observations.map(\.identity.sourceID) == ["Mill \"Old\" Pond"])
        #expect(run.sink.observations.map(\.scientificName) == ["SPECIES"])
    }

    @Test func `the name falls back from species to what the publisher wrote`() {
        func name(_ terms: [DarwinCoreTerm: String]) -> String? {
            DarwinCoreMapper.scientificName { terms[$0] }
        }
        #expect(name([.species: "A b", .scientificName: "C d"]) == "A b")
        #expect(name([.scientificName: "Parus major L.", .scientificNameAuthorship: "L."]) == "Parus major")
        #expect(name([.genus: "Parus", .specificEpithet: "major"]) == "Parus major")
        #expect(name([.genus: "Parus"]) == "Parus")
        #expect(name([.scientificName: "incertae sedis", .verbatimScientificName: "Parus sp."]) == "Parus sp.")
        #expect(name([:]) == nil)
    }

    @Test(arguments: [
        ("1963-01-01", ObservedDate.Precision.year, ObservedDate(year: 1963)),
        ("1963-04-01", .month, ObservedDate(year: 1963, month: 4)),
        ("1963-04-02", .month, ObservedDate(Day(iso: "1963-04-02")!)),
        ("1963-04-01", .year, ObservedDate(Day(iso: "1963-04-01")!)),
        ("1963-04-01", .day, ObservedDate(Day(iso: "1963-04-01")!)),
        ("1963-01-01/1963-01-05", .year, ObservedDate(Day(iso: "1963-01-01")!, through: Day(iso: "1963-01-05"))),
    ])
    func `a date that was filled up with 1 is taken back`(
        text: String, finest: ObservedDate.Precision, expected: ObservedDate?
    ) throws {
        var mapper = DarwinCoreMapper()
        let terms: [DarwinCoreTerm: String] = [.decimalLatitude: "1", .decimalLongitude: "2", .eventDate: text]
        guard case .take(.observation(let sighting)) = try mapper.outcome(finestPrecision: finest, value: { terms[$0] })
        else {
            Issue.record("not an observation")
            return
        }
        #expect(sighting.date == expected)
    }
}
