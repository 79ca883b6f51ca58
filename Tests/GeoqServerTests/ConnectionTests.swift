import Foundation
import Geoq
import GeoqServer
import GeoqStore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

/// Clients that are slow, gone, or wrong.
@Suite struct ConnectionTests {
    private static let near = "/near?lat=42.46&lon=-76.5&km=10"

    private static let whole = "GET \(near) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    private static let impatient: ServerLimits = {
        var limits = ServerLimits.patient
        (limits.idleSeconds, limits.requestSeconds, limits.writeSeconds) = (1, 1, 1)
        return limits
    }()

    /// Whether a client that does as it should is answered; on a busy machine
    /// it, too, may be cut off by limits of a second, and then asks again.
    private static func isServed(_ port: Int) async throws -> Bool {
        try await ServerRun.eventually {
            try await RawHTTP(port: port).exchange(whole).hasPrefix("HTTP/1.1 200 ")
        }
    }

    @Test func `requests that are none are refused, and the server lives on`() async throws {
        try await ServerRun.with(.live) { client, _ in
            let port = try #require(client.port)
            let wrong = [
                "\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
                "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n",
                "GET / HTTP/1.1\r\n\((0..<500).map { "X\($0): 1\r\n" }.joined())\r\n",
                "GET /\(String(repeating: "a", count: 200_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "\u{16}\u{3}\u{1}\u{2}\u{0}", String(repeating: "\u{0}", count: 10_000),
            ]
            for text in wrong {
                let raw = try RawHTTP(port: port)
                await raw.send(text)
                // Some are answered with 4xx, some have to wait for more and are left.
                if let answer = await raw.receiveSoon() {
                    #expect(answer.hasPrefix("HTTP/1.1 4"), "\(text.prefix(40)): \(answer.prefix(60))")
                }
                raw.close()
                let response = try await client.get(Self.near)
                #expect(response.status == .ok)
            }
        }
    }

    @Test func `a client that drips its request is cut off`() async throws {
        try await ServerRun.with(.live, limits: Self.impatient) { client, _ in
            let port = try #require(client.port)
            for start in [
                "GET \(Self.near) HTTP/1.1\r\nHost: localhost\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n",
            ] {
                let raw = try RawHTTP(port: port)
                await raw.send(start)
                let isClosed = try await ServerRun.eventually {
                    try await Task.sleep(for: .milliseconds(100))
                    let isSent = await raw.send("X")
                    return !isSent || raw.isClosed
                }
                #expect(isClosed)
                raw.close()
            }
            #expect(try await Self.isServed(port))
        }
    }

    @Test func `clients that are silent, or gone, are cut off, and others are served meanwhile`() async throws {
        try await ServerRun.with(.live, limits: Self.impatient) { client, _ in
            let port = try #require(client.port)
            let silent = try (0..<50).map { _ in try RawHTTP(port: port) }
            for raw in silent.prefix(25) { await raw.send("GET / HT") }
            #expect(try await Self.isServed(port))
            for raw in silent {
                // Nothing comes but the end.
                while await raw.receive() != nil {}
                raw.close()
            }
        }
    }

    @Test func `a client that takes nothing of its answer is cut off`() async throws {
        let many = (0..<10_000).map { "L\($0),Place \($0) \(String(repeating: "x", count: 400)),X,42,-76\n" }.joined()
        try await ServerRun.with(
            hotspots: "id,name,locality,lat,lon\n" + many, .live, limits: Self.impatient
        ) { client, _ in
            let port = try #require(client.port)
            let raw = try RawHTTP(port: port)
            // Several megabytes each, far more than sockets hold.
            let ask = "GET /near?lat=42&lon=-76&km=1&limit=10000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            await raw.send(ask + ask + ask)
            // Once the first is answered nobody takes it, for longer than that is allowed.
            let isAnswered = try await ServerRun.eventually {
                let metrics = try await RawHTTP(port: port).exchange(
                    "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return metrics.contains(#"geoq_http_requests_total{route="/near",method="GET",status="200"}"#)
            }
            #expect(isAnswered)
            try await Task.sleep(for: .seconds(4))
            var received = 0
            while let more = await raw.receive() { received += more.utf8.count }
            raw.close()
            #expect(received < 10_000_000, "the rest was never sent")
        }
    }

    @Test func `a client that takes its answer slowly but steadily gets all of it`() async throws {
        let many = (0..<10_000).map { "L\($0),Place \($0) \(String(repeating: "x", count: 2_000)),X,42,-76\n" }.joined()
        var limits = ServerLimits.patient
        limits.writeSeconds = 2
        try await ServerRun.with(hotspots: "id,name,locality,lat,lon\n" + many, .live, limits: limits) { client, _ in
            let raw = try RawHTTP(port: try #require(client.port))
            await raw.send(
                "GET /near?lat=42&lon=-76&km=1&limit=10000 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let start = ContinuousClock.now
            var (received, last) = (0, "")
            while let more = await raw.receive() {
                received += more.utf8.count
                last = more
                // All of it in three times as long as it may stand still.
                let due = start + .seconds(6 * Double(received) / 20_000_000)
                if ContinuousClock.now < due { try await Task.sleep(until: due) }
            }
            raw.close()
            #expect(received > 20_000_000)
            #expect(last.hasSuffix("]}\n"))
        }
    }

    @Test func `answers during imports are of one snapshot each`() async throws {
        try await ServerRun.with(.live) { client, path in
            // Every import moves all ten places together, to a latitude of its own.
            let store = try Store(path: path, create: false)
            func rows(_ round: Int) -> String {
                "id,name,locality,lat,lon\n"
                    + (0..<10).map { "M\($0),Round \(round),X,\(-60 - Double(round) / 10),\(Double($0) / 100)\n" }
                    .joined()
            }
            let end = Flag()
            let importing = Task {
                var round = 0
                while !end.isSet.load(ordering: .relaxed) {
                    let file = path + ".round.csv"
                    try rows(round % 40).write(toFile: file, atomically: true, encoding: .utf8)
                    var settings = ImportSettings(.hotspots)
                    settings.source = "rounds"
                    try await store.importFile(file, settings)
                    round += 1
                }
            }
            var rounds: Set<String> = []
            func ask(_ number: Int) async throws {
                let uri =
                    number % 2 == 0 ? "/near?lat=-62&lon=0&km=1000" : "/collections/hotspots/items?bbox=-1,-70,1,-50"
                let body = try await client.json(uri).body
                let names = body.names.filter { $0.hasPrefix("Round") }
                #expect(names.isEmpty || names.count == 10 && Set(names).count == 1, "\(names)")
                rounds.formUnion(names)
            }
            for number in 0..<1_000 { try await ask(number) }
            let hasChanged = try await ServerRun.eventually {
                try await ask(0)
                return rounds.count > 1
            }
            #expect(hasChanged, "the store changed meanwhile")
            end.isSet.store(true, ordering: .relaxed)
            try await importing.value
        }
    }
}

/// Says to another task that it may end.
private final class Flag: Sendable {
    let isSet = Atomic(false)
}
