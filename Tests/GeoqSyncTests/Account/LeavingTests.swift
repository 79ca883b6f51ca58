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

    private static func logOut(_ store: Store, _ unsent: UnsentChanges) async throws -> LogoutReport {
        let vault = MemoryVault()
        return try await Account.logOut(of: store, transport: NoNetwork(), unsent: unsent) { _ in vault }
    }

    @Test func `what is written while a logout exports is not lost (F34)`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/birds.sqlite")
            let url = "https://abc.supabase.co"
            try await store.account.note(
                StoredAccount(
                    remote: url, url: url, userID: "0000000a-0000-4000-8000-00000000000a", level: .kit, state: .active))
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
            #expect(try await store.outbox.export(.all).first?.contains("Geese") == true)
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
