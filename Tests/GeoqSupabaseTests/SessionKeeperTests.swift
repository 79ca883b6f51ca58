import Foundation
import Geoq
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase

/// A user stays logged in whatever the network does, and never gets the tokens
/// of another login.
@Suite struct SessionKeeperTests {
    private let auth = FakeAuth()
    private let vault = MemoryVault()
    private let project: SupabaseProject

    init() throws {
        project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
    }

    private func keeper() -> SessionKeeper {
        SessionKeeper(project, transport: auth, vault: vault, clock: auth.clock)
    }

    private func loggedIn() async throws -> SessionKeeper {
        let keeper = keeper()
        try await keeper.begin(auth.session())
        return keeper
    }

    @Test func `a fresh token is given without a request`() async throws {
        let keeper = try await loggedIn()
        auth.pass(3_500)
        #expect(try await keeper.session().accessToken.reveal() == "access-1")
        #expect(auth.refreshes == 0)
    }

    @Test func `a token is renewed a minute before it ends`() async throws {
        let keeper = try await loggedIn()
        auth.pass(3_541)
        #expect(try await keeper.session().accessToken.reveal() == "access-2.1")
        #expect(auth.refreshes == 1)
        #expect(try await keeper.session().accessToken.reveal() == "access-2.1")
        #expect(auth.refreshes == 1)
    }

