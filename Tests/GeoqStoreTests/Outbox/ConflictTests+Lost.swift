import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Deletes that cannot be sent, and changes that are taken back.
extension ConflictTests {
    @Test(arguments: [OperationAnswer.unseen, .refused(isForbidden: true, code: "42501", message: "no")])
    func `a delete of a row that left the user's sight is a conflict, and no row is made of it`(
        answer: OperationAnswer
    ) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)'")
            let row = try #require(fixture.server.rows[Self.entry])
            fixture.server.rows[Self.entry] = nil
            try await fixture.pull()
            fixture.server.ofUnseen = answer
            try await fixture.push()
            let outbox = fixture.store.outbox
            let conflict = try #require(try await outbox.conflicts().first)
            #expect(conflict.reason == .gone && conflict.isOfLostDelete && conflict.theirs.isEmpty)
            #expect(conflict.base.contains { $0.name == "notes" }, "What was deleted is known.")
            #expect(try await outbox.counts().unsent == 0)
            #expect(try await outbox.untakable([conflict.number]) == [])
            // Shared again, the row is as the others have it.
            fixture.server.put(Self.entry, row)
            try await fixture.pull()
            #expect(try await outbox.takeMine([conflict.number]) == [])
            #expect(try await fixture.frozen().isEmpty)
            #expect(try await fixture.value(Self.entry, "notes") == "n")
            #expect(try await outbox.conflicts().isEmpty)
        }
    }

    @Test func `a delete of a row that is deleted there for good is no conflict`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)'")
            fixture.server.rows[Self.entry] = nil
            try await fixture.pull()
            try await fixture.push()
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
            try await fixture.checkEqual("deleted")
        }
    }

    @Test func `a list that was made here and is taken back gives its moved entry back to the list that it was of`()
        async throws
    {
        try await Self.fixture { fixture in
            let new = OutboxFixture.list(77)
            try await fixture.sql(
                """
                INSERT INTO watchlists (id, title, owner_id, source)
                    VALUES ('\(new.id)', 'new', '\(OutboxFixture.user)', '\(OutboxFixture.remote)');
                UPDATE watchlist_entries SET watchlist_id = '\(new.id)' WHERE id = '\(Self.entry.id)';
                """)
            let report = try await fixture.store.outbox.discard(.ids([new.id]))
            #expect(report.rows == 1 && report.others == 1)
            #expect(try await fixture.value(Self.entry, "watchlist_id") == Self.list.id.description)
            try await fixture.checkEqual("taken back")
            // What else was changed of it is still to be sent.
            try await fixture.sql(
                """
                INSERT INTO watchlists (id, title, owner_id, source)
                    VALUES ('\(new.id)', 'new', '\(OutboxFixture.user)', '\(OutboxFixture.remote)');
                UPDATE watchlist_entries SET watchlist_id = '\(new.id)', notes = 'mine' WHERE id = '\(Self.entry.id)';
                """)
            try await fixture.store.outbox.discard(.ids([new.id]))
            #expect(try await fixture.value(Self.entry, "watchlist_id") == Self.list.id.description)
            #expect(try await fixture.frozen() == ["update \(Self.entry) notes"])
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text("mine"))
        }
    }

    @Test func `a delete that is taken back settles what it was in conflict with`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)'")
            fixture.server.edit(Self.entry, ["notes": .text("theirs")])
            try await fixture.pull()
            #expect(try await fixture.store.outbox.conflicts().map(\.reason) == [.deletedHere])
            try await fixture.store.outbox.discard(.ids([Self.entry.id]))
            #expect(try await fixture.value(Self.entry, "notes") == "theirs")
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
            try await fixture.checkEqual("taken back")
        }
    }

    @Test func `an application reads conflicts, takes and dismisses them`() async throws {
        try await Self.fixture { fixture in
            let repository = Repository(fixture.store)
            func now() async throws -> [Repository.Conflict] {
                for try await moment in repository.conflicts() { return moment.rows }
                return []
            }
            #expect(try await now().isEmpty)
            for taken in [true, false] {
                try await fixture.sql(
                    "UPDATE watchlist_entries SET notes = 'mine \(taken)' WHERE id = '\(Self.entry.id)'")
                fixture.server.edit(Self.entry, ["notes": .text("theirs \(taken)")])
                try await Self.settle(&fixture)
                let conflict = try #require(try await now().first)
                #expect(conflict.row == Self.entry.id && conflict.table == .watchlistEntries)
                #expect(!conflict.isDeletedHere && !conflict.isGoneThere)
                #expect(conflict.mine == ["notes": .text("mine \(taken)")])
                #expect(conflict.theirs == ["notes": .text("theirs \(taken)")])
                if taken {
                    #expect(try await repository.takeMine(conflict))
                    try await Self.settle(&fixture)
                } else {
                    try await repository.dismiss(conflict)
                }
                #expect(try await now().isEmpty)
                let held = fixture.server.rows[Self.entry]?.values["notes"]
                #expect(held == .text(taken ? "mine true" : "theirs false"))
            }
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'new' WHERE id = '\(Self.entry.id)'")
            #expect(try await repository.unsentChanges().count == 1)
            #expect(try await repository.retryChanges() == 0)
            #expect(try await repository.discardChanges(of: Self.entry.id))
            #expect(try await !repository.discardChanges(of: Self.entry.id))
            #expect(try await repository.unsentChanges().isEmpty)
        }
    }
}
