import Foundation
import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Excerpts of real tables")
struct ExcerptTableTests {
    @Test func `MAPPPD's excerpt has 81 sites, 701 presences of six species, 7 species`() throws {
        let sites = try ImportRun(Excerpts.input("mapppd"), as: .hotspots)
        #expect(sites.sink.hotspots.count == 81 && sites.sink.problems.isEmpty)
        let counts = try ImportRun(Excerpts.input("mapppd"), as: .observations)
        let sightings = counts.sink.observations
        #expect(sightings.count == 701 && counts.sink.skipped == [.notPresent: 20] && counts.sink.problems.isEmpty)
        #expect(sightings.filter { $0.date?.exactDay != nil }.count == 460)
        #expect(sightings.filter { $0.date?.precision == .month }.count == 95)
        #expect(sightings.filter { $0.date == nil }.isEmpty)
        #expect(Set(sightings.map(\.scientificName)).count == 6)
        #expect(sightings.compactMap(\.count).reduce(0, +) == 2_929_320)
        #expect(sightings.filter { $0.count == nil }.count == 3)
        #expect(counts.report.files.map(\.name) == ["mapppd", "mapppd/site_species.csv"])
        #expect(counts.report.files.map { $0.leftOut != nil } == [false, true])
        let birds = try ImportRun(Excerpts.input("mapppd"), as: .birds)
        #expect(birds.sink.birds.count == 7)
    }
}

@Suite("Real tables", .enabled(if: SharedData.isPresent, "the folder ../shared/data is not there"))
struct SharedDataTableTests {
    @Test func `MAPPPD has 729 sites, 5321 presences of six species, 7 species`() throws {
        let sites = try ImportRun(SharedData.input("mapppd"), as: .hotspots)
        #expect(sites.sink.hotspots.count == 729 && sites.sink.problems.isEmpty)
        let counts = try ImportRun(SharedData.input("mapppd"), as: .observations)
        let sightings = counts.sink.observations
        #expect(sightings.count == 5321 && counts.sink.skipped == [.notPresent: 162] && counts.sink.problems.isEmpty)
        #expect(sightings.filter { $0.date?.exactDay != nil }.count == 3211)
        #expect(sightings.filter { $0.date?.precision == .month }.count == 631)
        #expect(sightings.filter { $0.date == nil }.isEmpty)
        #expect(Set(sightings.map(\.scientificName)).count == 6)
        #expect(sightings.compactMap(\.count).reduce(0, +) == 39_568_580)
        #expect(sightings.filter { $0.count == nil }.count == 23)
        #expect(counts.report.files.map(\.name) == ["mapppd", "mapppd/site_species.csv"])
        #expect(counts.report.files.map { $0.leftOut != nil } == [false, true])
        let birds = try ImportRun(SharedData.input("mapppd"), as: .birds)
        #expect(birds.sink.birds.count == 7)
    }

    @Test func `the museum's occurrences have 2524 places and 334 species`() throws {
        let run = try ImportRun(SharedData.input("dwca-isu-birds/occurrence.txt"), as: .observations)
        #expect(run.report.source == "gbif" && run.sink.problems.isEmpty)
        let sightings = run.sink.observations
        #expect(sightings.count == 2524 && run.sink.skipped == [.noCoordinates: 729])
        #expect(sightings.filter { $0.date == nil }.count == 63)
        #expect(sightings.filter { $0.time != nil }.isEmpty)
        #expect(Set(sightings.map(\.license)) == ["CC0_1_0"])
        let named = sightings.compactMap(\.scientificName)
        #expect(Set(named.filter { $0.contains(" ") }).count >= 334)
        #expect(named.contains("Porzana") && !named.contains("incertae sedis"))
    }

    @Test func `the penguins of Galápagos have 1088 places, 20 of them obscured`() throws {
        let run = try ImportRun(SharedData.input("gbif-galapagos-penguin-ccby"), as: .observations)
        let sightings = run.sink.observations
        #expect(run.sink.problems.isEmpty && sightings.count == 1088 && run.sink.skipped == [.noCoordinates: 19])
        let obscured = sightings.filter { $0.withheld != nil }
        #expect(obscured.count == 20)
        #expect(obscured.allSatisfy { (31_000...351_000).contains($0.uncertaintyMeters ?? 0) })
        #expect(Set(sightings.map(\.scientificName)) == ["Spheniscus mendiculus"])
        #expect(sightings.compactMap(\.count).reduce(0, +) == 3558)
    }

    @Test func `the oystercatchers have 20152 visible fixes in two files, and what is beside them is told`() throws {
        let run = try ImportRun(SharedData.input("movebank-o_assen"), as: .observations)
        #expect(run.report.format == "several formats")
        #expect(run.sink.observations.count == 14_893 + 5259 + 5827 && run.sink.skipped == [.notVisible: 4])
        #expect(run.sink.problems.isEmpty)
        #expect(run.sink.observations.allSatisfy { $0.coordinate.latitude > 50 })
        let files = run.report.files.map { "\($0.name.split(separator: "/").last ?? ""): \($0.format) \($0.taken)" }
        #expect(
            files == [
                "O_ASSEN-gps-2018.csv: movebank 14893", "O_ASSEN-gps-2019.csv: movebank 5259",
                "O_ASSEN-reference-data.csv:  0", "datapackage.json:  0", "dwc-occurrence.csv: darwin-core 5827",
            ])
        #expect(run.report.files[2].leftOut?.description.hasPrefix("this is Movebank's reference data") == true)
        #expect(run.report.files[3].leftOut != nil)
    }

    @Test func `the folder of them all names every file`() throws {
        // Folders are no members.
        let files = try FileManager.default.subpathsOfDirectory(atPath: SharedData.path).filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: SharedData.path + "/" + path, isDirectory: &isFolder)
            return !isFolder.boolValue
        }
        let run = try ImportRun(SharedData.input("", only: files), as: .observations)
        let read = run.report.files.filter { $0.leftOut == nil }
        #expect(run.sink.observations.count == read.map(\.taken).reduce(0, +))
        #expect(
            Set(read.map(\.format)) == [
                "camtrap-dp", "darwin-core-archive", "gbif", "darwin-core", "movebank", "mapppd",
            ])
        #expect(read.count == 8 && run.report.files.count > 20)
    }

    @Test func `the same as Darwin Core has 5827 rows`() throws {
        let run = try ImportRun(SharedData.input("movebank-o_assen/dwc-occurrence.csv"), as: .observations)
        #expect(run.report.format == "darwin-core" && run.report.source == nil)
        #expect(run.sink.observations.count == 5827 && run.sink.problems.isEmpty)
        #expect(Set(run.sink.observations.map(\.scientificName)) == ["Haematopus ostralegus"])
    }
}