    @Test func `a token that lives for less than two minutes is used for half its life`() async throws {
        func token(_ name: String) -> Secret {
            let claims = Data(#"{"sub":"\#(name)","iat":1800000000,"exp":1800000040}"#.utf8).base64EncodedString()
            let plain = claims.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            return Secret("e30.\(plain).x")
        }
        auth.state.withLock { ($0.lifetime, $0.makes) = (40, token("second")) }
        var session = auth.session()
        session.accessToken = token("first")
        let keeper = keeper()
        try await keeper.begin(session)
        auth.pass(19)
        #expect(try await keeper.session().accessToken == token("first"))
        #expect(auth.refreshes == 0)
        auth.pass(2)
        for _ in 0..<3 {
            #expect(try await keeper.session().accessToken == token("second"))
            auth.pass(5)
        }
        #expect(auth.refreshes == 1)
        // One that does not say how long it lives is used as long, and never taken for a refused one.
        auth.state.withLock { $0.makes = nil }
        auth.pass(20)
        for _ in 0..<2 { #expect(try await keeper.session().accessToken.reveal().hasPrefix("access-")) }
        #expect(auth.refreshes == 2)
        auth.pass(21)
        _ = try await keeper.session()
        #expect(auth.refreshes == 3)
    }

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

    @Test func `fifty tasks over three keepers make one refresh an expiry`() async throws {
        let keepers = [try await loggedIn(), keeper(), keeper()]
        for expiry in 1...200 {
            auth.pass(4_000)
            try await withThrowingTaskGroup(of: Secret.self) { group in
                for task in 0..<50 {
                    group.addTask { try await keepers[task % 3].session().accessToken }
                }
                var tokens: Set<Secret> = []
                for try await token in group { tokens.insert(token) }
                #expect(tokens.count == 1, "expiry \(expiry)")
            }
            #expect(auth.refreshes == expiry)
        }
    }

    /// A server's clock has seconds, and a token nothing but times and names.
    @Test func `two tokens of the same second are the same text, and renewed once all the same (F32)`() async throws {
        let first = try await loggedIn()
        let second = keeper()
        let token = try await first.session().accessToken
        // The vault's token seems to be too old to both.
        _ = try await vault.update { kept in
            guard var kept, case .active(var session) = kept.state else { return nil }
            session.expiresAt = 0
            kept.state = .active(session)
            return kept
        }
        auth.state.withLock { state in
            state.meanwhile = { try await Task.sleep(for: .milliseconds(20)) }
            state.makes = token
        }
        async let one = first.session()
        async let two = second.session()
        let tokens = [try await one.accessToken, try await two.accessToken]
        #expect(tokens == [token, token])
        #expect(auth.refreshes == 1)
    }

    @Test func `a new token is kept before it is used (F32)`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        let token = try await keeper.session().accessToken
        guard case .active(let kept) = vault.written.withLock({ $0.last!.state }) else {
            Issue.record("Nothing was kept.")
            return
        }
        #expect(kept.accessToken == token)
    }

    @Test func `no fault of the network ends a session (F40)`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        let faults: [FakeAuth.Fault] = [
            .notReached, .portal, .status(502, "<html>bad gateway"), .status(503, ""), .status(429, "{}"),
            .status(302, ""), .status(400, #"{"code":"","message":""}"#), .status(407, "<html>log in to the proxy"),
            .status(404, "not found"), .status(200, "{"), .status(200, "{}"), .status(200, "[]"),
        ]
        for fault in faults {
            auth.state.withLock { $0.faults = [fault] }
            await #expect(throws: (any Error).self, "\(fault)") { try await keeper.session() }
            #expect(try await keeper.userID() == FakeAuth.user, "\(fault)")
        }
        // The network is back.
        #expect(try await keeper.session().accessToken.reveal() == "access-2.1")
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

    @Test func `a paused project keeps the session, and is said to be paused`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        auth.state.withLock { $0.faults = [.status(540, "{}")] }
        await #expect(throws: SessionError.paused) { try await keeper.session() }
        #expect("\(SessionError.paused)".contains("paused"))
        #expect(try await keeper.session().accessToken.reveal() == "access-2.1")
    }

    @Test func `a refusal that ends no session is said with its words, and is no network that is away`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        for (status, body, expected) in [
            (400, #"{"code":"validation_failed","message":"no"}"#, SessionError.refused(reason: "no")),
            (404, "", .refused(reason: "status 404")),
            (401, #"{"message":"Invalid API key"}"#, .keyRefused(reason: "Invalid API key")),
            (503, #"{"message":"later"}"#, .unreachable), (302, "", .unreachable),
        ] {
            auth.state.withLock { $0.faults = [.status(status, body)] }
            await #expect(throws: expected) { try await keeper.session() }
            #expect(try await keeper.userID() == FakeAuth.user, "\(status)")
        }
        #expect("\(SessionError.keyRefused(reason: "Invalid API key"))".contains("the login is kept"))
        #expect(!SessionError.keyRefused(reason: "x").mayPass && SessionError.refused(reason: "x").mayPass)
        // The project takes the key again.
        #expect(try await keeper.session().accessToken.reveal() == "access-2.1")
    }

    @Test func `a renewal that fails for a moment is tried again by the request that needs it (S1.7)`() async throws {
        let keeper = try await loggedIn()
        let pauses = Mutex<[Duration]>([])
        let client = ProjectClient(
            project, transport: auth, sessions: keeper, waits: [.seconds(2), .seconds(5)],
            pause: { pause in pauses.withLock { $0.append(pause) } })
        // Also one that may not be repeated: it was not sent.
        for mayRepeat in [true, false] {
            auth.pass(4_000)
            auth.state.withLock { $0.faults = [.status(503, "{}"), .status(429, "{}")] }
            let answer = try await client.send(WireRequest(.rest, "POST", "watchlists", mayRepeat: mayRepeat))
            #expect(answer.status == 200)
        }
        #expect(auth.refreshes == 2)
        #expect(pauses.withLock { $0 } == [.seconds(2), .seconds(5), .seconds(2), .seconds(5)])
        // Tries have an end, and nothing is tried again while no network is there.
        let ends: [(fault: FakeAuth.Fault, tries: Int)] = [(.status(503, "{}"), 3), (.notReached, 1), (.portal, 1)]
        for end in ends {
            auth.pass(4_000)
            auth.state.withLock { ($0.faults, $0.requests) = (Array(repeating: end.fault, count: 3), []) }
            await #expect(throws: SessionError.unreachable) {
                try await client.send(WireRequest(.rest, "GET", "watchlists", mayRepeat: true))
            }
            #expect(auth.state.withLock { $0.requests.count } == end.tries)
        }
        #expect(try await keeper.userID() == FakeAuth.user)
        await #expect(throws: SessionError.unreachable) { try await keeper.session() }
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

    @Test func `an answer that is lost costs nothing, several times in a row (F32)`() async throws {
        let keeper = try await loggedIn()
        for round in 1...100 {
            auth.pass(4_000)
            auth.state.withLock { $0.faults = Array(repeating: .answerLost, count: round % 4) }
            for _ in 0..<(round % 4) {
                await #expect(throws: SessionError.unreachable) { try await keeper.session() }
            }
            _ = try await keeper.session()
        }
        #expect(auth.state.withLock { !$0.isRevoked })
    }

    @Test func `a caller that is cancelled does not wait for a project that is silent`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        let (began, signal) = AsyncStream.makeStream(of: Void.self)
        let (goOn, release) = AsyncStream.makeStream(of: Void.self)
        auth.state.withLock {
            $0.meanwhile = {
                signal.yield()
                for await _ in goOn { break }
            }
        }
        let callers = (0..<2).map { _ in Task { try await keeper.session() } }
        for await _ in began { break }
        // The project answers after they have gone.
        for caller in callers {
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
        }
        release.finish()
        #expect(try await keeper.session().accessToken.reveal() == "access-2.1")
        #expect(auth.refreshes == 1)
    }

    @Test func `a caller that is cancelled leaves the renewal to the others (F32)`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        let (began, signal) = AsyncStream.makeStream(of: Void.self)
        let (goOn, release) = AsyncStream.makeStream(of: Void.self)
        auth.state.withLock {
            $0.meanwhile = {
                signal.yield()
                for await _ in goOn { break }
            }
        }
        let caller = Task { try await keeper.session() }
        for await _ in began { break }
        caller.cancel()
        release.yield()
        release.finish()
        _ = try? await caller.value
        auth.state.withLock { $0.meanwhile = nil }
        #expect(try await keeper.session().accessToken.reveal() == "access-2.1")
        #expect(auth.refreshes == 1)
    }

    @Test func `a refresh that is answered after the logout changes nothing (F31)`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        auth.state.withLock { $0.meanwhile = { [vault] in _ = try await self.other(vault).end() } }
        await #expect(throws: SessionError.notLoggedIn) { try await keeper.session() }
        #expect(try await vault.contents()?.state == .out)
    }

