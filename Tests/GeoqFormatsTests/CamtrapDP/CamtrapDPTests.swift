import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Camtrap DP")
struct CamtrapDPTests {
    static let package = """
        {"resources":[{"name":"deployments","path":"deployments.csv"},{"name":"media","path":"media.csv"},
         {"name":"observations","path":"observations.csv"}],"name":"mill-pond-2026",
         "licenses":[{"name":"CC-BY-4.0","scope":"media"},{"name":"CC0-1.0","scope":"data"}]}
        """
    static let deployments = """
        deploymentID,locationID,locationName,latitude,longitude,coordinateUncertainty,deploymentStart,deploymentEnd
        dep01,loc01,"Mill Pond, culvert",42.480,-76.450,187,2026-05-30T04:57:37+02:00,2026-07-01T11:41:41+02:00
        dep02,loc02,,42.5,-76.4,,2026-05-30T04:57:37+02:00,2026-07-01T11:41:41+02:00
        dep03,loc03,,142.5,-76.4,,,
        dep04,loc04,,,,,,
        short
        """
    static let observations = """
        observationID,deploymentID,mediaID,eventID,eventStart,eventEnd,observationLevel,observationType,cameraSetupType,scientificName,count
        obs01,dep01,,ev01,2026-05-30T02:57:37Z,2026-05-30T02:57:44Z,event,animal,,Anas platyrhynchos,1
        obs02,dep01,m1,ev01,2026-05-30T02:57:37Z,2026-05-30T02:57:37Z,media,animal,,Anas platyrhynchos,1
        obs03,dep01,,ev02,2026-05-30T23:59:37+02:00,2026-05-31T00:02:00+02:00,event,animal,,Vulpes vulpes,
        obs04,dep01,,ev03,2026-05-30T02:57:37Z,2026-05-30T02:57:44Z,event,blank,,,
        obs05,dep01,,ev04,2026-05-30T02:57:37Z,2026-05-30T02:57:44Z,event,human,,Homo sapiens,2
        obs06,dep01,,ev05,2026-05-30T02:57:37Z,2026-05-30T02:57:44Z,event,vehicle,,,
        obs07,dep02,m2,ev06,2026-05-30T02:57:37Z,2026-05-30T02:57:37Z,media,animal,,Ardea,2
        obs08,dep02,m3,ev06,2026-05-30T02:57:37Z,2026-05-30T02:57:37Z,media,animal,,Homo sapiens,2
        obs09,dep02,m3,ev06,soon,,media,animal,,Ardea,2
        obs10,dep03,m3,ev06,2026-05-30T02:57:37Z,,media,animal,,Ardea,2
        obs11,dep04,m3,ev06,2026-05-30T02:57:37Z,,media,animal,,Ardea,2
        obs12,dep05,m3,ev06,2026-05-30T02:57:37Z,,media,animal,,Ardea,2
        """

