import Foundation
import TestSupport
import Testing

/// What other programs do to a store's files under `geoq serve`, which runs
/// here as a process of its own: it must survive all of it, and report what it
/// sees.
@Suite(.waits, .serialized) struct OutsideInterferenceTests {
    @Test func `a server outlives an index that is cut under it`() async throws {
        try await withServer { server, store in
            let before = try Self.ask(server, "near?lat=42.44&lon=-76.5&km=600&limit=1000")
            #expect(before.status == 200)
            // Nothing of it is in the server's page tables: it would end by SIGBUS.
            let index = try FileHandle(forWritingTo: URL(filePath: store + ".index"))
            try index.truncate(atOffset: 0)
            for question in [
                "near?lat=42.44&lon=-76.5&km=600&limit=1000", "near?lat=-33&lon=151&km=900&limit=1000",
                "nearest?lat=51&lon=0&k=1000", "collections/hotspots/items?limit=1000&bbox=-10,30,30,60",
            ] {
                #expect(try Self.ask(server, question).status == 200, "\(question)")
            }
            let after = try Self.ask(server, "near?lat=42.44&lon=-76.5&km=600&limit=1000")
            #expect(Self.ids(after.body) == Self.ids(before.body) && !Self.ids(after.body).isEmpty)
            #expect(server.stop().reason == .exit)
        }
    }

    @Test func `a store that is replaced under a server is the one that is asked`() async throws {
        try await withServer { server, store in
            let other = store + ".new"
            try "id,name,lat,lon\n1,Another Pond,42.44,-76.5\n".write(
                toFile: store + ".csv", atomically: true, encoding: .utf8)
            #expect(try GeoqProcess(["import", store + ".csv", "--as", "hotspots", "--db", other]).status == 0)
            #expect(rename(other, store) == 0)
            try Self.wait { try Self.ask(server, "near?lat=42.44&lon=-76.5&km=1").body.contains("Another Pond") }
            // Gone: refused, with a sentence; there again: answered.
            let away = store + ".away"
            #expect(rename(store, away) == 0)
            try Self.wait { try Self.ask(server, "near?lat=42.44&lon=-76.5&km=1").status == 503 }
            let refused = try Self.ask(server, "near?lat=42.44&lon=-76.5&km=1")
            #expect(refused.body.contains("The store's file is gone"), "\(refused.body)")
            #expect(!refused.body.contains(store))
            #expect(rename(away, store) == 0)
            try Self.wait { try Self.ask(server, "near?lat=42.44&lon=-76.5&km=1").status == 200 }
            // Emptied in place.
            let file = try FileHandle(forWritingTo: URL(filePath: store))
            try file.truncate(atOffset: 0)
            try Self.wait { try Self.ask(server, "near?lat=42.44&lon=-76.5&km=1").status == 503 }
            #expect(server.stop().reason == .exit)
        }
    }

    /// Looks until a condition holds; the server looks four times a second.
    private static func wait(_ isSo: () throws -> Bool) throws {
        for _ in 0..<6_000 {
            if try isSo() { return }
            usleep(50_000)
        }
        Issue.record("It has not come to be within five minutes.")
    }

    private static func ask(_ server: ServeProcess, _ question: String) throws -> (status: Int, body: String) {
        let run = try Tool.run(
            "/usr/bin/curl", ["-s", "-m", "20", "-w", "\n%{http_code}", server.address + question])
        return (Int(run.lines.last ?? "") ?? 0, run.lines.dropLast().joined(separator: "\n"))
    }

    private static func ids(_ body: String) -> [String] {
        body.matches(of: /"id":"([0-9a-f-]{36})"/).map { String($0.output.1) }
    }

    private func withServer(_ body: (ServeProcess, _ store: String) throws -> Void) async throws {
        try await withFolder { folder in
            let store = folder + "/birds.sqlite"
            try CityStore.copy(to: store)
            let server = try ServeProcess(["--db", store])
            defer { _ = server.stop() }
            try body(server, store)
        }
    }
}
