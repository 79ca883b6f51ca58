import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes
import TestSupport
import Testing

@testable import GeoqServer

/// Questions that are answered on the connection's own thread, without
/// Hummingbird.
@Suite struct DirectAnswerTests {
    private static let near = "/near?lat=42.46&lon=-76.5&km=10"

    @Test func `the same is answered at once as by Hummingbird`() async throws {
        let many = (0..<100).map { "L\($0),Place \($0),X,\(40 + Double($0) / 1000),-76\n" }.joined()
        try await ServerRun.with(
            hotspots: "id,name,locality,lat,lon\n" + many, .live, allowedOrigin: "https://birds.example"
        ) { client, _ in
            let port = try #require(client.port)
            let connection = try RawHTTP(port: port)
            let tag = try #require(try await client.get(Self.near).headers[.eTag])
            let requests = [
                "GET \(Self.near) HTTP/1.1\r\n", "GET /near?lat=40&lon=-76&within=9mi HTTP/1.1\r\n",
                "GET /near?lat=40&lon=-76&km=9&limit=3 HTTP/1.1\r\n",
                "GET /near?lat=40&lon=-76&km=9&f=csv HTTP/1.1\r\n",
                "GET /nearest?lat=40&lon=-76&k=20 HTTP/1.1\r\n", "GET /nearest?lat=40&lon=-76&k=200 HTTP/1.1\r\n",
                "HEAD /nearest?lat=40&lon=-76&k=20 HTTP/1.1\r\n", "GET /healthz HTTP/1.1\r\n",
                "GET /near?lat=91&lon=0&km=1&x=y HTTP/1.1\r\n", "GET /near HTTP/1.1\r\nAccept: image/png\r\n",
                "GET \(Self.near) HTTP/1.1\r\nIf-None-Match: \(tag)\r\n",
                "GET /near?lat=40&lon=-76&km=99 HTTP/1.1\r\nAccept-Encoding: gzip\r\n",
                "GET http://localhost\(Self.near) HTTP/1.1\r\n",
            ]
            for request in requests {
                let whole = request + "Host: localhost\r\n"
                let direct = try #require(try await connection.answer(to: whole + "\r\n"), "\(request)")
                // A client that wants the connection closed is answered by
                // Hummingbird.
                let other = try RawHTTP(port: port)
                let passed = try #require(try await other.answer(to: whole + "Connection: close\r\n\r\n"), "\(request)")
                other.close()
                #expect(direct.body == passed.body, "\(request)")
                #expect(direct.head.withoutDate == passed.head.withoutDate, "\(request)")
                #expect(direct.head.contains("\r\nDate: ") || direct.head.contains("\r\ndate: "))
            }
            connection.close()
        }
    }

