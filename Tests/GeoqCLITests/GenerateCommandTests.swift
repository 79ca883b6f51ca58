import Foundation
import TestSupport
import Testing

/// `geoq generate`, as a user runs it.
@Suite(.serialized) struct GenerateCommandTests {
    private static let cities = Repository.root.appending(path: "data/cities15000.csv").path

    @Test func `a table comes out that can be imported, and the numbers are the seed's`() async throws {
        try await withFolder { folder in
            let points = try GeoqProcess(["generate", "-n", "300", "--around", Self.cities])
            #expect(points.status == 0 && points.errors.isEmpty && points.lines.count == 301)
            #expect(points.lines[0] == "id,name,lat,lon")
            #expect(try GeoqProcess(["generate", "-n", "300", "--around", Self.cities]).output == points.output)
            #expect(
                try GeoqProcess(["generate", "-n", "300", "--around", Self.cities, "--seed", "2"]).output
                    != points.output)
            let db = folder + "/points.sqlite"
            let stored = try GeoqProcess(["import", "-", "--as", "hotspots", "--db", db], input: points.output)
            #expect(stored.status == 0 && stored.errors.contains("300 added"))

            let sightings = try GeoqProcess(
                ["generate", "-n", "300", "--around", Self.cities, "--species", "5", "--sites", "3"])
            #expect(sightings.lines[0] == "id,species,date,lat,lon")
            #expect(Set(sightings.lines.dropFirst().map { $0.split(separator: ",")[3...].joined() }).count == 3)
            let seen = try GeoqProcess(["import", "-", "--as", "observations", "--db", db], input: sightings.output)
            #expect(seen.status == 0 && seen.errors.contains("300 added"))
        }
    }

    @Test func `raw output is 16 bytes a point`() async throws {
        try await withFolder { folder in
            let path = folder + "/points.raw"
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = [
                "-c", #""$0" generate -n 1000 -f raw --queries --around "$1" > "$2""#, GeoqProcess.executable.path,
                Self.cities, path,
            ]
            try shell.run()
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0)
            #expect(try Data(contentsOf: URL(filePath: path)).count == 16_000)
        }
    }

    @Test func `what cannot be done is refused`() throws {
        #expect(try GeoqProcess(["generate", "-n", "-1", "--around", Self.cities]).status == 64)
        #expect(try GeoqProcess(["generate", "-n", "1", "--around", Self.cities, "--sites", "0"]).status == 64)
        #expect(try GeoqProcess(["generate", "-n", "1", "--around", Self.cities, "--sigma-km", "nan"]).status == 64)
        let raw = ["generate", "-n", "1", "--around", Self.cities, "-f", "raw", "--species", "3"]
        #expect(try GeoqProcess(raw).status == 64)
        #expect(try GeoqProcess(["generate", "-n", "1", "--around", "/nowhere.csv"]).status == 66)
    }
}
