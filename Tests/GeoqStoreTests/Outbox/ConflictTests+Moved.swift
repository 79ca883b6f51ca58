import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Entries that another device has moved to a list that this one does not have.
extension ConflictTests {
    @Test func `an entry that was moved to a list that is new there waits for it, and is merged then`() async throws {
        try await Self.fixture { fixture in
            let new = OutboxFixture.list(90)
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.makeThere(90, title: "new")
            fixture.server.edit(
                Self.entry, ["watchlist_id": .text(new.id.description), "notes": .text("theirs")])
            let outbox = fixture.store.outbox
            for _ in 0..<2 {
                try await fixture.push()
                #expect(try await fixture.value(Self.entry, "notes") == "mine")
                #expect(try await fixture.value(Self.entry, "watchlist_id") == Self.list.id.description)
                let operation = try #require(try await outbox.list().first?.operation)
                #expect(operation.state == .waiting && operation.attempts == 0)
                #expect(try await outbox.list().first?.failure?.message?.contains("was not read yet; sync") == true)
                #expect(try await outbox.conflicts().isEmpty)
            }
            try await fixture.pull()
            #expect(try await fixture.value(Self.entry, "watchlist_id") == new.id.description)
            #expect(try await fixture.value(Self.entry, "notes") == "theirs")
            let conflict = try #require(try await outbox.conflicts().first)
            #expect(conflict.reason == .edited && conflict.mine == [ColumnValue("notes", .text("mine"))])
            try await fixture.push()
            #expect(try await outbox.counts().unsent == 0)
            try await fixture.checkEqual("moved")
        }
    }

    @Test func `an entry that waits for a new list keeps the later edit, where that wins`() async throws {
        try await Self.fixture { fixture in
            let new = OutboxFixture.list(90)
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.makeThere(90, title: "new")
            fixture.server.edit(
                Self.entry, ["watchlist_id": .text(new.id.description), "notes": .text("theirs")],
                at: "1990-01-01T00:00:00.000Z")
            for _ in 0..<2 {
                try await fixture.push(.lastWrite)
                try await fixture.pull(.lastWrite)
            }
            #expect(try await fixture.value(Self.entry, "notes") == "mine")
            #expect(try await fixture.value(Self.entry, "watchlist_id") == new.id.description)
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text("mine"))
            #expect(try await fixture.store.outbox.counts().unsent == 0)
        }
    }

    @Test func `an entry below a list whose delete was refused stays, and comes there with the list`() async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(93)
            fixture.makeThere(93, title: "other", owner: "0000000c-0000-4000-8000-00000000000c")
            try await fixture.pull()
            fixture.server.access[other] = .view
            try await fixture.sql("DELETE FROM watchlists WHERE id = '\(other.id)'")
            try await fixture.push()
            let outbox = fixture.store.outbox
            #expect(try await outbox.list().first?.operation?.state == .dead)
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.server.edit(Self.entry, ["watchlist_id": .text(other.id.description)])
            for _ in 0..<2 {
                try await fixture.push()
                try await fixture.pull()
                #expect(try await fixture.value(Self.entry, "notes") == "mine")
            }
            // The list is back once its delete is given up, and the entry is below it.
            _ = try await outbox.discard(.all)
            try await fixture.pull()
            #expect(try await fixture.value(other, "title") == "other")
            #expect(try await fixture.value(Self.entry, "watchlist_id") == other.id.description)
        }
    }

    @Test func `a delete here arrives where another device moved the entry before it deleted its list`() async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(92)
            try await fixture.addShared(92, title: "other")
            try await fixture.sql(
                """
                UPDATE watchlists SET title = 'mine' WHERE id = '\(Self.list.id)';
                DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)'
                """)
            fixture.server.edit(Self.entry, ["watchlist_id": .text(other.id.description)])
            fixture.server.delete(Self.list)
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.deletedAt != nil)
            #expect(try await fixture.value(Self.entry, "id") == nil)
            let moved = try await fixture.store.outbox.conflicts().first { $0.row == Self.entry }
            #expect(moved?.reason == .deletedHere, "The move is told.")
        }
    }

    /// The answer to the move has not come when the old list's delete is answered.
    @Test func `a delete here arrives where the entry was moved before its old list is deleted`() async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(92)
            try await fixture.addShared(92, title: "other")
            try await fixture.sql(
                "UPDATE watchlist_entries SET watchlist_id = '\(other.id)' WHERE id = '\(Self.entry.id)'")
            try await fixture.push(loses: { $0.row == Self.entry })
            #expect(fixture.server.rows[Self.entry]?.values["watchlist_id"] == .text(other.id.description))
            try await fixture.sql(
                """
                DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)';
                DELETE FROM watchlists WHERE id = '\(Self.list.id)'
                """)
            try await fixture.push(loses: { $0.row == Self.entry })
            #expect(fixture.server.rows[Self.list]?.deletedAt != nil)
            #expect(fixture.server.rows[Self.entry]?.deletedAt == nil, "Its delete is still to be sent.")
            fixture.now += 1_000
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.deletedAt != nil)
            #expect(try await fixture.value(Self.entry, "id") == nil)
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `an entry that was moved to a list that was deleted here goes with it, and is told`(
        pullsFirst: Bool, marks: Bool
    ) async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(91)
            try await fixture.addShared(91, title: "other")
            try await fixture.sql(
                """
                UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)';
                \(marks
                    ? "UPDATE watchlists SET deleted_at = '2026-11-23T00:00:00.000Z'" : "DELETE FROM watchlists")
                WHERE id = '\(other.id)'
                """)
            fixture.server.edit(Self.entry, ["watchlist_id": .text(other.id.description)])
            if pullsFirst { try await fixture.pull() }
            for _ in 0..<2 {
                try await fixture.push()
                try await fixture.pull()
            }
            let outbox = fixture.store.outbox
            #expect(try await outbox.counts().unsent == 0)
            #expect(try await fixture.value(Self.entry, "id") == nil)
            #expect(fixture.server.rows[Self.entry]?.deletedAt != nil && fixture.server.rows[other]?.deletedAt != nil)
            let conflicts = try await outbox.conflicts().filter { $0.row == Self.entry }
            #expect(conflicts.contains { $0.mine.contains(ColumnValue("notes", .text("mine"))) }, "\(conflicts)")
            #expect(
                conflicts.contains { $0.theirs.contains(ColumnValue("watchlist_id", .text(other.id.description))) }
                    || conflicts.contains { $0.reason == .deletedThere }, "\(conflicts)")
            try await fixture.checkEqual("moved")
        }
    }
}
