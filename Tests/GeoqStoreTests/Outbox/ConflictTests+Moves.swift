import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// What becomes of entries that are moved out of a list which is deleted.
extension ConflictTests {
    /// The server deletes all that it has in a list, so the move goes first, also when an earlier change of the entry
    /// has to wait.
    @Test(arguments: [false, true])
    func `an entry that is moved out of a list here before that is deleted lives`(isDelayed: Bool) async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(9)
            try await fixture.addShared(9)
            let outbox = fixture.store.outbox
            if isDelayed {
                try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
                let sent = try #require(try await outbox.nextBatch(now: fixture.now))
                try await outbox.markSent(sent.map(\.id))
                let fault = OperationAnswer.transient(code: nil, message: "busy")
                try await outbox.apply(sent.map { ($0.id, fault) }, now: fixture.now)
            }
            try await fixture.sql(
                """
                UPDATE watchlist_entries SET watchlist_id = '\(other.id)' WHERE id = '\(Self.entry.id)';
                DELETE FROM watchlists WHERE id = '\(Self.list.id)'
                """)
            try await fixture.push()
            if isDelayed {
                #expect(fixture.server.rows[Self.list]?.deletedAt == nil)
                let item = try await outbox.show(Self.list.id)
                #expect(item?.operation?.waitsFor == Self.entry)
                fixture.now += 400
            }
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.list]?.deletedAt != nil)
            #expect(fixture.server.rows[OutboxFixture.entry(3)]?.deletedAt != nil)
            #expect(fixture.server.rows[Self.entry]?.deletedAt == nil)
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text(isDelayed ? "mine" : "n"))
            #expect(try await fixture.value(Self.entry, "watchlist_id") == other.id.description)
            #expect(try await outbox.conflicts().isEmpty)
        }
    }

    @Test func `a list waits for an entry whose move out of it is refused, and both can be taken back`() async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(9)
            try await fixture.addShared(9)
            let outbox = fixture.store.outbox
            try await fixture.sql(
                "UPDATE watchlist_entries SET watchlist_id = '\(other.id)' WHERE id = '\(Self.entry.id)'")
            let sent = try #require(try await outbox.nextBatch(now: fixture.now))
            try await outbox.markSent(sent.map(\.id))
            let refusal = OperationAnswer.refused(isForbidden: true, code: "42501", message: "not there")
            try await outbox.apply(sent.map { ($0.id, refusal) }, now: fixture.now)
            try await fixture.sql("DELETE FROM watchlists WHERE id = '\(Self.list.id)'")
            try await fixture.push()
            #expect(fixture.server.rows[Self.list]?.deletedAt == nil)
            #expect(try await outbox.show(Self.list.id)?.operation?.waitsFor == Self.entry)
            #expect(try await outbox.counts().failed == 1)
            try await outbox.discard(.all)
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "watchlist_id") == Self.list.id.description)
        }
    }

    @Test func `an entry that was moved out of a list before that is deleted here lives`() async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(9)
            try await fixture.addShared(9)
            fixture.server.edit(Self.entry, ["watchlist_id": .text(other.id.description)])
            try await fixture.sql("DELETE FROM watchlists WHERE id = '\(Self.list.id)'")
            #expect(try await !fixture.store.outbox.deletedTrees().isEmpty)
            try await fixture.pull()
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.list]?.deletedAt != nil)
            #expect(fixture.server.rows[Self.entry]?.deletedAt == nil)
            #expect(try await fixture.value(Self.entry, "watchlist_id") == other.id.description)
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
            #expect(try await fixture.store.outbox.deletedTrees().isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `an entry that is moved into a list that is deleted there stays where it was (F29)`(
        pullsFirst: Bool
    ) async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(9)
            try await fixture.addShared(9)
            try await fixture.sql(
                """
                UPDATE watchlist_entries SET watchlist_id = '\(other.id)';
                UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'
                """)
            fixture.server.delete(other)
            if pullsFirst { try await fixture.pull() }
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "watchlist_id") == Self.list.id.description)
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text("mine"))
            let conflicts = try await fixture.store.outbox.conflicts()
            #expect(conflicts.map(\.reason) == [.parentGone, .parentGone])
            #expect(conflicts.map(\.columnNames) == [["watchlist_id"], ["watchlist_id"]])
            let number = try #require(conflicts.first?.number)
            #expect(
                try await fixture.store.outbox.untakable([number])
                    == [UntakableConflict(number: number, missing: other)])
            await #expect(throws: StoreError.noRow(other.description)) {
                try await fixture.store.outbox.takeMine([number])
            }
        }
    }
}
