import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import GeoqServer

/// How a server treats other clients while it has much to do. Hooks hold
/// questions, not their size, so that nothing here depends on a machine's
/// speed.
@Suite struct LoadTests {
    private static let long = "/species?lat=42.46&lon=-76.5&km=10"

    private static func request(_ path: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    }

    private static func hook(
        _ body: @escaping @Sendable (String, Interruption) async -> Void
    ) -> (inout ServerConfiguration) -> Void {
        { $0.hooks.whenAnswering = body }
    }

    private static func gauge(_ name: String, _ client: TestedServer) async throws -> Int {
        let text = String(buffer: try await client.get("/metrics").body)
        let line = text.split(separator: "\n").first { $0.hasPrefix("geoq_\(name) ") }
        return line.flatMap { Double($0.split(separator: " ")[1]) }.map { Int($0) } ?? -1
    }

    @Test func `while long questions hold all their places, others are answered at once`() async throws {
        let latch = Latch()
        var limits = ServerLimits.patient
        limits.waitingLongQuestions = 2
        try await ServerRun.with(
            .live, limits: limits,
            configure: Self.hook { operation, _ in if operation == "species" { latch.wait() } }
        ) { client, _ in
            defer { latch.open() }
            let port = try #require(client.port)
            let places = max(2, ProcessInfo.processInfo.activeProcessorCount)
            let held = try (0..<places + 2).map { _ in try RawHTTP(port: port) }
            for raw in held { await raw.send(Self.request(Self.long)) }
            let isFull = try await eventually(every: .milliseconds(20)) {
                try await Self.gauge("long_questions_waiting", client) == 2
            }
            #expect(isFull)
            #expect(try await Self.gauge("long_questions_running", client) == places)
            // Each on a connection of its own, which has to be accepted.
            let id = try #require(
                try await client.json("/collections/hotspots/items?limit=1").body["features"]?.array?.first?["id"]?
                    .string)
            for path in [
                "/healthz", "/readyz", "/near?lat=42.46&lon=-76.5&km=10", "/nearest?lat=42.46&lon=-76.5&k=2",
                "/collections/hotspots/items/\(id)", "/tiles/hotspots/0/0/0.mvt", "/collections",
            ] {
                let answer = await (try RawHTTP(port: port)).exchange(Self.request(path))
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(path): \(answer.prefix(80))")
            }
            let refused = await (try RawHTTP(port: port)).exchange(Self.request(Self.long))
            #expect(refused.hasPrefix("HTTP/1.1 503 "), "\(refused.prefix(80))")
            #expect(refused.lowercased().contains("retry-after: 1"))
            latch.open()
            for raw in held {
                var answer = ""
                while let more = await raw.receive() { answer += more }
                raw.close()
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer.prefix(80))")
            }
        }
    }

    @Test func `a question stops when its client leaves, and one that waits is not begun`() async throws {
        let seen = Seen()
        try await ServerRun.with(
            .live,
            configure: Self.hook { operation, interruption in
                guard operation == "species" else { return }
                seen.begun.add(1, ordering: .relaxed)
                await withCheckedContinuation { told in interruption.whenInterrupted { told.resume() } }
                seen.stopped.add(1, ordering: .relaxed)
            }
        ) { client, _ in
            let port = try #require(client.port)
            let places = max(2, ProcessInfo.processInfo.activeProcessorCount)
            func asked(_ count: Int) async throws -> [RawHTTP] {
                let clients = try (0..<count).map { _ in try RawHTTP(port: port) }
                for raw in clients { await raw.send(Self.request(Self.long)) }
                return clients
            }
            let running = try await asked(places)
            let isBusy = try await eventually(every: .milliseconds(20)) {
                seen.begun.load(ordering: .relaxed) == places
            }
            #expect(isBusy)
            let waiting = try await asked(3)
            let isFull = try await eventually(every: .milliseconds(20)) {
                try await Self.gauge("long_questions_waiting", client) == 3
            }
            #expect(isFull)
            for raw in waiting { raw.close() }
            let hasLeft = try await eventually(every: .milliseconds(20)) {
                try await Self.gauge("long_questions_waiting", client) == 0
            }
            #expect(hasLeft)
            #expect(try await Self.gauge("long_questions_running", client) == places)
            #expect(seen.stopped.load(ordering: .relaxed) == 0)
            for raw in running { raw.close() }
            let isOver = try await eventually(every: .milliseconds(20)) {
                try await Self.gauge("long_questions_running", client) == 0
            }
            #expect(isOver)
            #expect(seen.begun.load(ordering: .relaxed) == places, "None of those that waited was begun.")
            #expect(seen.stopped.load(ordering: .relaxed) == places)
        }
    }

    @Test func `a question whose time is over is stopped`() async throws {
        var limits = ServerLimits.patient
        limits.querySeconds = 0
        try await ServerRun.with(
            .live, limits: limits,
            configure: Self.hook { _, interruption in
                await withCheckedContinuation { told in interruption.whenInterrupted { told.resume() } }
            }
        ) { client, _ in
            for uri in [Self.long, "/find?name=Stewart", "/collections/hotspots/items?bbox=-180,-90,180,89"] {
                let (status, body, headers) = try await client.json(uri)
                #expect(status == 503 && headers[.retryAfter] == "1", "\(uri): \(body.text)")
            }
        }
    }

    @Test func `one address has so many connections, and no more`() async throws {
        var limits = ServerLimits.patient
        limits.connectionsPerAddress = 4
        try await ServerRun.with(.live, limits: limits) { client, _ in
            let port = try #require(client.port)
            _ = try await client.get("/healthz")
            let open = try (0..<3).map { _ in try RawHTTP(port: port) }
            for raw in open {
                await raw.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await raw.receive()?.hasPrefix("HTTP/1.1 200 ") == true)
            }
            let answer = await (try RawHTTP(port: port)).exchange(Self.request("/healthz"))
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 503 "), "\(answer.prefix(80))")
            open[0].close()
            let isServed = try await eventually(every: .milliseconds(20)) {
                await (try RawHTTP(port: port)).exchange(Self.request("/healthz")).hasPrefix("HTTP/1.1 200 ")
            }
            #expect(isServed)
            for raw in open.dropFirst() { raw.close() }
        }
    }

    @Test func `one client's listeners do not shut out others`() async throws {
        var limits = ServerLimits()
        limits.listeners = 3
        let hub = EventHub(limits)
        let first = try #require(hub.listen("greedy"))
        let others = try (0..<2).map { _ in try #require(hub.listen("greedy")) }
        let modest = try #require(hub.listen("modest"))
        #expect(hub.count == 3)
        let last = try #require(hub.listen("modest too"))
        #expect(hub.count == 3)
        // The oldest listeners of the greedy client are ended; the others go
        // on.
        for ended in [first, others[0]] {
            var wakes = ended.makeAsyncIterator()
            #expect(await wakes.next() == .news)
            #expect(await wakes.next() == nil)
        }
        hub.sendHeartbeat()
        for stream in [others[1], modest, last] {
            var wakes = stream.makeAsyncIterator()
            #expect(await wakes.next() == .heartbeat, "of several wakes the newest is kept")
        }
    }

    @Test func `a client is an address of IPv4, or a network of IPv6`() {
        for (address, network) in [
            ("127.0.0.1", "127.0.0.1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("::1", "0000000000000000/64"),
            ("2001:db8:1:2:3:4:5:6", "20010db800010002/64"), ("2001:db8:1:2::9", "20010db800010002/64"),
            ("2001:db8:1:3::9", "20010db800010003/64"), ("fe80::1%eth0", "fe80::1%eth0"),
        ] {
            #expect(ClientAddress.network(of: ClientAddress.plain(address)) == network)
        }
    }

    @Test func `one client's slow bodies do not shut out others`() async throws {
        let gate = ClientGate(limit: 8)
        #expect(gate.enter("greedy") && gate.enter("greedy") && !gate.enter("greedy"))
        #expect(gate.enter("modest"))
        gate.leave("greedy")
        #expect(gate.enter("greedy"))
        // A trusted proxy's clients, or those of this machine.
        for _ in 0..<5 { #expect(gate.enter(nil)) }
        #expect(!gate.enter(nil) && !gate.enter("modest"), "all are taken")

        var limits = ServerLimits.patient
        (limits.matchStreams, limits.forms) = (4, 4)
        let bodies = [
            "POST /match HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n",
            "POST /near HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Connection: close\r\nTransfer-Encoding: chunked\r\n",
        ]
        // 127.0.0.1, in a form that does not count as this machine alone.
        let isOpen = { (configuration: inout ServerConfiguration) in
            (configuration.host, configuration.isPublic) = ("127.1", true)
        }
        try await ServerRun.with(.live, limits: limits, configure: isOpen) { client, _ in
            let port = try #require(client.port)
            for head in bodies {
                let slow = try RawHTTP(port: port)
                // It is read when it is consented to.
                await slow.send(head + "Expect: 100-continue\r\n\r\n")
                #expect(await slow.receive()?.hasPrefix("HTTP/1.1 100 ") == true)
                let second = await (try RawHTTP(port: port)).exchange(head + "\r\n0\r\n\r\n")
                #expect(second.hasPrefix("HTTP/1.1 503 ") && second.contains("or 1 of this client"), "\(second)")
                slow.close()
                let isFree = try await eventually(every: .milliseconds(20)) {
                    let next = try RawHTTP(port: port)
                    defer { next.close() }
                    await next.send(head + "Expect: 100-continue\r\n\r\n")
                    return await next.receive()?.hasPrefix("HTTP/1.1 100 ") == true
                }
                #expect(isFree)
            }
        }
    }

    @Test func `an answer that is too much for its clients makes others wait`() async throws {
        var limits = ServerLimits.patient
        limits.waitingAnswerBytes = 0
        try await ServerRun.with(limits: limits) { client, _ in
            let (status, _, headers) = try await client.json("/species?lat=0&lon=0&km=1")
            #expect(status == 503 && headers[.retryAfter] == "1")
            #expect(try await client.get("/readyz").status == .ok)
        }
    }

    @Test func `what is interrupted says so, and what is not is whole`() async throws {
        let interruption = Interruption()
        let lane = WorkLane(name: "test", width: 1, depth: 0, niceness: 0)
        #expect(try await lane.run(interruption, seconds: 600) { 1 } == 1)
        #expect(lane.counts.running == 0 && lane.counts.waiting == 0)
        interruption.interrupt()
        await #expect(throws: CancellationError.self) { try await lane.run(interruption, seconds: 600) { 1 } }
        #expect(lane.counts.running == 0 && lane.counts.waiting == 0)
    }

    @Test func `work that is superseded is given up`() async throws {
        let many = (0..<20_000).map { "L\($0),Place \($0),X,\(Double($0) / 1_000),-76\n" }.joined()
        try await ServerRun.withService(hotspots: "id,name,locality,lat,lon\n" + many) { service in
            let snapshot = try service.live.moment().snapshot
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try TileIndex(snapshot, .hotspots)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            // Asked about an older moment while a newer one is there, it gives the newer.
            let (older, newer) = (Moment(snapshot, edition: ""), Moment(snapshot, edition: ""))
            _ = try await service.tiles.index(of: .hotspots, at: newer)
            let (index, moment) = try await service.tiles.index(of: .hotspots, at: older)
            #expect(index.count == 20_000 && moment.takenAt >= older.takenAt)
        }
    }
}

/// Counts questions.
private final class Seen: Sendable {
    let begun = Atomic(0)
    let stopped = Atomic(0)
}

/// Holds threads until it is opened.
private final class Latch: Sendable {
    private let isOpen = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() {
        if isOpen.load(ordering: .acquiring) { return }
        semaphore.wait()
        semaphore.signal()
    }

    func open() {
        if !isOpen.exchange(true, ordering: .acquiringAndReleasing) { semaphore.signal() }
    }
}
