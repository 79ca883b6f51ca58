import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("eBird hotspot list")
struct EBirdHotspotListTests {
    private let text = """
        L900000001,XX,XX-AA,XX-AA-001,42.4800000,-76.4500000,"Mill Pond, north shore",2026-05-03 07:42,118
        L900000002,XX,XX-AA,XX-AA-001,42.5102000,-76.3999000,Heron’s Landing
        L900000003,NA,NA-KH,,-22.57,17.08,NA
        L900000004,XX,XX-AA,XX-AA-001,42.48,196.2,Far Point
        L900000005,XX,XX-AA,XX-AA-001,142.48,-76.45,Swapped
        L900000006,XX,XX-AA,XX-AA-001,42.48
        L900000007,XX,XX-AA,,42.48,,One of Two
        L900000008,XX,XX-AA,,NaN,NA,None

        """

    @Test func `rows of 7 and of 9 fields are hotspots`() throws {
        let run = try ImportRun(text, as: .hotspots, name: "hotspots.csv")
        #expect(run.report.format == "ebird-hotspots" && run.report.source == "ebird")
        #expect(run.report.unknownColumns == ["latestObsDt", "numSpecies"])
        let hotspots = run.sink.hotspots
        #expect(hotspots.map(\.name) == ["Mill Pond, north shore", "Heron’s Landing", "NA"])
        #expect(hotspots.map(\.identity.sourceID) == ["L900000001", "L900000002", "L900000003"])
        #expect(hotspots.map(\.locality) == ["XX-AA-001", "XX-AA-001", "NA-KH"])
        #expect(hotspots[0].coordinate == (try Coordinate(latitude: 42.48, longitude: -76.45)))
        #expect(run.sink.lines == [1, 2, 3])
    }

    @Test func `bad rows are refused with the reason`() throws {
        let run = try ImportRun(text, as: .hotspots, name: "hotspots.csv")
        #expect(
            run.sink.messages == [
                "hotspots.csv: line 4: lon 196.2 out of range −180…180; "
                    + "longitudes from 0 to 360? subtract 360 from those above 180",
                "hotspots.csv: line 5: lat 142.48 out of range −90…90; did you swap lat and lon?",
                "hotspots.csv: line 6: 5 fields where a hotspot has 7 or 9",
                "hotspots.csv: line 7: lat without lon",
                "hotspots.csv: line 8: no coordinates",
            ])
        #expect(run.sink.problems[0].column == "lng")
        #expect(run.sink.refused[2] == "L900000006,XX,XX-AA,XX-AA-001,42.48")
    }

    @Test func `a list of hotspots holds no observations`() throws {
        let problem = try fileProblem(MemoryInput("h.csv", text: text), as: .observations)
        #expect(
            problem
                == "h.csv: a list of eBird hotspots holds hotspots, not observations")
    }
}

@Suite("eBird Basic Dataset")
struct EBirdBasicDatasetTests {
    /// About 2025, with a tab at the header's end.
    static let names =
        "GLOBAL UNIQUE IDENTIFIER,LAST EDITED DATE,TAXONOMIC ORDER,CATEGORY,COMMON NAME,SCIENTIFIC NAME,"
        + "OBSERVATION COUNT,COUNTRY,LOCALITY,LOCALITY ID,LOCALITY TYPE,LATITUDE,LONGITUDE,OBSERVATION DATE,"
        + "TIME OBSERVATIONS STARTED,SAMPLING EVENT IDENTIFIER,GROUP IDENTIFIER,SPECIES COMMENTS,"
    static let row =
        "URN:OBS90000000001,2026-05-04,21000,species,Great Tit,Parus major,X,XX,\"Mill \"Old\" Pond\","
        + "L900000001,H,42.4800000,-76.4500000,2026-05-03,07:42:00,S900000001,G9000001,\"loud,"

    private func tabbed(_ text: String) -> String {
        text.replacing(",", with: "\t")
    }

