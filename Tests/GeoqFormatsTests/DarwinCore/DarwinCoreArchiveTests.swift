import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Darwin Core archives")
struct DarwinCoreArchiveTests {
    // MARK: - Occurrence core

    static let gbifMeta = #"""
        <archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="metadata.xml">
          <core encoding="UTF-8" fieldsTerminatedBy="\t" linesTerminatedBy="\n" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
            <files><location>occurrence.txt</location></files>
            <id index="0"/>
            <field default="CC0_1_0" term="http://purl.org/dc/terms/license"/>
            <field index="0" term="http://rs.gbif.org/terms/1.0/gbifID"/>
            <field index="1" term="http://rs.tdwg.org/dwc/terms/decimalLatitude"/>
            <field index="2" term="http://rs.tdwg.org/dwc/terms/decimalLongitude"/>
            <field index="3" term="http://rs.tdwg.org/dwc/terms/eventDate"/>
            <field index="4" term="http://rs.gbif.org/terms/1.0/species"/>
            <field index="5" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
            <field index="6" term="http://rs.tdwg.org/dwc/terms/locality"/>
            <field index="7" term="http://rs.tdwg.org/dwc/terms/occurrenceStatus"/>
            <field index="8" term="http://rs.tdwg.org/dwc/terms/behavior"/>
          </core>
          <extension encoding="UTF-8" fieldsTerminatedBy="\t" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="http://rs.gbif.org/terms/1.0/Multimedia">
            <files><location>multimedia.txt</location></files><coreid index="0"/>
          </extension>
          <extension encoding="UTF-8" fieldsTerminatedBy="\t" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
            <files><location>verbatim.txt</location></files><coreid index="0"/>
            <field index="0" term="http://rs.gbif.org/terms/1.0/gbifID"/>
            <field index="1" term="http://rs.tdwg.org/dwc/terms/year"/>
            <field index="2" term="http://rs.tdwg.org/dwc/terms/month"/>
            <field index="3" term="http://rs.tdwg.org/dwc/terms/day"/>
          </extension>
        </archive>
        """#

    static let occurrences = """
        gbifID\tdecimalLatitude\tdecimalLongitude\teventDate\tspecies\tscientificName\tlocality\toccurrenceStatus\tbehavior\textra
        9000000001\t42.48\t-76.45\t2001-09-14T00:00:00\tParus major\tParus major Linnaeus, 1758\tMill "Old" Pond\tPRESENT\t\t
        9000000002\t42.41\t-76.52\t1963-01-01T00:00:00\t\tParus Linnaeus, 1758\t\tPRESENT\t\tx
        9000000003\t42.41\t-76.52\t1963-05-01T00:00:00\tGrus grus\t\t\tPRESENT\t\t
        9000000004\t42.41\t-76.52\t1963-01-01T00:00:00\tGrus grus\t\t\tPRESENT\t\t
        9000000005\t42.41\t-76.52\t1963-01-01T00:00:00\tGrus grus\t\t\tABSENT\t\t
        9000000006\t\t\t1963-01-01T00:00:00\tGrus grus\t\t\tPRESENT\t\t
        9000000007\t142.41\t-76.52\t\tGrus grus\t\t\tPRESENT\t\t
        9000000008\t42.41\t-76.52\t1963-06-01\tGrus grus\t\t\tPRESENT\t\t
        """

    static let verbatim = """
        gbifID\tyear\tmonth\tday
        9000000001\t2001\t9\t14
        9000000002\t1963\t\t
        9000000003\t1963\t5\t
        9000000004\t1963\t1\t1
        9000000008\t\t\t
        """

    @Test("A GBIF download, at the top or in a folder of its own", arguments: ["", "0001234-download/"])
    func gbif(folder: String) throws {
        let input = MemoryInput(
            "download.zip",
            texts: [
                (folder + "meta.xml", DarwinCoreArchiveTests.gbifMeta),
                (folder + "occurrence.txt", DarwinCoreArchiveTests.occurrences),
                (folder + "verbatim.txt", DarwinCoreArchiveTests.verbatim),
                (folder + "citations.txt", "none"), ("__MACOSX/._meta.xml", "x"),
            ])
        let reading = try Reading(input, as: .observations)
        let sightings = reading.sink.observations
        #expect(sightings.map(\.identity.sourceID) == [1, 2, 3, 4, 8].map { "900000000\($0)" })
        #expect(
            sightings.map(\.scientificName) == ["Parus major", "Parus"] + [String](repeating: "Grus grus", count: 3))
        #expect(
            sightings.map(\.date) == [
                Day(iso: "2001-09-14").flatMap { ObservedDate($0) }, ObservedDate(year: 1963),
                ObservedDate(year: 1963, month: 5), Day(iso: "1963-01-01").flatMap { ObservedDate($0) },
                Day(iso: "1963-06-01").flatMap { ObservedDate($0) },
            ])
        #expect(sightings.first?.place == "Mill \"Old\" Pond")
        #expect(sightings.allSatisfy { $0.license == "CC0_1_0" && $0.time == nil })
        #expect(reading.sink.skipped == [.absent: 1, .noCoordinates: 1])
        #expect(
            reading.sink.messages == [
                "download.zip/\(folder)occurrence.txt: line 8: lat 142.41 out of range −90…90; did you swap lat and lon?"
            ])
        #expect(reading.sink.problems.map(\.column) == ["decimalLatitude"])
        #expect(reading.report.format == "gbif")
        #expect(reading.report.source == "gbif")
        #expect(reading.report.unknownColumns == ["behavior"])
        #expect(reading.report.notes == [])
    }

    @Test("Without verbatim.txt, dates are taken as they stand")
    func withoutVerbatim() throws {
        let input = MemoryInput(
            "download",
            texts: [
                ("meta.xml", DarwinCoreArchiveTests.gbifMeta), ("occurrence.txt", DarwinCoreArchiveTests.occurrences),
            ])
        let sightings = try Reading(input, as: .observations).sink.observations
        #expect(sightings.count == 5)
        #expect(sightings.allSatisfy { $0.date?.precision == .day })
    }

    @Test("GBIF's tables without meta.xml name their terms in the header")
    func withoutDescription() throws {
        let input = MemoryInput(
            "download",
            texts: [
                ("occurrence.txt", DarwinCoreArchiveTests.occurrences), ("rights.txt", "CC0"),
                ("verbatim.txt", DarwinCoreArchiveTests.verbatim),
            ])
        let reading = try Reading(input, as: .observations)
        #expect(reading.sink.observations.map(\.date?.precision) == [.day, .year, .month, .day, .day])
        #expect(reading.report.source == "gbif")
        #expect(reading.report.unknownColumns == ["behavior", "extra"])
    }

    @Test("Rows of verbatim.txt that cannot be read are told of")
    func brokenVerbatim() throws {
        let input = MemoryInput(
            "download",
            texts: [
                ("meta.xml", DarwinCoreArchiveTests.gbifMeta), ("occurrence.txt", DarwinCoreArchiveTests.occurrences),
                ("verbatim.txt", "gbifID\tyear\tmonth\tday\n9000000002\t1963\n9000000003\t1963\t5\t\n"),
            ])
        let reading = try Reading(input, as: .observations)
        #expect(reading.sink.observations.map(\.date?.precision) == [.day, .day, .month, .day, .day])
        #expect(
            reading.report.notes == [
                "1 row of verbatim.txt could not be read; its date may look sharper than it is"
            ])
    }

    @Test("An archive of another publisher: commas, quotes, no header, files in parts, latin-1")
    func otherPublisher() throws {
        let meta = """
            <archive xmlns="http://rs.tdwg.org/dwc/text/"><core rowType="http://rs.tdwg.org/dwc/terms/Occurrence" encoding="ISO-8859-1">
            <files><location>a.csv</location><location>b.csv</location></files><id index="0"/>
            <field index="1" term="http://rs.tdwg.org/dwc/terms/decimalLatitude"/>
            <field index="2" term="http://rs.tdwg.org/dwc/terms/decimalLongitude"/>
            <field index="3" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
            <field index="4" term="http://rs.tdwg.org/dwc/terms/locality"/>
            </core></archive>
            """
        let input = MemoryInput(
            "archive.zip",
            members: [
                ("meta.xml", Array(meta.utf8)),
                ("a.csv", Array("o1,42.48,-76.45,\"Parus major L., 1758\",\"Mill \"\"Old\"\" Pond, shore\"\n".utf8)),
                ("b.csv", Array("o2,42.48,-76.45,Grus grus,B".utf8) + [0xE4, 0x75, 0x6D] + Array("\n".utf8)),
            ])
        let reading = try Reading(input, as: .observations)
        #expect(reading.sink.observations.map(\.identity.sourceID) == ["o1", "o2"])
        #expect(reading.sink.observations.map(\.scientificName) == ["Parus major", "Grus grus"])
        #expect(reading.sink.observations.map(\.place) == ["Mill \"Old\" Pond, shore", "Bäum"])
        #expect(reading.report.format == "darwin-core-archive")
        #expect(reading.report.source == nil)
        #expect(reading.report.latin1Lines == 1)
    }

    @Test("A table is read in the encoding that meta.xml names, or in UTF-16 by its mark")
    func encodings() throws {
        let locality = Array("Болото".utf16)
        func read(_ encoding: String, _ text: [UInt8]) throws -> Reading {
            let meta = DarwinCoreArchiveTests.gbifMeta.replacing(#"encoding="UTF-8""#, with: "encoding='\(encoding)'")
            return try Reading(
                MemoryInput("archive", members: [("meta.xml", Array(meta.utf8)), ("occurrence.txt", text)]),
                as: .observations)
        }
        let front = "gbifID\ta\tb\tc\td\te\tlocality\n1\t42.48\t-76.45\t2001-09-14\tParus major\t\t"
        let cyrillic = try read("windows-1251", Array(front.utf8) + [0xC1, 0xEE, 0xEB, 0xEE, 0xF2, 0xEE, 0x0A])
        #expect(cyrillic.sink.observations.map(\.place) == ["Болото"] && cyrillic.sink.problems.isEmpty)
        #expect(cyrillic.report.latin1Lines == 0)
        let wide = (Array("\u{FEFF}\(front)".utf16) + locality).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try read("UTF-16", wide).sink.observations.map(\.place) == ["Болото"])
        let ascii = try read("US-ASCII", Array(front.utf8) + [0x4D, 0xFC, 0x0A])
        #expect(ascii.sink.observations.map(\.place) == ["Mü"] && ascii.report.latin1Lines == 1)
        let problem = #expect(throws: FileProblem.self) { try read("Shift_JIS", Array(front.utf8)) }
        #expect(
            problem?.description
                == "archive/occurrence.txt: its encoding is shift_jis; convert it to UTF-8 first")
    }

    // MARK: - Event core

    static let eventMeta = #"""
        <archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">
          <core encoding="UTF-8" fieldsTerminatedBy="\t" linesTerminatedBy="\n" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Event">
            <files><location>event.txt</location></files><id index="0"/>
            <field index="1" term="http://rs.tdwg.org/dwc/terms/eventID"/>
            <field index="2" term="http://rs.tdwg.org/dwc/terms/parentEventID"/>
            <field index="3" term="http://rs.tdwg.org/dwc/terms/eventDate"/>
            <field index="4" term="http://rs.tdwg.org/dwc/terms/eventTime"/>
            <field index="5" term="http://rs.tdwg.org/dwc/terms/eventRemarks"/>
            <field index="6" term="http://rs.tdwg.org/dwc/terms/decimalLatitude"/>
            <field index="7" term="http://rs.tdwg.org/dwc/terms/decimalLongitude"/>
            <field index="8" term="http://rs.tdwg.org/dwc/terms/coordinateUncertaintyInMeters"/>
            <field index="9" term="http://rs.tdwg.org/dwc/terms/footprintWKT"/>
            <field index="10" term="http://rs.tdwg.org/dwc/terms/locality"/>
          </core>
          <extension encoding="UTF-8" fieldsTerminatedBy="\t" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="http://rs.tdwg.org/dwc/terms/Occurrence">
            <files><location>occurrence.txt</location></files><coreid index="0"/>
            <field index="1" term="http://rs.tdwg.org/dwc/terms/occurrenceID"/>
            <field index="2" term="http://rs.tdwg.org/dwc/terms/individualCount"/>
            <field index="3" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
            <field index="4" term="http://rs.tdwg.org/dwc/terms/eventID"/>
            <field index="5" term="http://rs.tdwg.org/dwc/terms/decimalLatitude"/>
            <field index="6" term="http://rs.tdwg.org/dwc/terms/decimalLongitude"/>
          </extension>
        </archive>
        """#

    static let events = """
        id\teventID\tparentEventID\teventDate\teventTime\teventRemarks\tlat\tlon\tuncertainty\tfootprintWKT\tlocality
        EV-1\tEV-1\tTR-1\t2019-08-12\t10:05:00/11:25:00\tThe "first" {"a": "b"}\t42.4800\t-76.4500\t100\tNA\tNA
        EV-2\tEV-2\tTR-1\tNA\tNA\t"\t42.5\t-76.4\tNA\tNA\tOld Marsh
        EV-3\tEV-3\tTR-1\t2019-08-14\tNA\tno point\tNA\tNA\tNA\tNA\tNA
        EV-4\tEV-4\t\t2019-08-15\tNA\tno point\tNA\tNA\tNA\tNA\tNA
        EV-5\tEV-5\tPL-1\tNA\tNA\tchild of a place\tNA\tNA\tNA\tNA\tNA
        TR-1\tTR-1\t\t2019-08-11\t09:00\tLine transect\t\t\t\tLINESTRING (29.9 70.1, 29.8 70.2)\tMill Pond
        PL-1\tPL-1\t\t2019-08-10\tNA\tplot\t42.6\t-76.6\t50\tNA\tPlot
        R-1\tR-1\tR-2\tNA\tNA\tring\tNA\tNA\tNA\tNA\tNA
        R-2\tR-2\tR-1\tNA\tNA\tring\tNA\tNA\tNA\tNA\tNA
        C-9\tE-9\t\t2019\tNA\ttwo ids\t1\t2\tNA\tNA\tNA
        """

    static let eventOccurrences = """
        id\toccurrenceID\tindividualCount\tscientificName\teventID\tlat\tlon
        EV-1\tOC-1\t2\tLagopus lagopus\tEV-1\tNA\tNA
        EV-2\tOC-2\tNA\tLagopus "muta"\tEV-2\tNA\tNA
        EV-3\tOC-3\t1\tLagopus lagopus\tEV-3\tNA\tNA
        TR-1\tOC-4\t1\tLagopus lagopus\tTR-1\tNA\tNA
        EV-4\tOC-5\t1\tLagopus lagopus\tEV-4\tNA\tNA
        EV-5\tOC-6\t1\tLagopus lagopus\tEV-5\tNA\tNA
        EV-0\tOC-7\t1\tLagopus lagopus\tEV-0\tNA\tNA
        TR-1\tOC-8\t1\tLagopus lagopus\tTR-1\t42.7\t-76.7
        R-1\tOC-9\t1\tLagopus lagopus\tR-1\tNA\tNA
        C-9\tOC-10\t1\tLagopus lagopus\tE-9\tNA\tNA
        NA\tOC-11\t1\tLagopus lagopus\tE-9\tNA\tNA
        NA\tOC-12\t1\tLagopus lagopus\tNA\tNA\tNA
        """

    @Test("Occurrences take place and date from their events")
    func eventCore() throws {
        let input = MemoryInput(
            "transects",
            texts: [
                ("eml.xml", "<eml/>"), ("meta.xml", DarwinCoreArchiveTests.eventMeta),
                ("event.txt", DarwinCoreArchiveTests.events),
                ("occurrence.txt", DarwinCoreArchiveTests.eventOccurrences),
            ])
        let reading = try Reading(input, as: .observations)
        let sightings = reading.sink.observations
        #expect(sightings.map(\.identity.sourceID) == ["OC-1", "OC-2", "OC-6", "OC-8", "OC-10", "OC-11"])

        #expect(sightings[0].coordinate == (try Coordinate(strictLatitude: 42.48, longitude: -76.45)))
        #expect(sightings[0].count == 2)
        #expect(sightings[0].scientificName == "Lagopus lagopus")
        #expect(sightings[0].date == Day(iso: "2019-08-12").flatMap { ObservedDate($0) })
        #expect(sightings[0].time == "10:05:00")
        #expect(sightings[0].uncertaintyMeters == 100)
        // An event with a place and a date of its own asks no parent.
        #expect(sightings[0].place == nil)

        // Its own point, its parent's date and time; no uncertainty of another.
        #expect(sightings[1].date == Day(iso: "2019-08-11").flatMap { ObservedDate($0) })
        #expect(sightings[1].time == "09:00")
        #expect(sightings[1].count == nil)
        #expect(sightings[1].uncertaintyMeters == nil)
        #expect(sightings[1].place == "Old Marsh")

        #expect(sightings[2].coordinate == (try Coordinate(strictLatitude: 42.6, longitude: -76.6)))
        #expect(sightings[2].uncertaintyMeters == 50)
        #expect(sightings[2].place == "Plot")

        // The occurrence's own point wins over the line.
        #expect(sightings[3].coordinate == (try Coordinate(strictLatitude: 42.7, longitude: -76.7)))
        #expect(sightings[4].date == ObservedDate(year: 2019))

        #expect(reading.sink.skipped == [.lineGeometry: 2, .noCoordinates: 2])
        #expect(
            reading.sink.messages == [
                "transects/occurrence.txt: line 8: event \"EV-0\" is not in the table of events",
                "transects/occurrence.txt: line 13: no id of an event",
            ])
        #expect(reading.sink.problems.map(\.value) == ["EV-0", nil])
        #expect(reading.report.format == "darwin-core-archive")
    }

    @Test("Lines of the events that are read as latin-1 are told of")
    func latin1Events() throws {
        let events = Array("id\teventID\np\tEV-1\nq\tB".utf8) + [0xE4] + Array("um\n".utf8)
        let input = MemoryInput(
            "transects",
            members: [
                ("meta.xml", Array(DarwinCoreArchiveTests.eventMeta.utf8)), ("event.txt", events),
                ("occurrence.txt", Array(DarwinCoreArchiveTests.eventOccurrences.utf8)),
            ])
        #expect(try Reading(input, as: .observations).report.latin1Lines == 1)
    }

    // MARK: - Refusals

    @Test("An archive without what it needs is refused as a whole")
    func refuses() {
        func problem(_ texts: [(String, String)], as kind: ImportKind = .observations, map: [String: String] = [:])
            -> String?
        {
            Reading.problem(MemoryInput("archive", texts: texts), as: kind, map: map)
        }
        let gbif = ("meta.xml", DarwinCoreArchiveTests.gbifMeta)
        let event = ("meta.xml", DarwinCoreArchiveTests.eventMeta)
        #expect(
            problem([gbif]) == "archive: it names occurrence.txt for its table Occurrence, which is not there")
        #expect(
            problem([event, ("event.txt", DarwinCoreArchiveTests.events)])
                == "archive/meta.xml: it names occurrence.txt for its table Occurrence, which is not there")
        #expect(
            problem([event, ("occurrence.txt", DarwinCoreArchiveTests.eventOccurrences)])
                == "archive/meta.xml: it names event.txt for its table Event, which is not there")
        #expect(
            problem([
                (
                    "meta.xml",
                    "<archive><core rowType='http://x/Event'><files><location>event.txt</location></files></core></archive>"
                ), ("event.txt", "a"),
            ])
                == "archive/meta.xml: its core holds events, and it names no table of occurrences")
        #expect(
            problem([("meta.xml", "<archive><core rowType='http://x/Taxon'/></archive>"), ("t.txt", "a")])
                == "archive/meta.xml: its core is \"Taxon\"; cores of Occurrence and Event are read")
        #expect(
            problem([("meta.xml", "<archive><core"), ("t.txt", "a")])
                == "archive/meta.xml: not well-formed XML: line 1: a blank, / or > is expected in a tag")
        #expect(
            problem([gbif, ("occurrence.txt", DarwinCoreArchiveTests.occurrences)], as: .hotspots)
                == "archive: a Darwin Core archive holds observations, not hotspots")
        #expect(
            problem([gbif, ("occurrence.txt", DarwinCoreArchiveTests.occurrences)], map: ["lat": "x"])
                == "archive: columns cannot be named here: the archive names its columns")
        let apostrophes = DarwinCoreArchiveTests.gbifMeta.replacing(
            "fieldsEnclosedBy=\"\"", with: "fieldsEnclosedBy=\"'\"")
        #expect(
            problem([("meta.xml", apostrophes), ("occurrence.txt", DarwinCoreArchiveTests.occurrences)])
                == "archive/occurrence.txt: meta.xml encloses its fields in another character than \"")
        let wide = DarwinCoreArchiveTests.gbifMeta.replacing("UTF-8", with: "UTF-16LE")
        #expect(
            problem([("meta.xml", wide), ("occurrence.txt", DarwinCoreArchiveTests.occurrences)])
                == "archive/occurrence.txt: its encoding is utf-16le; convert it to UTF-8 first")
    }
}

@Suite(
    "Darwin Core archives as published",
    .enabled(if: SharedData.isPresent, "the folder of real data files is not beside the package"))
struct PublishedArchiveTests {
    @Test("A museum's skins: the dates that are months and years are found")
    func isu() throws {
        let reading = try Reading(SharedData.input("dwca-isu-birds"), as: .observations)
        let sightings = reading.sink.observations
        #expect(sightings.count == 2524)
        #expect(reading.sink.skipped == [.noCoordinates: 729])
        #expect(reading.sink.messages == [])
        #expect(sightings.count { $0.date?.precision == .year } == 199)
        #expect(sightings.count { $0.date?.precision == .month } == 93)
        #expect(sightings.count { $0.date?.precision == .day } == 2169)
        #expect(sightings.count { $0.date == nil } == 63)
        #expect(sightings.allSatisfy { $0.time == nil && $0.identity.sourceID != nil })
        // "incertae sedis" is no name.
        #expect(sightings.count { $0.scientificName == nil } == 36)
        #expect(reading.report.source == "gbif")
    }

    @Test("Line transects: every occurrence joins to a point")
    func fefo() throws {
        let reading = try Reading(SharedData.input("dwca-fefo-tetraonidae"), as: .observations)
        let sightings = reading.sink.observations
        #expect(sightings.count == 7442)
        #expect(reading.sink.skipped == [:])
        #expect(reading.sink.messages == [])
        #expect(Set(sightings.map(\.scientificName)).count == 5)
        #expect(sightings.count { $0.scientificName == "Lagopus lagopus" } == 7232)
        #expect(sightings.count { $0.time != nil } == 5216)
        #expect(sightings.count { $0.uncertaintyMeters == 100 } == 5655)
        #expect(sightings.allSatisfy { $0.date?.exactDay != nil && $0.count ?? 0 > 0 })
        #expect(Set(sightings.map(\.identity.sourceID)).count == 7442)
        #expect(reading.report.source == nil)
        #expect(reading.report.notes == [])
    }
}
