import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// What becomes of a row that one side deleted and the other changed, or made again.
extension ConflictTests {
    @Test(arguments: [false, true])
    func `a row that was deleted there stays deleted, and mine can be made again`(pullsFirst: Bool) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.server.delete(Self.entry)
            if pullsFirst { try await fixture.pull() }
            #expect(try await fixture.value(Self.entry, "notes") == "mine", "its operation goes first")
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "id") == nil)
            let conflict = try #require(try await fixture.store.outbox.conflicts().first)
            #expect(conflict.reason == .deletedThere && conflict.mine.contains(ColumnValue("notes", .text("mine"))))
            #expect(try await fixture.store.outbox.takeMine([conflict.number]) == [])
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "notes") == "mine")
            #expect(fixture.server.rows[Self.entry]?.deletedAt == nil)
        }
    }

    @Test func `a row that was deleted here stays deleted, and their edit is told`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)'")
            fixture.server.edit(Self.entry, ["notes": .text("theirs")])
            try await fixture.pull()
            #expect(try await fixture.value(Self.entry, "id") == nil)
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.deletedAt != nil)
            let conflict = try #require(try await fixture.store.outbox.conflicts().first)
            #expect(conflict.reason == .deletedHere && conflict.theirs == [ColumnValue("notes", .text("theirs"))])
            #expect(conflict.columnNames == ["notes"], "What was changed there is shown.")
            #expect(try await fixture.store.outbox.takeMine([conflict.number]) == [])
            #expect(try await fixture.frozen().isEmpty, "The delete was sent already.")
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
        }
    }

    @Test func `a list that is deleted there takes entries, and no edit of them is lost (F29)`() async throws {
        try await Self.fixture { fixture in
            let list = try #require(FeatureID(Self.list.id.description))
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            let added = try await fixture.store.lists.add(
                [ColumnValue("bird_id", .text(OutboxFixture.bird.description)), ColumnValue("notes", .text("new"))],
                to: list, in: .watchlistEntries)
            fixture.server.delete(Self.list)
            try await fixture.pull()
            #expect(try await fixture.value(RowKey(.watchlistEntries, added), "notes") == "new")
            try await Self.settle(&fixture)
            let lost = try await fixture.store.outbox.conflicts().map { "\($0.reason.rawValue) \($0.row.id)" }
            #expect(Set(lost) == ["deleted-there \(Self.entry.id)", "gone \(added)"])
        }
    }

    /// A pull leaves the list, marked as deleted, while an entry in it has changes; another program may change it then.
    @Test func `a list that a pull has left marked as deleted is lost with nothing unseen when it is changed (F29)`()
        async throws
    {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.server.delete(Self.list)
            try await fixture.pull()
            try await fixture.sql("UPDATE watchlists SET title = 'mine, too'")
            try await Self.settle(&fixture)
            let lost = try await fixture.store.outbox.conflicts()
            #expect(
                Set(lost.map { "\($0.reason.rawValue) \($0.row.id)" }) == [
                    "deleted-there \(Self.list.id)", "parent-gone \(Self.entry.id)",
                ])
            #expect(lost.contains { $0.mine.contains(ColumnValue("title", .text("mine, too"))) })
            #expect(lost.contains { $0.mine.contains(ColumnValue("notes", .text("mine"))) })
        }
    }

    @Test func `what is taken back of a list that a pull has left marked as deleted is that alone`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.server.delete(Self.list)
            try await fixture.pull()
            try await fixture.sql("UPDATE watchlists SET title = 'mine, too'")
            #expect(try await fixture.store.outbox.discard(.ids([Self.list.id])).rows == 1)
            #expect(try await fixture.sql("SELECT title FROM watchlists") == ["\"a\""])
            #expect(try await fixture.store.outbox.list().map(\.row) == [Self.entry])
            try await Self.settle(&fixture)
            let lost = try await fixture.store.outbox.conflicts()
            #expect(lost.map(\.row) == [Self.entry])
            #expect(lost.contains { $0.mine.contains(ColumnValue("notes", .text("mine"))) })
        }
    }

    /// The program changes the list after the push of a sync has looked for changes, and before the same sync reads that
    /// another device has made the list again.
    @Test func `a list that a pull has left marked as deleted, and that lives again there, is not deleted here`()
        async throws
    {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.server.delete(Self.list)
            try await fixture.pull()
            #expect(try await fixture.value(Self.list, "title") == nil)
            try await fixture.sql("UPDATE watchlists SET title = 'mine, too'")
            for key in [Self.list, Self.entry] { fixture.server.rows[key]?.deletedAt = nil }
            fixture.server.edit(Self.list, ["type": .text("theirs")])
            fixture.server.edit(Self.entry, ["status": .text("theirs")])
            try await fixture.pull()
            #expect(try await fixture.value(Self.list, "title") == "mine, too")
            #expect(try await fixture.value(Self.list, "type") == "theirs")
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.list]?.deletedAt == nil)
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("mine, too"))
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text("mine"))
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
        }
    }

    /// A pull does not tell when the list was edited there, and leaves its title to the answer of the next push.
    @Test func `a list that lives again has what only another device has changed, where the later edit stays`()
        async throws
    {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.server.delete(Self.list)
            try await fixture.pull(.lastWrite)
            try await fixture.sql("UPDATE watchlists SET title = 'mine, too'")
            for key in [Self.list, Self.entry] { fixture.server.rows[key]?.deletedAt = nil }
            let theirs: [String: FieldValue] = ["title": .text("theirs"), "type": .text("theirs")]
            fixture.server.edit(Self.list, theirs, at: "2020-01-01T00:00:00.000Z")
            fixture.server.edit(Self.entry, ["status": .text("theirs")])
            for _ in 0..<2 {
                try await fixture.pull(.lastWrite)
                try await fixture.push(.lastWrite)
            }
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("mine, too"))
            #expect(fixture.server.rows[Self.list]?.values["type"] == .text("theirs"))
            #expect(try await fixture.value(Self.list, "type") == "theirs")
        }
    }

    @Test func `a list that is deleted here is one operation, and comes back as a whole`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'x'; DELETE FROM watchlists")
            #expect(try await fixture.frozen() == ["delete watchlists/\(Self.list.id) "])
            #expect(try await fixture.store.outbox.discard(.ids([Self.list.id])).rows == 1)
            try await fixture.checkEqual("discarded")
            try await fixture.sql("DELETE FROM watchlists")
            try await Self.settle(&fixture)
            #expect(fixture.server.rows.values.allSatisfy { $0.deletedAt != nil })
        }
    }

    @Test(arguments: [false, true])
    func `a row that is deleted and made again lives (F29)`(isSent: Bool) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)'")
            if isSent { try await fixture.push { _ in true } }
            try await fixture.sql(
                """
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source) VALUES
                    ('\(Self.entry.id)', '\(Self.list.id)', '\(OutboxFixture.bird)', 'again', '\(OutboxFixture.remote)')
                """)
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "notes") == "again")
            #expect(fixture.server.rows[Self.entry]?.deletedAt == nil)
        }
    }

    @Test(arguments: [false, true])
    func `a row that is made again after its delete was sent lives`(pullsFirst: Bool) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)'")
            try await fixture.push()
            #expect(fixture.server.rows[Self.entry]?.deletedAt != nil)
            try await fixture.sql(
                """
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source) VALUES
                    ('\(Self.entry.id)', '\(Self.list.id)', '\(OutboxFixture.bird)', 'again', '\(OutboxFixture.remote)')
                """)
            if pullsFirst { try await fixture.pull() }
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "notes") == "again")
            #expect(fixture.server.rows[Self.entry]?.deletedAt == nil)
            #expect(try await fixture.store.outbox.conflicts(includingSettled: true).isEmpty)
        }
    }

    /// A pull has left the list, marked as deleted, for the sake of an entry with changes; then it lives again there.
    @Test func `a list that is changed while a pull keeps it marked as deleted, and lives again there, lives here`()
        async throws
    {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.server.delete(Self.list)
            try await fixture.pull()
            try await fixture.sql("UPDATE watchlists SET title = 'mine, too'")
            var row = try #require(fixture.server.rows[Self.list])
            (row.version, row.deletedAt, row.token) = (row.version + 1, nil, fixture.server.tick())
            fixture.server.put(Self.list, row)
            try await fixture.pull()
            #expect(try await fixture.value(Self.list, "title") == "mine, too")
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.list]?.deletedAt == nil)
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("mine, too"))
            #expect(try await fixture.store.outbox.conflicts().map(\.row) == [Self.entry])
        }
    }

    /// Its answer was lost, so that the server's row is this device's own: what
    /// another device deleted does not rise.
    @Test(arguments: [false, true])
    func `a new row that was deleted there before its answer came does not rise`(pullsFirst: Bool) async throws {
        try await Self.fixture { fixture in
            fixture.server.ledger = nil
            let new = OutboxFixture.entry(7)
            try await fixture.sql(
                """
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source) VALUES
                    ('\(new.id)', '\(Self.list.id)', '\(OutboxFixture.bird)', 'mine', '\(OutboxFixture.remote)')
                """)
            try await fixture.push { _ in true }
            fixture.server.delete(new)
            if pullsFirst { try await fixture.pull() }
            try await Self.settle(&fixture)
            #expect(try await fixture.value(new, "notes") == nil)
            #expect(try await fixture.store.outbox.conflicts().map(\.reason) == [.deletedThere])
        }
    }

    /// The server has another bird in the entry, which this store does not have: the entry waits for it, out of sight.
    @Test func `a photo that was not sent is kept while its entry waits for a bird`() async throws {
        try await Self.fixture { fixture in
            let photo = RowKey(.observedBirdPhotos, OutboxFixture.id(9))
            try await fixture.sql(
                """
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path, source)
                    VALUES ('\(photo.id)', '\(Self.entry.id)', 'wren.jpg', '\(OutboxFixture.remote)')
                """)
            fixture.server.edit(Self.entry, ["bird_id": .text(OutboxFixture.id(12).description)])
            try await fixture.pull()
            #expect(try await fixture.value(Self.entry, "id") == nil)
            #expect(try await fixture.value(photo, "image_path") == "wren.jpg")
            _ = try await fixture.store.outbox.nextBatch(now: fixture.now)
            #expect(try await fixture.store.outbox.list().map(\.row) == [photo])
            fixture.server.edit(Self.entry, ["bird_id": .text(OutboxFixture.bird.description)])
            try await fixture.pull()
            #expect(try await fixture.value(Self.entry, "notes") == "n")
            #expect(try await fixture.value(photo, "image_path") == "wren.jpg")
        }
    }

    @Test func `of another user's list, which is not shared any more, nothing can be taken (F42)`() async throws {
        try await Self.fixture { fixture in
            fixture.server.edit(Self.list, ["owner_id": .text("0000000c-0000-4000-8000-00000000000c")])
            try await fixture.pull()
            try await fixture.sql(
                """
                UPDATE watchlists SET title = 'mine';
                UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'
                """)
            // The server shows this user none of it any more.
            fixture.server.rows = [:]
            try await Self.settle(&fixture)
            let numbers = try await fixture.store.outbox.conflicts().map(\.number)
            #expect(numbers.count == 2)
            let untakable = try await fixture.store.outbox.untakable(numbers)
            #expect(untakable.map(\.number).sorted() == numbers && untakable.allSatisfy { $0.missing == Self.list })
            await #expect(throws: StoreError.noRow(Self.list.description)) {
                _ = try await fixture.store.outbox.takeMine(numbers)
            }
            #expect(try await fixture.store.outbox.counts().unsent == 0)
        }
    }

    /// Its answer was lost, so this device does not know that the server has the row.
    @Test(arguments: [false, true])
    func `their edit of a new row that is deleted here before its answer came is told`(pullsFirst: Bool) async throws {
        try await Self.fixture { fixture in
            fixture.server.ledger = nil
            let new = OutboxFixture.entry(7)
            try await fixture.sql(
                """
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source) VALUES
                    ('\(new.id)', '\(Self.list.id)', '\(OutboxFixture.bird)', 'mine', '\(OutboxFixture.remote)')
                """)
            try await fixture.push { _ in true }
            fixture.server.edit(new, ["notes": .text("theirs")])
            try await fixture.sql("DELETE FROM watchlist_entries WHERE id = '\(new.id)'")
            if pullsFirst { try await fixture.pull() }
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[new]?.deletedAt != nil)
            let conflicts = try await fixture.store.outbox.conflicts()
            #expect(conflicts.map(\.reason) == [.deletedHere])
            #expect(conflicts.map(\.theirs) == [[ColumnValue("notes", .text("theirs"))]])
            #expect(conflicts.map(\.base) == [[ColumnValue("notes", .text("mine"))]])
        }
    }

    @Test(arguments: [false, true])
    func `rows of a file on a changed list that is gone there stay, and it can be made again`(isDeleted: Bool)
        async throws
    {
        try await Self.fixture { fixture in
            let own = OutboxFixture.entry(7)
            try await fixture.sql(
                """
                INSERT INTO geoq_source VALUES ('birds.csv', 'file');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source) VALUES
                    ('\(own.id)', '\(Self.list.id)', '\(OutboxFixture.bird)', 'of a file', 'birds.csv');
                UPDATE watchlists SET title = 'mine'
                """)
            if isDeleted { fixture.server.delete(Self.list) } else { fixture.server.rows = [:] }
            try await fixture.push()
            try await fixture.pull()
            #expect(try await fixture.value(own, "notes") == "of a file")
            #expect(try await fixture.value(Self.list, "title") == nil)
            #expect(try await fixture.value(Self.entry, "id") == nil)
            let conflict = try #require(try await fixture.store.outbox.conflicts().first)
            #expect(conflict.row == Self.list && conflict.reason == (isDeleted ? .deletedThere : .gone))
            #expect(try await fixture.store.outbox.takeMine([conflict.number]) == [])
            #expect(try await fixture.value(Self.list, "title") == "mine")
            try await fixture.push()
            try await fixture.pull()
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("mine"))
            #expect(fixture.server.rows[Self.list]?.deletedAt == nil)
            #expect(try await fixture.value(Self.list, "title") == "mine")
            #expect(try await fixture.value(own, "notes") == "of a file")
            #expect(try await fixture.store.outbox.counts() == OutboxCounts())
        }
    }

    @Test func `mine is taken in whatever order the conflicts are named`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'mine'; UPDATE watchlist_entries SET notes = 'mine'")
            fixture.server.delete(Self.list)
            try await Self.settle(&fixture)
            let numbers = try await fixture.store.outbox.conflicts().map(\.number)
            #expect(numbers.count == 3)
            #expect(try await fixture.store.outbox.untakable(numbers) == [])
            let entries = try await fixture.store.outbox.conflicts().filter { $0.row.table == .watchlistEntries }
            let maker = try await fixture.store.outbox.conflicts().first { $0.row == Self.list }?.number
            #expect(
                try await fixture.store.outbox.untakable(entries.map(\.number))
                    == entries.map { UntakableConflict(number: $0.number, missing: Self.list, maker: maker) })
            #expect(try await fixture.store.outbox.takeMine(numbers.reversed()) == [])
            try await Self.settle(&fixture)
            #expect(fixture.server.rows.values.allSatisfy { $0.deletedAt == nil })
            #expect(try await fixture.value(Self.entry, "notes") == "mine")
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
        }
    }
}
