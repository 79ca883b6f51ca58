import Synchronization
import Testing

@testable import GeoqSupabase

/// What ends a session, and answers that come after a logout or another login.
extension SessionKeeperTests {
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
