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

    @Test func `a delete that was refused before its row left the user's sight is a conflict`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)'")
            let row = try #require(fixture.server.rows[Self.entry])
            // The server shows the row, and does not let the user delete it.
            fixture.server.rows[Self.entry] = nil
            fixture.server.ofUnseen = .refused(isForbidden: true, code: "42501", message: "no")
            try await fixture.push()
            fixture.server.rows[Self.entry] = row
            let outbox = fixture.store.outbox
            #expect(try await outbox.conflicts().isEmpty)
            #expect(try await outbox.list().first?.failure?.code == "42501")
            // The share ends.
            fixture.server.rows = [:]
            try await fixture.pull()
            let conflict = try #require(try await outbox.conflicts().first)
            #expect(conflict.row == Self.entry && conflict.isOfLostDelete)
            #expect(conflict.base.contains { $0.name == "notes" })
            #expect(try await outbox.conflicts().count == 1)
            #expect(try await outbox.counts().unsent == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a delete below a row that was changed, and left the user's sight, is a conflict of its own`(
        deletesTheList: Bool
    ) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql(
                """
                UPDATE watchlists SET title = 'mine' WHERE id = '\(Self.list.id)';
                DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)';
                """)
            if deletesTheList { try await fixture.sql("DELETE FROM watchlists WHERE id = '\(Self.list.id)'") }
            fixture.server.rows = [:]
            fixture.server.ofUnseen = .unseen
            try await fixture.pull()
            try await fixture.push()
            let outbox = fixture.store.outbox
            let conflicts = try await outbox.conflicts()
            // The list's delete tells of all that it took along.
            let expected = deletesTheList ? [Self.list] : [Self.list, Self.entry]
            #expect(Set(conflicts.map(\.row)) == Set(expected) && conflicts.count == expected.count, "\(conflicts)")
            #expect(conflicts.first { $0.row == expected.last }?.isOfLostDelete == true)
            #expect(try await outbox.counts().unsent == 0)
        }
    }

    @Test func `changes and deletes below them that were refused before the share ended are conflicts`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql(
                """
                UPDATE watchlists SET title = 'mine' WHERE id = '\(Self.list.id)';
                DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)';
                """)
            // The share is for viewing by now.
            let rows = fixture.server.rows
            fixture.server.rows = [:]
            fixture.server.ofUnseen = .refused(isForbidden: true, code: "42501", message: "no")
            try await fixture.push()
            fixture.server.rows = rows
            try await fixture.pull()
            let outbox = fixture.store.outbox
            #expect(try await outbox.conflicts().isEmpty)
            #expect(try await outbox.counts().failed == 2)
            // And ends.
            fixture.server.rows = [:]
            try await fixture.pull()
            let conflicts = try await outbox.conflicts()
            #expect(Set(conflicts.map(\.row)) == [Self.list, Self.entry] && conflicts.count == 2, "\(conflicts)")
            #expect(conflicts.first { $0.row == Self.entry }?.isOfLostDelete == true)
            #expect(try await outbox.counts().unsent == 0)
        }
    }

    @Test func `a delete below a list that nobody has any more is no conflict of its own`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql(
                """
                UPDATE watchlists SET title = 'mine' WHERE id = '\(Self.list.id)';
                DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)';
                """)
            fixture.server.rows = [:]
            try await fixture.pull()
            fixture.server.ofUnseen = .gone
            try await fixture.push()
            #expect(try await fixture.store.outbox.conflicts().map(\.row) == [Self.list])
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
            // Also when the list that it was of was deleted meanwhile: all comes back.
            try await fixture.sql(
                """
                INSERT INTO watchlists (id, title, owner_id, source)
                    VALUES ('00000000-0000-4000-8000-000000000001', 'first', '\(OutboxFixture.user)', '\(OutboxFixture.remote)');
                UPDATE watchlist_entries SET watchlist_id = '00000000-0000-4000-8000-000000000001'
                    WHERE id = '\(Self.entry.id)';
                DELETE FROM watchlists WHERE id = '\(Self.list.id)';
                """)
            try await fixture.store.outbox.discard(.all)
            try await fixture.checkEqual("all taken back")
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

    @Test(arguments: [false, true])
    func `rows that are written again while the delete of their list travels live on (F29)`(changes: Bool) async throws
    {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            let columns = "id, watchlist_id, bird_id, notes, notify_upcoming, priority, source"
            let lists = "id, title, owner_id, source"
            try await fixture.sql(
                """
                CREATE TEMP TABLE kept_list AS SELECT \(lists) FROM watchlists;
                CREATE TEMP TABLE kept AS SELECT \(columns) FROM watchlist_entries;
                DELETE FROM watchlists WHERE id = '\(Self.list.id)';
                """)
            // The delete is on its way.
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            try await outbox.markSent(batch.map(\.id))
            try await fixture.sql(
                """
                INSERT INTO watchlists (\(lists)) SELECT * FROM kept_list;
                INSERT INTO watchlist_entries (\(columns)) SELECT * FROM kept;
                """)
            if changes {
                try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            }
            let answers = batch.map { (operation: $0.id, answer: fixture.server.apply($0)) }
            _ = try await outbox.apply(answers, policy: .server, now: fixture.now)
            #expect(fixture.server.rows[Self.entry]?.deletedAt != nil)
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.list]?.deletedAt == nil)
            #expect(fixture.server.rows[Self.entry]?.deletedAt == nil)
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text(changes ? "mine" : "n"))
            #expect(try await outbox.conflicts().isEmpty)
        }
    }

    @Test func `a text that writes its accents in another way is a change`() async throws {
        try await Self.fixture { fixture in
            let (composed, split) = ("caf\u{E9}", "cafe\u{301}")
            for text in [composed, split, composed] {
                try await fixture.sql("UPDATE watchlist_entries SET notes = '\(text)' WHERE id = '\(Self.entry.id)'")
                try await Self.settle(&fixture)
                let there = fixture.server.rows[Self.entry]?.values["notes"]
                #expect(there?.isIdentical(to: .text(text)) == true)
            }
            fixture.server.edit(Self.entry, ["notes": .text(split)])
            try await fixture.pull()
            let here = try await fixture.value(Self.entry, "notes")
            #expect(here.map { Array($0.utf8) } == Array(split.utf8))
        }
    }
}
