import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Values of another type than their columns in what geoq notes of changes that wait, as any program may write them. A
/// failure may be told; the process goes on.
@Suite struct WrongNoteTests {
    private static let list = OutboxFixture.list(1)

    /// A list with a change that is frozen, and one that is not.
    private static func fixture(_ body: (inout OutboxFixture) async throws -> Void) async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2])
            try await fixture.sql("UPDATE watchlists SET title = 'mine'")
            let batch = try #require(try await fixture.store.outbox.nextBatch(now: fixture.now))
            let answer = OperationAnswer.refused(isForbidden: false, code: "22P02", message: "no")
            try await fixture.store.outbox.apply(batch.map { ($0.id, answer) }, now: fixture.now)
            try await fixture.sql("UPDATE watchlists SET type = 't'; UPDATE watchlist_entries SET notes = 'm'")
            try await body(&fixture)
        }
    }

    /// Writes a value, whatever the table's checks say of it.
    private static func write(_ value: String, to column: String, of table: String, _ fixture: OutboxFixture)
        async throws
    {
        try await fixture.sql(
            """
            PRAGMA ignore_check_constraints = 1; UPDATE geoq_store SET bulk = 1;
            UPDATE OR IGNORE \(table) SET \(column) = \(value);
            UPDATE geoq_store SET bulk = 0; PRAGMA ignore_check_constraints = 0
            """)
        let count = try await fixture.sql("SELECT count(*) > 0 FROM \(table) WHERE \(column) IS \(value)")
        #expect(count == ["1"], "\(table).\(column) is \(value)")
    }

    @Test(arguments: [
        ("geoq_edit", ["row_id", "column_name", "edited_at"]),
        ("geoq_operation", ["sequence", "waits_for", "table_name", "payload"]),
        ("geoq_base_watchlists", ["is_born", "is_gone", "row_version", "deleted_at", "sync_token"]),
    ])
    func `a wrong value among the notes of a change ends no process`(table: String, columns: [String]) async throws {
        for column in columns {
            for value in ["x'ff'", "'x'", "1e300"] {
                try await Self.fixture { fixture in
                    try await Self.write(value, to: column, of: table, fixture)
                    _ = try? await fixture.store.outbox.list()
                    _ = try? await fixture.push()
                    _ = try? await fixture.pull()
                    _ = try? await fixture.store.outbox.retry(.all)
                    _ = try? await fixture.store.outbox.discard(.all)
                }
            }
        }
    }

    @Test func `an edit whose moment cannot be read is sent`() async throws {
        for value in ["x'ff'", "'soon'"] {
            try await Self.fixture { fixture in
                try await Self.write(value, to: "edited_at", of: "geoq_edit", fixture)
                try await fixture.push()
                try await fixture.pull()
                try await fixture.checkEqual("\(value)")
                #expect(fixture.server.rows[Self.list]?.values["type"] == .text("t"))
            }
        }
    }

    @Test func `a wrong value among the notes of rows that wait ends no process`() async throws {
        try await Self.fixture { fixture in
            let row = OutboxFixture.id(7)
            let counts = try await fixture.store.write { db -> [Int] in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_remote_waiting (remote, table_name, row_id, token, reason, detail, source_id)
                            VALUES (?, 'watchlist_entries', '\(row)', 1, 'parent', x'ff', x'ff')
                        """, arguments: [OutboxFixture.remote])
                let waiting = try WaitingRows(db, remote: OutboxFixture.remote)
                return [
                    try waiting.first(5, of: .watchlistEntries).count,
                    try waiting.holders(of: .watchlistEntries).counts.count,
                ]
            }
            #expect(counts == [1, 0])
        }
    }

    @Test func `a guest's row whose id in its source is no text is adopted`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            _ = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
            try await store.write { db in try db.execute(sql: "UPDATE watchlists SET source_id = x'ff'") }
            #expect(try await store.account.note(OutboxFixture.account) == 1)
        }
    }
}
