import Foundation
import GeoqStore
import GeoqSync
import TestSupport
import Testing

@testable import GeoqPostgres

/// Settings of roles and databases, and locks of other sessions.
@Suite(.waits) struct RelationSettingTests {
    @Test func `a role that has row security off mirrors what its policies show`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "reader_" + fixture.database
            try fixture.sql(
                """
                CREATE TABLE pois (id integer PRIMARY KEY, geom geometry(Point, 4326));
                INSERT INTO pois SELECT n, 'SRID=4326;POINT(7 51)' FROM generate_series(1, 20) n;
                ALTER TABLE pois ENABLE ROW LEVEL SECURITY; CREATE POLICY part ON pois USING (id <= 15);
                CREATE ROLE \(role) LOGIN; GRANT SELECT ON pois TO \(role); ALTER ROLE \(role) SET row_security = off;
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            var remote = try PostgresRemote(fixture.cluster.url(fixture.database, user: role))
            let names = try RelationProposal(try await remote.relation(named: "pois")).names
            let mapping = TableMapping(tables: [.hotspot: names])
            remote.relation = mapping.relation
            var options = SyncOptions()
            (options.retry, options.mapping) = (.never, mapping)
            let report = try await SyncClient(remote: remote, store: fixture.store, options: options).pull()
            #expect(report.problem == nil && report.added == 15)
        }
    }

    @Test func `a path with PostgreSQL's own names behind others finds PostgreSQL's own`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE SCHEMA "My, Own"; CREATE DOMAIN "My, Own".text AS integer;
                CREATE FUNCTION "My, Own".abs(float8) RETURNS float8 LANGUAGE sql AS 'SELECT 1000::float8';
                CREATE TABLE "My, Own".pois (id integer PRIMARY KEY, geom geometry(Point, 4326));
                INSERT INTO "My, Own".pois VALUES (1, 'SRID=4326;POINT(7 51)');
                ALTER DATABASE \(fixture.database) SET search_path = "My, Own", public, pg_catalog;
                """)
            #expect(try await fixture.pull(relation: "pois").added == 1)
            let file = fixture.folder + "/pois.json"
            try Data(#"{"hotspot": [{"table": "pois", "key": ["id"], "location": "geom"}]}"#.utf8)
                .write(to: URL(filePath: file))
            let near = ["near", "--lat", "51", "--lon", "7", "--km", "1", "--remote", fixture.url, "-f", "ids"]
            let found = try GeoqProcess(near + ["--tables", file])
            #expect(found.lines.count == 1, "\(found)")
        }
    }

    @Test(
        arguments: [
            ("\"$user\", public", nil), ("", nil), ("\"\"", nil), ("pg_catalog, public", nil),
            ("public, pg_catalog", #""pg_catalog", "public""#), (#"public, "PG_CATALOG""#, nil),
            (#"Birds, PG_Catalog, "A""#, #""pg_catalog", "birds", "A""#), ("PG_CATALOG, public", nil),
            (#""a""b, pg_catalog", public,pg_catalog, "A""#, #""pg_catalog", "a""b, pg_catalog", "public", "A""#),
        ] as [(String, String?)])
    func `PostgreSQL's own schema comes before all others of a path`(path: String, better: String?) {
        #expect(SearchPath(path).withCatalogFirst == better)
    }

    @Test func `names in quotation marks are the same definition`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE pois (id integer PRIMARY KEY, kind text, name text GENERATED ALWAYS AS ('Poi ' || kind) STORED,
                    geom geometry(Point, 3857));
                INSERT INTO pois (id, kind, geom) VALUES (1, 'hide', 'SRID=3857;POINT(7 51)');
                """)
            try await fixture.pull(relation: "pois")
            try fixture.sql("ALTER DATABASE \(fixture.database) SET quote_all_identifiers = on")
            #expect(try await fixture.pull(relation: "pois").tables[.hotspot]?.redefined == nil)
        }
    }

    @Test(arguments: ["regclass", "regproc", "regrole"])
    func `a key whose text depends on the search path is refused`(type: String) async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                "CREATE TABLE parts (code \(type) PRIMARY KEY, geom geometry(Point, 4326))")
            var wish = RelationProposal.Wish()
            wish.key = ["code"]
            let chosen = wish
            let error = await #expect(throws: SyncError.self) {
                try await fixture.pull(relation: "parts", chosen)
            }
            #expect(error?.message == "public.parts.code is of type \(type), which identifies no rows")
        }
    }

    @Test func `a relation that another session has locked is named within a moment`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE pois (id integer PRIMARY KEY, geom geometry(Point, 4326));
                INSERT INTO pois VALUES (1, 'SRID=4326;POINT(7 51)');
                """)
            let client = try await fixture.client(of: "pois") { $0.waitsForLocks = false }
            // On a thread of its own: it waits until it is ended.
            Thread.detachNewThread {
                _ = try? fixture.sql("BEGIN; LOCK TABLE pois IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60)")
            }
            let held =
                "SELECT pid FROM pg_locks WHERE relation = 'pois'::regclass AND mode = 'AccessExclusiveLock' AND granted"
            var process = ""
            while process.isEmpty {
                process = try fixture.sql(held)
                try await Task.sleep(for: .milliseconds(20))
            }
            // The limit of the transaction that waits, as the server takes it: else it is 30 seconds.
            try fixture.sql("ALTER DATABASE \(fixture.database) SET log_statement = 'all'")
            let before = try String(contentsOfFile: fixture.cluster.folder + "/log", encoding: .utf8)
            var error: SyncError?
            do { _ = try await client.pull() } catch let caught { error = caught as? SyncError }
            #expect(
                error?.message
                    == "public.pois is locked by another session of the server (55P03); try again later")
            let log = try String(contentsOfFile: fixture.cluster.folder + "/log", encoding: .utf8)
            #expect(log.dropFirst(before.count).contains("lock_timeout = '1s'"))
            try fixture.sql("SELECT pg_terminate_backend(\(process))")
            #expect(try await client.pull().added == 1)
        }
    }
}
