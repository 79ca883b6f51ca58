import Foundation
import GeoqPostgres
import GeoqSync
import TestSupport
import Testing

/// Rights and connections that the user lacks.
extension RelationObstacleTests {
    @Test func `rights that are missing are named by the statement that gives them`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "reader_" + fixture.database
            try fixture.sql(
                """
                CREATE TABLE pois (id integer PRIMARY KEY, geom geometry(Point, 3857));
                INSERT INTO pois VALUES (1, st_setsrid(st_makepoint(0, 0), 3857));
                CREATE TABLE sure (id integer PRIMARY KEY, \(Self.point));
                INSERT INTO sure VALUES (1, st_setsrid(st_makepoint(0, 0), 4326));
                CREATE TABLE bad (id integer PRIMARY KEY, geom geometry(Point, 2193));
                INSERT INTO bad SELECT n, st_setsrid(st_makepoint(1e7 * n, 4e7), 2193) FROM generate_series(1, 3) n;
                CREATE ROLE \(role) LOGIN; GRANT SELECT ON pois, sure, bad TO \(role);
                REVOKE ALL ON spatial_ref_sys FROM PUBLIC;
                """)
            defer {
                _ = try? fixture.sql(
                    "GRANT USAGE ON LANGUAGE plpgsql TO PUBLIC; DROP OWNED BY \(role); DROP ROLE \(role)")
            }
            let url = fixture.cluster.url(fixture.database, user: role)
            let grant = "GRANT SELECT ON public.spatial_ref_sys TO \(role)"
            try Self.expect(grant, of: "pois", in: fixture, url: url, status: 69)
            #expect(try Self.geoq(fixture, ["sync", "--table", "sure"], url: url).errors.contains("1 added"))
            try fixture.sql(grant)
            #expect(try Self.geoq(fixture, ["sync", "--table", "pois"], url: url).errors.contains("1 added"))
            try fixture.sql("REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC")
            let usage = "GRANT USAGE ON LANGUAGE plpgsql TO \(role)"
            try Self.expect(usage, of: "bad", in: fixture, url: url, isListed: false, status: 69)
            try fixture.sql(usage)
            let mended = try Self.geoq(fixture, ["sync", "--table", "bad"], url: url)
            #expect(mended.status == 0 && mended.errors.contains("3 added"), "\(mended)")
        }
    }

    @Test func `a transformation that the user may not call is named by the statement that lets it`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "still_" + fixture.database
            try fixture.sql(
                """
                CREATE TABLE pois (id integer PRIMARY KEY, geom geometry(Point, 3857));
                INSERT INTO pois VALUES (1, st_setsrid(st_makepoint(0, 0), 3857));
                CREATE TABLE sure (id integer PRIMARY KEY, geom geometry);
                INSERT INTO sure VALUES (1, st_setsrid(st_makepoint(0, 0), 4326));
                CREATE ROLE \(role) LOGIN; GRANT SELECT ON pois, sure TO \(role);
                REVOKE EXECUTE ON FUNCTION st_transform(geometry, integer) FROM PUBLIC;
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let url = fixture.cluster.url(fixture.database, user: role)
            let grant = "GRANT EXECUTE ON FUNCTION public.st_transform(public.geometry, integer) TO \(role)"
            try Self.expect(grant, of: "pois", in: fixture, url: url, status: 69)
            #expect(try Self.geoq(fixture, ["sync", "--table", "sure"], url: url).errors.contains("1 added"))
            try fixture.sql(grant)
            #expect(try Self.geoq(fixture, ["sync", "--table", "pois"], url: url).errors.contains("1 added"))
        }
    }

    @Test func `a schema of PostGIS that the user may not use is named by the statement that lets it`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            let role = "outsider_" + fixture.database
            try fixture.sql(
                """
                CREATE SCHEMA extensions;
                CREATE EXTENSION postgis SCHEMA extensions;
                CREATE TABLE sure (id integer PRIMARY KEY, geom extensions.geometry(Point, 4326));
                INSERT INTO sure VALUES (1, 'SRID=4326;POINT(7 51)');
                CREATE TABLE pois (id integer PRIMARY KEY, geom extensions.geometry(Point, 3857));
                INSERT INTO pois VALUES (1, 'SRID=3857;POINT(0 0)');
                CREATE TABLE pairs (id integer PRIMARY KEY, lat double precision, lon double precision);
                INSERT INTO pairs VALUES (1, 51, 7);
                CREATE ROLE \(role) LOGIN; GRANT SELECT ON sure, pois, pairs TO \(role);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let url = fixture.cluster.url(fixture.database, user: role)
            let grant = "GRANT USAGE ON SCHEMA extensions TO \(role)"
            for relation in ["sure", "pois"] {
                try Self.expect(grant, of: relation, in: fixture, url: url, status: 69)
            }
            #expect(try Self.geoq(fixture, ["sync", "--table", "pairs"], url: url).errors.contains("1 added"))
            try fixture.sql(grant)
            for relation in ["sure", "pois"] {
                let mended = try Self.geoq(fixture, ["sync", "--table", relation], url: url)
                #expect(mended.status == 0 && mended.errors.contains("1 added"), "\(mended)")
            }
        }
    }

    @Test func `a view that needs a right is not said to be one that has to be mended`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "reader_" + fixture.database
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, \(Self.point));
                INSERT INTO sites VALUES (1, 'SRID=4326;POINT(7 51)');
                CREATE FUNCTION secret() RETURNS text LANGUAGE sql AS $$SELECT 'x'::text$$;
                REVOKE EXECUTE ON FUNCTION secret() FROM PUBLIC;
                CREATE VIEW seen AS SELECT id, secret() AS name, geom FROM sites;
                CREATE ROLE \(role) LOGIN; GRANT SELECT ON seen TO \(role);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let url = fixture.cluster.url(fixture.database, user: role)
            let sentence =
                "permission denied for function secret; grant that right to the user of the connection, or to the owner"
            let columns = #""key": ["id"], "location": "geom", "columns": {"name": "name"}"#
            try Self.expect(sentence, of: "seen", columns, in: fixture, url: url)
            try fixture.sql("GRANT EXECUTE ON FUNCTION secret() TO \(role)")
            #expect(try Self.geoq(fixture, ["sync", "--table", "seen"], url: url).errors.contains("1 added"))
        }
    }

    @Test func `a right that the catalog lacks is told in the server's words, and not as one to the schema`()
        async throws
    {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "hardened_" + fixture.database
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, \(Self.point));
                REVOKE EXECUTE ON FUNCTION pg_catalog.pg_get_expr(pg_node_tree, oid) FROM PUBLIC;
                CREATE ROLE \(role) LOGIN; GRANT SELECT ON sites TO \(role);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let file = fixture.folder + "/sites.json"
            try Data(#"{"hotspot": [{"table": "public.sites", "key": ["id"], "location": "geom"}]}"#.utf8)
                .write(to: URL(filePath: file))
            let sync = try Self.geoq(
                fixture, ["sync", "--tables", file], url: fixture.cluster.url(fixture.database, user: role))
            #expect(sync.errors.contains("permission denied for function pg_get_expr"), "\(sync)")
            #expect(!sync.errors.contains("grant USAGE"), "\(sync)")
        }
    }

    @Test func `a policy that fails is told with what removes it`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "tenant_" + fixture.database
            let policies = [
                "endless": "EXISTS (SELECT 1 FROM endless AS e WHERE e.id = endless.id)",
                "unset": "current_setting('app.tenant')::integer > 0", "hidden": "EXISTS (SELECT 1 FROM tenants)",
                "later": "checked(id)",
            ]
            let tables = policies.map { name, policy in
                """
                CREATE TABLE \(name) (id integer PRIMARY KEY, \(Self.point));
                INSERT INTO \(name) SELECT n, st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 20) n;
                ALTER TABLE \(name) ENABLE ROW LEVEL SECURITY; CREATE POLICY one ON \(name) USING (\(policy));
                GRANT SELECT ON \(name) TO \(role);
                """
            }
            try fixture.sql(
                """
                CREATE ROLE \(role) LOGIN; CREATE TABLE tenants (id integer);
                CREATE FUNCTION checked(n integer) RETURNS boolean LANGUAGE plpgsql AS
                    'BEGIN IF n > 10 THEN RAISE ''no tenant is set''; END IF; RETURN true; END';
                \(tables.joined(separator: "\n"))
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let url = fixture.cluster.url(fixture.database, user: role)
            let sentence = "; it has row-level security: mend the policy that fails for this user, grant what"
            for (name, status) in [("endless", 65), ("unset", 65), ("hidden", 69)] as [(String, Int32)] {
                try Self.expect(sentence, of: name, in: fixture, url: url, status: status)
            }
            // Its first rows do not fail.
            try Self.expect(sentence, of: "later", in: fixture, url: url, isListed: false)
            try fixture.sql("GRANT SELECT ON tenants TO \(role); INSERT INTO tenants VALUES (1)")
            let mended = try Self.geoq(fixture, ["sync", "--table", "hidden"], url: url)
            #expect(mended.status == 0 && mended.errors.contains("20 added"), "\(mended)")
        }
    }

    @Test func `one connection is enough, one sync after the other`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "single_" + fixture.database
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, name text, \(Self.point));
                INSERT INTO sites VALUES (1, 'One', 'SRID=4326;POINT(7 51)');
                CREATE ROLE \(role) LOGIN CONNECTION LIMIT 1; GRANT SELECT ON sites TO \(role);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let url = fixture.cluster.url(fixture.database, user: role)
            for round in 1...8 {
                let sync = try Self.geoq(fixture, ["sync", "--table", "sites"], url: url)
                #expect(sync.status == 0, "\(round): \(sync.errors)")
            }
            // One that stays is said, and not waited for.
            let remote = try PostgresRemote(url)
            let session = try await remote.open(as: nil)
            let refused = try Self.geoq(fixture, ["sync", "--table", "sites"], url: url)
            #expect(refused.status == 69 && refused.errors.contains("53300"), "\(refused)")
            // One that ends meanwhile is not: the server counts it until its process has ended.
            async let second: any RemoteSession = remote.open(as: nil)
            try await Task.sleep(for: .milliseconds(100))
            await session.close()
            await (try second).close()
        }
    }
}
