import Foundation
import Geoq
import GeoqServer
import GeoqStore
import HTTPTypes
import Hummingbird
import Testing

/// `/find`: hotspots by name.
@Suite struct FindTests {
    @Test func `names are found by their words, the nearest to a center first`() async throws {
        try await ServerRun.with { client, _ in
            func names(_ query: String) async throws -> [String] {
                let (status, body, _) = try await client.json("/find?\(query)")
                #expect(status == 200)
                return body.names
            }
            // Accents and case do not count; a piece of a word is no word.
            #expect(try await names("name=STE%CC%80wart") == ["Stewart Park"])
            #expect(try await names("name=park") == ["Stewart Park"])
            #expect(try await names("name=tewart").isEmpty)
            #expect(try await names("name=taveuni").count == 2)
            let east = try await names("name=s&lat=42.48&lon=-76.45")
            #expect(Array(east.prefix(2)) == ["Sapsucker Woods", "Stewart Park"])
            let west = try await names("name=s&lat=42.46&lon=-76.51&limit=1")
            #expect(west == ["Stewart Park"])
            let (status, _, _) = try await client.json("/find?name=s&lat=42.46")
            #expect(status == 400)
        }
    }
}