    @Test("Events before media, animals only, at their deployment's place", arguments: ["", "package/"])
    func reads(folder: String) throws {
        let reading = try Reading(
            MemoryInput(
                "traps.zip",
                texts: [
                    (folder + "datapackage.json", CamtrapDPTests.package),
                    (folder + "deployments.csv", CamtrapDPTests.deployments),
                    (folder + "observations.csv", CamtrapDPTests.observations),
                ]), as: .observations)
        let sightings = reading.sink.observations
        #expect(sightings.map(\.identity.sourceID) == ["obs01", "obs03", "obs07"])
        var first = ObservationRecord(
            identity: RecordIdentity(sourceID: "obs01"),
            coordinate: try Coordinate(strictLatitude: 42.48, longitude: -76.45))
        first.scientificName = "Anas platyrhynchos"
        first.count = 1
        first.date = Day(iso: "2026-05-30").flatMap { ObservedDate($0) }
        (first.time, first.endTime) = ("02:57:37Z", "02:57:44Z")
        first.uncertaintyMeters = 187
        first.place = "Mill Pond, culvert"
        first.license = "CC0-1.0"
        #expect(sightings.first == first)
        // Over midnight: two days; not counted.
        #expect(sightings[1].date?.last == Day(iso: "2026-05-31"))
        #expect(sightings[1].time == "23:59:37+02:00")
        #expect(sightings[1].count == nil)
        // A deployment without events.
        #expect(sightings[2].scientificName == "Ardea")
        #expect(sightings[2].uncertaintyMeters == nil)
        #expect(sightings[2].place == nil)

        #expect(reading.sink.skipped == [.otherLevel: 1, .notAnAnimal: 2, .person: 2, .noCoordinates: 1])
        let file = "traps.zip/\(folder)observations.csv"
        #expect(
            reading.sink.messages == [
                "\(file): line 10: date \"soon\" is unreadable; write yyyy-mm-dd",
                "\(file): line 11: lat 142.5 out of range −90…90; did you swap lat and lon?",
                "\(file): line 13: deployment \"dep05\" is not in the table of deployments",
            ])
        #expect(reading.report.format == "camtrap-dp")
        #expect(reading.report.source == "mill-pond-2026")
        #expect(reading.report.unknownColumns == ["mediaID", "eventID", "cameraSetupType"])
        #expect(reading.report.notes == ["1 row of the table of deployments could not be read"])
    }

    @Test("Lines of the deployments that are read as latin-1 are told of")
    func latin1Deployments() throws {
        var deployments = Array(CamtrapDPTests.deployments.utf8)
        let pond = try #require(deployments.firstIndex(of: UInt8(ascii: "P")))
        deployments[pond] = 0xE4
        let input = MemoryInput(
            "traps",
            members: [
                ("datapackage.json", Array(CamtrapDPTests.package.utf8)), ("deployments.csv", deployments),
                ("observations.csv", Array(CamtrapDPTests.observations.utf8)),
            ])
        let reading = try Reading(input, as: .observations)
        #expect(reading.sink.observations.first?.place == "Mill äond, culvert")
        #expect(reading.report.latin1Lines == 1)
    }

    @Test("A package without what it needs is refused as a whole")
    func refuses() {
        func problem(_ texts: [(String, String)], as kind: ImportKind = .observations) -> String? {
            Reading.problem(MemoryInput("traps", texts: texts), as: kind)
        }
        let package = ("datapackage.json", CamtrapDPTests.package)
        let observations = ("observations.csv", CamtrapDPTests.observations)
        let deployments = ("deployments.csv", CamtrapDPTests.deployments)
        #expect(
            problem([package, observations]) == "traps: its datapackage.json names deployments.csv, which is not there")
        #expect(
            problem([package, observations, deployments], as: .birds)
                == "traps: a Camtrap DP holds observations, not birds")
        #expect(
            problem([package, observations, ("deployments.csv", "deploymentID,latitude\n")])
                == "traps/deployments.csv: no column longitude among deploymentID, latitude")
        #expect(
            problem([package, deployments, ("observations.csv", "deploymentID,count\n")])
                == "traps/observations.csv: no column observationType among deploymentID, count")
        // Another data package, or none that can be read, is no Camtrap DP.
        let other = #"{"resources":[{"name":"gps","path":"gps.csv"}]}"#
        #expect(problem([("datapackage.json", other), ("gps.csv", "a,b\n")])?.contains("no known format") == true)
        let unreadable = problem([("datapackage.json", "{"), observations, ("gps.csv", "a,b\n")])
        #expect(unreadable?.contains("known format") == true)
    }

    @Test(
        "The example of the standard",
        .enabled(if: SharedData.isPresent, "the folder of real data files is not beside the package"))
    func example() throws {
        let reading = try Reading(SharedData.input("camtrap-dp-example"), as: .observations)
        #expect(reading.sink.observations.count == 29)
        #expect(reading.sink.skipped == [.person: 33, .notAnAnimal: 150, .otherLevel: 337])
        #expect(reading.sink.messages == [])
        #expect(reading.sink.observations.count { $0.scientificName == "Anas platyrhynchos" } == 15)
        #expect(reading.sink.observations.allSatisfy { $0.uncertaintyMeters == 187 && $0.license == "CC0-1.0" })
        #expect(reading.sink.observations.allSatisfy { $0.time?.hasSuffix("Z") == true })
        #expect(reading.report.source == "camtrap-dp-example-dataset")
    }
}