    @Test func `quotes are letters and the last tab is nothing`() throws {
        let text = tabbed(Self.names) + "\n" + tabbed(Self.row) + "\n" + tabbed(String(Self.row.dropLast())) + "\n"
        let run = try ImportRun(text, as: .observations, name: "ebd_XX.txt")
        #expect(run.report.format == "ebird-ebd")
        #expect(run.sink.messages.isEmpty)
        let first = try #require(run.sink.observations.first)
        #expect(run.sink.observations.count == 2)
        #expect(first.identity.sourceID == "URN:OBS90000000001")
        #expect(first.place == "\"Mill \"Old\" Pond\"")
        #expect(first.count == nil && first.commonName == "Great Tit" && first.scientificName == "Parus major")
        #expect(first.date?.exactDay == Day(iso: "2026-05-03") && first.time == "07:42:00")
        #expect(
            run.report.notes == [
                "2 rows are of shared checklists (GROUP IDENTIFIER), which each of their observers repeats; all were "
                    + "kept"
            ])
    }

    @Test func `a row that is cut short is refused`() throws {
        let short = Self.row.split(separator: ",").prefix(10).joined(separator: ",")
        let text = [Self.names, short, Self.row].map(tabbed).joined(separator: "\n")
        let run = try ImportRun(text, as: .observations, name: "ebd.txt")
        #expect(run.sink.messages == ["ebd.txt: line 2: 10 fields where the header has 18"])
        #expect(run.sink.observations.count == 1)
    }

    @Test func `another release and another order of columns read the same`() throws {
        let text =
            "SCIENTIFIC NAME\tLONGITUDE\tLATITUDE\tPROTOCOL TYPE\tOBSERVATION COUNT\tOBSERVATION DATE\tGLOBAL UNIQUE "
            + "IDENTIFIER\n"
            + "Grus grus\t-76.45\t42.48\tP22\t14\t1887-10-03\tURN:OBS1\n"
        let run = try ImportRun(text, as: .observations)
        let crane = try #require(run.sink.observations.first)
        #expect(crane.count == 14 && crane.time == nil && crane.date?.exactDay == Day(iso: "1887-10-03"))
    }

    @Test func `what R makes of it reads the same`() throws {
        let bytes =
            Array("\"\",\"".utf8) + [0xEF]
            + Array(
                ("..GLOBAL.UNIQUE.IDENTIFIER\",\"COMMON.NAME\",\"SCIENTIFIC.NAME\",\"OBSERVATION.COUNT\",\"LATITUDE\","
                    + "\"LONGITUDE\",\"MONTH\",\"DAY\",\"YEAR\",\"TIME.OBSERVATIONS.STARTED\",\"LOCALITY\"\n"
                    + "\"1\",\"URN:OBS1\",\"Great Tit\",\"Parus major\",\"3\",42.48,-76.45,5,3,2026,NA,\"Mill, "
                    + "\"\"Old\"\" Pond\"\n"
                    + "\"2\",\"URN:OBS2\",\"Great Tit\",\"Parus major\",NA,42.48,-76.45,NA,NA,2025,NA,NA\n").utf8)
        let run = try ImportRun(MemoryInput("ebd.csv", bytes), as: .observations)
        #expect(run.sink.messages.isEmpty)
        let sightings = run.sink.observations
        #expect(sightings.map(\.identity.sourceID) == ["URN:OBS1", "URN:OBS2"])
        #expect(sightings.map(\.count) == [3, nil])
        #expect(sightings.map(\.date) == [ObservedDate(Day(iso: "2026-05-03")!), ObservedDate(year: 2025)])
        #expect(sightings.map(\.place) == ["Mill, \"Old\" Pond", nil])
        #expect(run.report.latin1Lines == 1)
        #expect(run.report.notes == ["1 line was not UTF-8 and read as latin-1"])
    }

    @Test func `row numbers that the header leaves out are ignored`() throws {
        let text =
            "\"GLOBAL.UNIQUE.IDENTIFIER\"\t\"OBSERVATION.COUNT\"\t\"LATITUDE\"\t\"LONGITUDE\"\t\"OBSERVATION.DATE\"\n"
            + "\"1\"\t\"URN:OBS1\"\t\"3\"\t42.48\t-76.45\t\"4/22/2017\"\n"
            + "\"2\"\t\"URN:OBS2\"\t\"X\"\t42.48\t-76.45\t\"4/23/2017\"\n"
        let run = try ImportRun(text, as: .observations, species: "Parus major")
        #expect(run.sink.messages.isEmpty)
        #expect(run.sink.observations.map(\.identity.sourceID) == ["URN:OBS1", "URN:OBS2"])
        #expect(run.sink.observations.map(\.count) == [3, nil])
        #expect(run.sink.observations[1].date?.exactDay == Day(iso: "2017-04-23"))
        #expect(run.sink.observations[0].scientificName == "Parus major")
    }

    @Test func `the file of sampling events is refused with a sentence`() throws {
        let text = "LAST EDITED DATE\tCOUNTRY\tLATITUDE\tLONGITUDE\tOBSERVATION DATE\tSAMPLING EVENT IDENTIFIER\n"
        let problem = try fileProblem(MemoryInput("s.txt", text: text), as: .observations)
        #expect(
            problem == "s.txt: these are eBird's sampling events, which have checklists and no species; "
                + "import the ebd_….txt file that came with them")
    }

    @Test func `in the archive as downloaded the data file is found and the others named`() throws {
        let data = tabbed(Self.names) + "\n" + tabbed(Self.row) + "\n"
        let events = "SAMPLING EVENT IDENTIFIER\tLATITUDE\tLONGITUDE\nS1\t1\t2\n"
        let input = MemoryInput(
            "ebd.zip",
            texts: [
                ("BCRCodes.txt", "BCR_CODE\tBCR_NAME\n1\tx\n"), ("ebd_sampling.txt", events), ("ebd.txt", data),
                ("terms.pdf", "%PDF-1.4"),
            ])
        let run = try ImportRun(input, as: .observations)
        #expect(run.sink.observations.count == 1)
        let left = run.report.files.filter { $0.leftOut != nil }.map(\.name)
        #expect(left == ["ebd.zip/BCRCodes.txt", "ebd.zip/ebd_sampling.txt", "ebd.zip/terms.pdf"])
    }
}

