import Foundation
import Geoq
import GeoqServer
import GeoqStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

/// Server-sent events.
@Suite struct EventTests {
    @Test func `who listens hears of a new snapshot`() async throws {
        try await ServerRun.with(.live) { client, path in
            let port = try #require(client.port)
            let raw = try RawHTTP(port: port)
            await raw.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var heard = ""
            while !heard.contains("\n\n\r\n"), let more = await raw.receive() { heard += more }
            #expect(heard.contains("Content-Type: text/event-stream"))
            #expect(heard.contains("event: snapshot\ndata: {\"snapshot\":"))
            let store = try Store(path: path, create: false)
            let file = path + ".more.csv"
            try "id,name,locality,lat,lon\nL9,New Pond,US-NY,42.461,-76.5\n".write(
                toFile: file, atomically: true, encoding: .utf8)
            try await store.importFile(file, as: .hotspots)
            while !heard.contains("\"hotspots\":6"), let more = await raw.receive() { heard += more }
            #expect(heard.contains("\"hotspots\":6"))
            raw.close()
        }
    }

    @Test func `no more than so many listen`() async throws {
        var limits = ServerLimits()
        limits.listeners = 0
        try await ServerRun.with(limits: limits) { client, _ in
            let response = try await client.get("/events")
            #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "10")
        }
    }
}
