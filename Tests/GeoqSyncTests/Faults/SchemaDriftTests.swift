import Foundation
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

extension FaultTests {
    /// F10 and F11: large changes and changes of the tables themselves.
    @Suite(.serialized) struct SchemaDriftTests {
        @Test func `a needed column that is gone stops its table and no other, and deletes nothing`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(200) + FirstPullTests.birds)
                try await fixture.pull()
                // Columns that geoq does not need are added and dropped.
                try fixture.sql("ALTER TABLE hotspot ADD extra int DEFAULT 7; ALTER TABLE hotspot DROP image_name")
                #expect(try await fixture.pull().problem == nil)
                for change in [
                    "ALTER TABLE hotspot RENAME name TO title",
                    "ALTER TABLE hotspot RENAME title TO name; ALTER TABLE hotspot ALTER name TYPE bytea USING '\\x00'",
                ] {
                    try fixture.sql(change + "; UPDATE bird SET common_name = common_name || '+'")
                    let report = try await fixture.pull()
                    #expect(report.tables[.hotspot]?.stopped?.kind == .schema, "\(change)")
                    #expect(report.tables[.bird]?.outcome.changed == 50)
                    #expect(try fixture.local("SELECT count(*), min(name) > '' FROM hotspot") == ["200|1"])
                }
                let all = try await fixture.store.mirror.status()
                let status = all.first { $0.table == .hotspot }
                #expect(status?.problem?.contains("bytea") == true)
                // Birds were read, and the hotspots are not as young as these.
                #expect(status?.lagSeconds == nil && status?.syncedAt == nil && status?.verifiedAt == nil)
                #expect(all.first { $0.table == .bird }?.lagSeconds != nil)
                try fixture.sql("ALTER TABLE hotspot ALTER name TYPE text USING 'back'")
                let report = try await fixture.pull()
                #expect(report.problem == nil && report.changed == 200)
                #expect(try MirrorCheck(fixture).isClean)
                try fixture.sql("DROP TABLE hotspot")
                let last = try await fixture.pull()
                #expect(last.tables[.hotspot]?.stopped != nil && last.removed == 0)
                #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["200"])
            }
        }

        @Test func `a lost right stops its table, deletes nothing, and says so`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(
                    """
                    DO $$ BEGIN IF to_regrole('poor') IS NULL THEN CREATE ROLE poor LOGIN; END IF; END $$;
                    GRANT USAGE ON SCHEMA public TO poor; GRANT SELECT ON ALL TABLES IN SCHEMA public TO poor;
                    """)
                try fixture.sql(ServerSchema.hotspots(50) + FirstPullTests.birds)
                var options = SyncOptions()
                options.retry = .never
                let remote = try PostgresRemote(fixture.cluster.url(fixture.database, user: "poor"))
                let client = SyncClient(remote: remote, store: fixture.store, options: options)
                #expect(try await client.pull().added == 100)
                try fixture.sql("REVOKE SELECT ON hotspot FROM poor")
                let report = try await client.pull()
                #expect(report.tables[.hotspot]?.stopped?.kind == .refused && report.removed == 0)
                #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["50"])
                try fixture.sql("GRANT SELECT ON hotspot TO poor")
                #expect(try await client.pull().problem == nil)
            }
        }

        /// A table that is rebuilt or truncated after a snapshot was taken is
        /// empty for that snapshot: without the locks before it, every row
        /// would be removed here.
        @Test func `tables that are rebuilt while they are read are never taken for empty`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(3_000))
                try await fixture.pull()
                let script = (0..<Soak.either(400, 40)).map { turn in
                    turn % 2 == 0
                        ? "ALTER TABLE hotspot ALTER image_name TYPE varchar(\(50 + turn));ALTER TABLE hotspot ALTER image_name TYPE text USING image_name || '';"
                        : "BEGIN; CREATE TEMP TABLE kept AS SELECT id, name, lat, lon FROM hotspot; TRUNCATE hotspot; INSERT INTO hotspot (id, name, lat, lon) SELECT * FROM kept; DROP TABLE kept; COMMIT;"
                }.joined(separator: "\n")
                let database = (fixture.cluster, fixture.database)
                let changes = Task.detached { try database.0.query(script, in: database.1) }
                var pulls = 0
                while pulls < 15 {
                    do {
                        let report = try await fixture.pull()
                        #expect(report.tables[.hotspot]?.outcome.rows == 3_000)
                    } catch let error as SyncError {
                        #expect(error.retryMayHelp, "\(error)")
                    }
                    #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["3000"])
                    pulls += 1
                }
                _ = try await changes.value
                try await fixture.pull()
                #expect(try MirrorCheck(fixture).isClean)
            }
        }

        @Test func `an update of every row while it is read sends each at most once more`() async throws {
            try await SyncFixture.run { fixture in
                let rows = Soak.either(1_000_000, 20_000)
                try fixture.sql(ServerSchema.hotspots(rows))
                let database = (fixture.cluster, fixture.database)
                let update = Task.detached {
                    try database.0.query("UPDATE hotspot SET name = name || '*'", in: database.1)
                }
                let first = try await fixture.pull()
                #expect(first.tables[.hotspot]?.sent == rows)
                _ = try await update.value
                let second = try await fixture.pull()
                #expect(second.tables[.hotspot]?.sent ?? 0 <= rows && second.tables[.hotspot]?.mended == 0)
                #expect(try MirrorCheck(fixture).isClean)
            }
        }
    }
}
