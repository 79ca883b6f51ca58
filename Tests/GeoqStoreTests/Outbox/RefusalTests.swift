import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// What is said of changes that a project does not let this user make.
@Suite struct RefusalTests {
    private static let other = "0000000c-0000-4000-8000-00000000000c"
    private static let policy = "new row violates row-level security policy for table \"watchlists\""
    private static let grant = "permission denied for table watchlists"

    /// Changes a list with an entry as another program does, which asks for no right, and sends it to a server that
    /// refuses all.
    ///
    /// - Parameter sharedWith: the user of a share of the list; nil for a list without one.
    /// - Returns: what is said, by table.
    private static func refusals(
        ofListOf owner: String, _ changes: String, _ message: String, sharedWith user: String? = nil
    ) async throws -> [MirrorTable: String] {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2])
            fixture.server.edit(OutboxFixture.list(1), ["owner_id": .text(owner)])
            try await fixture.pull()
            if let user {
                try await fixture.sql(
                    """
                    UPDATE geoq_store SET bulk = 1;
                    INSERT INTO watchlist_shares (id, watchlist_id, user_id, source, sync_token)
                        VALUES ('\(OutboxFixture.id(3))', '\(OutboxFixture.id(1))', '\(user)',
                            '\(OutboxFixture.remote)', 1);
                    UPDATE geoq_store SET bulk = 0
                    """)
            }
            try await fixture.sql(changes)
            let outbox = fixture.store.outbox
            try await outbox.begin(now: 0)
            let batch = try #require(try await outbox.nextBatch(now: 0))
            try await outbox.markSent(batch.map(\.id))
            let answer = OperationAnswer.refused(isForbidden: true, code: "42501", message: message)
            let report = try await outbox.apply(batch.map { (operation: $0.id, answer: answer) }, now: 0)
            #expect(report.failed == batch.count, "\(report)")
            var said: [MirrorTable: String] = [:]
            for item in try await outbox.list() {
                if let failure = item.failure { said[item.row.table] = failure.message }
            }
            return said
        }
    }

    @Test func `a refusal of a leave names the tables of an earlier schema, and one of another share the owner`()
        async throws
    {
        for (user, words) in [
            (OutboxFixture.user, "the SQL of geoq's schema there again"), (Self.other, "only its owner may do that"),
        ] {
            let said = try await Self.refusals(
                ofListOf: "0000000d-0000-4000-8000-00000000000d", "DELETE FROM watchlist_shares", Self.policy,
                sharedWith: user)
            #expect(said.count == 1 && said[.watchlistShares]?.hasSuffix(words) == true, "\(said)")
        }
    }

    private static let edits = "UPDATE watchlists SET title = 'mine'; UPDATE watchlist_entries SET notes = 'mine'"

    @Test func `what is refused of a list that another user shares is said in words`() async throws {
        let viewing = "the list is another user's, who shares it with you for viewing at most"
        let edits = try await Self.refusals(ofListOf: Self.other, Self.edits, Self.policy)
        #expect(edits == [.watchlists: viewing, .watchlistEntries: viewing])
        let deletes = try await Self.refusals(ofListOf: Self.other, "DELETE FROM watchlists", Self.policy)
        #expect(deletes == [.watchlists: "the list is another user's, and only its owner may do that"])
        let entry = try await Self.refusals(ofListOf: Self.other, "DELETE FROM watchlist_entries", Self.policy)
        #expect(entry == [.watchlistEntries: viewing])
    }

    /// A sync that was to end the share has not run, or has run and left the list for the sake of the entry.
    @Test func `what is refused of a list that is not shared for editing any more is said in words`() async throws {
        func asleep(_ change: String) -> String {
            "UPDATE geoq_store SET bulk = 1; \(change); UPDATE geoq_store SET bulk = 0; "
        }
        let shared = try await Self.refusals(
            ofListOf: Self.other, asleep("UPDATE watchlist_shares SET permission = 'edit'") + Self.edits, Self.policy,
            sharedWith: OutboxFixture.user)
        let atMost = "the list is another user's, who shares it with you for viewing at most by now, or not any more"
        #expect(shared == [.watchlists: atMost, .watchlistEntries: atMost])
        let left = asleep("UPDATE watchlists SET sync_token = NULL, deleted_at = '2026-11-23T00:00:00Z'")
        let gone = try await Self.refusals(
            ofListOf: Self.other, left + "UPDATE watchlist_entries SET notes = 'mine'", Self.policy)
        #expect(gone == [.watchlistEntries: "the list is another user's, who does not share it with you any more"])
    }

    @Test func `a row that another program put below no list or gave away is refused in words`() async throws {
        let below = "UPDATE watchlist_entries SET watchlist_id = NULL"
        let stray = try await Self.refusals(ofListOf: OutboxFixture.user, below, Self.policy)
        #expect(stray == [.watchlistEntries: "it belongs to no list: its watchlist_id is empty"])
        let given = try await Self.refusals(
            ofListOf: OutboxFixture.user, "UPDATE watchlists SET owner_id = '\(Self.other)'", Self.policy)
        let words = "a row cannot be given to another user: its owner_id has to stay \(OutboxFixture.user)"
        #expect(given == [.watchlists: words])
    }

    @Test func `a row of another program that breaks a check is refused with what is wrong of it`() async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2])
            try await fixture.sql("UPDATE watchlist_entries SET lat = 5")
            let outbox = fixture.store.outbox
            try await outbox.begin(now: 0)
            let batch = try #require(try await outbox.nextBatch(now: 0))
            try await outbox.markSent(batch.map(\.id))
            let answer = OperationAnswer.refused(
                isForbidden: false, code: "23514", message: "new row violates check constraint \"entries_check\"")
            _ = try await outbox.apply(batch.map { (operation: $0.id, answer: answer) }, now: 0)
            let said = try await outbox.list().compactMap { $0.failure?.message }
            #expect(said.count == 1 && said[0].contains("a place has both degrees"), "\(said)")
        }
    }

    @Test func `of an own list, and of a grant that is missing, the server's words stay`() async throws {
        let own = try await Self.refusals(ofListOf: OutboxFixture.user, Self.edits, Self.policy)
        #expect(own == [.watchlists: Self.policy, .watchlistEntries: Self.policy])
        let all = try await Self.refusals(ofListOf: Self.other, Self.edits, Self.grant)
        #expect(all == [.watchlists: Self.grant, .watchlistEntries: Self.grant])
    }
}
