import Foundation
import TestSupport
import Testing

/// The programs under `Examples` print what they should.
@Suite(.waits) struct ExampleTests {
    private static func run(_ name: String, _ arguments: [String] = []) throws -> String {
        let process = Process()
        process.executableURL = GeoqProcess.executable.deletingLastPathComponent().appending(path: name)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text
    }

    @Test func `the index alone tells the nearest places`() throws {
        let nearest = try Self.run("NearestPlaces")
        #expect(nearest == "Stewart Park: 2136 m\nSapsucker Woods: 5977 m\nMontezuma: 61757 m\n")
        let elsewhere = try Self.run("NearestPlaces", ["41.96", "-82.52"])
        #expect(elsewhere.hasPrefix("Point Pelee: "))
    }

    @Test func `a store is filled once and asked`() async throws {
        try await withFolder { folder in
            let file = Checkout.root.appending(path: "data/cities15000.csv").path
            let near = "Ithaca, US-NY: 0 km\nCortland, US-NY: 32 km\nElmira, US-NY: 46 km\n"
            for (added, unchanged) in [(34006, 0), (0, 34006)] {
                let text = try Self.run("HotspotsNearby", [file, folder + "/a.sqlite"])
                #expect(text == "\(added) added, \(unchanged) unchanged\n" + near)
            }
        }
    }

    @Test func `rules without a store say which lists match`() throws {
        let alerts = try Self.run("WatchlistAlerts")
        #expect(alerts == "Anything on the lake: certain, 3889 m inside its circle\nWinter ducks: certain\n")
    }
}