    @Test func `a refresh that is answered after another login leaves that login alone (F31)`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        let next = Session(
            userID: "b0000000-0000-4000-8000-00000000000b", accessToken: Secret("next"), refreshToken: Secret("next-r"),
            expiresAt: 2_000_000_000)
        auth.state.withLock {
            $0.meanwhile = { [vault] in
                let other = self.other(vault)
                _ = try await other.end()
                try await other.begin(next)
            }
        }
        // The caller gets the login that is there now, never the late answer.
        #expect(try await keeper.session() == next)
        #expect(try await vault.contents()?.state == .active(next))
        #expect(try await vault.contents()?.generation == 3)
    }

    @Test func `a refusal that is answered after another login does not end that login (F31)`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        auth.state.withLock { $0.isRevoked = true }
        let next = Session(
            userID: FakeAuth.user, accessToken: Secret("next"), refreshToken: Secret("next-r"),
            expiresAt: 2_000_000_000)
        auth.state.withLock { $0.meanwhile = { [vault] in try await self.other(vault).begin(next) } }
        #expect(try await keeper.session() == next)
    }

    @Test func `only the server's word ends a session, and a login goes on`() async throws {
        let keeper = try await loggedIn()
        var events = await keeper.events().makeAsyncIterator()
        auth.state.withLock { $0.isRevoked = true }
        auth.pass(4_000)
        await #expect(throws: SessionError.ended(reason: "refresh_token_not_found")) { try await keeper.session() }
        await #expect(throws: SessionError.ended(reason: "refresh_token_not_found")) { try await keeper.session() }
        #expect(auth.refreshes == 1, "A session that has ended is not renewed again.")
        #expect(try await keeper.userID() == FakeAuth.user)
        #expect(await events.next() == .ended(userID: FakeAuth.user, reason: "refresh_token_not_found"))
        auth.state.withLock { $0.isRevoked = false }
        try await keeper.begin(auth.session())
        #expect(await events.next() == .loggedIn(userID: FakeAuth.user))
        _ = try await keeper.session()
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

    @Test func `a project that refuses every token is asked for one new token only (F40)`() async throws {
        let keeper = try await loggedIn()
        let client = ProjectClient(project, transport: auth, sessions: keeper, pause: { _ in })
        auth.state.withLock { $0.refusesAll = true }
        for _ in 0..<20 {
            await #expect(throws: RemoteFault.self) {
                try await client.send(WireRequest(.rest, "GET", "watchlists", mayRepeat: true))
            }
        }
        #expect(auth.refreshes == 1)
    }

    @Test func `an old copy of the vault ends the session, and nothing else (F32)`() async throws {
        let keeper = try await loggedIn()
        let old = try #require(try await vault.contents())
        for _ in 0..<3 {
            auth.pass(4_000)
            _ = try await keeper.session()
        }
        _ = try await vault.update { _ in old }
        auth.pass(4_000)
        await #expect(throws: SessionError.ended(reason: "refresh_token_already_used")) {
            try await self.other(vault).session()
        }
        #expect(try await keeper.userID() == FakeAuth.user)
    }

    private func other(_ vault: MemoryVault) -> SessionKeeper {
        SessionKeeper(project, transport: auth, vault: vault, clock: auth.clock)
    }
}
