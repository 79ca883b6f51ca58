import Foundation
import Synchronization
import Testing

@testable import GeoqSupabase

/// A user stays logged in whatever the network does, and never gets the tokens
/// of another login.
@Suite struct SessionKeeperTests {
    let auth = FakeAuth()
    let vault = MemoryVault()
    let project: SupabaseProject

    init() throws {
        project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
    }

    func keeper() -> SessionKeeper {
        SessionKeeper(project, transport: auth, vault: vault, clock: auth.clock)
    }

    func loggedIn() async throws -> SessionKeeper {
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
}
