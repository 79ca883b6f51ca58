import GeoqStore
import TestSupport
import Testing

/// Areas that come from a table of a server.
extension RemoteQuestionTests {
    @Test func `areas come from a table of any columns, as geometry or as geography`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                """
                CREATE SCHEMA gis;
                CREATE TABLE gis."My ""counties" (gid serial, namelsad text, geom geometry);
                INSERT INTO gis."My ""counties" (namelsad, geom) VALUES
                    ('Square', ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 1,0 0),(0.2 0.2,0.4 0.2,0.4 0.4,0.2 0.2))', 4326)),
                    ('Two', ST_GeomFromText('MULTIPOLYGON(((2 2,3 2,3 3,2 2)),((5 5,6 5,6 6,5 5)))', 4326)), ('None', NULL);
                CREATE TABLE patch (name text, shape geography(polygon), other geometry);
                INSERT INTO patch SELECT 'Patch', geom::geography, geom FROM gis."My ""counties" WHERE gid = 1;
                CREATE TABLE mercator AS SELECT 'M' AS name, ST_Transform(geom, 3857) AS geom
                    FROM gis."My ""counties" WHERE gid = 1;
                CREATE TABLE bad (part int, code text, name text, geom geometry, PRIMARY KEY (code, part));
                INSERT INTO bad VALUES (1, 'Z', 'Good', 'SRID=4326;POLYGON((20 0,21 0,21 1,20 0))'),
                    (2, 'P-17', 'Bow', 'SRID=4326;POLYGON((0 0,1 1,1 0,0 1,0 0))'),
                    (1, 'A', NULL, 'SRID=4326;POLYGON((30 0,31 0,31 1,30 0))');
                """)
            func add(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(
                    ["areas", "add", "--remote", fixture.url, "--db", fixture.store.path, "--table"] + words)
            }
            let first = try add(#"gis."My ""counties""#, "--source", "counties")
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.errors.contains("2 added") && first.errors.contains("1 skipped (without a geometry)"))
            let held = try GeoqProcess([
                "areas", "of", "--lat", "0.5", "--lon", "0.1", "-f", "csv", "--db", fixture.store.path,
            ])
            #expect(held.output.contains("Square"), "\(held.output)")
            #expect(try add(#"gis."My ""counties""#, "--source", "counties").errors.contains("2 unchanged"))
            let several = try add("patch")
            #expect(several.status == 69 || several.status == 65, "\(several.status)")
            #expect(several.errors.contains("several columns of geometries: shape, other"), "\(several.errors)")
            let geography = try add("patch", "--geometry", "shape")
            #expect(geography.errors.contains("1 added") && geography.errors.contains("the column is a geography"))
            #expect(try add("patch", "--geometry", "name").errors.contains("no column name of the type"))
            #expect(try add("nothing").errors.contains("no table nothing"))
            #expect(try add("patch; DROP TABLE patch").status != 0)
            #expect(try fixture.sql("SELECT count(*) FROM patch") == "1")
            // The server transforms it, which is said, and the area holds the same places.
            let mercator = try add("mercator")
            #expect(
                mercator.status == 0
                    && mercator.errors.contains("1 of 1 areas transformed by the server, from SRID 3857"),
                "\(mercator.errors)")
            let both = try GeoqProcess([
                "areas", "of", "--lat", "0.5", "--lon", "0.1", "-f", "csv", "--db", fixture.store.path,
            ])
            #expect(both.output.contains("\nM,"), "\(both.output)")
            // A row is called by its key, and its place in the table means nothing.
            let bow = try add("bad")
            #expect(bow.errors.contains("bad, the row with code, part P-17,2: polygon 1, ring 1 crosses"), "\(bow)")
            try fixture.sql("UPDATE bad SET geom = 'SRID=4326;POLYGON((0 0,1 0,1 91,0 0))' WHERE code = 'P-17'")
            let far = try add("bad")
            #expect(far.errors.contains("bad: the row with code, part P-17,2, ring 1, position 3: lat 91.0"), "\(far)")
            try fixture.sql("DELETE FROM bad WHERE code = 'P-17'")
            let added = "2 added, 0 changed, 0 unchanged, 1 without a name, called by table and key"
            #expect(try add("bad").errors.contains(added))
            try fixture.sql("INSERT INTO bad VALUES (1, '0', 'New', 'SRID=4326;POLYGON((40 0,41 0,41 1,40 0))')")
            #expect(try add("bad").errors.contains("1 added, 0 changed, 2 unchanged"), "a row before others moves none")
            #expect(try add("patch", "x.geojson").status == 64)
        }
    }

    @Test func `a table under another spelling is the same source, and rows without a system are told`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE SCHEMA app;
                CREATE TABLE parks (id int PRIMARY KEY, name text, geom geometry);
                INSERT INTO parks VALUES (1, 'Plain', 'POLYGON((0 0,1 0,1 1,0 0))'), (2, NULL, NULL),
                    (3, NULL, 'SRID=4326;POLYGON((2 0,3 0,3 1,2 0))');
                CREATE TABLE app.parks AS SELECT id, name, ST_SetSRID(geom, 4326) AS geom FROM parks;
                """)
            func add(_ words: String...) throws -> String {
                let run = try GeoqProcess(
                    ["areas", "add", "--remote", fixture.url, "--db", fixture.store.path, "--table"] + words)
                #expect(run.status == 0, "\(run)")
                return run.errors
            }
            let first = try add("parks")
            #expect(
                first.contains(
                    "1 of 3 areas without a system (SRID 0): their coordinates were taken for longitude and latitude"),
                "\(first)")
            #expect(first.contains("\nparks: 2 added"), "\(first)")
            // Rows without a name are called by their table, and stay what they are, too.
            for spelling in ["public.parks", #""public"."parks""#, "PARKS", "parks"] {
                let again = try add(spelling)
                #expect(again.contains("\nparks: 0 added, 0 changed, 2 unchanged"), "\(spelling): \(again)")
            }
            let other = try add("app.parks")
            #expect(other.hasPrefix("app.parks: 2 added") && !other.contains("without a system"), "\(other)")
            #expect(try add("parks", "--source", "city").contains("\ncity: 2 added"))
            #expect(try add("public.parks", "--source", "city").contains("\ncity: 0 added, 0 changed, 2 unchanged"))
            #expect(try await fixture.store.areas.all().areas.count == 6)
        }
    }

    @Test func `a former table in a schema that is shut leaves the others the same sources`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "reader_" + fixture.database
            try fixture.sql(
                """
                CREATE SCHEMA app; CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA app TO \(role);
                CREATE TABLE parks (id int PRIMARY KEY, name text, geom geometry(Polygon, 4326));
                INSERT INTO parks VALUES (1, 'Plain', 'SRID=4326;POLYGON((0 0,1 0,1 1,0 0))');
                CREATE TABLE app.lakes AS SELECT * FROM parks;
                GRANT SELECT ON parks, app.lakes TO \(role);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            func add(_ table: String) throws -> String {
                let run = try GeoqProcess([
                    "areas", "add", "--remote", fixture.cluster.url(fixture.database, user: role), "--db",
                    fixture.store.path, "--table", table,
                ])
                #expect(run.status == 0, "\(run)")
                return run.errors
            }
            #expect(try add("app.lakes").contains("app.lakes: 1 added"))
            #expect(try add("parks").contains("parks: 1 added"))
            try fixture.sql("REVOKE USAGE ON SCHEMA app FROM \(role)")
            let again = try add("public.parks")
            #expect(again.hasPrefix("parks: 0 added, 0 changed, 1 unchanged"), "\(again)")
        }
    }

    @Test func `areas come from a table as sync --list names it, whatever its other columns are`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "reader_" + fixture.database
            try fixture.sql(
                #"""
                CREATE SCHEMA "App";
                CREATE DOMAIN shape AS geometry(Polygon, 4326);
                CREATE TABLE "App"."Parks" (id integer, name text, note json, secret text, photo bytea,
                    outline geometry(CurvePolygon, 4326), geom shape);
                INSERT INTO "App"."Parks" VALUES (1, 'Round', '{"a": "\u0000"}', 'no', '\x00',
                    'SRID=4326;CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,4 4,0 4,0 0))', 'SRID=4326;POLYGON((0 0,1 0,1 1,0 0))');
                """#)
            try fixture.sql(
                """
                CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA "App" TO \(role);
                GRANT SELECT (id, name, note, photo, outline, geom) ON "App"."Parks" TO \(role);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            for (url, words) in [
                (fixture.url, "1 added"), (fixture.cluster.url(fixture.database, user: role), "1 unchanged"),
            ] {
                let run = try GeoqProcess([
                    "areas", "add", "--remote", url, "--db", fixture.store.path, "--table", "App.Parks", "--geometry",
                    "geom",
                ])
                #expect(run.status == 0 && run.errors.contains(words), "\(run)")
            }
            #expect(try await fixture.store.areas.area("Round").kind == nil)
            // Two servers may have a table of this name.
            let places = try await fixture.store.imports.sources().compactMap(\.lastFile)
            #expect(places.contains { $0.hasSuffix("/\(fixture.database) App.Parks") }, "\(places)")
            let near = try GeoqProcess([
                "areas", "add", "--remote", fixture.url, "--db", fixture.store.path, "--table", "App.Park",
            ])
            let sentence = "no table App.Park that this user can see; did you mean App.Parks?"
            #expect(near.status == 65 && near.errors.contains(sentence), "\(near)")
        }
    }
}
