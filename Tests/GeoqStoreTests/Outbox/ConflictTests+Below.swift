import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// What becomes of rows below one that was deleted, of one that lives again, and of rows of a list that no share explains.
extension ConflictTests {
    /// A row of the server's, as another device has made it.
    private static func made(_ notes: String) -> [String: FieldValue] {
        [
            "watchlist_id": .text(list.id.description), "bird_id": .text(OutboxFixture.bird.description),
            "notes": .text(notes), "notify_upcoming": .bool(false), "priority": .integer(0),
        ]
    }

    @Test(arguments: [false, true])
    func `an entry that another device has made in a list that is deleted here is told (F29)`(
        takesBack: Bool
    ) async throws {
        try await Self.fixture { fixture in
            let (outbox, made) = (fixture.store.outbox, OutboxFixture.entry(7))
            fixture.server.edit(made, Self.made("new"))
            try await fixture.sql("DELETE FROM watchlists WHERE id = '\(Self.list.id)'")
            #expect(try await !outbox.deletedTrees().isEmpty, "Its entries are read before the delete is sent.")
            for _ in 0..<2 { try await fixture.pull() }
            let conflicts = try await outbox.conflicts()
            #expect(conflicts.map(\.row) == [made] && conflicts.map(\.reason) == [.deletedHere], "\(conflicts)")
            #expect(conflicts.first?.theirs.contains(ColumnValue("notes", .text("new"))) == true)
            if takesBack {
                try await outbox.discard(.ids([Self.list.id]))
                #expect(try await fixture.value(made, "notes") == "new")
            }
            try await Self.settle(&fixture)
            #expect((fixture.server.rows[made]?.deletedAt == nil) == takesBack)
            #expect(try await outbox.counts().unsent == 0)
            #expect(try await outbox.conflicts().count == (takesBack ? 0 : 1), "With the delete the conflict is over.")
        }
    }

    @Test(arguments: [false, true])
    func `a row that lives again gets of mine what I had changed alone`(isSameColumn: Bool) async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql("UPDATE watchlist_entries SET nickname = 'mine' WHERE id = '\(Self.entry.id)'")
            fixture.server.delete(Self.entry)
            try await Self.settle(&fixture)
            var row = try #require(fixture.server.rows[Self.entry])
            (row.deletedAt, row.version, row.token) = (nil, row.version + 1, fixture.server.tick())
            row.values["notes"] = .text("theirs")
            if isSameColumn { row.values["nickname"] = .text("theirs") }
            fixture.server.put(Self.entry, row)
            try await fixture.pull()
            let conflict = try #require(try await outbox.conflicts().first)
            #expect(conflict.reason == .deletedThere && conflict.columnNames == ["nickname"])
            if isSameColumn {
                #expect(try await outbox.takeMine([conflict.number]) == [conflict.number], "It has a third value now.")
                let renewed = try await outbox.conflict(conflict.number)
                #expect(renewed?.theirs == [ColumnValue("nickname", .text("theirs"))])
            }
            #expect(try await outbox.takeMine([conflict.number]) == [])
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "notes") == "theirs")
            #expect(try await fixture.value(Self.entry, "nickname") == "mine")
        }
    }

    @Test func `what is taken back comes with all that was below it`() async throws {
        try await Self.fixture { fixture in
            let (store, photo) = (fixture.store, RowKey(.observedBirdPhotos, OutboxFixture.id(5)))
            try await store.write { db in
                try CaptureTriggers.resting(db) {
                    try db.execute(
                        sql: """
                            INSERT INTO observed_bird_photos
                                (id, watchlist_entry_id, storage_url, is_uploaded, source, sync_token)
                            VALUES ('\(photo.id)', '\(Self.entry.id)', 'u/e/5.jpg', 1, '\(OutboxFixture.remote)', 5)
                            """)
                }
            }
            try await fixture.sql("DELETE FROM watchlists WHERE id = '\(Self.list.id)'")
            let whole = try await store.outbox.discard(.ids([Self.list.id]))
            #expect(whole.rows == 1 && whole.others == 3, "\(whole)")
            #expect(try await fixture.value(photo, "storage_url") == "u/e/5.jpg")
            #expect(try await store.outbox.list().isEmpty)
            // And from below, with what is on its way of pictures.
            try await store.lists.delete(RowKey(.watchlistEntries, Self.entry.id))
            #expect(try await fixture.sql("SELECT count(*) FROM geoq_upload WHERE state = 'doomed'") == ["1"])
            try await store.outbox.discard(.all)
            #expect(try await fixture.value(photo, "storage_url") == "u/e/5.jpg")
            #expect(try await fixture.sql("SELECT state FROM geoq_upload") == [])
            #expect(try await store.outbox.list().isEmpty)
        }
    }

    @Test func `a list of another user of which no share is here may be read, and changed`() async throws {
        try await Self.fixture { fixture in
            try await fixture.addShared(9, entries: [10])
            fixture.server.edit(OutboxFixture.list(9), ["owner_id": .text(OutboxFixture.id(77).description)])
            try await fixture.pull()
            let entries = try await fixture.store.lists.entries(of: OutboxFixture.id(9), limit: 10)
            #expect(entries.count == 1 && entries.isWritable)
            try await fixture.store.lists.edit(OutboxFixture.entry(10), [ColumnValue("notes", .text("mine"))])
            #expect(try await fixture.store.outbox.counts().pending == 1)
        }
    }
}
