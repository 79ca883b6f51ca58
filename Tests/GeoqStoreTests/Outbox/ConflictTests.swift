import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// What becomes of a row that two sides changed.
@Suite struct ConflictTests {
    static let list = OutboxFixture.list(1)
    static let entry = OutboxFixture.entry(2)

    static func fixture(_ body: (inout OutboxFixture) async throws -> Void) async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2, 3])
            try await body(&fixture)
        }
    }

    static func settle(_ fixture: inout OutboxFixture) async throws {
        for _ in 0..<3 {
            try await fixture.push()
            try await fixture.pull()
        }
        try await fixture.checkEqual("settled")
    }

    @Test(arguments: [false, true])
    func `columns of both sides are kept`(pullsFirst: Bool) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'mine'")
            fixture.server.edit(Self.list, ["type": .text("theirs")])
            if pullsFirst { try await fixture.pull() }
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.list, "title") == "mine")
            #expect(try await fixture.value(Self.list, "type") == "theirs")
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `the same column: the server's stays, mine is kept and can be taken`(pullsFirst: Bool) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'mine', location = 'here'")
            fixture.server.edit(Self.list, ["title": .text("theirs")])
            if pullsFirst { try await fixture.pull() }
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.list, "title") == "theirs")
            #expect(try await fixture.value(Self.list, "location") == "here")
            let conflicts = try await fixture.store.outbox.conflicts()
            try #require(conflicts.count == 1)
            #expect(conflicts[0].reason == .edited && conflicts[0].mine == [ColumnValue("title", .text("mine"))])
            #expect(conflicts[0].theirs == [ColumnValue("title", .text("theirs"))])
            #expect(try await fixture.store.outbox.takeMine([conflicts[0].number]) == [])
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("mine"))
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
            await #expect(throws: StoreError.noSuchConflict(99)) { try await fixture.store.outbox.dismiss([99]) }
        }
    }

    /// The control of the tests above: without versions, theirs is lost unseen.
    @Test func `without versions an edit would be overwritten unseen (F49)`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'mine'")
            fixture.server.edit(Self.list, ["title": .text("theirs")])
            fixture.server.comparesVersions = false
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.list, "title") == "mine")
            #expect(try await fixture.store.outbox.conflicts(includingSettled: true).isEmpty)
        }
    }

    @Test func `equal values are no conflict`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'same'")
            fixture.server.edit(Self.list, ["title": .text("same")])
            try await Self.settle(&fixture)
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
        }
    }

    @Test(arguments: [("2026-05-04T03:30:00.500000Z", 0), ("2026-05-04T03:30:00.500001Z", 1)])
    func `one moment that is written in two ways is no conflict`(theirs: String, conflicts: Int) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql(
                """
                UPDATE watchlist_entries SET observation_date = '2026-05-03T23:30:00.5-04:00'
                    WHERE id = '\(Self.entry.id)'
                """)
            fixture.server.edit(Self.entry, ["observation_date": .text(theirs)])
            try await Self.settle(&fixture)
            #expect(try await fixture.store.outbox.conflicts().count == conflicts)
        }
    }

    @Test(arguments: [false, true])
    func `with last write the later edit stays, and the other is told`(isMineLater: Bool) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'mine'")
            fixture.server.edit(
                Self.list, ["title": .text("theirs")], at: isMineLater ? "2020-01-01T00:00:00Z" : "2100-01-01T00:00:00Z"
            )
            try await fixture.push(.lastWrite)
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.list, "title") == (isMineLater ? "mine" : "theirs"))
            let all = try await fixture.store.outbox.conflicts(includingSettled: true)
            #expect(all.count == 1 && all[0].settled == (isMineLater ? "mine" : nil))
        }
    }

    @Test func `half of a place is never taken`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET lat = 1, lon = 2 WHERE id = '\(Self.entry.id)'")
            fixture.server.edit(Self.entry, ["lon": .real(9), "lat": .real(8)])
            fixture.server.edit(Self.entry, ["notes": .text("there")])
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "lat || ' ' || lon") == "8.0 9.0")
            let mine = try await fixture.store.outbox.conflicts().first?.mine
            #expect(mine == [ColumnValue("lat", .real(1)), ColumnValue("lon", .real(2))])
            // Each side moves the entry along another axis: what is taken with mine is shown.
            fixture.server.edit(Self.entry, ["lon": .real(10)])
            try await fixture.sql("UPDATE watchlist_entries SET lat = 7 WHERE id = '\(Self.entry.id)'")
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "lat || ' ' || lon") == "8.0 10.0")
            let second = try #require(try await fixture.store.outbox.conflicts().last)
            #expect(second.mine == [ColumnValue("lat", .real(7)), ColumnValue("lon", .real(9))])
            #expect(second.columnNames == ["lat", "lon"])
        }
    }

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

    @Test func `a list that is deleted here is one operation, and comes back as a whole`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'x'; DELETE FROM watchlists")
            #expect(try await fixture.frozen() == ["delete watchlists/\(Self.list.id) "])
            #expect(try await fixture.store.outbox.discard(.ids([Self.list.id])) == 1)
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

    @Test func `an entry that was moved out of a list before that is deleted here lives`() async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(9)
            try await fixture.addShared(9)
            fixture.server.edit(Self.entry, ["watchlist_id": .text(other.id.description)])
            try await fixture.sql("DELETE FROM watchlists WHERE id = '\(Self.list.id)'")
            #expect(try await fixture.store.outbox.deletesTrees())
            try await fixture.pull()
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.list]?.deletedAt != nil)
            #expect(fixture.server.rows[Self.entry]?.deletedAt == nil)
            #expect(try await fixture.value(Self.entry, "watchlist_id") == other.id.description)
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
            #expect(try await !fixture.store.outbox.deletesTrees())
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

    @Test func `mine is taken in whatever order the conflicts are named`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'mine'; UPDATE watchlist_entries SET notes = 'mine'")
            fixture.server.delete(Self.list)
            try await Self.settle(&fixture)
            let numbers = try await fixture.store.outbox.conflicts().map(\.number)
            #expect(numbers.count == 3)
            #expect(try await fixture.store.outbox.untakable(numbers) == [])
            let entries = try await fixture.store.outbox.conflicts().filter { $0.row.table == .watchlistEntries }
            #expect(
                try await fixture.store.outbox.untakable(entries.map(\.number))
                    == entries.map { UntakableConflict(number: $0.number, missing: Self.list) })
            #expect(try await fixture.store.outbox.takeMine(numbers.reversed()) == [])
            try await Self.settle(&fixture)
            #expect(fixture.server.rows.values.allSatisfy { $0.deletedAt == nil })
            #expect(try await fixture.value(Self.entry, "notes") == "mine")
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
        }
    }

    @Test func `an edit while its operation travels goes out after the answer (F28)`() async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql("UPDATE watchlists SET title = 'one'")
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            try await outbox.markSent(batch.map(\.id))
            try await fixture.sql("UPDATE watchlists SET title = 'two'")
            #expect(try await outbox.nextBatch(now: fixture.now) == nil)
            try await outbox.apply(batch.map { ($0.id, fixture.server.apply($0)) }, now: fixture.now)
            let next = try #require(try await outbox.nextBatch(now: fixture.now))
            #expect(next.map(\.baseVersion) == [2] && next[0].values == [ColumnValue("title", .text("two"))])
            try await Self.settle(&fixture)
            #expect(fixture.server.history[Self.list]?["title"] == [.text("a"), .text("one"), .text("two")])
        }
    }

    @Test(arguments: ["two", "a"], [false, true])
    func `an edit after an operation whose answer was lost is no conflict with it (F28)`(
        title: String, isDeleted: Bool
    ) async throws {
        try await Self.fixture { fixture in
            let new = OutboxFixture.list(9)
            try await fixture.sql(
                """
                UPDATE watchlists SET title = 'one', type = 'year' WHERE id = '\(Self.list.id)';
                INSERT INTO watchlists (id, source, owner_id, title)
                    VALUES ('\(new.id)', '\(OutboxFixture.remote)', '\(OutboxFixture.user)', 'new')
                """)
            try await fixture.push { _ in true }
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("one") && fixture.server.rows[new] != nil)
            fixture.server.edit(Self.list, ["location": .text("there")])
            try await fixture.sql("UPDATE watchlists SET title = 'newer' WHERE id = '\(new.id)'")
            let change = isDeleted ? "DELETE FROM watchlists" : "UPDATE watchlists SET title = '\(title)'"
            try await fixture.sql("\(change) WHERE id = '\(Self.list.id)'")
            // The sync reads what the operations did, and knows of no answer to them.
            try await fixture.pull()
            try await fixture.checkLayers("pulled")
            if !isDeleted { #expect(try await fixture.value(Self.list, "title") == title) }
            #expect(try await fixture.value(new, "title") == "newer")
            let conflicts = try await fixture.store.outbox.conflicts()
            // Where it was deleted here, what another device has changed of it is told, and that alone.
            #expect(conflicts.flatMap(\.columnNames) == (isDeleted ? ["location"] : []), "\(conflicts)")
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[new]?.values["title"] == .text("newer"))
            if !isDeleted {
                let row = fixture.server.rows[Self.list]?.values
                #expect(row?["title"] == .text(title) && row?["location"] == .text("there"))
            }
        }
    }

    @Test func `another's value after such an operation is a conflict with a later edit`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'one'")
            try await fixture.push { _ in true }
            fixture.server.edit(Self.list, ["title": .text("theirs")])
            try await fixture.sql("UPDATE watchlists SET title = 'two'")
            try await fixture.pull()
            #expect(try await fixture.value(Self.list, "title") == "theirs")
            #expect(try await fixture.store.outbox.conflicts().map(\.mine) == [[ColumnValue("title", .text("two"))]])
        }
    }

    @Test func `half of a place that was to be sent is not the whole of it`() async throws {
        try await Self.fixture { fixture in
            fixture.server.edit(Self.entry, ["lat": .real(1), "lon": .real(1)])
            try await fixture.pull()
            try await fixture.sql("UPDATE watchlist_entries SET lat = 5, lon = 6 WHERE id = '\(Self.entry.id)'")
            #expect(try await fixture.frozen().count == 1)
            // Another device moves the entry to the same latitude, and nowhere else.
            fixture.server.edit(Self.entry, ["lat": .real(5)])
            try await fixture.sql("UPDATE watchlist_entries SET lat = 7 WHERE id = '\(Self.entry.id)'")
            try await fixture.pull()
            try await fixture.checkLayers("pulled")
            #expect(try await fixture.value(Self.entry, "lat || ' ' || lon") == "5.0 1.0")
            let conflicts = try await fixture.store.outbox.conflicts()
            #expect(conflicts.map(\.mine) == [[ColumnValue("lat", .real(7)), ColumnValue("lon", .real(6))]])
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.values["lon"] == .real(1))
        }
    }

    @Test func `a dead operation holds up what needs it, and nothing else (F23)`() async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            let list = try await fixture.store.lists.add([ColumnValue("title", .text("dead"))])
            let bird = ColumnValue("bird_id", .text(OutboxFixture.bird.description))
            let entry = try await fixture.store.lists.add([bird], to: list, in: .watchlistEntries)
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'goes' WHERE id = '\(Self.entry.id)'")
            let batch = try #require(try await outbox.nextBatch(now: fixture.now))
            #expect(
                batch.map(\.row.id) == [list, Self.entry.id, entry]
                    || batch.map(\.row.id) == [list, entry, Self.entry.id])
            try await outbox.markSent(batch.map(\.id))
            let answers = batch.map { operation -> (operation: FeatureID, answer: OperationAnswer) in
                operation.row == Self.entry
                    ? (operation.id, fixture.server.apply(operation))
                    : (operation.id, .refused(isForbidden: false, code: "23514", message: "a check"))
            }
            try await outbox.apply(answers, now: fixture.now)
            let counts = try await outbox.counts()
            #expect(counts.failed == 1 && counts.waiting == 1 && counts.pending == 1)
            #expect(try await outbox.show(list)?.status == .failed)
            #expect(try await outbox.nextBatch(now: fixture.now) == nil)
            #expect(try await outbox.export(.all).count == 2)
            #expect(try await outbox.retry(.ids([list])) == 1)
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[RowKey(.watchlistEntries, entry)] != nil)
        }
    }

    @Test func `a transient fault waits longer each time and then is dead`() async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql("UPDATE watchlists SET title = 'x'")
            var id: FeatureID?
            for wait in Store.Outbox.waits {
                let batch = try #require(try await outbox.nextBatch(now: fixture.now))
                #expect(id == nil || batch[0].id == id, "the same operation, so that it has its effect once")
                id = batch[0].id
                try await outbox.markSent([batch[0].id])
                try await outbox.apply(
                    [(batch[0].id, .transient(code: "503", message: "busy"))], now: fixture.now, jitter: 1)
                #expect(try await outbox.nextBatch(now: fixture.now + wait - 0.1) == nil)
                fixture.now += wait
            }
            #expect(try await outbox.counts().failed == 1)
            #expect(try await outbox.retry(.all) == 1)
            #expect(try await outbox.nextBatch(now: fixture.now)?.map(\.id) == [try #require(id)])
        }
    }
}
