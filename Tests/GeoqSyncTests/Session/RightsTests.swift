import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import TestSupport
import Testing

@testable import GeoqPostgres
@testable import GeoqSync

/// Users with few rights, and servers that allow little.
@Suite(.waits) struct RightsTests {
    /// A role that may log in, of its own for each test.
    private static func role(_ fixture: SyncFixture, _ grants: String) throws -> String {
        let name = "role_" + fixture.database
        try fixture.sql(
            "CREATE ROLE \(name) LOGIN; GRANT USAGE ON SCHEMA public TO \(name);"
                + grants.replacing("THEM", with: name))
        return name
    }

    private static func client(_ fixture: SyncFixture, _ user: String) throws -> SyncClient {
        var options = SyncOptions()
        options.retry = .never
        var mapping = TableMapping.standard
        mapping.tables = [.hotspot: TableMapping.Table(table: "hotspot")]
        options.mapping = mapping
        let remote = try PostgresRemote(fixture.cluster.url(fixture.database, user: user))
        return SyncClient(remote: remote, store: fixture.store, options: options)
    }

    private static func near(_ fixture: SyncFixture, _ user: String) throws -> GeoqProcess {
        try GeoqProcess([
            "near", "--lat", "0", "--lon", "0", "--km", "30000", "--count", "--remote",
            fixture.cluster.url(fixture.database, user: user),
        ])
    }

