import Foundation
import GRDB
import Geoq
import GeoqFormats
import TestSupport
import Testing

@testable import GeoqStore

/// Rows that other programs write: whatever form their ids have, they are kept and
/// sent under one; and what no server takes is refused with a sentence.
@Suite struct HandwrittenRowTests {
    private static let list = OutboxFixture.list(1)

    private static func fixture(_ body: (inout OutboxFixture) async throws -> Void) async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2])
            try await fixture.sql("INSERT INTO geoq_source VALUES ('shell', 'file'), ('file', 'file')")
            try await body(&fixture)
        }
    }

    /// Runs the program `sqlite3` on the store.
    ///
    /// - Returns: what it complains of.
    @discardableResult
    private static func shell(_ store: Store, _ sql: String, checksReferences: Bool = true) throws -> String {
        try Tool.sqlite3(store.path, "PRAGMA foreign_keys = \(checksReferences ? "ON" : "OFF"); " + sql).errors
    }

    private static let forms: [@Sendable (String) -> String] = [
        { $0.uppercased() }, { "{\($0)}" }, { $0.replacingOccurrences(of: "-", with: "") },
        { "{\($0.replacingOccurrences(of: "-", with: "").uppercased())}" },
    ]

    private static func settle(_ fixture: inout OutboxFixture) async throws {
        for _ in 0..<2 {
            try await fixture.push()
            try await fixture.pull()
        }
        try await fixture.checkEqual("settled")
    }

    @Test(arguments: ["watchlists", "watchlist_entries", "watchlist_rules"])
    func `a program that checks references writes the first row of a guest`(table: String) async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/a.sqlite")
            #expect(try Self.shell(store, "INSERT INTO geoq_source (name, kind) VALUES ('file', 'file')") == "")
            if table != "watchlists" {
                let list = "INSERT INTO watchlists (id, source) VALUES ('\(OutboxFixture.id(1))', 'file')"
                #expect(try Self.shell(store, list) == "")
            }
            let row =
                switch table {
                case "watchlists": "INSERT INTO watchlists (id, source) VALUES (hex(randomblob(16)), 'shell')"
                case "watchlist_entries":
                    """
                    INSERT INTO watchlist_entries (id, watchlist_id, source)
                        SELECT hex(randomblob(16)), id, 'shell' FROM watchlists
                    """
                default:
                    """
                    INSERT OR REPLACE INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, source)
                        SELECT hex(randomblob(16)), id, 'date', '{}', 'shell' FROM watchlists
                    """
                }
            #expect(try Self.shell(store, row) == "")
            #expect(try Self.shell(store, row) == "", "The source is there now.")
            let kept = try await store.read { db in
                try String.fetchAll(
                    db, sql: "SELECT (SELECT kind FROM geoq_source WHERE name = 'shell') || count(*) FROM \(table)")
            }
            #expect(kept == ["file2"])
        }
    }

    @Test(arguments: ["CAST(x'41FF42' AS TEXT)", "x'41FF42'"])
    func `a text that is no UTF-8 is not sent as another one`(value: String) async throws {
        try await Self.fixture { fixture in
            let outbox = fixture.store.outbox
            try await fixture.sql(
                """
                UPDATE watchlists SET title = \(value);
                INSERT INTO watchlists (id, owner_id, title, source)
                    VALUES ('\(OutboxFixture.id(9))', '\(OutboxFixture.user)', 'A\u{FFFD}B', '\(OutboxFixture.remote)')
                """)
            for _ in 0..<2 {
                try await fixture.push()
                try await fixture.pull()
            }
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("a"))
            #expect(fixture.server.rows[OutboxFixture.list(9)]?.values["title"] == .text("A\u{FFFD}B"))
            let kept = try await fixture.sql("SELECT count(*) FROM watchlists WHERE hex(title) = '41FF42'")
            #expect(kept == ["1"])
            let items = try await outbox.list()
            #expect(items.map(\.status) == [.failed] && items.first?.failure?.kind == "unusable")
            let words = "not sent: title of \(Self.list) has bytes that are no text (UTF-8)"
            #expect(items.first?.failure?.message == words)
            // It stays so until the row is mended.
            #expect(try await outbox.retry(.all) == 1)
            #expect(try await outbox.nextBatch(now: fixture.now) == nil)
            try await fixture.sql("UPDATE watchlists SET title = 'mended' WHERE id = '\(Self.list.id)'")
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.list]?.values["title"] == .text("mended"))
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `infinite numbers and those that are not a number are refused`(number: Double) async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/a.sqlite")
            let circle = [
                ColumnValue("title", .text("Ducks")), ColumnValue("location_rule_enabled", .bool(true)),
                ColumnValue("location_rule_lat", .real(1)), ColumnValue("location_rule_lon", .real(2)),
                ColumnValue("location_rule_radius_km", .real(number)),
            ]
            let refusal = StoreError.invalidValue(column: "location_rule_radius_km", reason: "it is no number")
            await #expect(throws: refusal) { try await store.lists.add(circle) }
        }
    }

    @Test func `a file takes no rows from the account, edited or not`() async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2])
            try await fixture.addShared(3)
            let file = folder + "/lists.ndjson"
            let rule = #"{"rule_type":"date","parameters":{"start":"--04-01"}}"#
            try """
            {"id":"\(OutboxFixture.list(1).id)","title":"x","rules":[\(rule)]}
            {"id":"\(OutboxFixture.list(3).id)","title":"x"}
            {"id":"\(OutboxFixture.list(4).id)","title":"New"}

            """.write(toFile: file, atomically: true, encoding: .utf8)
            try await fixture.sql("UPDATE watchlists SET title = 'Edited' WHERE id = '\(OutboxFixture.list(1).id)'")
            let report = try await fixture.store.imports.run(file, as: .watchlists)
            #expect(report.added == 1 && report.changed == 0 && report.rejected == 2, "\(report)")
            let foreign = try await fixture.sql("SELECT count(*) FROM watchlists WHERE source = 'lists'")
            #expect(foreign == ["1"])
            try await fixture.push()
            let lists = fixture.server.rows.filter { $0.key.table == .watchlists && $0.value.deletedAt == nil }
            let titles = Set(lists.compactMap { $0.value.values["title"] })
            let expected: Set<FieldValue> = [.text("Edited"), .text("a")]
            #expect(titles == expected)
        }
    }

    @Test(arguments: 0..<4, [true, false])
    func `an id of any form travels under one`(form: Int, checksReferences: Bool) async throws {
        try await Self.fixture { fixture in
            let (list, entry) = (OutboxFixture.list(0xABC), OutboxFixture.entry(0xDEF))
            let write = { (id: FeatureID) in Self.forms[form](id.description) }
            let complaint = try Self.shell(
                fixture.store,
                """
                INSERT INTO watchlists (id, source, title) VALUES ('\(write(list.id))', '\(OutboxFixture.remote)', 'n');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, source) VALUES
                    ('\(write(entry.id))', '\(write(list.id))', '\(write(OutboxFixture.bird))', '\(OutboxFixture.remote)');
                """, checksReferences: checksReferences)
            #expect(complaint == "")
            let items = try await fixture.store.outbox.list()
            #expect(items.map(\.row) == [list, entry] && items.allSatisfy { $0.status == .pendingCreate })
            #expect(items.first?.label == "n" && items.last?.values.isEmpty == false)
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[list]?.values["title"] == .text("n"))
            #expect(fixture.server.rows[entry]?.values["watchlist_id"] == .text(list.id.description))
            // What the server has is changed, and not made anew.
            #expect(
                try Self.shell(
                    fixture.store,
                    """
                    INSERT OR REPLACE INTO watchlists (id, source, title, owner_id)
                        VALUES ('\(write(list.id))', '\(OutboxFixture.remote)', 'm', '\(OutboxFixture.user)');
                    INSERT OR IGNORE INTO watchlists (id, source, title)
                        VALUES ('\(write(Self.list.id))', '\(OutboxFixture.remote)', 'ignored');
                    UPDATE watchlist_entries SET watchlist_id = '\(write(list.id))' WHERE id = '\(OutboxFixture.id(2))';
                    """, checksReferences: false) == "")
            try await fixture.checkLayers("replaced")
            let frozen = try await fixture.frozen()
            #expect(frozen.contains("update watchlists/\(list.id) title"), "\(frozen)")
            #expect(
                frozen.contains("update watchlist_entries/\(OutboxFixture.id(2)) watchlist_id") && frozen.count == 2,
                "\(frozen)")
            try await Self.settle(&fixture)
            #expect(try await fixture.sql("SELECT title FROM watchlists ORDER BY title") == ["\"a\"", "\"m\""])
        }
    }

    @Test func `what is no UUID, or would become rough, is refused with a sentence`() async throws {
        try await Self.fixture { fixture in
            let remote = OutboxFixture.remote
            let id = OutboxFixture.id(0xABC).description
            for wrong in [
                "ducks", "", "\(id) ", id.replacingOccurrences(of: "a", with: "g"), String(id.dropLast()),
            ] {
                for source in [remote, "shell"] {
                    let complaint = try Self.shell(
                        fixture.store, "INSERT INTO watchlists (id, source) VALUES ('\(wrong)', '\(source)')")
                    #expect(
                        complaint.contains("watchlists: the id of a row, and of one that it names, is a UUID"),
                        "\(wrong): \(complaint)")
                }
            }
            let statements = [
                "INSERT INTO watchlists (id, source) VALUES ('\(id)' || char(0) || 'x', '\(remote)')":
                    "watchlists: the id of a row",
                "UPDATE watchlists SET id = '\(id.uppercased())'": "watchlists.id is a UUID in lower case",
                "UPDATE watchlist_entries SET bird_id = 'wren'":
                    "watchlist_entries: the id of a row, and of one that it names, is a UUID",
                "UPDATE watchlists SET source = 'shell'": "no row gets the source shell",
            ]
            for (statement, sentence) in statements {
                #expect(try Self.shell(fixture.store, statement).contains(sentence), "\(statement)")
            }
            #expect(try await fixture.store.outbox.counts() == OutboxCounts())
            // What does not travel may have any id.
            #expect(try Self.shell(fixture.store, "INSERT INTO watchlists (id, source) VALUES ('x', 'file')") == "")
        }
    }

    @Test func `a guest's rows are found, and become the account's`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/guest.sqlite")
            let (list, rule) = (OutboxFixture.id(0xABC), OutboxFixture.id(0xDEF))
            #expect(
                try Self.shell(
                    store,
                    """
                    INSERT INTO geoq_source VALUES ('shell', 'file');
                    INSERT INTO watchlists (id, title, source) VALUES ('\(list.description.uppercased())', 'n', 'shell');
                    INSERT INTO watchlist_rules (id, watchlist_id, rule_type, source)
                        VALUES ('{\(rule)}', '\(list.description.uppercased())', 'date', 'shell');
                    """) == "")
            #expect(try await store.lists.all().map(\.list.id) == [list])
            #expect(try await store.account.note(OutboxFixture.account) == 2)
            #expect(try await store.outbox.list().map(\.row.id) == [list, rule])
        }
    }

    @Test func `what is written as a guest's while a user is logged in is the account's at once`() async throws {
        try await Self.fixture { fixture in
            let (list, entry, file) = (OutboxFixture.list(7), OutboxFixture.entry(8), OutboxFixture.id(9))
            #expect(
                try Self.shell(
                    fixture.store,
                    """
                    INSERT INTO watchlists (id, title, source) VALUES ('\(file)', 'f', 'file');
                    INSERT INTO watchlist_rules (id, watchlist_id, rule_type, source)
                        VALUES ('\(OutboxFixture.id(10))', '\(file)', 'date', 'shell');
                    INSERT INTO watchlists (id, title, source) VALUES ('\(list.id.description.uppercased())', 'n', 'shell');
                    INSERT INTO watchlist_entries (id, watchlist_id, bird_id, source)
                        VALUES ('\(entry.id)', '\(list.id)', '\(OutboxFixture.bird)', 'shell');
                    """) == "")
            #expect(try await fixture.store.outbox.list().map(\.row) == [list, entry], "a file's list is no guest's")
            try await fixture.push()
            #expect(fixture.server.rows[list]?.values["owner_id"] == .text(OutboxFixture.user))
            _ = try await fixture.store.account.erase(OutboxFixture.remote)
            #expect(try await fixture.sql("SELECT title FROM watchlists") == ["\"f\""])
        }
    }

    @Test func `text with a NUL, which no server has, is refused`() async throws {
        try await Self.fixture { fixture in
            for statement in [
                "UPDATE watchlists SET title = title || char(0) || 'q'",
                "INSERT INTO watchlists (id, title, source) VALUES ('\(OutboxFixture.id(7))', 'a' || char(0), 'shell')",
            ] {
                let complaint = try Self.shell(fixture.store, statement)
                #expect(complaint.contains("watchlists: no server takes text with a NUL character"), "\(complaint)")
            }
            #expect(try await fixture.store.outbox.counts() == OutboxCounts())
        }
    }

    @Test func `a profile ends with its user, and not here`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql(
                """
                INSERT INTO users (id, name, email, source)
                    VALUES ('\(OutboxFixture.user)', 'n', 'n@example.org', '\(OutboxFixture.remote)')
                """)
            for statement in [
                "DELETE FROM users", "UPDATE users SET deleted_at = '2026-01-01T00:00:00Z'",
                "UPDATE users SET id = '\(OutboxFixture.id(7))'",
            ] {
                #expect(
                    try Self.shell(fixture.store, statement).contains("a profile ends with its user"), "\(statement)")
            }
            #expect(try Self.shell(fixture.store, "UPDATE users SET name = 'm'") == "")
            _ = try await fixture.store.account.erase(OutboxFixture.remote)
            #expect(try await fixture.sql("SELECT count(*) FROM users") == ["0"], "a logout takes it along")
        }
    }

    @Test func `between a logout's begin and its end nothing is written as a guest's`() async throws {
        try await Self.fixture { fixture in
            var leaving = OutboxFixture.account
            leaving.state = .leaving
            let store = fixture.store
            let list = RowKey(.watchlists, try await store.lists.add([ColumnValue("title", .text("m"))]))
            try await store.account.note(leaving)
            let refusal = StoreError.leaving(url: OutboxFixture.remote)
            await #expect(throws: refusal) { try await store.lists.edit(list, [ColumnValue("title", .text("n"))]) }
            await #expect(throws: refusal) { try await store.lists.add([ColumnValue("title", .text("n"))]) }
            await #expect(throws: refusal) {
                try await store.rules.add([(.species, #"{"shape_id":"duck-like"}"#)], to: OutboxFixture.id(99))
            }
        }
    }

    /// A store of the schema before, with rows as its triggers left them.
    @Test func `rows that were stuck in an earlier store travel`() async throws {
        try await Self.fixture { fixture in
            let (lost, doubled, stray) = (OutboxFixture.list(0xABC), OutboxFixture.list(0xDEF), OutboxFixture.list(5))
            let remote = OutboxFixture.remote
            let doubledID = doubled.id.description
            fixture.server.edit(doubled, ["title": .text("sent"), "owner_id": .text(OutboxFixture.user)])
            try await fixture.pull()
            try await fixture.sql(
                """
                UPDATE geoq_store SET bulk = 1;
                INSERT INTO watchlists (id, source, title) VALUES ('{\(lost.id)}', '\(remote)', 'lost');
                INSERT INTO watchlists (id, source, title, owner_id)
                    VALUES ('\(doubledID.uppercased())', '\(remote)', 'edited', '\(OutboxFixture.user)');
                INSERT INTO watchlists (id, source, title) VALUES ('\(stray.id)', 'shell', 'stray');
                UPDATE geoq_store SET bulk = 0;
                INSERT INTO geoq_base_watchlists (id, is_born) VALUES ('{\(lost.id)}', 1), ('\(doubledID.uppercased())', 1);
                INSERT INTO geoq_edit VALUES ('watchlists', '{\(lost.id)}', '+', '2026-01-01T00:00:00.000Z');
                PRAGMA user_version = 17
                """)
            let path = fixture.store.path
            try fixture.store.close()
            let store = try Store(path: path)
            let items = try await store.outbox.list()
            #expect(items.map(\.row) == [stray, lost, doubled], "\(items.map(\.row))")
            #expect(items.map(\.status) == [.pendingCreate, .pendingCreate, .pendingUpdate])
            #expect(items.map(\.label) == ["stray", "lost", "edited"])
            try store.close()
        }
    }
}
