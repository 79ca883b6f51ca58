import Synchronization
import Testing

@testable import GeoqSupabase

/// Faults of the network and refusals of the project, which end no session.
extension SessionKeeperTests {
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
}
