import Geoq
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// A logout beside programs that write.
@Suite struct LeavingTests {
    /// A network that is not there.
    private struct NoNetwork: Transport {
        func answer(to request: TransportRequest) async throws -> TransportAnswer { throw TransportFailure.notReached }
    }

    /// The vault of a login that is no login any more.
    private struct DamagedVault: SessionVault {
        static let problem = VaultError.damaged(path: "login")

        func contents() async throws -> VaultContents? { throw Self.problem }
        func update(
            _ change: @escaping @Sendable (VaultContents?) throws -> VaultContents?
        ) async throws -> VaultContents? { throw Self.problem }
        func whileRefreshing<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
            try await body()
        }
        func remove() async throws {}
    }

    private static func logOut(
        _ store: Store, _ unsent: UnsentChanges, _ vault: any SessionVault = MemoryVault()
    ) async throws -> LogoutReport {
        try await Account.logOut(of: store, transport: NoNetwork(), unsent: unsent) { _ in vault }
    }

    private static func store(in folder: String, _ state: StoredAccount.State = .active) async throws -> Store {
        let store = try Store(path: folder + "/birds.sqlite")
        let url = "https://abc.supabase.co"
        try await store.account.note(
            StoredAccount(
                remote: url, url: url, userID: "0000000a-0000-4000-8000-00000000000a", level: .kit, state: state))
        return store
    }

    @Test func `a logout does not begin while the login cannot be read (F33)`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(in: folder)
            _ = try await Repository(store).add(Watchlist(title: "Ducks"))
            await #expect(throws: DamagedVault.problem) {
                _ = try await Self.logOut(store, .discard, DamagedVault())
            }
            #expect(try await store.account.stored()?.state == .active)
            #expect(try await store.outbox.counts().pending == 1)
        }
    }

    /// A vault on a full disk: it is read and removed, and not written.
    private final class FullVault: SessionVault {
        let kept = MemoryVault()

        func contents() async throws -> VaultContents? { try await kept.contents() }
        func update(
            _ change: @escaping @Sendable (VaultContents?) throws -> VaultContents?
        ) async throws -> VaultContents? { throw VaultError.failed(path: "x.json.new", reason: "No space left") }
        func whileRefreshing<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
            try await body()
        }
        func remove() async throws { try await kept.remove() }
    }

    @Test(arguments: [true, false])
    func `a logout is done where the vault cannot be written, and can be removed (F33)`(isActive: Bool) async throws {
        try await withFolder { folder in
            let store = try await Self.store(in: folder)
            let stored = try #require(try await store.account.stored())
            let vault = FullVault()
            let session = Session(
                userID: stored.userID, accessToken: Secret("a"), refreshToken: Secret("r"), expiresAt: 9_000_000_000)
            let ended = VaultContents.State.ended(userID: stored.userID, email: nil, reason: "session_not_found")
            _ = try await vault.kept.update { _ in
                VaultContents(
                    state: isActive ? .active(session) : ended, generation: 1, key: Secret("sb_publishable_abc"))
            }
            _ = try await Repository(store).add(Watchlist(title: "Ducks"))
            let report = try await Self.logOut(store, .discard, vault)
            #expect(report.removed == 1 && !report.isTold)
            #expect(try await store.account.stored() == nil)
            #expect(try await vault.contents() == nil)
        }
    }

    @Test func `an application that starts again finishes a logout that was killed (F34)`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(in: folder)
            _ = try await Repository(store).add(Watchlist(title: "Ducks"))
            let stored = try #require(try await store.account.stored())
            let vault = MemoryVault()
            let session = Session(
                userID: stored.userID, accessToken: Secret("a"), refreshToken: Secret("r"), expiresAt: 2_000_000_000)
            _ = try await vault.update { _ in
                VaultContents(state: .active(session), generation: 1, key: Secret("sb_publishable_abc"))
            }
            let before = try await Account.kept(in: store, transport: NoNetwork()) { _ in vault }
            #expect(before?.store === store)
            // As a logout leaves it that is killed when it has begun.
            #expect(try await store.account.leave(stored, knowing: nil))
            let after = try await Account.kept(in: store, transport: NoNetwork()) { _ in vault }
            #expect(after == nil)
            #expect(try await store.account.stored() == nil)
            #expect(try await vault.contents() == nil)
            #expect(try await store.lists.all().isEmpty)
        }
    }

    @Test func `the login of another user, made with a copy of the store, is not this store's`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(in: folder)
            let vault = MemoryVault()
            let other = "0000000b-0000-4000-8000-00000000000b"
            let session = Session(
                userID: other, accessToken: Secret("b"), refreshToken: Secret("r"), expiresAt: 2_000_000_000)
            let key = Secret("sb_publishable_abc")
            let ended = VaultContents.State.ended(userID: other, email: nil, reason: "session_not_found")
            for state in [VaultContents.State.active(session), ended] {
                _ = try await vault.update { _ in VaultContents(state: state, generation: 1, key: key) }
                let kept = try await Account.kept(in: store, transport: NoNetwork()) { _ in vault }
                #expect(kept == nil)
            }
            _ = try await vault.update { _ in VaultContents(state: .active(session), generation: 2, key: key) }
            let report = try await Self.logOut(store, .refuse, vault)
            #expect(!report.isTold && !report.isLoginMissing)
            #expect(try await store.account.stored() == nil)
            #expect(try await vault.contents()?.state == .active(session), "The other user stays logged in.")
        }
    }

    @Test func `a program that runs takes no token of another user, who logs in with a copy of the store`() async throws
    {
        try await withFolder { folder in
            let store = try await Self.store(in: folder)
            let stored = try #require(try await store.account.stored())
            let (vault, key) = (MemoryVault(), Secret("sb_publishable_abc"))
            func logIn(_ user: String, _ generation: UInt64) async throws {
                let session = Session(
                    userID: user, accessToken: Secret(user), refreshToken: Secret("r"), expiresAt: 9_000_000_000)
                _ = try await vault.update { _ in
                    VaultContents(state: .active(session), generation: generation, key: key)
                }
            }
            try await logIn(stored.userID, 1)
            let running = try #require(
                try await Account.kept(in: store, transport: NoNetwork()) { _ in vault })
            #expect(try await running.sessions.session().userID == stored.userID)
            let other = "0000000b-0000-4000-8000-00000000000b"
            try await logIn(other, 2)
            await #expect(throws: SessionError.notLoggedIn) { _ = try await running.sessions.session() }
            await #expect(throws: SessionError.notLoggedIn) {
                _ = try await running.sessions.renew(replacing: Secret(stored.userID))
            }
            #expect(try await running.sessions.userID() == nil)
            #expect(try await running.sessions.end() == nil)
            #expect(try await vault.contents()?.state.userID == other, "The other user stays logged in.")
            try await logIn(stored.userID, 3)
            #expect(try await running.sessions.session().userID == stored.userID)
            // After a logout no user's login is this store's.
            #expect(try await store.account.leave(stored, knowing: nil))
            _ = try await store.account.erase(stored.remote)
            #expect(try await store.account.forget(stored.remote))
            try await logIn(other, 4)
            #expect(try await running.sessions.userID() == nil)
        }
    }

    @Test func `a login whose key is none is told with its file`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(in: folder)
            let stored = try #require(try await store.account.stored())
            let vault = FileVault(folder: folder + "/logins", name: "abc")
            let session = Session(
                userID: stored.userID, accessToken: Secret("a"), refreshToken: Secret("r"), expiresAt: 9_000_000_000)
            for key in ["abc", "sb_secret_abc", nil] {
                _ = try await vault.update { _ in
                    VaultContents(state: .active(session), generation: 1, key: key.map { Secret($0) })
                }
                await #expect(throws: VaultError.damaged(path: folder + "/logins/abc.json"), "\(key ?? "none")") {
                    _ = try await Account.kept(in: store, transport: NoNetwork()) { _ in vault }
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `who watches an account hears of its logout (S14.5)`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(in: folder)
            let stored = try #require(try await store.account.stored())
            let (vault, key) = (MemoryVault(), Secret("sb_publishable_abc"))
            let session = Session(
                userID: stored.userID, accessToken: Secret("a"), refreshToken: Secret("r"), expiresAt: 9_000_000_000)
            _ = try await vault.update { _ in VaultContents(state: .active(session), generation: 1, key: key) }
            let account = Account(
                try SupabaseProject(url: stored.url, key: key), store: store, transport: NoNetwork(), vault: vault)
            var events = await account.events().makeAsyncIterator()
            try await account.logOut()
            #expect(await events.next() == .loggedOut)
            #expect(try await vault.contents() == nil)
        }
    }

    @Test func `an agent says that nobody is logged in after a login that was not finished`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(in: folder, .joining)
            var stored = try #require(try await store.account.stored())
            let (vault, key) = (MemoryVault(), Secret("sb_publishable_abc"))
            let session = Session(
                userID: stored.userID, accessToken: Secret("a"), refreshToken: Secret("r"), expiresAt: 9_000_000_000)
            _ = try await vault.update { _ in VaultContents(state: .active(session), generation: 1, key: key) }
            let kept = try await Account.kept(in: store, transport: NoNetwork()) { _ in vault }
            let agent = SyncAgent(try #require(kept))
            #expect(await agent.refreshStatus()?.isLoggedIn == false)
            stored.state = .active
            try await store.account.note(stored)
            #expect(await agent.refreshStatus()?.isLoggedIn == true)
        }
    }

    /// The login was killed before it said that it is done; from its first moment on, changes are caught.
    @Test func `a logout after a login that was not finished loses nothing unseen (F34)`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(in: folder, .joining)
            _ = try await Repository(store).add(Watchlist(title: "Ducks"))
            await #expect(throws: AccountError.unsentChanges(rows: 1, drafts: 0, conflicts: 0)) {
                _ = try await Self.logOut(store, .refuse)
            }
            #expect(try await store.account.stored()?.state == .joining)
            let report = try await Self.logOut(store, .export { lines in #expect(lines.count == 1) })
            #expect(report.removed == 1)
        }
    }

    @Test func `what is written while a logout exports is not lost (F34)`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(in: folder)
            let birds = Repository(store)
            let list = try await birds.add(Watchlist(title: "Ducks"))
            await #expect(throws: AccountError.changedMeanwhile) {
                _ = try await Self.logOut(
                    store,
                    .export { lines in
                        #expect(lines.count == 1)
                        try await birds.edit(list) { $0.title = "Geese" }
                    })
            }
            #expect(try await store.account.stored()?.state == .active)
            #expect(try await store.outbox.export(.all).lines.first?.contains("Geese") == true)
            await #expect(throws: AccountError.changedMeanwhile) {
                _ = try await Self.logOut(
                    store,
                    .export { _ in
                        try await store.drafts.add(Draft(species: "Dodo", on: list.id))
                    })
            }
            let report = try await Self.logOut(store, .export { lines in #expect(lines.count == 2) })
            #expect(report.removed == 1)
            #expect(try await store.account.stored() == nil)
        }
    }
}
