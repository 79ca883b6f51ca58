import Foundation
import Geoq
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// An agent beside a project: what is written arrives, what arrives is seen, and
/// what breaks is tried again.
@Suite(.waits, .serialized, .needsGateway)
struct SyncAgentTests {
    private static func run(_ body: (ProjectFixture, Device) async throws -> Void) async throws {
        try await ProjectFixture.run("kit") { fixture in
            try await body(fixture, try await fixture.device())
        }
    }

    /// Runs an agent beside `body`.
    private static func withAgent(
        _ device: Device, _ body: (SyncAgent) async throws -> Void
    ) async throws {
        var options = SyncOptions()
        options.mayRemove = { _, _ in true }
        let times = AgentPlan.Times(pause: .milliseconds(50), pollingInterval: .seconds(30))
        let client = SyncClient(
            remote: SupabaseRemote(device.account.client, pause: { _ in }), store: device.store, options: options)
        let account = device.account
        let agent = SyncAgent(
            client, times: times, retry: RetryPolicy(attempts: nil, delays: [.milliseconds(200)], jitter: 0),
            hasSession: { await account.hasSession() })
        let task = Task { try await agent.run() }
        do {
            try await body(agent)
        } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Takes statuses until one fulfills a condition; at most five minutes.
    private static func until(
        _ agent: SyncAgent, _ fulfills: @escaping @Sendable (SyncAgent.Status) -> Bool
    ) async throws {
        let found = try await within(.seconds(300)) {
            for await status in agent.status where fulfills(status) { return true }
            return false
        }
        let last = await agent.refreshStatus()
        #expect(found == true, "\(String(describing: last))")
    }

    private static func isInStep(_ status: SyncAgent.Status) -> Bool {
        status.pending == 0 && status.freshness == .fresh && status.lastSync != nil
    }

    @Test func `what any program writes goes out by itself, and what others write comes in when it rings`() async throws
    {
        try await Self.run { fixture, device in
            try await Self.withAgent(device) { agent in
                try await Self.until(agent, Self.isInStep)
                let birds = Repository(device.store)
                let list = try await birds.add(Watchlist(title: "Ducks"))
                try await Self.until(agent) { $0.pending == 0 && $0.freshness == .fresh }
                try device.makeLists(1, title: "Geese")
                try await eventually { try fixture.gateway.query("SELECT count(*) FROM watchlists") == "2" }
                #expect(
                    try fixture.gateway.query("SELECT title, row_version FROM watchlists ORDER BY title")
                        == "Ducks|1\nGeese 1|1")
                try fixture.gateway.query("UPDATE watchlists SET title = 'Swans' WHERE id = '\(list.id)'")
                agent.nudge(.rang)
                let isSeen = try await within(.seconds(300)) {
                    for try await moment in birds.watchlists()
                    where moment.rows.contains(where: { $0.title == "Swans" }) {
                        return true
                    }
                    return false
                }
                #expect(isSeen == true)
            }
        }
    }