    @Test func `only what needs neither waiting nor much work is answered at once`() async throws {
        let many = (0..<300).map { "L\($0),Place \($0),X,\(40 + Double($0) / 1000),-76\n" }.joined()
        try await ServerRun.withService(hotspots: "id,name,locality,lat,lon\n" + many) { service in
            let responder = GeoqResponder(service)
            func status(_ path: String, _ method: HTTPRequest.Method = .get) -> Int? {
                responder.answerAtOnce(
                    HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path))?.status.code
            }
            for path in [
                "/near?lat=40&lon=-76&km=9", "/near?lat=40.1&lon=-76&within=5mi",
                "/nearest?lat=40&lon=-76&k=250", "/healthz",
            ] {
                #expect(status(path) == 200, "\(path)")
            }
            #expect(status("/near?lat=40&lon=-76&km=x") == 400)
            for path in [
                "/near?lat=40&lon=-76&km=99", "/nearest?lat=40&lon=-76&k=251",
                "/near?lat=40&lon=-76&km=9&filter=name%3D'x'", "/near?lat=40&lon=-76&km=9&fields=locality",
                "/near?lat=40.1&lon=-76&within=5mi&layer=observations",
                "/near?lat=40&lon=-76&km=9&layer=observations&species=Parus", "/near?lat=40&lon=-76&km=9&min-km=3",
                "/nearest?lat=40&lon=-76&k=9&layer=observations&since=2026-01-01",
                "/near?lat=40&lon=-76&km=9&layer=observations&datetime=2026-01-01", "/collections", "/nowhere",
            ] {
                #expect(status(path) == nil, "\(path)")
            }
            #expect(status("/healthz", .post) == nil)
        }
    }

    @Test func `answers come in the order of the requests`() async throws {
        try await ServerRun.with(.live) { client, _ in
            let raw = try RawHTTP(port: try #require(client.port))
            func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
            // Those with a filter, and the list of collections, are answered elsewhere.
            let paths = [
                Self.near, "/collections", "/nearest?lat=90&lon=0&k=1", Self.near + "&filter=name%3D'Stewart%20Park'",
                "/healthz", "/collections/hotspots", "/nearest?lat=-16.8&lon=179.9&k=1",
            ]
            let signs = ["Sapsucker", #""collections""#, "Alert", #""numberMatched":1"#, "ok", "hotspots", "West"]
            for _ in 0..<20 {
                await raw.send(paths.map(request).joined())
                for (path, sign) in zip(paths, signs) {
                    let answer = try #require(try await raw.nextAnswer(), "\(path)")
                    #expect(answer.text.contains(sign), "\(path): \(answer.text.prefix(200))")
                }
            }
            raw.close()
        }
    }

    @Test func `a client that asks on and takes no answers is not answered on`() async throws {
        // No name may have more than 1 000 bytes.
        let long = String(repeating: "x", count: 900)
        let many = (0..<400).map { "L\($0),\(long) \($0),\(long),42,-76\n" }.joined()
        try await ServerRun.with(hotspots: "id,name,locality,lat,lon\n" + many, .live) { client, _ in
            let port = try #require(client.port)
            let raw = try RawHTTP(port: port)
            // 400 kB each: 400 MB if all were answered, and sockets hold a few.
            let ask = "GET /near?lat=42&lon=-76&km=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let last = ask.replacing("localhost\r\n", with: "localhost\r\nConnection: close\r\n")
            #expect(try await RawHTTP(port: port).exchange(last).utf8.count > 400_000)
            await raw.send(String(repeating: ask, count: 1_000))
            func answered() async throws -> Int {
                let metrics = try await RawHTTP(port: port).exchange(
                    "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                let name = #"geoq_http_requests_total{route="/near",method="GET",status="200"} "#
                let line = metrics.split(separator: "\n").first { $0.hasPrefix(name) }
                return line.flatMap { Int($0.dropFirst(name.count).filter(\.isNumber)) } ?? 0
            }
            let hasBegun = try await eventually(every: .milliseconds(20)) { try await answered() > 0 }
            #expect(hasBegun)
            try await Task.sleep(for: .seconds(2))
            let count = try await answered()
            #expect(count < 200, "\(count) were answered")
            raw.close()
        }
    }

    @Test func `the time of an answer is written as HTTP wants it`() {
        // RFC 9110, section 5.6.7.
        #expect(DateHeader.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(DateHeader.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(DateHeader.text(1_709_251_199) == "Thu, 29 Feb 2024 23:59:59 GMT")
        #expect(DateHeader().text.hasSuffix(" GMT"))
    }
}

/// An answer as it was received.
private struct RawAnswer {
    let head: String
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension String {
    fileprivate var withoutDate: String {
        split(separator: "\r\n").filter { !$0.lowercased().hasPrefix("date:") }.joined(separator: "\n")
    }
}

extension RawHTTP {
    /// Sends a request and reads the answer.
    fileprivate func answer(to request: String) async throws -> RawAnswer? {
        await send(request)
        return try await nextAnswer(hasBody: !request.hasPrefix("HEAD"))
    }

    /// Reads one answer and no byte more; nil when the other end closes before.
    fileprivate func nextAnswer(hasBody: Bool = true) async throws -> RawAnswer? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let more = await receiveBytes(1) else { return nil }
            head += more
        }
        let text = String(decoding: head, as: UTF8.self)
        let length = text.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) }
        var body: [UInt8] = []
        while hasBody, body.count < length ?? 0 {
            guard let more = await receiveBytes((length ?? 0) - body.count) else { return nil }
            body += more
        }
        return RawAnswer(head: text, body: body)
    }
}
