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
            // It is settled: another window has decided.
            let settled = StoreError.noSuchConflict(conflicts[0].number)
            await #expect(throws: settled) { try await fixture.store.outbox.takeMine([conflicts[0].number]) }
            await #expect(throws: settled) { try await fixture.store.outbox.dismiss([conflicts[0].number]) }
            #expect(try await fixture.frozen().isEmpty)
        }
    }

    @Test func `what the server fills in is no edit of another device`() async throws {
        try await Self.fixture { fixture in
            let made = OutboxFixture.list(4)
            try await fixture.sql(
                """
                INSERT INTO watchlists (id, title, species_count, source)
                    VALUES ('\(made.id)', 'N', NULL, '\(OutboxFixture.remote)')
                """)
            try await fixture.push()
            fixture.server.rows[made]?.values["species_count"] = .integer(0)
            try await fixture.sql("UPDATE watchlists SET species_count = 5 WHERE id = '\(made.id)'")
            try await fixture.pull()
            #expect(try await fixture.store.outbox.conflicts().isEmpty)
            try await fixture.push()
            #expect(fixture.server.rows[made]?.values["species_count"] == .integer(5))
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

    /// A pull may come between: it does not tell when theirs was edited.
    @Test(arguments: [false, true], [false, true])
    func `with last write the later edit stays, and the other is told`(isMineLater: Bool, pullsFirst: Bool)
        async throws
    {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'mine'")
            fixture.server.edit(
                Self.list, ["title": .text("theirs")], at: isMineLater ? "2020-01-01T00:00:00Z" : "2100-01-01T00:00:00Z"
            )
            if pullsFirst { try await fixture.pull(.lastWrite) }
            try await fixture.push(.lastWrite)
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.list, "title") == (isMineLater ? "mine" : "theirs"))
            let all = try await fixture.store.outbox.conflicts(includingSettled: true)
            #expect(all.count == 1 && all[0].settled == (isMineLater ? "mine" : nil))
        }
    }

    /// Moments of edits are by the device's clock, those of operations and of the server by the server's.
    @Test(
        arguments: [
            (-86_400, "2026-05-02T12:00:00.000Z", "2026-05-02T11:00:00.000Z"),
            (-86_400, "2026-05-02T12:00:00.000Z", "2026-05-02T13:00:00.000Z"),
            (86_400.25, "2026-05-04T12:00:00.250Z", "2026-05-04T11:00:00.000Z"),
            (86_400.25, "2026-05-04T12:00:00.250Z", "2026-05-04T13:00:00.000Z"),
        ] as [(Double, String, String)])
    func `with last write a clock that is wrong decides nothing (F41)`(
        offset: Double, mine: String, theirs: String
    ) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql(
                """
                UPDATE geoq_device SET clock_offset = \(offset);
                UPDATE watchlists SET title = 'mine';
                UPDATE geoq_edit SET edited_at = '2026-05-03T12:00:00.000Z';
                """)
            fixture.server.edit(Self.list, ["title": .text("theirs")], at: theirs)
            try await fixture.push(.lastWrite)
            #expect(try await fixture.value(Self.list, "title") == (mine > theirs ? "mine" : "theirs"))
            #expect(fixture.server.rows[Self.list]?.editedAt == max(mine, theirs))
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

    /// The insert keeps the row before it is known whether it replaces it.
    @Test(arguments: ["OR IGNORE", ""])
    func `a row that an insert met and left alone goes when it is deleted there`(word: String) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql(
                """
                INSERT \(word) INTO watchlist_entries (id, watchlist_id, bird_id, notes, source) VALUES
                    ('\(Self.entry.id)', '\(Self.list.id)', '\(OutboxFixture.bird)', 'again', '\(OutboxFixture.remote)')
                    \(word.isEmpty ? "ON CONFLICT DO NOTHING" : "")
                """)
            #expect(try await fixture.value(Self.entry, "notes") == "n")
            fixture.server.edit(OutboxFixture.entry(3), ["notes": .text("theirs")])
            fixture.server.delete(Self.entry)
            try await fixture.pull()
            #expect(try await fixture.value(Self.entry, "id") == nil)
            try await fixture.checkEqual("after a pull")
        }
    }
}
