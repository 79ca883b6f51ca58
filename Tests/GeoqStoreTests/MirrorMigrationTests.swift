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
            try makeOldStore(path)
            let store = try Store(path: path)
            let mirrors = try await store.mirrors()
            #expect(
                mirrors.map(\.identity.region) == [
                    #"{"east":8.0,"north":52.0,"south":50.0,"west":6.5}"#,
                    #"{"latitude":42.44,"longitude":-76.5,"radiusMeters":100000.0}"#, nil,
                ])
            #expect(mirrors.allSatisfy { $0.run == nil && $0.daysSinceVerified == nil && !$0.isErasing })
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

    /// A store as the first four steps make it.
    private func makeOldStore(_ path: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try SpatiaLite.initialize(db)
            try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try Migrator(path: path, migrations: Array(Migrations.all.prefix(4))).run(queue)
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
