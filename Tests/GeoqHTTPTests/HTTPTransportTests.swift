import Foundation
import GeoqSupabase
import NIOSSL
import TestSupport
import Testing

@testable import GeoqHTTP

/// Requests on their way, and the ways in which they fail.
@Suite struct HTTPTransportTests {
    /// Sends one request by a transport of its own.
    private static func send(
        _ request: TransportRequest, roots: TLSTrust = .system
    ) async throws -> TransportAnswer {
        try await HTTPTransport.run(roots: roots) { try await $0.answer(to: request) }
    }

    private static func get(
        _ server: ScriptedServer, silence: Duration = .seconds(120), maximumBytes: Int = 1 << 20
    ) -> TransportRequest {
        TransportRequest(
            method: "GET", url: "http://127.0.0.1:\(server.port)/", silenceTimeout: silence,
            maximumAnswerBytes: maximumBytes)
    }

    // MARK: What arrives

    @Test func `method, path, query, headers and body arrive as they are, and so does the answer`() async throws {
        let answer = "HTTP/1.1 409 Conflict\r\nContent-Length: 4\r\nX-Two: a\r\nX-Two: b\r\n\r\nbody"
        try await ScriptedServer.run { _ in
            [.send(answer)]
        } _: { server in
            let got = try await Self.send(
                TransportRequest(
                    method: "PATCH",
                    url: "http://127.0.0.1:\(server.port)/rest/v1/a%2Fb?id=eq.1&in=(a,b)&text=%C3%A4%20*",
                    headers: [("apikey", "k"), ("prefer", "a"), ("prefer", "b")], body: Array("ä=1".utf8)))
            #expect(got.status == 409 && String(decoding: got.body, as: UTF8.self) == "body")
            #expect(got.headers.filter { $0.name == "x-two" }.map(\.value) == ["a", "b"])
            let request = try #require(server.requests.first)
            #expect(request.hasPrefix("PATCH /rest/v1/a%2Fb?id=eq.1&in=(a,b)&text=%C3%A4%20* HTTP/1.1\r\n"))
            for line in ["apikey: k", "prefer: a", "prefer: b", "host: 127.0.0.1:\(server.port)"] {
                #expect(request.contains("\r\n\(line)\r\n"), "\(line)")
            }
            #expect(request.hasSuffix("\r\n\r\nä=1") && server.requests.count == 1)
        }
    }

    @Test func `a redirect is an answer, and the other place hears nothing (F40)`() async throws {
        try await ScriptedServer.run { _ in
            ScriptedServer.answer([])
        } _: { other in
            let moved =
                "HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n\r\n"
            try await ScriptedServer.run { _ in
                [.send(moved)]
            } _: { server in
                var request = Self.get(server)
                request.headers = [("authorization", "Bearer t")]
                let answer = try await Self.send(request)
                #expect(answer.status == 307 && answer.header("location") != nil)
                #expect(server.requests.count == 1 && other.requests.isEmpty)
            }
        }
    }

    @Test func `no cookie comes back, and nothing is answered from memory`() async throws {
        try await ScriptedServer.run { _ in
            ScriptedServer.answer(
                Array("1".utf8), "set-cookie: a=b; Path=/", "cache-control: max-age=3600", #"etag: "x""#)
        } _: { server in
            try await HTTPTransport.run { transport in
                for _ in 0..<3 { _ = try await transport.answer(to: Self.get(server)) }
            }
            #expect(server.requests.count == 3)
            for request in server.requests {
                #expect(!request.lowercased().contains("cookie") && !request.lowercased().contains("if-none-match"))
            }
        }
    }

    // MARK: Sizes

    @Test func `a packed answer is unpacked, and says no more that it was packed`() async throws {
        let text = Data(String(repeating: "Nuthatch ", count: 10_000).utf8)
        let packed = try Array(Packed.gzip(text))
        try await ScriptedServer.run { _ in
            ScriptedServer.answer(packed, "content-encoding: gzip")
        } _: { server in
            let answer = try await Self.send(Self.get(server))
            #expect(Data(answer.body) == text && packed.count < 1_000)
            #expect(answer.header("content-encoding") == nil && answer.header("content-length") == nil)
        }
    }

    @Test func `a packed answer beyond the limit is refused, however small it was on its way (F40)`() async throws {
        let bomb = try Array(Packed.gzip(Data(count: 100 << 20)))
        #expect(bomb.count < 400_000)
        try await ScriptedServer.run { _ in
            ScriptedServer.answer(bomb, "content-encoding: gzip")
        } _: { server in
            await #expect(throws: TransportFailure.tooLarge) {
                try await Self.send(Self.get(server, maximumBytes: 1 << 20))
            }
        }
    }

