import Foundation
import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Changes of the account's rows are noted in the transaction that makes them,
/// in every program.
@Suite struct CaptureTests {
    private static let list = OutboxFixture.list(1)
    private static let entry = OutboxFixture.entry(2)

    private static func fixture(_ body: (inout OutboxFixture) async throws -> Void) async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2, 3])
            try await body(&fixture)
        }
    }

    /// Runs the program `sqlite3` on the store.
    private static func shell(_ fixture: OutboxFixture, _ sql: String) throws {
        let run = try Tool.sqlite3(fixture.store.path, "PRAGMA foreign_keys = ON; " + sql)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    /// SQLite leaves the row of an INSERT OR FAIL whose trigger meets the row of the proper id.
    @Test func `what is changed of a row that a failed insert has left is the other row's`() async throws {
        try await Self.fixture { fixture in
            let list = OutboxFixture.list(0xAB)
            try await fixture.addShared(0xAB)
            let upper = list.id.description.uppercased()
            let values = "VALUES ('\(upper)', 'b', '\(OutboxFixture.remote)')"
            let insert = try Tool.sqlite3(
                fixture.store.path, "INSERT OR FAIL INTO watchlists (id, title, source) \(values)")
            #expect(insert.errors.contains("UNIQUE"), "\(insert.errors)")
            try Self.shell(fixture, "UPDATE watchlists SET title = 'c' WHERE id = '\(upper)'")
            try await fixture.push()
            #expect(fixture.server.rows[list]?.values["title"] == .text("c"))
            #expect(try await fixture.store.outbox.counts().unsent == 0)
            try await fixture.pull()
            try await fixture.checkEqual("mended")
        }
    }

    @Test func `the program sqlite3 is caught whatever statement it runs (F25)`() async throws {
        try await Self.fixture { fixture in
            let (remote, list, entry) = (OutboxFixture.remote, Self.list.id, Self.entry.id)
            let changes: [(sql: String, operations: [String])] = [
                ("UPDATE watchlists SET title = 'b' WHERE id = '\(list)'", ["update watchlists/\(list) title"]),
                (
                    "UPDATE OR REPLACE watchlists SET type = 'x' WHERE id = '\(list)'",
                    ["update watchlists/\(list) title,type"]
                ),
                (
                    """
                    INSERT INTO watchlists (id, source, title) VALUES ('\(list)', '\(remote)', 'c')
                        ON CONFLICT (id) DO UPDATE SET title = 'd'
                    """, ["update watchlists/\(list) title,type"]
                ),
                (
                    "INSERT OR IGNORE INTO watchlists (id, source) VALUES ('\(list)', '\(remote)')",
                    ["update watchlists/\(list) title,type"]
                ),
                (
                    "UPDATE watchlists SET title = 'a', type = NULL WHERE id = '\(list)'", []
                ),
                ("DELETE FROM watchlist_entries WHERE id = '\(entry)'", ["delete watchlist_entries/\(entry) "]),
                ("DELETE FROM watchlists WHERE id = '\(list)'", ["delete watchlists/\(list) "]),
            ]
            for change in changes {
                try Self.shell(fixture, change.sql)
                try await fixture.checkLayers("\(change.sql)")
                #expect(try await fixture.frozen() == change.operations, "\(change.sql)")
                // Thawed, so that the next change joins it.
                try await fixture.store.write { db in
                    for table in MirrorTable.written {
                        let rows = OpenRows(db, table, remote: remote)
                        for id in try String.fetchAll(
                            db, sql: "SELECT row_id FROM geoq_operation WHERE table_name = '\(table)'")
                        {
                            try rows.thaw(id)
                        }
                    }
                }
            }
        }
    }

    @Test func `a replaced row is changed, and not new`() async throws {
        try await Self.fixture { fixture in
            let (remote, list) = (OutboxFixture.remote, Self.list.id)
            try Self.shell(
                fixture,
                """
                UPDATE watchlists SET title = 'b' WHERE id = '\(list)';
                INSERT OR REPLACE INTO watchlists (fid, id, source, title, owner_id)
                    SELECT fid, id, source, 'c', owner_id FROM watchlists WHERE id = '\(list)';
                """)
            let base = try await fixture.sql("SELECT title, is_born FROM geoq_base_watchlists")
            #expect(base == ["\"a\"|0"], "the base is what the server said")
            #expect(try await fixture.frozen().first == "update watchlists/\(list) title")
            #expect(try await fixture.sql("SELECT count(*) FROM watchlists WHERE source = '\(remote)'") == ["1"])
            // REPLACE takes the children with it, as a delete does.
            #expect(try await fixture.store.outbox.list().filter { $0.status == .pendingDelete }.count == 2)
        }
    }

    @Test func `a replaced list that does not say whose it is stays its owner's`() async throws {
        try await Self.fixture { fixture in
            let list = Self.list.id
            try Self.shell(
                fixture,
                """
                INSERT OR REPLACE INTO watchlists (id, source, title) VALUES ('\(list)', '\(OutboxFixture.remote)', 'c')
                """)
            #expect(try await fixture.frozen().first == "update watchlists/\(list) title")
            #expect(try await fixture.value(Self.list, "owner_id") == OutboxFixture.user)
        }
    }

    /// The control of the test of a replaced row: with `OR IGNORE`, which takes the rule of
    /// the statement that runs the trigger, the base is replaced.
    @Test func `OR IGNORE in a trigger would lose the base (F49)`() async throws {
        try await Self.fixture { fixture in
            let triggers = try await fixture.store.read { db in
                try Row.fetchAll(
                    db, sql: "SELECT name, sql FROM sqlite_master WHERE name LIKE 'geoq_watchlists_capture_%'"
                ).map { (name: $0[0] as String, sql: $0[1] as String) }
            }
            let guarded = try Regex(#"\s+AND NOT EXISTS \(SELECT 1 FROM geoq_base_watchlists WHERE id = \w+\.id\)"#)
            for trigger in triggers {
                let weak = trigger.sql.replacing(guarded, with: "")
                    .replacingOccurrences(of: "INSERT INTO geoq_base", with: "INSERT OR IGNORE INTO geoq_base")
                try await fixture.sql("DROP TRIGGER \(trigger.name)")
                try await fixture.sql(weak)
            }
            try Self.shell(
                fixture,
                """
                UPDATE watchlists SET title = 'b' WHERE id = '\(Self.list.id)';
                INSERT OR REPLACE INTO watchlists (fid, id, source, title, owner_id)
                    SELECT fid, id, source, 'c', owner_id FROM watchlists WHERE id = '\(Self.list.id)';
                """)
            let base = try await fixture.sql("SELECT title, is_born FROM geoq_base_watchlists")
            #expect(base != ["\"a\"|0"])
        }
    }

    @Test func `a new row, a renamed row and a row of another source`() async throws {
        try await Self.fixture { fixture in
            let remote = OutboxFixture.remote
            let (new, other) = (OutboxFixture.id(7), OutboxFixture.id(8))
            try Self.shell(fixture, "INSERT INTO watchlists (id, source, title) VALUES ('\(new)', '\(remote)', 'n')")
            let inserted = try await fixture.frozen()
            #expect(inserted.count == 1 && inserted[0].hasPrefix("insert watchlists/\(new) "), "\(inserted)")
            #expect(try await fixture.value(OutboxFixture.list(7), "owner_id") == OutboxFixture.user)
            try await fixture.push()
            #expect(fixture.server.rows[OutboxFixture.list(7)]?.values["title"] == .text("n"))
            try Self.shell(fixture, "UPDATE watchlists SET id = '\(other)' WHERE id = '\(new)'")
            let renamed = try await fixture.frozen()
            #expect(renamed.contains("delete watchlists/\(new) ") && renamed.count == 2, "\(renamed)")
            try await fixture.push()
            try await fixture.pull()
            try await fixture.checkEqual("renamed")
            try Self.shell(
                fixture,
                """
                INSERT INTO geoq_source VALUES ('mine', 'file');
                INSERT INTO watchlists (id, source, title) VALUES ('\(OutboxFixture.id(9))', 'mine', 'file');
                UPDATE watchlists SET title = 'changed' WHERE source = 'mine';
                INSERT INTO watchlists (id, source) VALUES ('\(CaptureTriggers.virtualID)', '\(remote)');
                """)
            #expect(try await fixture.frozen() == [])
        }
    }

    @Test func `a row and its mark are there together, or neither`() async throws {
        try await Self.fixture { fixture in
            let made = OutboxFixture.id(20)
            try Self.shell(
                fixture,
                "BEGIN; INSERT INTO watchlists (id, source, title) VALUES ('\(made)', '\(OutboxFixture.remote)', 'x');")
            #expect(try await fixture.store.outbox.counts() == OutboxCounts(), "the shell ended before its commit")
            #expect(try await fixture.value(OutboxFixture.list(20), "id") == nil)
        }
    }

    @Test func `an insert and its delete cancel out, and what the mirror writes is no change`() async throws {
        try await Self.fixture { fixture in
            let new = OutboxFixture.id(7)
            try Self.shell(
                fixture,
                """
                INSERT INTO watchlists (id, source, title) VALUES ('\(new)', '\(OutboxFixture.remote)', 'n');
                UPDATE watchlists SET title = 'm' WHERE id = '\(new)';
                DELETE FROM watchlists WHERE id = '\(new)';
                """)
            #expect(try await fixture.store.outbox.counts() == OutboxCounts())
            fixture.server.edit(Self.list, ["title": .text("theirs")])
            try await fixture.pull()
            #expect(try await fixture.store.outbox.counts() == OutboxCounts())
            #expect(try await fixture.value(Self.list, "title") == "theirs")
        }
    }

    @Test func `without an account nothing is caught, and after a logout nothing is left`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/guest.sqlite")
            #expect(
                try await store.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master WHERE name LIKE '%_capture_%'")
                } == 0)
            try await store.account.note(OutboxFixture.account)
            #expect(
                try await store.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master WHERE name LIKE '%_capture_%'")
                } == 6 * MirrorTable.written.count)
            _ = try await store.lists.add([ColumnValue("title", .text("secret"))])
            #expect(try await store.outbox.counts().pending == 1)
            _ = try await store.account.erase(OutboxFixture.remote)
            #expect(try await store.outbox.counts() == OutboxCounts())
            #expect(try await store.account.forget(OutboxFixture.remote))
            #expect(
                try await store.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master WHERE name LIKE '%_capture_%'")
                } == 0)
        }
    }
}