    private static func drop(_ role: String, _ fixture: SyncFixture) throws {
        try fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    @Test func `a role's time limits are lifted`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(400))
            // Each row takes a millisecond to read.
            let role = try Self.role(
                fixture,
                """
                GRANT SELECT ON hotspot TO THEM;
                ALTER ROLE THEM SET statement_timeout = '100ms';
                ALTER ROLE THEM SET idle_in_transaction_session_timeout = '1ms';
                ALTER TABLE hotspot ENABLE ROW LEVEL SECURITY;
                CREATE POLICY slow ON hotspot FOR SELECT USING (pg_sleep(0.001) IS NOT NULL);
                """)
            #expect(try await Self.client(fixture, role).pull().added == 400)
            let near = try Self.near(fixture, role)
            #expect(near.output == "400\n", "\(near.errors)")
            try Self.drop(role, fixture)
        }
    }

    @Test func `a policy that fails is told with what removes it`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(20))
            let role = try Self.role(
                fixture,
                """
                GRANT SELECT ON hotspot TO THEM;
                ALTER TABLE hotspot ENABLE ROW LEVEL SECURITY;
                CREATE POLICY each ON hotspot USING (id IS NOT NULL);
                CREATE POLICY endless ON hotspot AS RESTRICTIVE
                    USING (EXISTS (SELECT 1 FROM hotspot AS h WHERE h.id = hotspot.id));
                """)
            let near = try Self.near(fixture, role)
            #expect(near.status == 65 && near.errors.contains("42P17"), "\(near)")
            #expect(near.errors.contains("; it has row-level security: mend the policy that fails"), "\(near)")
            try Self.drop(role, fixture)
        }
    }

    @Test func `digits that a role or a database leaves out change no answer`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(300))
            try await fixture.pull()
            try fixture.sql("ALTER DATABASE \(fixture.database) SET extra_float_digits = -10")
            let words = ["near", "--lat", "50", "--lon", "7", "--km", "4000"]
            let local = try GeoqProcess(words + ["--db", fixture.store.path])
            let remote = try GeoqProcess(words + ["--remote", fixture.url])
            #expect(remote.output == local.output && local.lines.count > 10, "\(remote.errors)")
            let proof = try await fixture.client().prove(ProofOptions(queries: 100, seed: 11))
            #expect(proof.total.differences == 0, "\(proof.examples)")
        }
    }

    @Test func `coordinates of single precision are the same numbers everywhere`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                """
                CREATE TABLE coarse (id uuid PRIMARY KEY, name text NOT NULL, y real, x real);
                INSERT INTO coarse SELECT md5('c ' || n)::uuid, 'Coarse ' || n, n * 0.123457, n * -0.7654321
                    FROM generate_series(1, 200) n;
                INSERT INTO coarse VALUES (md5('c')::uuid, 'Seven', 51, 7.000003);
                """)
            let file = fixture.folder + "/tables.json"
            try """
            {"hotspot": {"table": "coarse", "columns": {"lat": "y", "lon": "x"}},
             "bird": null, "watchlists": null, "watchlist_entries": null, "watchlist_rules": null}
            """.write(toFile: file, atomically: true, encoding: .utf8)
            let mapping = try TableMapping(json: Data(contentsOf: URL(filePath: file)))
            try await fixture.pull { $0.mapping = mapping }
            let held = try fixture.local("SELECT id || bits(lat) || bits(lon) FROM hotspot ORDER BY id")
            let there = try fixture.sql(
                "SELECT id || encode(float8send(y), 'hex') || encode(float8send(x), 'hex') FROM coarse ORDER BY id")
            #expect(held == there.split(separator: "\n").map(String.init))
            for words in [
                ["near", "--lat", "51", "--lon", "7", "--km", "9000"],
                ["nearest", "--lat", "51", "--lon", "7", "-k", "5"],
            ] {
                let local = try GeoqProcess(words + ["--db", fixture.store.path])
                let remote = try GeoqProcess(words + ["--remote", fixture.url, "--tables", file])
                #expect(remote.output == local.output && local.lines.count > 4, "\(remote.errors)")
            }
            let proof = try await fixture.client { $0.mapping = mapping }.prove(ProofOptions(queries: 200, seed: 5))
            #expect(proof.verdict != .different, "\(proof.examples)")
        }
    }

    @Test func `single columns are enough, with the versions of the rows`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(200))
            let role = try Self.role(fixture, "GRANT SELECT (id, name, lat, lon, deleted_at) ON hotspot TO THEM;")
            let client = try Self.client(fixture, role)
            // Without them a question can be asked, and nothing mirrored.
            #expect(try Self.near(fixture, role).output == "200\n")
            let finding = try await client.check().first
            #expect(finding?.weight == .obstacle && finding?.what.contains("GRANT SELECT (xmin) ON") == true)
            let error = await #expect(throws: SyncError.self) { try await client.pull() }
            #expect(error?.code == "42501" && error?.message.contains("GRANT SELECT (xmin) ON") == true)
            // Rows that are marked as deleted must not look alive.
            try fixture.sql("REVOKE SELECT (deleted_at) ON hotspot FROM \(role)")
            let blind = try Self.near(fixture, role)
            #expect(blind.status == 69 && blind.errors.contains("public.hotspot.deleted_at may not be read"))
            try fixture.sql("GRANT SELECT (deleted_at, xmin) ON hotspot TO \(role)")
            #expect(try await client.check().contains { $0.what == "only single columns may be read" })
            var options = SyncOptions()
            (options.retry, options.region) = (
                .never, .circle(try Coordinate(latitude: 0, longitude: 0), radius: .kilometers(9_000))
            )
            var mapping = TableMapping.standard
            mapping.tables = [.hotspot: TableMapping.Table(table: "hotspot")]
            options.mapping = mapping
            let remote = try PostgresRemote(fixture.cluster.url(fixture.database, user: role))
            let part = SyncClient(remote: remote, store: fixture.store, options: options)
            let estimate = try await part.estimate()
            #expect((estimate?.all.rows ?? 0) > 20 && (estimate?.all.bytes ?? 0) > 1_000)
            #expect(try await client.pull().added == 200)
            try fixture.sql("UPDATE hotspot SET name = 'New' WHERE lat > 0; DELETE FROM hotspot WHERE lat < -30")
            let report = try await client.pull()
            #expect(report.changed > 20 && report.removed > 20 && report.problem == nil)
            let there = try fixture.sql("SELECT id || name || encode(float8send(lat), 'hex') FROM hotspot ORDER BY id")
            #expect(
                try fixture.local("SELECT id || name || bits(lat) FROM hotspot ORDER BY id")
                    == there.split(separator: "\n").map(String.init))
            try Self.drop(role, fixture)
        }
    }

    /// The table cannot be locked before the snapshot then, and one that is
    /// truncated in between would look empty.
    @Test func `a table that cannot be locked is never taken for empty`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                """
                CREATE TABLE parted (id uuid, name text, lat float8, lon float8) PARTITION BY HASH (id);
                CREATE TABLE parted_0 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
                CREATE TABLE parted_1 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);
                """ + ServerSchema.hotspots(200) + "INSERT INTO parted SELECT id, name, lat, lon FROM hotspot;")
            let role = try Self.role(
                fixture,
                """
                GRANT SELECT (id, name, lat, lon, deleted_at, xmin) ON hotspot TO THEM;
                GRANT SELECT (id, name, lat, lon, xmin) ON parted TO THEM;
                """)
            let script = (0..<120).map { turn in
                let table = turn % 2 == 0 ? "hotspot" : "parted"
                return """
                    BEGIN; CREATE TEMP TABLE kept AS SELECT id, name, lat, lon FROM \(table); TRUNCATE \(table);
                    INSERT INTO \(table) (id, name, lat, lon) SELECT * FROM kept; DROP TABLE kept; COMMIT;
                    """
            }.joined(separator: "\n")
            let database = (fixture.cluster, fixture.database)
            let changes = Task.detached { try database.0.query(script, in: database.1) }
            let remote = try PostgresRemote(fixture.cluster.url(fixture.database, user: role))
            var seen = 0
            for turn in 0..<60 {
                let session = try await remote.open(as: nil)
                var request = RemoteRequest()
                request.mapping.tables = [.hotspot: TableMapping.Table(table: turn % 2 == 0 ? "hotspot" : "parted")]
                let moment = try await session.begin(request)
                if moment.tables[.hotspot] != nil {
                    #expect(try await session.count(of: .hotspot) == 200)
                    seen += 1
                } else {
                    #expect(moment.problems[.hotspot]?.retryMayHelp == true, "\(moment.problems)")
                }
                await session.close()
            }
            #expect(seen > 0)
            _ = try await changes.value
            try Self.drop(role, fixture)
        }
    }

    @Test func `a server that does not say where it stands is read as a whole, and says so`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                ServerSchema.hotspots(100)
                    + """
                    REVOKE EXECUTE ON FUNCTION pg_control_system(), pg_control_checkpoint(), pg_current_wal_insert_lsn(),
                        pg_current_wal_flush_lsn(), pg_walfile_name(pg_lsn) FROM PUBLIC;
                    """)
            let role = try Self.role(fixture, "GRANT SELECT ON hotspot TO THEM;")
            let client = try Self.client(fixture, role)
            #expect(try Self.near(fixture, role).output == "100\n")
            let finding = try await client.check().first { $0.table == nil }
            #expect(finding?.weight == .loss && finding?.what.contains("pg_control_system()") == true)
            let first = try await client.pull()
            #expect(
                first.added == 100 && first.lack == RemoteLack.sentence([.identity, .timeline, .durability])
                    && !first.isCursorKept)
            try fixture.sql("UPDATE hotspot SET name = 'New' WHERE lat > 0; DELETE FROM hotspot WHERE lat < -30")
            let second = try await client.pull()
            #expect(second.tables[.hotspot]?.mode == .full && second.changed > 10 && second.removed > 10)
            #expect(second.lack?.contains("GRANT EXECUTE ON FUNCTION pg_current_wal_insert_lsn()") == true)
            // With the rights it is a server with a number, and read once more.
            try fixture.sql(
                """
                GRANT EXECUTE ON FUNCTION pg_control_system(), pg_control_checkpoint(), pg_current_wal_insert_lsn(),
                    pg_current_wal_flush_lsn(), pg_walfile_name(pg_lsn) TO PUBLIC;
                """)
            let third = try await client.pull()
            #expect(third.lack == nil && third.isCursorKept && third.tables[.hotspot]?.mode == .full)
            #expect(try await client.pull().tables[.hotspot]?.mode == .delta)
            try Self.drop(role, fixture)
        }
    }
}