    @Test(arguments: [true, false])
    func `a plain answer is read up to the limit and no further`(isDeclared: Bool) async throws {
        try await ScriptedServer.run { _ in
            let body = [UInt8](repeating: 0x61, count: 100_000)
            return isDeclared
                ? ScriptedServer.answer(body)
                : [.send("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n"), .sendBytes(body), .close]
        } _: { server in
            let whole = try await Self.send(Self.get(server, maximumBytes: 100_000))
            #expect(whole.body.count == 100_000)
            await #expect(throws: TransportFailure.tooLarge) {
                try await Self.send(Self.get(server, maximumBytes: 99_999))
            }
        }
    }

    @Test func `packed bytes that are damaged or end too soon are no answer`() async throws {
        let packed = try Array(Packed.gzip(Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })))
        var damaged = packed
        for index in stride(from: 100, to: packed.count, by: 7) { damaged[index] ^= 0x5A }
        for bytes in [damaged, Array(packed.prefix(packed.count / 2))] {
            try await ScriptedServer.run { _ in
                ScriptedServer.answer(bytes, "content-encoding: gzip")
            } _: { server in
                await #expect(throws: TransportFailure.notReached) { try await Self.send(Self.get(server)) }
            }
        }
    }

    // MARK: Silence and cuts

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"])
    func `a server that falls silent is left after the time that the request gives it`(said: String) async throws {
        try await ScriptedServer.run { _ in
            [.send(said), .wait(.seconds(600))]
        } _: { server in
            let before = ContinuousClock.now
            await #expect(throws: TransportFailure.timedOut) {
                try await Self.send(Self.get(server, silence: .milliseconds(300)))
            }
            let waited = ContinuousClock.now - before
            #expect(waited > .milliseconds(250) && waited < .seconds(60), "\(waited)")
        }
    }

    @Test func `a slow answer that never falls silent is read to its end`() async throws {
        let head = "HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n"
        try await ScriptedServer.run { _ in
            [.send(head)] + (0..<8).flatMap { [.wait(.milliseconds(400)), .send("\($0)")] }
        } _: { server in
            // Where other tests keep every thread busy, silence may be the reader's own.
            var text = ""
            for _ in 0..<5 where text.isEmpty {
                let answer = try? await Self.send(Self.get(server, silence: .milliseconds(2_200)))
                text = String(decoding: answer?.body ?? [], as: UTF8.self)
            }
            #expect(text == "01234567")
        }
    }

    @Test(arguments: [
        "", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf", "hello, I am no server\r\n",
    ])
    func `a connection that is cut, or says something else, gives no answer`(said: String) async throws {
        try await ScriptedServer.run { _ in
            [.send(said), .close]
        } _: { server in
            await #expect(throws: TransportFailure.notReached) { try await Self.send(Self.get(server)) }
        }
    }

    @Test func `nothing at the port, and a name without an address, are said at once`() async throws {
        let port = try await ScriptedServer.run { _ in
            []
        } _: {
            $0.port
        }
        let before = ContinuousClock.now
        let failures = [
            "http://127.0.0.1:\(port)/": TransportFailure.notConnected, "https://geoq-test.invalid/": .nameUnknown,
            "http://localhost:\(port)/": .notConnected,
        ]
        for (url, failure) in failures {
            await #expect(throws: failure) {
                try await Self.send(TransportRequest(method: "GET", url: url))
            }
        }
        #expect(ContinuousClock.now - before < .seconds(60))
    }

    @Test func `a transport that is not closed, or is used after that, ends its connections with its last reference`()
        async throws
    {
        try await ScriptedServer.run { _ in
            ScriptedServer.answer([])
        } _: { server in
            for closes in [false, true] {
                let transport = HTTPTransport()
                let first = try await transport.answer(to: Self.get(server))
                if closes { await transport.close() }
                let second = try await transport.answer(to: Self.get(server))
                #expect(first.status == 200 && second.status == 200)
            }
        }
    }

    @Test func `a request that is cancelled ends at once, and says so`() async throws {
        try await ScriptedServer.run { _ in
            [.wait(.seconds(600))]
        } _: { server in
            try await HTTPTransport.run { transport in
                let task = Task { try await transport.answer(to: Self.get(server)) }
                while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                let before = ContinuousClock.now
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(ContinuousClock.now - before < .seconds(60))
            }
        }
    }

    // MARK: Certificates

    @Test func `only a certificate of an authority that is believed, for this host and this day, is taken`()
        async throws
    {
        try await withFolder { folder in
            let certificates = try TestCertificates(in: folder)
            let good = try certificates.context(names: "IP:127.0.0.1")
            func outcome(
                _ context: NIOSSLContext, _ roots: TLSTrust
            ) async throws -> (failure: TransportFailure?, requests: Int) {
                try await ScriptedServer.run(tls: context) { _ in
                    ScriptedServer.answer([])
                } _: { server in
                    do {
                        _ = try await Self.send(
                            TransportRequest(
                                method: "GET", url: "https://127.0.0.1:\(server.port)/",
                                headers: [("authorization", "Bearer t")]), roots: roots)
                        return (nil, server.requests.count)
                    } catch let failure as TransportFailure {
                        return (failure, server.requests.count)
                    }
                }
            }
            let believed = TLSTrust.file(certificates.authority)
            #expect(try await outcome(good, believed) == (nil, 1))
            // Neither this authority nor one's own word is believed by the system.
            #expect(try await outcome(good, .system) == (.untrusted, 0))
            #expect(try await outcome(certificates.selfSigned(), .system) == (.untrusted, 0))
            #expect(try await outcome(certificates.selfSigned(), believed) == (.untrusted, 0))
            let other = try certificates.context(names: "IP:127.0.0.2,DNS:example.org")
            #expect(try await outcome(other, believed) == (.untrusted, 0))
            let old = try certificates.context(names: "IP:127.0.0.1", days: -1)
            #expect(try await outcome(old, believed) == (.untrusted, 0))
        }
    }

    @Test func `a server that speaks no TLS where TLS is expected gets no request`() async throws {
        try await ScriptedServer.run { _ in
            ScriptedServer.answer([])
        } _: { server in
            var request = Self.get(server)
            request.url = "https://127.0.0.1:\(server.port)/"
            request.connectTimeout = .milliseconds(500)
            request.headers = [("authorization", "Bearer t")]
            let sent = request
            await #expect(throws: TransportFailure.notConnected) { try await Self.send(sent) }
            #expect(!server.requests.joined().contains("Bearer"))
        }
    }
}
