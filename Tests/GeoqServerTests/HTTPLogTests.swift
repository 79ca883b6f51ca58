import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes
import Hummingbird
import Synchronization
import TestSupport
import Testing

@testable import GeoqServer

/// What a server says in its log, and how it lives while its store cannot be read.
@Suite struct HTTPLogTests {
    private static let near = "/near?lat=42.46&lon=-76.5&km=10"

    @Test func `what fails is logged once with its reason, and clients are told no paths`() async throws {
        let lines = Lines()
        try await ServerRun.with(
            configure: { configuration in
                configuration.log = { lines.append($0) }
                configuration.hooks.whenAnswering = { _, _ in
                    throw StoreError.failed(path: "/secret/birds.sqlite", reason: "database disk image is malformed")
                }
            },
            { client, _ in
                for _ in 0..<3 {
                    let (status, body, _) = try await client.json("/species?lat=0&lon=0&km=1")
                    #expect(status == 500 && !body.text.contains("secret"), "\(body.text)")
                }
                let reason = "GET /species failed: /secret/birds.sqlite: database disk image is malformed"
                #expect(lines.all == [reason])
                let failure = StoreError.failed(path: "/secret/birds.sqlite", reason: "disk I/O error")
                let change = GeoqResponder.problem(failure, ofChange: true)
                #expect(change.status == .internalServerError)
                #expect(change.detail == "The change could not be made; the server's log has more.")
            })
    }

    @Test func `a form that breaks off is the client's mistake, and no failure in the log`() async throws {
        let lines = Lines()
        let logged = { (configuration: inout ServerConfiguration) in configuration.log = { lines.append($0) } }
        try await ServerRun.with(.live, configure: logged) { client, _ in
            let port = try #require(client.port)
            let head = "POST /near HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            for body in [
                "Transfer-Encoding: chunked\r\n\r\n5\r\narea=\r\n", "Content-Length: 9\r\n\r\narea=",
                "Transfer-Encoding: chunked\r\n\r\n5\r\narea=\r\nzz\r\n",
            ] {
                let raw = try RawHTTP(port: port)
                await raw.send(head + body)
                raw.endSending()
                var answer = ""
                while let more = await raw.receive() { answer += more }
                raw.close()
                #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400 "), "\(body): \(answer)")
            }
            let metrics = String(buffer: try await client.get("/metrics").body)
            #expect(metrics.contains("geoq_http_requests_total{") && !metrics.contains(#"status="500""#), "\(metrics)")
            #expect(lines.all == [])
        }
    }

    @Test func `a store that cannot be read is logged once, and /readyz does not say where it is`() async throws {
        try await withFolder { folder in
            let lines = Lines()
            let path = folder + "/birds.sqlite"
            try await Store.blank(path).imports.run(
                try Self.file("id,name,lat,lon\nL1,A,1,2\n", in: folder), as: .hotspots)
            var configuration = ServerConfiguration(path: path)
            configuration.log = { lines.append($0) }
            let service = try Service(configuration)
            #expect(throws: Problem.self) { try service.live.moment() }
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.write(contentsOf: Data(repeating: 1, count: 65_536))
            try file.close()
            for _ in 0..<3 { await service.live.refresh() }
            let problem = try #require(throws: Problem.self) { try service.live.moment() }
            #expect(problem.status == .serviceUnavailable && !problem.detail.contains(folder), "\(problem.detail)")
            #expect(lines.all.count == 1 && lines.all[0].hasPrefix("the store cannot be read: "), "\(lines.all)")
        }
    }

    @Test func `while the first index is built, the server lives and asks for patience`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            _ = try Store.blank(path)
            let service = try Service(ServerConfiguration(path: path))
            let responder = GeoqResponder(service)
            func answer(_ path: String) throws -> Message {
                try #require(
                    responder.answerAtOnce(
                        HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path)))
            }
            #expect(try answer("/healthz").status == .ok)
            let near = try answer(Self.near)
            #expect(near.status == .serviceUnavailable && near.headers[.retryAfter] == "1")
            await service.live.refresh()
            #expect(try answer(Self.near).status == .ok)
        }
    }

    private static func file(_ text: String, in folder: String) throws -> String {
        let path = folder + "/hotspots.csv"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func `the log says a line once a minute, and how often it was so`() {
        let lines = Lines()
        let time = Time()
        let log = ServerLog(output: { lines.append($0) }, now: { time.now })
        for _ in 0..<5 { log.say("bad\u{1B}[31m") }
        log.say("worse")
        #expect(lines.all == ["bad␛[31m", "worse"])
        time.move(by: .seconds(61))
        log.say("bad\u{1B}[31m")
        #expect(lines.all.last == "bad␛[31m (and 4 times more since it was last said)")
    }
}

/// Keeps the lines of a log.
final class Lines: Sendable {
    private let kept = Mutex<[String]>([])

    var all: [String] { kept.withLock { $0 } }

    func append(_ line: String) { kept.withLock { $0.append(line) } }
}

/// A clock that a test moves.
private final class Time: Sendable {
    private let moment = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { moment.withLock { $0 } }

    func move(by duration: Duration) { moment.withLock { $0 += duration } }
}
