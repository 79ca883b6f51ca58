import ArgumentParser
import Geoq
import Testing

@testable import GeoqCLI

@Suite struct CommandTests {
    @Test func `every question is parsed with negative numbers`() throws {
        let command = try NearCommand.parse(["--lat", "-42.5", "--lon", "-76.45", "--km", "25"])
        #expect(command.center.latitude == -42.5 && command.center.longitude == -76.45)
        #expect(try command.radius.radius == .kilometers(25))
    }
}
