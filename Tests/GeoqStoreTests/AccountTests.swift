import Foundation
import GRDB
import TestSupport
import Testing

@testable import GeoqStore

/// The account of a store, and what is left of it.
@Suite struct AccountTests {
    private static let remote = "https://abc.supabase.co"

    private static func account(_ state: StoredAccount.State, user: String = "u1") -> StoredAccount {
        StoredAccount(remote: remote, url: remote, userID: user, level: .rest, state: state)
    }

    @Test func `a store has one account at most`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            #expect(try await store.account.stored() == nil)
            try await store.account.note(Self.account(.joining))
            try await store.account.note(Self.account(.active, user: "u2"))
            #expect(try await store.account.stored() == Self.account(.active, user: "u2"))
            let identity = try await store.account.identityOfStore()
            #expect(try await Store(path: store.path).account.identityOfStore() == identity)
            await #expect(throws: StoreError.ofAccount(Self.remote)) {
                try await store.imports.removeSource(Self.remote)
            }
            #expect(try await store.account.forget(Self.remote))
            #expect(try await store.account.stored() == nil)
            #expect(try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM geoq_source") } == 0)
        }
    }

    @Test func `a login begins in the place of what was seen before it, whatever another program wrote there`()
        async throws
    {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.account.note(Self.account(.joining))
            #expect(try await !store.account.begin(Self.account(.joining, user: "u2"), insteadOf: nil))
            #expect(try await store.account.stored() == Self.account(.joining))
            try await store.write { db in
                try db.execute(sql: "UPDATE geoq_account SET user_id = 'u1' || char(0) || 'x'")
            }
            let before = try await store.account.stored()
            #expect(try await store.account.begin(Self.account(.joining, user: "u2"), insteadOf: before))
            #expect(try await store.account.stored() == Self.account(.joining, user: "u2"))
        }
    }

    @Test func `the name of imported files is no name of an account`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.write { db in
                try db.execute(sql: "INSERT INTO geoq_source VALUES (?, 'file')", arguments: [Self.remote])
            }
            await #expect(throws: StoreError.self) { try await store.account.note(Self.account(.joining)) }
            #expect(try await store.account.stored() == nil)
        }
    }

    @Test func `an erasure takes the user's tables and leaves the others`() async throws {
        try await withFolder { folder in
            @Sendable func id(_ end: String) -> String { "00000000-0000-4000-8000-0000000000\(end)" }
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.account.note(Self.account(.active))
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('mine', 'file');
                        INSERT INTO geoq_remote (name, address, user_id, mapping) VALUES ('\(Self.remote)', 'a', 'u1', 'm');
                        INSERT INTO geoq_remote_table (remote, table_name, row_count, cursor)
                            VALUES ('\(Self.remote)', 'watchlists', 1, 'c'), ('\(Self.remote)', 'hotspot', 1, 'c');
                        INSERT INTO hotspot (id, name, source) VALUES ('h', 'Pond', '\(Self.remote)');
                        INSERT INTO watchlists (id, title, source) VALUES
                            ('\(id("a1"))', 'a', '\(Self.remote)'), ('\(id("a2"))', 'b', 'mine');
                        INSERT INTO watchlist_rules (id, watchlist_id, source) VALUES
                            ('\(id("b1"))', '\(id("a1"))', '\(Self.remote)'), ('\(id("b2"))', '\(id("a1"))', 'mine'), ('\(id("b3"))', '\(id("a2"))', 'mine');
                        """)
            }
            #expect(try await store.account.rowsOfOthers(onListsOf: Self.remote) == ["mine": 1])
            let version = try await store.read { db in try Int.fetchOne(db, sql: "SELECT version FROM geoq_store") }
            #expect(try await store.account.erase(Self.remote) == 2)
            #expect(try await store.account.erase(Self.remote) == 0)
            let left = try await store.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT id FROM watchlists UNION ALL SELECT id FROM watchlist_rules UNION ALL
                        SELECT id FROM hotspot UNION ALL SELECT table_name FROM geoq_remote_table UNION ALL
                        SELECT row_id FROM geoq_change WHERE row_id IS NOT NULL UNION ALL
                        SELECT user_id FROM geoq_remote WHERE user_id IS NOT NULL
                        """)
            }
            #expect(left == [id("a2"), id("b3"), "h", "hotspot"])
            let later = try await store.read { db in try Int.fetchOne(db, sql: "SELECT version FROM geoq_store") }
            #expect(try #require(later) > #require(version), "Those who hold the rows read them anew.")
            #expect(try await store.account.finishErasure(of: Self.remote) == nil)
        }
    }

    @Test func `only the copy of a migration goes, and none that a person made (F35)`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            let (files, copy) = (FileManager.default, Migrator.copy(of: path))
            let store = try Store(path: path)
            #expect(try await store.account.removeCopy() == nil)
            _ = try Tool.sqlite3(path, "VACUUM INTO '\(path).backup'")
            _ = try Tool.sqlite3(path, "VACUUM INTO '\(copy)'")
            #expect(try await store.account.removeCopy() == copy)
            #expect(!files.fileExists(atPath: copy))
            // A process was killed at once, and has left nothing in it.
            #expect(files.createFile(atPath: copy, contents: nil))
            #expect(try await store.account.removeCopy() == copy)
            #expect(!files.fileExists(atPath: copy) && files.fileExists(atPath: path + ".backup"))
        }
    }

    @Test func `another program that reads the store keeps the log, and that is said`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.account.note(Self.account(.active))
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let reader = try DatabaseQueue(path: store.path, configuration: configuration)
            try await reader.writeWithoutTransaction { db in
                try db.execute(sql: "BEGIN; SELECT count(*) FROM geoq_store")
            }
            try await store.account.note(Self.account(.leaving))
            #expect(try await store.account.finishErasure(of: Self.remote) == .log)
            try await reader.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
            #expect(try await store.account.finishErasure(of: Self.remote) == nil)
        }
    }
}
