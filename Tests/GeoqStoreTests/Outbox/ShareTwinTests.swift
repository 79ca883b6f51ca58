import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// A list that two devices share with the same user: the server has one share of the two.
@Suite struct ShareTwinTests {
    private static let (friend, served) = (OutboxFixture.id(0xF1), OutboxFixture.id(0x51))

    /// A list that is shared here, of which the server has taken the list alone.
    private static func refused(
        _ folder: String, canEdit: Bool
    ) async throws -> (fixture: OutboxFixture, list: FeatureID, share: FeatureID) {
        let fixture = try await OutboxFixture(folder)
        let birds = Repository(fixture.store)
        let list = try await birds.add(Watchlist(title: "Owls"))
        let share = try await birds.add(WatchlistShare(of: list.id, with: friend, canEdit: canEdit))
        let report = try await push(fixture, share.id)
        #expect(report.applied == 1 && report.failed == 0 && report.postponed == 1, "\(report)")
        return (fixture, list.id, share.id)
    }

    /// Sends what waits to a server that has another share in the place of this one.
    private static func push(_ fixture: OutboxFixture, _ share: FeatureID) async throws -> AnswerReport {
        let outbox = fixture.store.outbox
        try await outbox.begin(now: 0)
        let batch = try #require(try await outbox.nextBatch(now: 0))
        try await outbox.markSent(batch.map(\.id))
        let refusal = OperationAnswer.refused(
            isForbidden: false, code: "23505", message: "duplicate key value violates \"watchlist_shares_once\"")
        let answers = batch.map { operation in
            (operation: operation.id, answer: operation.row.id == share ? refusal : .applied(version: 1))
        }
        return try await outbox.apply(answers, now: 0)
    }

    /// The share of the other device comes.
    private static func bring(_ fixture: OutboxFixture, to list: FeatureID, _ permission: String) async throws {
        try await fixture.sql(
            """
            UPDATE geoq_device SET captures = NULL;
            INSERT INTO watchlist_shares (id, watchlist_id, user_id, permission, source, sync_token)
                VALUES ('\(served)', '\(list)', '\(friend)', '\(permission)', '\(OutboxFixture.remote)', 1);
            UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
            """)
    }

    @Test func `the server's share stands for one that says the same, and nothing fails`() async throws {
        try await withFolder { folder in
            let (fixture, list, share) = try await Self.refused(folder, canEdit: true)
            let item = try #require(try await fixture.store.outbox.list().first)
            #expect(item.row.id == share && item.operation?.state == .waiting && item.failure?.kind == "doubled")
            #expect(item.failure?.message == "the list is shared with this user already, by another device")
            try await Self.bring(fixture, to: list, "edit")
            #expect(try await Self.push(fixture, share).merged == 1)
            #expect(try await fixture.store.lists.shares(of: list).map(\.id) == [Self.served])
            let counts = try await fixture.store.outbox.counts()
            #expect(counts.unsent == 0 && counts.conflicts == 0, "\(counts)")
        }
    }

    @Test func `another permission is a conflict, and can be taken`() async throws {
        try await withFolder { folder in
            let (fixture, list, share) = try await Self.refused(folder, canEdit: true)
            try await Self.bring(fixture, to: list, "view")
            #expect(try await Self.push(fixture, share).merged == 1)
            #expect(try await fixture.store.lists.shares(of: list).map(\.canEdit) == [false])
            let conflict = try #require(try await fixture.store.outbox.conflicts().first)
            #expect(conflict.row.id == Self.served && conflict.reason == .edited)
            #expect(conflict.mine == [ColumnValue("permission", .text("edit"))])
            #expect(conflict.theirs == [ColumnValue("permission", .text("view"))])
            #expect(try await fixture.store.outbox.takeMine([conflict.number]) == [])
            #expect(try await fixture.store.lists.shares(of: list).map(\.canEdit) == [true])
            #expect(try await fixture.frozen() == ["update watchlist_shares/\(Self.served) permission"])
        }
    }
}
