import Foundation
import TestSupport
import Testing

/// Views that cannot be read, or that give other rows at each reading.
extension RelationObstacleTests {
    /// A table with a row, and a materialized view of it without contents.
    private static let unfilled = """
        CREATE TABLE sites (id integer PRIMARY KEY, name text, \(point));
        INSERT INTO sites VALUES (1, 'One', 'SRID=4326;POINT(7 51)');
        CREATE MATERIALIZED VIEW held AS SELECT * FROM sites WITH NO DATA;
        """

    @Test func `a materialized view without contents is to be refreshed`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.unfilled)
            let sentence = #"without contents; REFRESH MATERIALIZED VIEW \"public\".\"held\""#
            let list = try Self.geoq(fixture, ["sync", "--list"])
            #expect(list.output.contains(sentence), "\(list)")
            let table = try Self.geoq(fixture, ["sync", "--table", "held"])
            let plain = sentence.replacing("\\", with: "")
            #expect(table.status == 65 && table.errors.contains(plain), "\(table)")
            let file = fixture.folder + "/held.json"
            try Data(#"{"hotspot": [{"table": "held", "key": ["id"], "location": "geom"}]}"#.utf8)
                .write(to: URL(filePath: file))
            let sync = try Self.geoq(fixture, ["sync", "--tables", file])
            #expect(sync.status == 65 && sync.errors.contains(plain), "\(sync)")
            let check = try Self.geoq(fixture, ["sync", "--tables", file, "--check"])
            #expect(check.status == 65 && check.output.contains(sentence), "\(check)")
            try fixture.sql("REFRESH MATERIALIZED VIEW held")
            #expect(try Self.geoq(fixture, ["sync", "--tables", file]).errors.contains("1 added"))
        }
    }

    @Test func `a view that fails when it is read is named`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, name text, parts integer, \(Self.point));
                INSERT INTO sites SELECT n, 'Site', 9 - n, 'SRID=4326;POINT(7 51)' FROM generate_series(1, 12) n;
                CREATE VIEW always AS SELECT id, (1 / (parts - parts))::text AS name, geom FROM sites;
                CREATE VIEW sometimes AS SELECT id, (1 / parts)::text AS name, geom FROM sites;
                """)
            let columns = #""key": ["id"], "location": "geom", "columns": {"name": "name"}"#
            try Self.expect(
                "public.always fails when it is read: the server refuses (22012): division by zero; mend it",
                of: "always",
                columns, in: fixture)
            // A row far behind fails: the list looks at the first.
            try Self.expect(
                "public.sometimes fails when it is read: the server refuses (22012): division by zero; mend it",
                of: "sometimes", columns, in: fixture, isListed: false)
        }
    }

    @Test func `a view that fails in PostGIS, writes, or has one without contents behind it is named`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                \(Self.unfilled)
                CREATE VIEW over_held AS SELECT * FROM held;
                CREATE SEQUENCE numbers;
                CREATE VIEW numbered AS SELECT id, nextval('numbers')::text AS name, geom FROM sites;
                CREATE VIEW no_wkt AS SELECT id, ST_AsText(ST_GeomFromText('POINT(' || id)) AS name, geom FROM sites;
                CREATE VIEW no_wkt_in_meters AS SELECT id, name, ST_Transform(geom, 3857) AS geom FROM no_wkt;
                """)
            let columns = #""key": ["id"], "location": "geom", "columns": {"name": "name"}"#
            for (relation, code) in [
                ("over_held", "55000"), ("numbered", "25006"), ("no_wkt", "XX000"), ("no_wkt_in_meters", "XX000"),
            ] {
                try Self.expect(
                    "public.\(relation) fails when it is read: the server refuses (\(code)): ", of: relation, columns,
                    in: fixture)
            }
        }
    }

    @Test func `a view whose function lacks a feature, and a table whose policy does, are named`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "reader_" + fixture.database
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, name text, \(Self.point));
                INSERT INTO sites SELECT n, 'Site', 'SRID=4326;POINT(7 51)' FROM generate_series(1, 12) n;
                CREATE FUNCTION few(number integer) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
                    IF number > 9 THEN RAISE feature_not_supported USING MESSAGE = 'no more than nine'; END IF;
                    RETURN 'Site ' || number; END $$;
                CREATE VIEW nine AS SELECT id, few(id) AS name, geom FROM sites;
                ALTER TABLE sites ENABLE ROW LEVEL SECURITY;
                CREATE POLICY few ON sites USING (few(id) <> '');
                CREATE ROLE \(role) LOGIN; GRANT SELECT ON sites TO \(role);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            let columns = #""key": ["id"], "location": "geom", "columns": {"name": "name"}"#
            let words = "fails when it is read: the server refuses (0A000): no more than nine"
            // A row far behind fails: the list looks at the first.
            try Self.expect("public.nine \(words); mend it", of: "nine", columns, in: fixture, isListed: false)
            try Self.expect(
                "public.sites \(words)", of: "sites", columns, in: fixture,
                url: fixture.cluster.url(fixture.database, user: role), isListed: false)
        }
    }

    @Test func `an inner error of the server under a view is tried again once before it is named`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            // A lock of the session stays when its transaction goes back to a savepoint.
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, name text, \(Self.point));
                INSERT INTO sites SELECT n, 'Site ' || n, 'SRID=4326;POINT(7 51)' FROM generate_series(1, 3000) n;
                CREATE FUNCTION passing(number integer) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
                    IF number = 2500 AND NOT EXISTS (SELECT FROM pg_locks
                        WHERE locktype = 'advisory' AND objid = 7 AND pid = pg_backend_pid()) THEN
                        PERFORM pg_advisory_lock(7);
                        RAISE EXCEPTION 'tuple concurrently updated' USING ERRCODE = 'XX000';
                    END IF;
                    RETURN 'Site ' || number; END $$;
                CREATE VIEW passes AS SELECT id, passing(id) AS name, geom FROM sites;
                CREATE VIEW passes_in_meters AS SELECT id, name, ST_Transform(geom, 3857) AS geom FROM passes;
                CREATE VIEW passes_first AS SELECT id, passing(2500) AS name, geom FROM sites WHERE id < 10;
                CREATE VIEW passes_placed AS SELECT id, name,
                    (CASE WHEN passing(id) <> '' THEN geom END)::geometry(Point, 4326) AS geom FROM sites;
                """)
            for (relation, count) in [("passes", 3000), ("passes_in_meters", 3000), ("passes_first", 9)] {
                let synced = try Self.geoq(fixture, ["sync", "--table", relation, "--as", "hotspots"])
                #expect(synced.status == 0 && synced.errors.contains("\(count) added"), "\(synced)")
            }
            // A question takes the rows that it was given before the error once, too.
            let file = "\(fixture.folder)/passes.json"
            try Data(
                #"""
                {"observation": [{"table": "public.passes", "key": ["id"], "location": "geom",
                    "columns": {"scientific_name": "name"}}]}
                """#.utf8
            ).write(to: URL(filePath: file))
            let species = try GeoqProcess(
                [
                    "species", "--lat", "51", "--lon", "7", "--km", "1", "--remote", fixture.url, "--tables", file,
                    "--table", "passes", "-f", "csv",
                ], environment: ["HOME": fixture.folder])
            #expect(species.status == 0 && species.lines.count == 3001, "\(species.errors)")
            let hotspots = #""key": ["id"], "location": "geom", "columns": {"name": "name"}"#
            for (relation, question) in [
                ("passes", ["near", "--km", "1"]), ("passes", ["nearest", "-k", "3000"]),
                ("passes_placed", ["near", "--km", "1"]), ("passes_placed", ["nearest", "-k", "3000"]),
            ] {
                try Data(#"{"hotspot": [{"table": "public.\#(relation)", \#(hotspots)}]}"#.utf8)
                    .write(to: URL(filePath: file))
                let found = try GeoqProcess(
                    question + ["--lat", "51", "--lon", "7", "--remote", fixture.url, "--tables", file, "-f", "csv"],
                    environment: ["HOME": fixture.folder])
                #expect(found.status == 0 && found.lines.count == 3001, "\(relation) \(question): \(found.errors)")
            }
        }
    }

    @Test func `a view with other rows at each reading is named at once, and its mirror stays`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, name text, \(Self.point));
                INSERT INTO sites SELECT n, 'Site ' || n, 'SRID=4326;POINT(7 51)' FROM generate_series(1, 100) n;
                CREATE VIEW drawn AS SELECT id, random()::text AS name, geom FROM sites;
                CREATE VIEW numbered AS SELECT row_number() OVER (ORDER BY random()) AS id, name, geom FROM sites;
                CREATE VIEW keyed AS SELECT gen_random_uuid() AS id, name, geom FROM sites;
                """)
            for relation in ["drawn", "numbered", "keyed"] {
                let first = try Self.geoq(fixture, ["sync", "--table", relation, "--as", "hotspots"])
                #expect(first.status == 0 && first.errors.contains("100 added"), "\(first)")
                let again = try Self.geoq(fixture, ["sync", "--table", relation, "--as", "hotspots"])
                let words = "public.\(relation) had other rows when it was read again in the same moment"
                #expect(again.status == 65 && again.errors.contains(words), "\(again)")
                let held = "SELECT count(*) FROM hotspot WHERE source LIKE '%public.\(relation)'"
                #expect(try fixture.local(held) == ["100"])
            }
        }
    }
}
