import Foundation
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase

/// Clocks that are wrong, that stand still or jump, and what is known of the project's.
extension SessionKeeperTests {
    @Test(arguments: [7_200.0, -7_200.0])
    func `two clocks of one project do not make a request for a token of each request (F41)`(ahead: Double) async throws
    {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        for _ in 0..<50 {
            _ = try await keeper.session()
            // What another server of the project says.
            let now = auth.state.withLock { $0.now }
            await keeper.note(serverTime: now + ahead, asked: now)
            auth.pass(10)
        }
        #expect(auth.refreshes == 1)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `slow answers never make what is known of the clock worse (F41)`(seed: UInt64) async throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let ahead = seed.isMultiple(of: 2) ? 0 : Double.random(in: -5_000...5_000, using: &random)
        let keeper = try await loggedIn()
        var error = await abs(keeper.serverNow() - auth.state.withLock { $0.now } - ahead)
        for _ in 0..<100 {
            let asked = auth.state.withLock { $0.now }
            auth.pass(Double.random(in: 0...20, using: &random))
            let date = (auth.state.withLock { $0.now } + ahead).rounded(.down)
            auth.pass(Double.random(in: 0...20, using: &random))
            await keeper.note(serverTime: date, asked: asked)
            let next = await abs(keeper.serverNow() - auth.state.withLock { $0.now } - ahead)
            #expect(next <= error + 1e-6)
            error = next
        }
        #expect(ahead == 0 ? error == 0 : error < 10, "\(error)")
    }

    @Test(arguments: [0.0, -3_600.0])
    func `a token that is over when it comes is renewed twice a minute at most`(lifetime: Double) async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        auth.state.withLock { $0.lifetime = lifetime }
        for _ in 0..<60 {
            _ = try await keeper.session()
            auth.pass(1)
        }
        #expect(auth.refreshes == 2)
    }

    /// A page that answers each request, of a machine with a clock of its own.
    private struct Portal: Transport {
        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            TransportAnswer(
                status: 200,
                headers: [("content-type", "text/html"), ("date", "Thu, 01 Jan 2015 00:00:00 GMT")],
                body: Array("<p>Log in".utf8))
        }
    }

    @Test func `the time of a page in the project's place is not the project's (F40)`() async throws {
        let keeper = SessionKeeper(project, transport: Portal(), vault: vault, clock: auth.clock)
        try await keeper.begin(auth.session())
        let now = auth.state.withLock { $0.now }
        let client = ProjectClient(project, transport: Portal(), sessions: keeper, waits: [], pause: { _ in })
        await #expect(throws: RemoteFault.self) {
            try await client.send(WireRequest(.rest, "GET", "watchlists", mayRepeat: true))
        }
        #expect(await keeper.serverNow() == now)
        auth.pass(4_000)
        await #expect(throws: SessionError.unreachable) { try await keeper.session() }
        #expect(await keeper.serverNow() == now + 4_000)
    }

    @Test(arguments: [-86_400.0, 86_400.0, -3_000.0, 3_000.0])
    func `a wrong clock costs at most one refresh an expiry (F41)`(wrong: Double) async throws {
        let clock = WallClock { [auth] in auth.state.withLock { $0.now } + wrong }
        let keeper = SessionKeeper(project, transport: auth, vault: vault, clock: clock)
        let now = auth.state.withLock { $0.now }
        await keeper.note(serverTime: now, asked: now + wrong)
        try await keeper.begin(auth.session())
        for _ in 0..<100 {
            auth.pass(100)
            _ = try await keeper.session()
        }
        // 10 000 seconds, a token lives for 3 540 of them.
        #expect(auth.refreshes == 2)
    }

    @Test func `a clock that stands still costs one refresh an expiry (F7)`() async throws {
        let keeper = SessionKeeper(project, transport: auth, vault: vault, clock: WallClock { 1_800_000_000 })
        try await keeper.begin(auth.session())
        for _ in 0..<150 {
            auth.pass(100)
            // Each answer has the server's time.
            let now = auth.state.withLock { $0.now }
            await keeper.note(serverTime: now, asked: 1_800_000_000)
            _ = try await keeper.session()
        }
        // 15 000 seconds, a token lives for 3 540 of them.
        #expect(auth.refreshes == 4)
    }

    /// Each answer has the server's time, as those of a project.
    private struct Dated: Transport {
        let auth: FakeAuth

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            var answer = try await auth.answer(to: request)
            let format = DateFormatter()
            (format.locale, format.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "GMT"))
            format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            let now = Date(timeIntervalSince1970: auth.state.withLock { $0.now })
            answer.headers.append((name: "date", value: format.string(from: now)))
            return answer
        }
    }

    @Test func `a clock that is set on and back while a program runs costs a refresh for a jump on, at most (F7)`()
        async throws
    {
        let wrong = Mutex(0.0)
        let clock = WallClock { [auth] in auth.state.withLock { $0.now } + wrong.withLock { $0 } }
        let keeper = SessionKeeper(project, transport: Dated(auth: auth), vault: vault, clock: clock)
        try await keeper.begin(auth.session())
        for step in 0..<100 {
            auth.pass(10)
            let jump = [86_400.0, -86_400, 3_000, -3_000, 0][step % 5]
            let isOn = wrong.withLock { wrong in
                defer { wrong = jump }
                return jump > wrong
            }
            let before = auth.refreshes
            for _ in 0..<3 {
                _ = try await keeper.session()
                await keeper.note(serverTime: auth.state.withLock { $0.now }, asked: clock.now())
            }
            #expect(auth.refreshes - before <= (isOn ? 1 : 0), "step \(step)")
        }
        #expect(try await keeper.userID() == FakeAuth.user)
    }
}
