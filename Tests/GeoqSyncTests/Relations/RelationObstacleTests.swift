import Foundation
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// What is in the way of a relation, with the sentence that removes it: in `--list`, in `--check` and
/// when it is synced.
@Suite(.waits) struct RelationObstacleTests {
    private static let point = "geom geometry(Point, 4326)"

    /// Runs the command with the fixture's store.
    private static func geoq(_ fixture: SyncFixture, _ words: [String], url: String? = nil) throws -> GeoqProcess {
        try GeoqProcess(
            [words[0], url ?? fixture.url] + words.dropFirst() + ["--db", fixture.store.path, "--no-wait"],
            environment: ["HOME": fixture.folder])
    }

    /// A table with a row, and a materialized view of it without contents.
    private static let unfilled = """
        CREATE TABLE sites (id integer PRIMARY KEY, name text, \(point));
        INSERT INTO sites VALUES (1, 'One', 'SRID=4326;POINT(7 51)');
        CREATE MATERIALIZED VIEW held AS SELECT * FROM sites WITH NO DATA;
        """

    /// Expects a sentence in the list, in the check of a file that names the relation, and in a sync.
    private static func expect(
        _ sentence: String, of relation: String, _ columns: String = #""key": ["id"], "location": "geom""#,
        in fixture: SyncFixture, url: String? = nil, isListed: Bool = true, status: Int32 = 65
    ) throws {
        if isListed {
            let list = try geoq(fixture, ["sync", "--list"], url: url)
            let line = list.lines.first { $0.contains("\"public.\(relation)\"") }.map(String.init) ?? ""
            #expect(line.contains(sentence), "\(list)")
        }
        let file = "\(fixture.folder)/\(relation).json"
        try Data(#"{"hotspot": [{"table": "public.\#(relation)", \#(columns)}]}"#.utf8).write(to: URL(filePath: file))
        let check = try geoq(fixture, ["sync", "--check", "--tables", file], url: url)
        #expect(check.status == 65 && check.output.contains(sentence), "\(check)")
        let sync = try geoq(fixture, ["sync", "--tables", file], url: url)
        #expect(sync.status == status && sync.errors.contains(sentence), "\(sync)")
    }

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

    @Test func `a key with NULL is said in the list`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE partly (code text UNIQUE, \(Self.point));
                INSERT INTO partly VALUES ('a', NULL), (NULL, NULL);
                CREATE TABLE full_one (code text UNIQUE, \(Self.point));
                INSERT INTO full_one VALUES ('a', NULL), ('b', NULL);
                """)
            let list = try Self.geoq(fixture, ["sync", "--list"])
            let line = try #require(list.lines.first { $0.contains("\"public.partly\"") })
            #expect(line.contains("the key code is NULL in some rows; name the columns that identify a row"), "\(line)")
            #expect(list.lines.first { $0.contains("full_one") }?.contains("\"in_the_way\":null") == true, "\(list)")
            #expect(try Self.geoq(fixture, ["sync", "--table", "full_one"]).errors.contains("2 added"))
            // The advice is run as it stands.
            let check = ["sync", "--table", "full_one", "--check"]
            let doubt = try Self.geoq(fixture, check).output
            #expect(doubt.contains("the key code may be NULL, although its index is unique"), "\(doubt)")
            let advice = try #require(doubt.firstMatch(of: /ALTER TABLE .*? SET NOT NULL/))
            try fixture.sql(String(advice.0).replacing("\\", with: ""))
            #expect(try !Self.geoq(fixture, check).output.contains("may be NULL"))
        }
    }

    @Test func `a column of places that a person names is judged by its own SRIDs`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE spots (id integer PRIMARY KEY, geom geometry, centre geometry, lat float8, lon float8);
                INSERT INTO spots VALUES (1, 'POINT(1 2)', 'SRID=4326;POINT(7 51)', 51, 7);
                CREATE TABLE meters (id integer PRIMARY KEY, geom geometry, centre geometry, there geography);
                INSERT INTO meters VALUES (1, 'SRID=3857;POINT(1 2)', 'POINT(7 51)', 'SRID=4269;POINT(7 51)');
                """)
            func sync(_ words: String...) throws -> GeoqProcess { try Self.geoq(fixture, ["sync", "--table"] + words) }
            let own = try sync("spots", "--map", "geometry=geom")
            #expect(own.status == 65 && own.errors.contains("the places of public.spots have no SRID"), "\(own)")
            for map in ["geometry=centre", "lat=lat,lon=lon"] {
                let other = try sync("spots", "--map", map)
                #expect(other.status == 0, "\(other)")
                #expect(try fixture.local("SELECT CAST(lat AS INTEGER) FROM hotspot") == ["51"])
            }
            let said = try sync("meters", "--map", "geometry=centre", "--srid", "4326")
            #expect(said.errors.contains("places of centre (and not of geom, there), geometry in SRID 0"), "\(said)")
            #expect(said.errors.contains("those without an SRID taken as 4326"), "\(said)")
            #expect(!said.errors.contains("transforms"), "\(said)")
            let projected = try sync("meters", "--map", "geometry=centre", "--srid", "3857")
            #expect(projected.errors.contains("geometry in SRID 0, which the server transforms"), "\(projected)")
            let there = try sync("meters", "--map", "geometry=there")
            #expect(there.errors.contains("geography in SRID 4269, which the server transforms"), "\(there)")
        }
    }

    @Test func `places as texts or bytes are listed with the view that gives them`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE texts (id integer PRIMARY KEY, location text);
                INSERT INTO texts VALUES (1, ' srid=4326;Point Z (7 51 2)'), (2, ST_SetSRID(ST_MakePoint(8, 52), 4326)::text);
                CREATE TABLE bytes (id integer PRIMARY KEY, "the ""WKB" bytea, wkb bytea);
                INSERT INTO bytes VALUES (1, '', NULL), (2, '', ST_AsEWKB('SRID=4326;POINT(7 51)'));
                CREATE TABLE words (id integer PRIMARY KEY, location text, shape bytea);
                INSERT INTO words VALUES (1, 'point of view', '\\x00ff'), (2, 'London', NULL);
                """)
            let list = try Self.geoq(fixture, ["sync", "--list"])
            #expect(list.lines.count == 2 && !list.output.contains("words"), "\(list)")
            for (table, column) in [("texts", "location has places as text"), ("bytes", "wkb has places as bytea")] {
                let refused = try Self.geoq(fixture, ["sync", "--table", table])
                #expect(refused.status == 65 && refused.errors.contains("public.\(table).\(column)"), "\(refused)")
                // The advice is run as it stands.
                let advice = try #require(refused.errors.firstMatch(of: /CREATE VIEW .*/))
                try fixture.sql(String(advice.0))
                let mirrored = try Self.geoq(fixture, ["sync", "--table", "\(table)_places", "--key", "id"])
                #expect(mirrored.status == 0 && mirrored.errors.contains("2 added"), "\(mirrored)")
            }
        }
    }

    @Test func `a primary key that identifies no rows is not called missing`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE digests (digest bytea PRIMARY KEY, id integer, \(Self.point));
                """)
            let sentence = "public.digests.digest is of type bytea, which identifies no rows; name the columns"
            let list = try Self.geoq(fixture, ["sync", "--list"])
            #expect(list.output.contains(sentence), "\(list)")
            let table = try Self.geoq(fixture, ["sync", "--table", "digests"])
            #expect(table.status == 65 && table.errors.contains(sentence), "\(table)")
            let named = try Self.geoq(fixture, ["sync", "--table", "digests", "--key", "id"])
            #expect(named.status == 0, "\(named)")
        }
    }

    @Test func `a wrong name has the near one with it`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE SCHEMA ringing;
                CREATE TABLE osm_points (id integer PRIMARY KEY, \(Self.point));
                CREATE TABLE ringing.records (id integer PRIMARY KEY, \(Self.point));
                """)
            for (wrong, right) in [
                ("osm_point", "public.osm_points"), ("records", "ringing.records"),
                ("ringing.record", "ringing.records"),
                ("public.osm_piont", "public.osm_points"),
            ] {
                let sentence = "there is no table \(wrong) that this user can see; did you mean \(right)?"
                let table = try Self.geoq(fixture, ["sync", "--table", wrong])
                #expect(table.status == 65 && table.errors.contains(sentence), "\(table)")
                let file = fixture.folder + "/wrong.json"
                try Data(#"{"hotspot": [{"table": "\#(wrong)", "key": ["id"], "location": "geom"}]}"#.utf8)
                    .write(to: URL(filePath: file))
                let check = try Self.geoq(fixture, ["sync", "--tables", file, "--check"])
                #expect(check.status == 65 && check.output.contains(sentence), "\(check)")
                #expect(try Self.geoq(fixture, ["sync", "--tables", file]).errors.contains(sentence))
            }
            let far = try Self.geoq(fixture, ["sync", "--table", "unheard_of"])
            #expect(
                far.errors.contains("no table unheard_of that this user can see;") && !far.errors.contains("mean"),
                "\(far)")
        }
    }

    @Test func `a column whose name has other capitals is told with the one that is there`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, title text, "Kind" text, "Geom" geometry(Point, 4326));
                INSERT INTO sites VALUES (1, 'One', 'reef', 'SRID=4326;POINT(7 51)');
                """)
            for (words, sentence) in [
                (["--key", "ID"], "has no column ID (there is id), which is to be its key; name the columns"),
                (["--map", "name=Title"], "has no column Title (there is title), which is to be name; name the"),
                (["--map", "geometry=geom"], "has no column geom (there is Geom); name the relation's columns"),
                (["--keep", "kind"], "has no column kind (there is Kind), which is to be kept; name the columns"),
                (["--keep", "depth"], "has no column depth, which is to be kept; name the columns"),
            ] {
                let run = try Self.geoq(fixture, ["sync", "--table", "sites"] + words)
                #expect(run.status == 65 && run.errors.contains("public.sites \(sentence)"), "\(run)")
            }
            // What geoq makes itself.
            for own in ["kept", "row_version"] {
                let run = try Self.geoq(fixture, ["sync", "--table", "sites", "--map", "\(own)=title"])
                #expect(run.status == 65 && run.errors.contains("hotspot has no column \(own); columns: "), "\(run)")
            }
        }
    }

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
