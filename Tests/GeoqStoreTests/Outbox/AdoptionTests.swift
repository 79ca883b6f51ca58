import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// What a guest made becomes the account's, once.
@Suite struct AdoptionTests {
    @Test func `a guest's lists, entries and rules become the account's`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let list = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
            _ = try await store.rules.add([(.species, #"{"shape_id":"duck-like"}"#)], to: list)
            #expect(try await store.outbox.counts() == OutboxCounts())
            // A file's list is not a guest's, nor is a rule on it.
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('file', 'file');
                        INSERT INTO watchlists (id, title, source) VALUES ('\(OutboxFixture.id(5, 0x5000))', 'f', 'file');
                        INSERT INTO watchlist_rules (id, watchlist_id, rule_type, source)
                            VALUES ('\(OutboxFixture.id(6))', '\(OutboxFixture.id(5, 0x5000))', 'date', 'shell');
                        """)
            }
            var joining = OutboxFixture.account
            joining.state = .joining
            #expect(try await store.account.note(joining) == 0)
            #expect(try await store.outbox.counts() == OutboxCounts(), "a login that ended here adopts nothing")
            #expect(try await store.account.note(OutboxFixture.account) == 2)
            #expect(try await store.account.note(OutboxFixture.account) == 0)
            #expect(try await store.outbox.counts().pending == 2)
            let batch = try #require(try await store.outbox.nextBatch(now: 0))
            #expect(batch.map(\.kind) == [.insert, .insert] && batch[0].row == RowKey(.watchlists, list))
            #expect(batch[0].values.contains(ColumnValue("owner_id", .text(OutboxFixture.user))))
            #expect(batch[1].values.contains(ColumnValue("parameters_json", .text(#"{"shape_id":"duck-like"}"#))))
        }
    }

    @Test func `what a guest made in the list of a file becomes the account's with it, and else keeps a logout`()
        async throws
    {
        try await withFolder { folder in
            let (list, entry, photo) = (OutboxFixture.id(5), OutboxFixture.id(6), OutboxFixture.id(7))
            for adopts in [true, false] {
                let store = try Store.blank(folder + "/\(adopts).sqlite")
                try await store.write { db in
                    try db.execute(
                        sql: """
                            INSERT INTO geoq_source VALUES ('file', 'file');
                            INSERT INTO watchlists (id, title, source) VALUES ('\(list)', 'f', 'file');
                            INSERT INTO watchlist_entries (id, watchlist_id, source) VALUES ('\(entry)', '\(list)', 'file');
                            INSERT INTO observed_bird_photos (id, watchlist_entry_id, source)
                                VALUES ('\(photo)', '\(entry)', 'shell');
                            """)
                }
                let count = try await store.account.note(OutboxFixture.account, adopting: adopts ? ["file"] : [])
                #expect(count == (adopts ? 3 : 0))
                let item = try await store.photos.list().first
                #expect(item?.isOfAccount == adopts)
                guard adopts else { continue }
                // One that came later by another file.
                try await store.write { db in
                    try db.execute(
                        sql: """
                            INSERT INTO geoq_source VALUES ('other', 'file');
                            INSERT INTO observed_bird_photos (id, watchlist_entry_id, source)
                                SELECT '\(OutboxFixture.id(8))', id, 'other' FROM watchlist_entries
                            """)
                }
                #expect(try await store.account.rowsOfOthers(onListsOf: OutboxFixture.remote) == ["other": 1])
            }
        }
    }

    @Test(arguments: [MirrorTable.watchlists, .communityObservation, .identificationSession])
    func `a program writes a guest's first row with references checked`(table: MirrorTable) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let (names, values) = table == .watchlists ? (", title", ", 'x'") : ("", "")
            let run = try Tool.sqlite3(
                store.path,
                """
                PRAGMA foreign_keys = ON;
                INSERT INTO \(table) (id, source\(names)) VALUES ('\(OutboxFixture.id(9))', 'shell'\(values));
                SELECT name FROM geoq_source;
                """)
            #expect(run.status == 0 && run.errors.isEmpty && run.lines == ["shell"], "\(run)")
        }
    }

    @Test func `what a guest made waits for a login, also after one that was not finished`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let list = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
            #expect(try await store.outbox.guestRows() == 1)
            var joining = OutboxFixture.account
            joining.state = .joining
            try await store.account.note(joining)
            #expect(try await store.account.isUsed() == false)
            #expect(try await store.outbox.guestRows() == 1)
            #expect(try await store.read { db in try RowStatus.all(db, of: .watchlists) } == [list: .pendingOwner])
            let later = try await store.lists.add([ColumnValue("title", .text("Geese"))])
            #expect(try await store.account.isUsed())
            #expect(
                try await store.read { db in try RowStatus.all(db, of: .watchlists) }
                    == [list: .pendingOwner, later: .pendingCreate])
            try await store.account.note(OutboxFixture.account)
            #expect(try await store.outbox.guestRows() == 0)
        }
    }

    @Test func `a guest's share with the user who then logs in is not sent, and others are`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let list = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
            let (user, friend) = (try #require(FeatureID(OutboxFixture.user)), OutboxFixture.id(0xF1))
            for other in [user, friend] {
                _ = try await store.lists.share(WatchlistShare(of: list, with: other, canEdit: false))
            }
            #expect(try await store.account.note(OutboxFixture.account) == 2)
            #expect(try await store.lists.shares(of: list).map(\.user) == [friend])
            #expect(try await store.outbox.counts().pending == 2)
        }
    }

    @Test func `the lists of a file become the account's when they are asked for`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let derived = OutboxFixture.id(5, 0x5000)
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('field.json', 'file'), ('other', 'file');
                        INSERT INTO watchlists (id, title, source) VALUES
                            ('\(derived)', 'f', 'field.json'), ('\(OutboxFixture.id(7))', 'o', 'other');
                        INSERT INTO watchlist_rules (id, watchlist_id, rule_type, source)
                            VALUES ('\(OutboxFixture.id(6))', '\(derived)', 'date', 'field.json');
                        """)
            }
            try await store.account.checkAdoptable(["field.json", "other"])
            await #expect(throws: StoreError.noSuchSource("feild.json")) {
                try await store.account.checkAdoptable(["feild.json"])
            }
            #expect(try await store.account.note(OutboxFixture.account) == 0, "Files are not adopted unasked.")
            #expect(try await store.account.note(OutboxFixture.account, adopting: ["field.json"]) == 2)
            #expect(try await store.account.note(OutboxFixture.account, adopting: ["field.json"]) == 0)
            let rows = try await store.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT title || ' ' || source FROM watchlists UNION ALL
                        SELECT rule_type || ' ' || source FROM watchlist_rules ORDER BY 1
                        """)
            }
            #expect(rows == ["date \(OutboxFixture.remote)", "f \(OutboxFixture.remote)", "o other"])
            #expect(try await store.outbox.counts().pending == 2)
            // The file is imported once more, with another title.
            try await store.write { db in
                try db.execute(
                    sql: "INSERT INTO watchlists (id, title, source) VALUES ('\(derived)', 'g', 'field.json')")
            }
            for _ in 0..<2 {
                #expect(try await store.account.note(OutboxFixture.account, adopting: ["field.json"]) == 0)
            }
            let titles = try await store.read { db in
                try String.fetchAll(db, sql: "SELECT title FROM watchlists ORDER BY 1")
            }
            #expect(titles == ["f", "o"], "The account's list may have been changed since.")
            let conflicts = try await store.outbox.conflicts()
            #expect(conflicts.map(\.mine) == [[ColumnValue("title", .text("g"))]])
        }
    }

    @Test(arguments: ["shell", "mine"])
    func `lists to which a program gave one source id stay as many as they are`(source: String) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let names = source == "shell" ? ["x"] : ["", "x", ""]
            for (number, name) in names.enumerated() {
                try await store.write { db in
                    try db.execute(
                        sql: """
                            INSERT OR IGNORE INTO geoq_source VALUES ('\(source)', 'file');
                            INSERT INTO watchlists (id, title, source, source_id) VALUES
                                ('\(OutboxFixture.id(10 + 2 * number, 0x5000))', 'f', '\(source)', '\(name)'),
                                ('\(OutboxFixture.id(11 + 2 * number, 0x5000))', 'g', '\(source)', '\(name)');
                            """)
                }
                #expect(
                    try await store.account.note(OutboxFixture.account, adopting: source == "shell" ? [] : [source])
                        == 2)
            }
            #expect(
                try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM watchlists") } == 2 * names.count
            )
            #expect(try await store.outbox.conflicts() == [])
        }
    }

    @Test func `a file's list comes anew where the account has deleted it`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let derived = OutboxFixture.id(5, 0x5000)
            func imported() async throws {
                try await store.write { db in
                    try db.execute(
                        sql: """
                            INSERT OR IGNORE INTO geoq_source VALUES ('field.json', 'file');
                            INSERT INTO watchlists (id, title, source, source_id)
                                VALUES ('\(derived)', 'f', 'field.json', 'Ducks');
                            INSERT INTO watchlist_rules (id, watchlist_id, rule_type, source)
                                VALUES ('\(OutboxFixture.id(6, 0x5000))', '\(derived)', 'date', 'field.json');
                            """)
                }
            }
            for count in 1...3 {
                try await imported()
                #expect(try await store.account.note(OutboxFixture.account, adopting: ["field.json"]) == 2)
                let ids = try await store.read { db in
                    try String.fetchAll(
                        db,
                        sql: """
                            SELECT l.id FROM watchlists AS l JOIN watchlist_rules AS r ON r.watchlist_id = l.id
                            WHERE l.source = ?1 AND r.source = ?1 AND l.deleted_at IS NULL AND r.deleted_at IS NULL
                            """, arguments: [OutboxFixture.remote])
                }
                #expect(ids.count == 1)
                // As a pull leaves rows for the sake of others below them.
                try await store.write { db in
                    try db.execute(
                        sql: """
                            UPDATE watchlist_rules SET deleted_at = '2026-01-01T00:00:00Z';
                            UPDATE watchlists SET deleted_at = '2026-01-01T00:00:00Z';
                            """)
                    #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM watchlists") == count)
                }
            }
        }
    }

    @Test func `an id that another user would derive is renewed, with what refers to it`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let derived = OutboxFixture.id(5, 0x5000)
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('shell', 'file');
                        INSERT INTO watchlists (id, title, source) VALUES ('\(derived)', 'f', 'shell');
                        INSERT INTO watchlist_rules (id, watchlist_id, rule_type, source)
                            VALUES ('\(OutboxFixture.id(6))', '\(derived)', 'date', 'shell');
                        """)
            }
            try await store.account.note(OutboxFixture.account)
            let ids = try await store.read { db in
                try String.fetchAll(
                    db, sql: "SELECT id FROM watchlists UNION ALL SELECT watchlist_id || source FROM watchlist_rules")
            }
            #expect(ids[0] != derived.description && ids[1] == ids[0] + OutboxFixture.remote)
            #expect(try await store.outbox.counts().pending == 2)
        }
    }

    @Test func `wrong values are refused before they are written`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let wrong: [[ColumnValue]] = [
                [ColumnValue("location_rule_lat", .real(91)), ColumnValue("location_rule_lon", .real(0))],
                [ColumnValue("location_rule_lat", .real(1))],
                [ColumnValue("location_rule_radius_km", .real(-5))],
                [ColumnValue("start_date", .text("2026-11-02")), ColumnValue("end_date", .text("2026-11-01"))],
                [ColumnValue("start_date", .text("tomorrow"))], [ColumnValue("owner_id", .text("x"))],
                [ColumnValue("nonsense", .text("x"))],
            ]
            for values in wrong {
                await #expect(throws: StoreError.self, "\(values)") { _ = try await store.lists.add(values) }
            }
            #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM watchlists") } == 0)
        }
    }
}