@Suite("MyEBirdData")
struct EBirdPersonalExportTests {
    @Test func `empty ends are dropped, times have halves of the day`() throws {
        let text = """
            Submission ID,Common Name,Scientific Name,Taxonomic Order,Count,State/Province,County,Location ID,\
            Location,Latitude,Longitude,Date,Time,Protocol,Duration (Min),All Obs Reported,Distance Traveled (km),\
            Area Covered (ha),Number of Observers,Breeding Code,Observation Details,Checklist Comments,ML Catalog \
            Numbers
            S900000001,Great Tit,Parus major,21000,X,XX-AA,Example,L900000001,"Mill Pond, north shore",42.48,-76.45,\
            2026-05-03,07:42 PM,eBird - Traveling Count,55,1,.583,,2
            S900000001,Common Crane,Grus grus,6000,14,XX-AA,Example,L900000001,"Mill Pond, north shore",42.48,-76.45,\
            2026-05-03,
            S900000002,Common Crane,Grus grus,6000,a few,XX-AA,Example,L900000001,Mill Pond,42.48,-76.45,2026-05-03,\
            later
            S900000003,Common Crane,Grus grus,6000,2,XX-AA,Example,L900000001,Mill Pond,42.48,-76.45,2026-05-03,later

            """
        let run = try ImportRun(text, as: .observations, name: "MyEBirdData.csv")
        #expect(run.report.source == "myebird")
        let sightings = run.sink.observations
        #expect(
            sightings.map(\.identity.sourceID) == [
                "S900000001 Parus major", "S900000001 Grus grus", "S900000003 Grus grus",
            ])
        #expect(sightings.map(\.count) == [nil, 14, 2])
        #expect(sightings.map(\.time) == ["19:42", nil, nil])
        #expect(sightings[0].place == "Mill Pond, north shore")
        #expect(run.sink.messages == ["MyEBirdData.csv: line 4: count \"a few\" is not a number or X"])
        #expect(run.sink.problems[0].column == "Count" && run.sink.problems[0].value == "a few")
        #expect(run.report.notes == ["a time that could not be read was left out (line 5)"])
    }

    @Test func `the older form has the month first`() throws {
        let text = """
            Submission ID,Common Name,Scientific Name,Taxonomic Order,Count,State/Province,County,Location,Latitude,\
            Longitude,Date,Time,Protocol,Duration (Min),All Obs Reported,Distance Traveled (km),Area Covered (ha),\
            Number of Observers,Breeding Code,Species Comments,Checklist Comments
            S900000002,Common Crane,Grus grus,6000,14,XX-AA,,Old Marsh,42.51,-76.40,10-18-2014,,Historical,,0,,,1,,\
            "flying south, calling"
            S900000004,Common Crane,Grus grus,6000,14,XX-AA,,Old Marsh,42.51,-76.40,18-10-2014,,Historical,,0

            """
        let run = try ImportRun(text, as: .observations, name: "my.csv")
        #expect(run.sink.observations.map { $0.date?.exactDay } == [Day(iso: "2014-10-18")])
        #expect(
            run.sink.messages == [
                "my.csv: line 3: date \"18-10-2014\" is unreadable; the month comes first, or write yyyy-mm-dd"
            ])
    }

    @Test func `dates that a spreadsheet wrote into My eBird Data are judged by all of them`() throws {
        func run(_ dates: [String], _ order: DateOrder? = nil) throws -> [Day?] {
            let rows = dates.map { "S9,Common Crane,Grus grus,42.51,-76.40,\($0)\n" }.joined()
            var options = ImportOptions(kind: .observations)
            options.dateOrder = order
            let text = "Submission ID,Common Name,Scientific Name,Latitude,Longitude,Date\n" + rows
            let sink = CollectingSink()
            _ = try readImport(MemoryInput("my.csv", text: text, longestPiece: 7), options: options, into: sink)
            #expect(sink.messages == [])
            return sink.observations.map { $0.date?.exactDay }
        }
        for (separator, dates) in [("/", ["03/05/2026", "13/05/2026"]), (".", ["03.05.2026", "13.05.2026"])] {
            #expect(try run(dates) == [Day(iso: "2026-05-03"), Day(iso: "2026-05-13")], "\(separator)")
        }
        #expect(throws: UnclearDates.self) { try run(["03/05/2026"]) }
        #expect(try run(["03/05/2026"], .dayFirst) == [Day(iso: "2026-05-03")])
        #expect(try run(["03-05-2026"], .dayFirst) == [Day(iso: "2026-05-03")])
        #expect(try run(["03-05-2026"]) == [Day(iso: "2026-03-05")])
    }
}