    @Test func `what is written offline is counted, and goes when the network is there`() async throws {
        try await Self.run { fixture, device in
            try await Self.withAgent(device) { agent in
                try await Self.until(agent, Self.isInStep)
                // No answer counts no try of the change, for however long; a 503 would.
                try fixture.gateway.set(#"{"faults": [{"path": "/rest/v1/", "drop": true, "times": 1000}]}"#)
                let list = try await Repository(device.store).add(Watchlist(title: "Ducks"))
                try await Self.until(agent) { status in
                    if case .offline(.some) = status.freshness {
                        status.pending == 1 && status.problem != nil
                    } else {
                        false
                    }
                }
                try fixture.gateway.set(#"{"faults": []}"#)
                try await Self.until(agent) { Self.isInStep($0) && $0.problem == nil }
                #expect(try fixture.gateway.query("SELECT id FROM watchlists") == list.id.description)
            }
        }
    }

    @Test func `an ended session keeps the change until a login, and a logout ends the agent`() async throws {
        try await Self.run { fixture, device in
            try await Self.withAgent(device) { agent in
                try await Self.until(agent, Self.isInStep)
                let before = try #require(try await device.account.vault.contents())
                _ = try await device.account.vault.update { _ in
                    VaultContents(
                        state: .ended(userID: device.user, email: nil, reason: "session_not_found"),
                        generation: before.generation, clockOffset: before.clockOffset, key: before.key)
                }
                _ = try await Repository(device.store).add(Watchlist(title: "Ducks"))
                try await Self.until(agent) { !$0.isLoggedIn && $0.pending == 1 }
                try await device.account.logIn(email: "bea@example.org", password: Device.password)
                try await Self.until(agent) { $0.isLoggedIn && Self.isInStep($0) }
                #expect(try fixture.gateway.query("SELECT title FROM watchlists") == "Ducks")
            }
            let agent = SyncAgent(device.account)
            let running = Task { try await agent.run() }
            try await Self.until(agent, Self.isInStep)
            var outcome: (any Error)?
            for _ in 0..<3_000 {
                do {
                    try await device.account.logOut()
                    break
                } catch { outcome = error }
                try await Task.sleep(for: .milliseconds(100))
            }
            await #expect(throws: AccountError.notLoggedIn, "\(String(describing: outcome))") {
                try await running.value
            }
        }
    }

    @Test func `a status that is asked for after the agent has ended is that of now`() async throws {
        try await Self.run { _, device in
            let agent = SyncAgent(device.account)
            #expect(try await agent.run(within: .seconds(300)).pending == 0)
            _ = try await Repository(device.store).add(Watchlist(title: "Ducks"))
            try await Self.until(agent) { $0.pending == 1 }
        }
    }

    @Test func `a status that was read before another one is not told after it`() async throws {
        try await Self.run { _, device in
            let client = SyncClient(
                remote: SupabaseRemote(device.account.client, pause: { _ in }), store: device.store)
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let (released, release) = AsyncStream.makeStream(of: Void.self)
            let asked = Mutex(0)
            let agent = SyncAgent(
                client,
                hasSession: {
                    let isFirst = asked.withLock { asked in
                        asked += 1
                        return asked == 1
                    }
                    guard isFirst else { return true }
                    // The first has read the store, and waits here for the other.
                    begin.yield()
                    for await _ in released { break }
                    return true
                })
            let early = Task { await agent.refreshStatus() }
            for await _ in begun { break }
            _ = try await Repository(device.store).add(Watchlist(title: "Ducks"))
            let late = await agent.refreshStatus()
            #expect(late?.pending == 1)
            release.yield()
            let first = await early.value
            #expect(first?.pending == 1)
            #expect(agent.state.withLock { $0.status?.pending } == 1)
        }
    }

    @Test func `a store has one agent at a time, and a scheduler's turn ends when all is sent`() async throws {
        try await Self.run { fixture, device in
            let first = SyncAgent(device.account)
            try await Self.withAgent(device) { agent in
                try await Self.until(agent, Self.isInStep)
                await #expect(throws: StoreError.self) { try await first.run(within: .seconds(5)) }
            }
            _ = try await Repository(device.store).add(Watchlist(title: "Ducks"))
            let status = try await first.run(within: .seconds(200))
            #expect(status.pending == 0 && status.freshness == .fresh && status.isLoggedIn)
            #expect(try fixture.gateway.query("SELECT title FROM watchlists") == "Ducks")
            // A turn that reaches nothing ends in time, and says why.
            try fixture.gateway.set(#"{"faults": [{"path": "/rest/v1/", "status": 503, "times": 1000}]}"#)
            let ended = try await within(.seconds(300)) {
                await #expect(throws: SyncError.self) { try await first.run(within: .seconds(1)) }
                return true
            }
            #expect(ended == true)
            try fixture.gateway.set(#"{"faults": []}"#)
        }
    }
}
