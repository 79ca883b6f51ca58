import ArgumentParser
import Foundation
import GeoqFiles
import GeoqFormats
import GeoqStore
import TestSupport
import Testing

/// `generate-points`, as a script runs it.
@Suite struct PointGeneratorTests {
    private static let cities = Checkout.root.appending(path: "data/cities15000.csv").path

    private static func generated(_ words: [String]) throws -> Data {
        var bytes = Data()
        try PointGenerator.parse(words).write { bytes += $0 }
        return bytes
    }

    @Test func `a table comes out that can be imported, and the numbers are the seed's`() async throws {
        try await withFolder { folder in
            let points = try Self.generated(["-n", "300", "--around", Self.cities])
            let lines = String(decoding: points, as: UTF8.self).split(separator: "\n")
            #expect(lines.count == 301)
            #expect(lines[0] == "id,name,lat,lon")
            #expect(try Self.generated(["-n", "300", "--around", Self.cities]) == points)
            #expect(try Self.generated(["-n", "300", "--around", Self.cities, "--seed", "2"]) != points)
            let store = try Store(path: folder + "/points.sqlite")
            try points.write(to: URL(filePath: folder + "/points.csv"))
            #expect(try await store.imports.run(folder + "/points.csv", as: .hotspots).added == 300)

            let sightings = try Self.generated(
                ["-n", "300", "--around", Self.cities, "--species", "5", "--sites", "3"])
            let rows = String(decoding: sightings, as: UTF8.self).split(separator: "\n")
            #expect(rows[0] == "id,species,date,lat,lon")
            #expect(Set(rows.dropFirst().map { $0.split(separator: ",")[3...].joined() }).count == 3)
            try sightings.write(to: URL(filePath: folder + "/sightings.csv"))
            #expect(try await store.imports.run(folder + "/sightings.csv", as: .observations).added == 300)
        }
    }

    @Test func `raw output is 16 bytes a point`() throws {
        let bytes = try Self.generated(["-n", "1000", "-f", "raw", "--queries", "--around", Self.cities])
        #expect(bytes.count == 16_000)
    }

    @Test(arguments: [
        ["-n", "-1"], ["-n", "x"], ["-n", "1", "--sites", "0"], ["-n", "1", "--species", "0"],
        ["-n", "1", "--sigma-km", "nan"], ["-n", "1", "--sigma-km", "1001"], ["-n", "1", "--seed", "-1"],
        ["-n", "1", "-f", "json"], ["-n", "1", "-f", "raw", "--species", "3"],
    ])
    func `what cannot be done is refused`(words: [String]) {
        #expect(throws: (any Error).self) { try PointGenerator.parse(words + ["--around", Self.cities]) }
    }

    @Test func `a file of centers that is missing is named`() {
        #expect(throws: InputError.self) { try Self.generated(["-n", "1", "--around", "/nowhere.csv"]) }
    }
}
