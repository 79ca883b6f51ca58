import Foundation
import GRDB
import TestSupport
import Testing

@testable import GeoqStore

/// A mirror that an earlier program has made.
@Suite struct MirrorMigrationTests {
    @Test func `an older mirror keeps its rows, and its region becomes a value`() async throws {
        try await withFolder { folder in
            let path = folder + "/old.sqlite"
            let queue = try Self.oldStore(path, steps: 4)
            try fillOldStore(queue)
            let store = try Store(path: path)
            let mirrors = try await store.mirror.all()
            #expect(
                mirrors.map(\.identity.region) == [
                    #"{"east":8.0,"north":52.0,"south":50.0,"west":6.5}"#,
                    #"{"latitude":42.44,"longitude":-76.5,"radiusMeters":100000.0}"#, nil,
                ])
            #expect(mirrors.allSatisfy { $0.daysSinceVerified == nil && !$0.isErasing })
            #expect(mirrors.map(\.identity.origin) == ["7/box", "7/circle", "7/z"])
            #expect(mirrors.map(\.memory) == Array(repeating: #"{"timeline":1}"#, count: 3))
            let waiting = try await store.read { db in
                try String.fetchAll(db, sql: "SELECT row_id FROM geoq_remote_waiting ORDER BY row_id")
            }
            #expect(waiting == ["parent", "taken"], "a place without a name needs not wait")
            try await store.write { db in
                try db.execute(
                    sql: "UPDATE geoq_remote_waiting SET reason = 'doubled' WHERE row_id = 'taken'")
            }
        }
    }

    /// What a mirror of a PostgreSQL knew is in texts that the module of
    /// PostgreSQL reads: no value is lost, and no cursor.
    @Test func `what a store knew of a PostgreSQL goes over into texts`() async throws {
        try await withFolder { folder in
            let path = folder + "/old.sqlite"
            let queue = try Self.oldStore(path, steps: 7)
            try await queue.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('db:5432/birds', 'remote'), ('other', 'remote');
                        INSERT INTO geoq_remote (name, address, system, timeline, database, user_id, region, mapping,
                            synced_at, digested_at, server_time, tables, started_at, log_position, verified_at, erasing)
                        VALUES ('db:5432/birds', 'db:5432/birds', '7404000111222333444', 3, '16384', 'u', 'r', 'm',
                                '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z', '{}',
                                '2026-10-01T00:00:00.123456Z', 9007199254740993, '2026-11-04T00:00:00Z', 1),
                            ('other', 'other', 'at other:5432/b', 0, '5', NULL, NULL, 'm',
                                NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
                        INSERT INTO geoq_remote_table (remote, table_name, relation, cursor_xmin, cursor_xmax, row_count,
                            stopped, definition)
                        VALUES ('db:5432/birds', 'hotspot', 4294967295, 8589934592, 8589934599, 12, NULL, 'columns'),
                            ('db:5432/birds', 'bird', 16400, NULL, NULL, 0, 'it may not be read', NULL);
                        INSERT INTO geoq_remote_waiting VALUES
                            ('db:5432/birds', 'hotspot', 'x', 5, 'taken', NULL, NULL, NULL);
                        """)
            }
            try queue.close()
            let store = try Store(path: path)
            let mirrors = try await store.mirror.all()
            let mirror = try #require(mirrors.first)
            #expect(
                mirror.identity
                    == MirrorIdentity(
                        origin: "7404000111222333444/16384", address: "db:5432/birds", user: "u", region: "r",
                        mapping: "m"))
            #expect(
                mirror.memory
                    == #"{"timeline":3,"startedAt":"2026-10-01T00:00:00.123456Z","logPosition":9007199254740993}"#)
            #expect(
                mirror.tables == [
                    .hotspot: MirrorState.Table(
                        origin: "4294967295", cursor: MirrorCursor("8589934592:8589934599"), rows: 12,
                        definition: "columns"),
                    .bird: MirrorState.Table(
                        origin: "16400", cursor: nil, rows: 0, stopped: "it may not be read"),
                ])
            #expect(mirror.syncedAt == "2026-11-01T00:00:00Z" && mirror.digestedAt == "2026-11-02T00:00:00Z")
            #expect(mirror.verifiedAt == "2026-11-04T00:00:00Z" && mirror.isErasing && mirror.namesOfTables == "{}")
            #expect(mirrors.last?.identity.origin == "at other:5432/b/5" && mirrors.last?.memory == #"{"timeline":0}"#)
            let waiting = try await store.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM geoq_remote_waiting")
            }
            #expect(waiting == 1, "rows of other tables stay")
            #expect(
                try await store.mirror.state(origin: "7404000111222333444/16384", address: "moved")?.name == mirror.name
            )
            #expect(try await store.mirror.state(origin: nil, address: "other")?.name == "other")
            #expect(try await store.mirror.state(origin: "7", address: "nowhere") == nil)
        }
    }

    /// Steps make tables of a new store anew where they change those of an older one.
    @Test(arguments: [4, 5, 7]) func `a store that was brought up to date has the tables of a new one`(
        steps: Int
    ) async throws {
        try await withFolder { folder in
            let path = folder + "/old.sqlite"
            let queue = try Self.oldStore(path, steps: steps)
            try fillOldStore(queue)
            let old = try await Self.tables(Store(path: path))
            let new = try await Self.tables(Store(path: folder + "/new.sqlite"))
            #expect(new.contains { $0.hasPrefix("geoq_remote.origin ") })
            #expect(old.difference(from: new).isEmpty, "\(old.difference(from: new))")
        }
    }

    /// The columns, foreign keys and indexes of all tables, a line each.
    private static func tables(_ store: Store) async throws -> [String] {
        // A connection that reads does not know SpatiaLite's virtual tables.
        let isPlain = "t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL %'"
        return try await store.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT t.name || '.' || c.name || ' ' || c.cid || ' ' || c.type || ' ' || c."notnull" || ' '
                        || ifnull(c.dflt_value, '-') || ' ' || c.pk
                    FROM sqlite_master AS t, pragma_table_xinfo(t.name) AS c WHERE \(isPlain)
                    UNION ALL SELECT t.name || ' ' || k."from" || ' ' || k."table" || ' ' || ifnull(k."to", '-') || ' '
                        || k.on_delete
                    FROM sqlite_master AS t, pragma_foreign_key_list(t.name) AS k WHERE \(isPlain)
                    UNION ALL SELECT type || ' ' || name || ' ' || tbl_name || ' ' || sql
                    FROM sqlite_master WHERE type IN ('index', 'trigger', 'view') AND sql IS NOT NULL
                    ORDER BY 1
                    """)
        }
    }

    /// A store as the first steps make it, for earlier programs.
    private static func oldStore(_ path: String, steps: Int) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try SpatiaLite.initialize(db)
            try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try Migrator(path: path, migrations: Array(Migrations.all.prefix(steps))).run(queue)
        return queue
    }

    private func fillOldStore(_ queue: DatabaseQueue) throws {
        try queue.write { db in
            for (name, region) in [
                ("box", "--region 6.5,50.0,8.0,52.0"), ("circle", "--near 42.44,-76.5 --km 100.0"), ("z", nil),
            ] {
                try db.execute(sql: "INSERT INTO geoq_source VALUES (?, 'remote')", arguments: [name])
                try db.execute(
                    sql: """
                        INSERT INTO geoq_remote (name, address, system, timeline, database, region, mapping)
                        VALUES (?1, ?1, '7', 1, ?1, ?2, 'm')
                        """, arguments: [name, region])
            }
            for (id, reason, detail) in [
                ("parent", "parent", nil), ("taken", "taken", nil), ("z", "unusable", "name is NULL"),
            ] {
                try db.execute(
                    sql: "INSERT INTO geoq_remote_waiting VALUES ('box', 'hotspot', ?, 5, ?, NULL, NULL, ?)",
                    arguments: [id, reason, detail])
            }
        }
        try queue.close()
    }
}
