import Foundation
import GeoqStore
import TestSupport
import Testing

/// Kept columns of relations that a server is asked about, by the command: as their mirror has them.
@Suite(.waits) struct RemoteKeptTests {
    private static let tables = """
        CREATE TABLE pois (id integer PRIMARY KEY, name text, amenity text, ele numeric, open boolean, since date,
            tags jsonb, source text, big bigint, way geometry(Point, 3857));
        INSERT INTO pois SELECT n, 'Poi ' || n, CASE n % 2 WHEN 0 THEN E'hide "\\\\ ü' END, n * 1.5, n % 3 = 0,
            date '2026-01-01' + n, CASE WHEN n % 5 > 0 THEN jsonb_build_object('n', n, 'x', 1.50) END, 'survey',
            9007199254740993 + n, st_transform(st_setsrid(st_makepoint(7 + n / 1000.0, 51), 4326), 3857)
            FROM generate_series(1, 40) n;
        CREATE TABLE records (ring integer PRIMARY KEY, seen_on date, taxon text, net text, age integer,
            geom geography(Point, 4326));
        INSERT INTO records SELECT n, date '2026-05-01' + n, CASE n % 2 WHEN 0 THEN 'Sylvia borin' ELSE 'Parus major' END,
            CASE n % 3 WHEN 0 THEN 'north' END, n, 'POINT(7 51)' FROM generate_series(1, 12) n;
        """

    private static let mapping = """
        { "hotspot": [{ "table": "public.pois", "key": ["id"], "location": "way", "columns": { "name": "name" },
            "keep": { "amenity": "amenity", "height": "ele", "open": "open", "since": "since", "tags": "tags",
                "origin": "source", "big": "big" } }],
          "observation": [{ "table": "public.records", "key": ["ring"], "location": "geom", "keep": "all",
            "columns": { "scientific_name": "taxon", "date": "seen_on" } }] }
        """

