import Foundation
import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Relations behind poolers, under roles with few rights, and on servers with
/// settings of their own.
@Suite(.waits) struct RelationServerTests {
    private static let relations = WildRelation.all.filter {
        [
            "public.osm_poi", "public.nestboxes", "census.plots", "public.positions", "public.good_sites",
            "ringing.records",
        ]
        .contains($0.name)
    }

    private static let setup = relations.map(\.setup).joined()

    @Test func `settings of a database change neither keys nor values`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql("SET TimeZone = 'UTC';" + Self.setup)
            for relation in Self.relations { try await fixture.pull(relation: relation.name, relation.wish) }
            let settings = [
                "DateStyle = 'German, DMY'", "IntervalStyle = 'iso_8601'", "TimeZone = 'Asia/Kathmandu'",
                "bytea_output = 'escape'", "extra_float_digits = -3", "statement_timeout = '1s'",
                "lock_timeout = '50ms'",
                "idle_in_transaction_session_timeout = '1ms'", "search_path = pg_catalog",
                "standard_conforming_strings = off",
                "default_transaction_isolation = 'serializable'", "row_security = off", "xmloption = document",
            ]
            try fixture.sql(settings.map { "ALTER DATABASE \(fixture.database) SET \($0);" }.joined())
            for relation in Self.relations {
                let report = try await fixture.pull(relation: relation.name, relation.wish) {
                    $0.verifiesContents = true
                }
                #expect(
                    report.problem == nil && report.added + report.changed + report.removed == 0
                        && report.tables[relation.table]?.rewritten == 0, "\(relation): \(report)")
            }
        }
    }

    @Test func `a pooler may stand between, whatever others leave there`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql("SET TimeZone = 'UTC';" + Self.setup)
            let pooler = try Pooler(before: fixture.cluster)
            let url = pooler.url(fixture.database)
            for relation in Self.relations {
                try pooler.query(
                    "SET DateStyle = 'German'; SET TimeZone = 'Asia/Tokyo'; SET IntervalStyle = 'sql_standard'; SET search_path = ''",
                    in: fixture.database)
                var remote = try PostgresRemote(url)
                let names = try RelationProposal(try await remote.relation(named: relation.name), relation.wish).names
                var options = SyncOptions()
                options.retry = .never
                let mapping = TableMapping(tables: [relation.table: names])
                (options.mapping, remote.relation) = (mapping, mapping.relation)
                let client = SyncClient(remote: remote, store: fixture.store, options: options)
                #expect(try await client.pull().problem == nil)
                #expect(try fixture.differences(relation) == [], "\(relation)")
                let findings = try await client.check()
                #expect(findings.contains { $0.what == "a connection pooler stands before the server" })
            }
        }
    }

    @Test func `a role that may read single columns mirrors these, and its limits are lifted`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "reader_" + fixture.database
            try fixture.sql(
                """
                CREATE TABLE pois (id integer PRIMARY KEY, name text, secret text, kind text, geom geometry(Point, 4326));
                INSERT INTO pois SELECT n, 'Poi ' || n, 'secret', 'hide', st_setsrid(st_makepoint(n, 50), 4326)
                FROM generate_series(1, 40) n;
                CREATE ROLE \(role) LOGIN;
                ALTER ROLE \(role) SET statement_timeout = '10min';
                GRANT SELECT (id, name, kind, geom) ON pois TO \(role);
                -- A reader that keeps the limit sees no row.
                ALTER TABLE pois ENABLE ROW LEVEL SECURITY;
                CREATE POLICY without_limit ON pois USING (current_setting('statement_timeout') = '0');
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            var remote = try PostgresRemote(fixture.cluster.url(fixture.database, user: role))
            var wish = RelationProposal.Wish()
            wish.keep = .all
            let proposal = try RelationProposal(try await remote.relation(named: "pois"), wish)
            #expect(proposal.words.hasSuffix("keeps kind; leaves out secret (no right to read it)"))
            let mapping = TableMapping(tables: [.hotspot: proposal.names])
            remote.relation = mapping.relation
            var options = SyncOptions()
            (options.retry, options.mapping) = (.never, mapping)
            let client = SyncClient(remote: remote, store: fixture.store, options: options)
            let report = try await client.pull()
            #expect(report.added == 40 && report.problem == nil)
            let findings = try await client.check()
            #expect(findings.contains { $0.what == "no right to read the versions of rows (xmin)" })
            #expect(findings.contains { $0.what == "secret is not kept" })
            let status = try await fixture.store.mirror.status()
            #expect(status.first?.cost?.contains("reads and hashes all rows at each sync; the last one took") == true)
            try fixture.sql("GRANT SELECT (xmin, secret) ON pois TO \(role)")
            #expect(try await client.pull().changed == 40, "the column comes when it may be read")
            #expect(try await fixture.store.features.place("1").feature["secret"] == .text("secret"))
            try fixture.sql("REVOKE SELECT (geom) ON pois FROM \(role)")
            let refused = try await client.pull()
            #expect(refused.problem?.message == "public.pois.geom may not be read; grant SELECT on it")
            #expect(refused.removed == 0)
            // A key that is hidden is not a missing one.
            try fixture.sql("REVOKE SELECT (id) ON pois FROM \(role)")
            let hidden = try RelationProposal(try await remote.relation(named: "public.pois"), .init())
            #expect(hidden.obstacle?.message == "public.pois.id may not be read; grant SELECT on it")
            try fixture.sql(
                """
                REVOKE SELECT ON pois FROM \(role);
                CREATE SCHEMA closed; CREATE TABLE closed.pois (LIKE pois INCLUDING INDEXES);
                CREATE VIEW many AS SELECT n AS id, st_setsrid(st_makepoint(0, 0), 4326) AS geom
                FROM generate_series(1, 100001) n;
                GRANT SELECT ON many TO \(role);
                """)
            let listed = try await remote.relations()
            #expect(listed.contains { $0.name == "many" && $0.rows == nil }, "more than are counted")
            let obstacles = try listed.compactMap { try RelationProposal($0).obstacle?.message }
            let wanted = [
                "the schema closed may not be used; grant USAGE on it",
                "public.pois may not be read; grant SELECT on it",
            ]
            #expect(obstacles == wanted)
            #expect(try await client.pull().problem?.message == wanted[1], "a sync says it as the list does")
            let server = remote
            let closed = await #expect(throws: SyncError.self) { _ = try await server.relation(named: "closed.pois") }
            #expect(closed?.message == wanted[0])
            var names = TableMapping.Table(schema: "closed", table: "pois")
            (names.key, names.location) = (["id"], "geom")
            options.mapping = TableMapping(tables: [.hotspot: names])
            remote.relation = options.mapping?.relation
            let unread = SyncClient(remote: remote, store: fixture.store, options: options)
            let refusal = await #expect(throws: SyncError.self) { _ = try await unread.pull() }
            #expect(refusal?.message == wanted[0])
        }
    }

    @Test func `what keeps one of several relations is told with its name`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "several_" + fixture.database
            try fixture.sql(
                """
                CREATE TABLE sound (id integer PRIMARY KEY, geom geometry(Point, 4326));
                CREATE TABLE failing (LIKE sound INCLUDING INDEXES);
                INSERT INTO sound VALUES (1, 'SRID=4326;POINT(7 51)'); INSERT INTO failing SELECT * FROM sound;
                CREATE ROLE \(role) LOGIN; GRANT SELECT ON sound, failing TO \(role);
                ALTER TABLE failing ENABLE ROW LEVEL SECURITY;
                CREATE POLICY divides ON failing USING (1 / (id - id) > 0);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let file = "\(fixture.folder)/several.json"
            let tables = ["sound", "failing"].map { #"{"table": "public.\#($0)", "key": ["id"], "location": "geom"}"# }
            try Data(#"{"hotspot": [\#(tables.joined(separator: ","))]}"#.utf8).write(to: URL(filePath: file))
            let sync = try GeoqProcess(
                [
                    "sync", fixture.cluster.url(fixture.database, user: role), "--tables", file, "--db",
                    fixture.store.path, "--quiet", "--no-wait",
                ], environment: ["HOME": fixture.folder])
            let words = "geoq: public.failing was left as it is: the server refuses (22012)"
            #expect(sync.status == 65 && sync.errors.hasPrefix(words) && sync.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func `rows without a place are counted by reason`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE shapes (id integer PRIMARY KEY, geom geometry(Geometry, 3857));
                INSERT INTO shapes VALUES (1, NULL), (2, st_setsrid('POINT EMPTY'::geometry, 3857)),
                    (3, st_buffer(st_setsrid(st_makepoint(0, 0), 3857), 10)), (4, st_setsrid(st_makepoint(1e9, 0), 3857)),
                    (5, st_setsrid(st_makepoint(0, 0), 3857));
                """)
            let findings = try await fixture.client(of: "shapes").check()
            let loss = try #require(findings.first { $0.isLoss })
            #expect(
                loss.what
                    == "4 rows have no place that can be read: 1 NULL, 1 Polygon, 1 beyond its system of coordinates, 1 empty"
            )
            #expect(loss.remedy == .shapePlace)
            let report = try await fixture.pull(relation: "shapes")
            #expect(report.tables[.hotspot]?.outcome.unplaced == 4, "a sync counts as the status does")
            #expect(try await fixture.store.mirror.status().map(\.withoutPlace) == [4])
            try fixture.sql("UPDATE shapes SET geom = NULL WHERE id = 5")
            #expect(try await fixture.pull(relation: "shapes").tables[.hotspot]?.outcome.unplaced == 1)
            #expect(try await fixture.store.mirror.status().map(\.withoutPlace) == [5])
        }
    }

    @Test func `each kind of row without a place has what removes it`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE several (id integer PRIMARY KEY, geom geometry);
                INSERT INTO several VALUES (1, 'SRID=4326;LINESTRING(7 51,8 51)'), (2, 'POINT(7 51)'), (3, NULL),
                    (4, 'SRID=4326;POLYGON((7 51,8 51,8 52,7 51))'), (5, 'SRID=4326;POINT(7 51)');
                """)
            let losses = try await fixture.client(of: "several").check().filter(\.isLoss)
            #expect(
                losses.map(\.what) == [
                    "4 rows have no place that can be read: 1 LineString, 1 NULL, 1 Polygon, 1 without an SRID",
                    "2 rows have no place that can be read: 1 LineString, 1 Polygon",
                ])
            #expect(losses.map(\.remedy) == [.srid, .shapePlace])
        }
    }

    @Test func `places of mixed systems that cannot be read have their reasons`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE mixed (id integer PRIMARY KEY, geom geometry);
                INSERT INTO mixed VALUES (1, 'SRID=4326;POINT(7 51)'), (2, 'SRID=3857;POINT(0 0)'), (3, 'POINT(7 51)'),
                    (4, 'POINT(8 51)'), (5, 'SRID=77777;POINT(1 1)'), (6, 'SRID=3857;POINT(1e9 0)'), (7, NULL);
                """)
            let client = try await fixture.client(of: "mixed")
            let loss = try #require(try await client.check().first { $0.isLoss })
            #expect(
                loss.what
                    == """
                    5 rows have no place that can be read: 2 without an SRID, 1 NULL, 1 beyond its system of coordinates, \
                    1 in SRID 77777, which spatial_ref_sys does not have
                    """)
            #expect(loss.remedy == .srid)
            let second = try #require(try await client.check().filter(\.isLoss).dropFirst().first)
            #expect(second.what.hasPrefix("1 row has no place that can be read: 1 in SRID 77777"), "\(second)")
            #expect(second.remedy == .spatialReference)
            _ = try await client.pull()
            #expect(try await fixture.store.mirror.status().map(\.withoutPlace) == [5])
            var wish = RelationProposal.Wish()
            wish.srid = 4326
            let other = try #require(try await fixture.client(of: "mixed", wish).check().first { $0.isLoss })
            #expect(other.what.hasPrefix("3 rows have") && other.remedy == .spatialReference, "\(other)")
            wish.srid = 99_999
            let unknown = try #require(try await fixture.client(of: "mixed", wish).check().first { $0.isObstacle })
            #expect(unknown.what.contains("no SRID 99999") && unknown.remedy == .spatialReference, "\(unknown)")
        }
    }
}
