import Foundation
import Geoq
import GeoqFormats
import GeoqServer
import GeoqStore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

/// Clients that are slow, have gone, or make mistakes.
@Suite struct ConnectionTests {
    private static let near = "/near?lat=42.46&lon=-76.5&km=10"

    private static let whole = "GET \(near) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    private static let impatient: ServerLimits = {
        var limits = ServerLimits.patient
        (limits.idleSeconds, limits.requestSeconds, limits.writeSeconds) = (1, 1, 1)
        return limits
    }()

    /// Whether a well-behaved client is answered. On a busy machine limits of a
    /// second may cut it off, too; then it asks again.
    private static func isServed(_ port: Int) async throws -> Bool {
        try await eventually(every: .milliseconds(20)) {
            try await RawHTTP(port: port).exchange(whole).hasPrefix("HTTP/1.1 200 ")
        }
    }

    @Test func `bytes that are no request of HTTP are refused, and the server lives on`() async throws {
        try await ServerRun.with(.live) { client, _ in
            let port = try #require(client.port)
            func repeated(_ character: Character, _ count: Int) -> String { String(repeating: character, count: count) }
            let refused = [
                "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
                "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(repeated("a", 100_000))\r\n\r\n",
                "GET / HTTP/1.1\r\n\((0..<500).map { "X\($0): 1\r\n" }.joined())\r\n",
                "GET /\(repeated("a", 200_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "\u{16}\u{3}\u{1}\u{2}\u{0}", repeated("\u{0}", 10_000),
            ]
            // The server may wait for more of these; then the test leaves them.
            let open = [
                "\r\n\r\n\r\n", "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            ]
            for text in refused + open {
                let raw = try RawHTTP(port: port)
                await raw.send(text)
                let answer = refused.contains(text) ? await raw.receive() ?? "" : await raw.receiveSoon()
                if let answer {
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
                let isClosed = try await eventually(every: .milliseconds(20)) {
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

    @Test func `a body that drips is cut off, with a token and without`() async throws {
        let token = "0123456789abcdef0123"
        var limits = ServerLimits.patient
        (limits.requestSeconds, limits.bodyBytesPerSecond) = (1, 1_000)
        try await ServerRun.with(.live, token: token, limits: limits) { client, _ in
            let port = try #require(client.port)
            for header in ["Authorization: Bearer \(token)\r\n", ""] {
                let raw = try RawHTTP(port: port)
                await raw.send("POST /match HTTP/1.1\r\nHost: localhost\r\n\(header)Transfer-Encoding: chunked\r\n\r\n")
                let isClosed = try await eventually(every: .milliseconds(20)) {
                    try await Task.sleep(for: .milliseconds(100))
                    let isSent = await raw.send("2\r\n \n\r\n")
                    return !isSent || raw.isClosed
                }
                #expect(isClosed)
                raw.close()
            }
        }
    }

    @Test func `who is refused is told so at once, and the rest of the request is not waited for`() async throws {
        try await ServerRun.with(.live, token: "0123456789abcdef0123") { client, _ in
            let port = try #require(client.port)
            for (path, status) in [("/match", 401), ("/areas/of?lat=0&lon=0", 405)] {
                let raw = try RawHTTP(port: port)
                await raw.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")
                var answer = ""
                // The server ends the connection, although the limits are long
                // and the body never ends.
                while let more = await raw.receive() { answer += more }
                raw.close()
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(80))")
                #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
            }
        }
    }

    @Test func `HTTP of other times and ways`() async throws {
        try await ServerRun.with(.live) { client, _ in
            let port = try #require(client.port)
            @Sendable func answer(_ request: String) async throws -> String {
                await (try RawHTTP(port: port)).exchange(request)
            }
            // Each of these ends with the connection; the client waits for
            // that.
            let old = try await answer("GET /healthz HTTP/1.0\r\n\r\n")
            #expect(old.contains(" 200 OK\r\n") && old.hasSuffix("}\n"), "\(old)")
            let stream = try await answer("POST /match HTTP/1.0\r\nContent-Length: 2\r\n\r\n[]")
            #expect(stream.contains("\"error\"") && !stream.lowercased().contains("chunked"), "\(stream)")
            for hosts in ["", "Host: localhost\r\nHost: localhost\r\n", "Host: local host\r\n", "Host: \r\n"] {
                let none = try await answer("GET /healthz HTTP/1.1\r\nConnection: close\r\n\(hosts)\r\n")
                #expect(none.hasPrefix("HTTP/1.1 400 "), "\(hosts): \(none.prefix(60))")
            }
            let whole = try await answer(
                "GET http://localhost:1\(Self.near)&limit=1 HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n")
            #expect(whole.contains("http://localhost:1/near"), "\(whole.prefix(600))")
            let foreign = try await answer(
                "GET http://evil.example\(Self.near) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(foreign.hasPrefix("HTTP/1.1 421 "))
        }
    }

    @Test func `a client that asks whether to send its body is told to`() async throws {
        try await ServerRun.with(.live) { client, _ in
            let raw = try RawHTTP(port: try #require(client.port))
            await raw.send(
                "POST /match HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
            var answer = ""
            while !answer.contains("100 Continue\r\n\r\n"), let more = await raw.receive() { answer += more }
            #expect(answer.contains("HTTP/1.1 100 Continue\r\n\r\n"))
            await raw.send("[1]")
            while !answer.contains("\"error\""), let more = await raw.receive() { answer += more }
            #expect(answer.contains("HTTP/1.1 200 OK\r\n") && answer.contains("\"error\""))
            raw.close()
        }
    }

    @Test func `what stands around chunks is bounded`() async throws {
        try await ServerRun.with(.live) { client, _ in
            let raw = try RawHTTP(port: try #require(client.port))
            await raw.send("POST /match HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            let isClosed = try await eventually(every: .milliseconds(20)) {
                let isSent = await raw.send("2;" + String(repeating: "x", count: 4_000) + "\r\n \n\r\n")
                return !isSent || raw.isClosed
            }
            #expect(isClosed)
            raw.close()
        }
    }

    @Test func `each request can be had in a log, as one line`() async throws {
        try await withFolder { folder in
            let path = folder + "/access.log"
            let logged = { (configuration: inout ServerConfiguration) in configuration.accessLog = path }
            try await ServerRun.with(.live, configure: logged) { client, _ in
                _ = try await client.get(Self.near)
                _ = try await client.get("/collections/hotspots/items?limit=1")
                _ = try await client.get("/nowhere?limit=1&Access_Token=hidden&x=2")
            }
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
                try JSONValue(parsing: String($0))
            }
            #expect(lines.count == 3)
            #expect(lines.map { $0["status"] } == [200, 200, 404])
            #expect(lines.first?["target"]?.string == Self.near && lines.first?["client"]?.string == "127.0.0.1")
            // A secret that a client sends in the query stays in no log.
            #expect(lines.last?["target"]?.string == "/nowhere?limit=1&Access_Token=…&x=2")
            #expect(lines.allSatisfy { ($0["bytes"]?.double ?? 0) > 0 && ($0["ms"]?.double ?? -1) >= 0 })
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
            // After the first answer the client takes no more, for longer than
            // the limit allows.
            let isAnswered = try await eventually(every: .milliseconds(20)) {
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
        let many = (0..<10_000).map { "L\($0),Place \($0) \(String(repeating: "x", count: 980)),X,42,-76\n" }.joined()
        var limits = ServerLimits.patient
        (limits.writeSeconds, limits.idleSeconds) = (2, 2)
        try await ServerRun.with(hotspots: "id,name,locality,lat,lon\n" + many, .live, limits: limits) { client, _ in
            let raw = try RawHTTP(port: try #require(client.port))
            await raw.send(
                "GET /near?lat=42&lon=-76&km=1&limit=10000 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            // The whole takes three times as long as a pause, or the time between requests, may take.
            let (received, end) = await raw.receiveAll(bytesPerSecond: 10_000_000 / 6)
            raw.close()
            #expect(received > 10_000_000)
            #expect(end.hasSuffix("]}\n"), "\(received) bytes")
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
                    try await store.imports.run(file, settings)
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
            let hasChanged = try await eventually(every: .milliseconds(20)) {
                try await ask(0)
                return rounds.count > 1
            }
            #expect(hasChanged, "the store changed meanwhile")
            end.isSet.store(true, ordering: .relaxed)
            try await importing.value
        }
    }
}

/// Tells another task that it may end.
private final class Flag: Sendable {
    let isSet = Atomic(false)
}