    @Test func `a file of tables may be a pipe, and one that is missing is said to be so`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.tables)
            let near = ["near", "--lat", "51", "--lon", "7", "--km", "10", "-f", "ids"]
            let server = ["--remote", fixture.url, "--table", "pois", "--tables"]
            let asked = try GeoqProcess(near + server + ["/dev/stdin"], input: Self.mapping)
            #expect(asked.status == 0 && asked.lines.count == 40, "\(asked)")
            let synced = try GeoqProcess(
                ["sync", fixture.url, "--tables", "/dev/stdin", "--db", fixture.store.path], input: Self.mapping)
            #expect(synced.status == 0, "\(synced.errors)")
            #expect(try GeoqProcess(near + ["--db", fixture.store.path]).output == asked.output)
            let missing = try GeoqProcess(near + server + [fixture.folder + "/none.json"])
            #expect(missing.status == 66 && missing.errors.contains("no file at \(fixture.folder)/none.json"))
        }
    }

    @Test func `a server is asked for kept columns as its mirror is`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.tables)
            let (db, file) = (fixture.store.path, fixture.folder + "/tables.json")
            try Data(Self.mapping.utf8).write(to: URL(filePath: file))
            let synced = try GeoqProcess(["sync", fixture.url, "--tables", file, "--db", db])
            #expect(synced.status == 0, "\(synced.errors)")
            let asked = ["--remote", fixture.url, "--tables", file]
            func same(_ words: [String], table: String, hits: Int?) throws {
                let local = try GeoqProcess(words + ["--db", db])
                let remote = try GeoqProcess(words + asked + ["--table", table])
                #expect(local.status == 0, "\(words): \(local.errors)")
                #expect(remote.output == local.output && remote.status == local.status, "\(words): \(remote)\n\(local)")
                if let hits { #expect(local.lines.count == hits, "\(words): \(local.output)") }
            }
            let near = ["near", "--lat", "51", "--lon", "7", "--km", "10"]
            for (filter, hits) in [
                (#"amenity LIKE 'hide "%ü'"#, 20), ("amenity IS NULL", 20), ("height > 50 AND height <= 54", 3),
                ("open = TRUE", 13), ("since >= DATE('2026-02-08')", 3), (#"tags LIKE '%"x":1.50%'"#, 32),
                ("origin = 'survey' AND source_id = '7'", 1), ("big = 9007199254741000", 1),
            ] {
                try same(near + ["--where", filter, "-f", "ids"], table: "pois", hits: hits)
                try same(near + ["--where", filter, "-f", "ndjson"], table: "public.pois", hits: hits)
            }
            for format in ["csv", "geojson", "table", "json"] {
                try same(near + ["--fields", "height,tags,amenity,open,big", "-f", format], table: "pois", hits: nil)
            }
            try same(
                ["nearest", "--lat", "51", "--lon", "7", "-k", "3", "--where", "height > 40", "-f", "csv"],
                table: "pois", hits: 4)
            try same(["bbox", "--bbox", "6,50,8,52", "--where", "open = FALSE", "-f", "ids"], table: "pois", hits: 27)
            try same(
                [
                    "species", "--lat", "51", "--lon", "7", "--km", "1", "--where", "net = 'north' AND age > 3", "-f",
                    "csv",
                ],
                table: "records", hits: 3)
            for words in [["--where", "ele > 1"], ["--fields", "ele"]] {
                let unknown = try GeoqProcess(near + words + asked + ["--table", "pois"])
                #expect(unknown.status != 0 && unknown.errors.contains("height"), "\(unknown)")
            }
            for words in [["--where", "heigth > 1"], ["--fields", "heigth"]] {
                let typo = try GeoqProcess(near + words + asked + ["--table", "pois"])
                #expect(typo.status != 0 && typo.errors.contains("did you mean height?"), "\(typo)")
            }
            let open = try GeoqProcess(near + asked)
            #expect(
                open.status == 65 && open.errors.contains("(public.pois, public.records); choose one with --table"),
                "\(open)")
            let other = try GeoqProcess(near + asked + ["--table", "records"])
            #expect(
                other.status == 65 && other.errors.contains("public.records is mapped to observations"), "\(other)")
            let wrong = try GeoqProcess(near + asked + ["--table", "poi"])
            #expect(
                wrong.status == 65 && wrong.errors.contains("names no relation poi, but public.pois, public.records"),
                "\(wrong)")
            let lonely = try GeoqProcess(near + ["--remote", fixture.url, "--table", "pois"])
            #expect(
                lonely.status == 64 && lonely.errors.contains("--table chooses a relation of the file"), "\(lonely)")
            // What it says to do is enough.
            let advice = ["geoq sync URL --list --write tables.json", "--tables tables.json --table 'pois'"]
            #expect(advice.allSatisfy { lonely.errors.contains($0) }, "\(lonely)")
            let plan = try GeoqProcess(["shard", "plan", fixture.url, "--parts", "2", "--table", "pois"])
            #expect(plan.status == 64 && advice.allSatisfy { plan.errors.contains($0) }, "\(plan)")
            let written = fixture.folder + "/written.json"
            let list = try GeoqProcess(["sync", fixture.url, "--list", "--write", written])
            #expect(list.status == 0, "\(list)")
            let found = try GeoqProcess(
                near + ["--remote", fixture.url, "--tables", written, "--table", "pois", "-f", "ids"])
            #expect(found.status == 0 && found.lines.count == 40, "\(found)")
        }
    }

    @Test func `a file of several relations is proved, all of it or the one that is named`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.tables)
            let (db, file) = (fixture.store.path, fixture.folder + "/tables.json")
            try Data(Self.mapping.utf8).write(to: URL(filePath: file))
            _ = try GeoqProcess(["sync", fixture.url, "--tables", file, "--db", db])
            let prove = ["prove", fixture.url, "--tables", file, "--db", db, "--queries", "20", "--seed", "1"]
            let all = try GeoqProcess(prove)
            #expect(
                all.status == 0 && all.errors.contains("public.pois:") && all.errors.contains("public.records:"),
                "\(all)")
            let one = try GeoqProcess(prove + ["--table", "records"])
            #expect(one.status == 0 && one.errors.contains("public.records:"), "\(one)")
            #expect(!one.errors.contains("pois"), "\(one)")
            let none = try GeoqProcess(prove + ["--table", "other"])
            #expect(none.status == 65 && none.errors.contains("names no relation other, but public.pois"), "\(none)")
            try fixture.sql("UPDATE pois SET name = 'New' WHERE id = 3")
            #expect(try GeoqProcess(prove).status == 75, "one that is behind makes the whole behind")
        }
    }

    /// In at most two statements, whatever the distance is.
    @Test func `the nearest rows of a view and of a foreign table take two statements`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                Self.tables
                    + """
                    CREATE VIEW high AS SELECT id, name, way FROM pois WHERE ele > 3;
                    CREATE VIEW none AS SELECT id, name, way FROM pois WHERE false;
                    CREATE MATERIALIZED VIEW held AS SELECT * FROM high;
                    CREATE EXTENSION postgres_fdw;
                    CREATE SERVER self FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
                        host '\(fixture.cluster.folder)', dbname '\(fixture.database)', connect_timeout '60');
                    CREATE USER MAPPING FOR postgres SERVER self OPTIONS (user 'postgres', password_required 'false');
                    CREATE FOREIGN TABLE away (id integer, name text, way geometry(Point, 3857)) SERVER self
                        OPTIONS (table_name 'high');
                    """
            )
            for view in ["high", "none", "held", "away"] {
                let db = "\(fixture.folder)/\(view).sqlite"
                let file = "\(fixture.folder)/\(view).json"
                try Data(
                    #"{"hotspot": [{"table": "\#(view)", "key": ["id"], "location": "way", "columns": {"name": "name"}}]}"#
                        .utf8
                )
                .write(to: URL(filePath: file))
                let remote = ["--remote", fixture.url, "--tables", file]
                for place in [("51", "7.01"), ("0", "0"), ("-51", "-173")] {
                    for count in ["1", "7", "100"] {
                        let words = ["nearest", "--lat", place.0, "--lon", place.1, "-k", count]
                        let found = try GeoqProcess(words + remote + ["-f", "csv", "--fields", "none"])
                        if view != "none" {
                            _ = try GeoqProcess(["sync", fixture.url, "--tables", file, "--db", db])
                            let mirrored = try GeoqProcess(words + ["--db", db, "-f", "csv", "--fields", "none"])
                            #expect(found.output == mirrored.output && mirrored.lines.count > 1, "\(words): \(found)")
                        } else {
                            #expect(found.lines.count == 1 && found.errors.contains("nothing found"), "\(found)")
                        }
                        let explained = try GeoqProcess(["explain"] + words + remote + ["-f", "ndjson"])
                        let statements = explained.output.firstMatch(of: /"statements":(\d+)/).flatMap { Int($0.1) }
                        #expect((1...2).contains(statements ?? 0), "\(words): \(explained)")
                    }
                }
            }
        }
    }

    /// An index finds near ones in degrees, or on the sphere; the distances decide.
    @Test(arguments: ["geometry", "geography"])
    func `the nearest of a table of points are those of its mirror, in two statements`(type: String) async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE round (id integer PRIMARY KEY, way \(type)(Point, 4326));
                INSERT INTO round SELECT n, ST_SetSRID(ST_MakePoint(n % 361 - 180, n * 7 % 181 - 90), 4326)::\(type)
                    FROM generate_series(1, 900) n;
                INSERT INTO round VALUES (901, 'SRID=4326;POINT(180 10)'), (902, 'SRID=4326;POINT(-180 10)'),
                    (903, 'SRID=4326;POINT(-179.99 10)'), (904, 'SRID=4326;POINT(100 90)'), (905, NULL),
                    (906, 'SRID=4326;POINT EMPTY');
                CREATE INDEX ON round USING gist (way); ANALYZE round;
                """)
            let (db, file) = (fixture.store.path, fixture.folder + "/round.json")
            try Data(#"{"hotspot": [{"table": "round", "key": ["id"], "location": "way"}]}"#.utf8)
                .write(to: URL(filePath: file))
            _ = try GeoqProcess(["sync", fixture.url, "--tables", file, "--db", db])
            let remote = ["--remote", fixture.url, "--tables", file]
            for words in [
                "nearest --lat 10.001 --lon 179.999 -k 3", "nearest --lat 89.9 --lon 5 -k 4",
                "near --lat 10 --lon 179.5 --km 400",
            ].map({ $0.split(separator: " ").map(String.init) }) {
                let found = try GeoqProcess(words + remote + ["-f", "csv", "--fields", "none"])
                let mirrored = try GeoqProcess(words + ["--db", db, "-f", "csv", "--fields", "none"])
                #expect(found.output == mirrored.output && mirrored.lines.count > 3, "\(words): \(found)")
                let explained = try GeoqProcess(["explain"] + words + remote + ["-f", "ndjson"])
                let statements = explained.output.firstMatch(of: /"statements":(\d+)/).flatMap { Int($0.1) }
                #expect((1...2).contains(statements ?? 0), "\(words): \(explained)")
            }
        }
    }
}
