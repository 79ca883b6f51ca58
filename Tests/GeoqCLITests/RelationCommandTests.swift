import Foundation
import TestSupport
import Testing

/// `geoq sync --list`, `--table`, and what the store remembers of them.
@Suite(.waits) struct RelationCommandTests {
    private static let tables = """
        CREATE TABLE osm_points (osm_id bigint PRIMARY KEY, name text, way geometry(Point, 3857));
        INSERT INTO osm_points SELECT n, 'Point ' || n, st_transform(st_setsrid(st_makepoint(n, n), 4326), 3857)
        FROM generate_series(1, 50) n;
        CREATE SCHEMA ringing;
        CREATE TABLE ringing.records (ring integer PRIMARY KEY, seen_on date, taxon text, geom geography(Point, 4326));
        INSERT INTO ringing.records VALUES (1, '2026-05-01', 'Sylvia borin', 'POINT(7 51)');
        CREATE VIEW named AS SELECT osm_id, name, way FROM osm_points WHERE osm_id < 10;
        CREATE TABLE nokey (name text, geom geometry(Point, 4326));
        CREATE TABLE nosrid (id integer PRIMARY KEY, geom geometry);
        INSERT INTO nosrid VALUES (1, st_makepoint(7, 51));
        CREATE TABLE plain (id integer PRIMARY KEY, note text);
        ANALYZE;
        """

    @Test func `relations are listed, mirrored, repeated and proved`() async throws {
        let cluster = try PostgresCluster.copied(["fsync=off", "max_connections=50"])
        defer { try? cluster.stop(.immediate) }
        try cluster.query("CREATE DATABASE gis TEMPLATE \(PostgresCluster.postgisTemplate)")
        try cluster.query(Self.tables, in: "gis")
        let url = cluster.url("gis")
        try await withFolder { folder in
            let db = folder + "/s.sqlite"
            func geoq(_ words: String..., status: Int32 = 0) throws -> GeoqProcess {
                let run = try GeoqProcess(
                    words + ["--db", db], input: "", environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
                #expect(run.status == status, "\(words): \(run.errors)")
                return run
            }
            let list = try geoq("sync", url, "--list", "--write", folder + "/tables.json")
            #expect(list.lines.count == 5, "a table without places is not listed: \(list.output)")
            let points = try #require(list.lines.first { $0.contains("public.osm_points") })
            #expect(points.contains("\"rows\":50") && points.contains("3857") && points.contains("\"key\":\"osm_id\""))
            let keyless = try #require(list.lines.first { $0.contains("public.nokey") })
            #expect(keyless.contains("no unique index; name the columns that identify a row with --key"))
            #expect(
                list.lines.first { $0.contains("public.nosrid") }?.contains("have no SRID; say it with --srid") == true)
            #expect(list.errors.contains("tables.json: 3 relations; 2 left out"))

            let first = try geoq("sync", url, "--table", "osm_points", "--as", "hotspots")
            #expect(
                first.errors.contains(
                    "public.osm_points as hotspots: key osm_id (int8); places of way, point in SRID 3857, which the server transforms"
                ))
            #expect(first.errors.contains("50 added"))
            let records = try geoq(
                "sync", url, "--table", "ringing.records", "--as", "observations",
                "--map", "species=taxon,date=seen_on", "--points", "surface")
            #expect(records.errors.contains("1 added"))
            #expect(records.errors.contains("no shapes for which a point on them would stand"), "\(records.errors)")
            #expect(try geoq("near", "--at", "7", "--km", "1", "-f", "ndjson").output.contains("\"source_id\":\"7\""))
            #expect(
                try geoq("near", "--lat", "51", "--lon", "7", "--km", "1", "--layer", "observations", "-f", "ndjson")
                    .output
                    .contains("Sylvia borin"))

            try cluster.query(
                "UPDATE osm_points SET name = 'Other' WHERE osm_id = 3; DELETE FROM ringing.records", in: "gis")
            let again = try geoq("sync", "--yes")
            #expect(again.errors.contains("0 added, 1 changed, 0 removed"))
            #expect(again.errors.contains("0 added, 0 changed, 1 removed"))
            let proof = try geoq("prove", "--table", "osm_points", "--queries", "200", "--seed", "1")
            #expect(proof.errors.contains("gives the server's answers"), "\(proof.errors)")

            let all = try geoq("sync", url, "--tables", folder + "/tables.json")
            #expect(all.errors.contains("9 added"), "the view is mirrored, too: \(all.errors)")
            let status = try geoq("sync", "status", "-f", "ndjson")
            #expect(
                status.lines.count == 3
                    && status.output.contains("contents: a view: the server reads and hashes all rows at each sync"))

            let check = try geoq("sync", url, "--table", "nosrid", "--check", status: 65)
            #expect(check.errors.contains("say it with --srid"))
            let said = try geoq("sync", url, "--table", "nosrid", "--srid", "4326")
            #expect(said.errors.contains("1 added"))
            #expect(said.errors.contains("those without an SRID taken as 4326"), "\(said.errors)")
            let needless = try geoq("sync", url, "--table", "osm_points", "--srid", "25832", status: 65)
            #expect(needless.errors.contains("are in SRID 3857, and not in 25832; leave --srid away"), "\(needless)")
            let cut = try geoq("sync", url, "--table", "nosrid", "--srid", "4326", "--area", "county", status: 66)
            #expect(cut.errors.contains("no area is called county; geoq areas list names them"), "\(cut.errors)")
            #expect(try geoq("sync", url, "--table", "missing", status: 65).errors.contains("missing"))
            try await Self.checkOptions(of: url, cluster, in: folder)
        }
    }

    /// A sync that is repeated without the address reads as the role that the address named.
    private static func checkOptions(of url: String, _ cluster: PostgresCluster, in folder: String) async throws {
        try cluster.query(
            """
            CREATE ROLE few; GRANT SELECT ON osm_points, nosrid TO few; ALTER TABLE osm_points ENABLE ROW LEVEL SECURITY;
            CREATE POLICY few ON osm_points FOR SELECT TO few USING (osm_id <= 4);
            """, in: "gis")
        func geoq(_ words: String..., options: String = "", status: Int32 = 0) throws -> String {
            let run = try GeoqProcess(
                words + ["--db", folder + "/few.sqlite"], input: "",
                environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": "", "PGOPTIONS": options])
            #expect(run.status == status, "\(words): \(run.errors)")
            return run.errors
        }
        let first = try geoq(
            "sync", url + " options='-c role=few'", "--table", "osm_points", "--as", "hotspots")
        #expect(first.contains("4 added") && !first.contains("options"), "\(first)")
        let again = try geoq("sync")
        #expect(again.contains("0 added, 0 changed, 0 removed"), "\(again)")
        let secret = try geoq(
            "sync", url + " options='-c role=few -c app.key=S3cret'", "--table", "osm_points", "--as",
            "hotspots")
        #expect(secret.contains("0 added, 0 changed, 0 removed") && secret.contains("without its options"), "\(secret)")
        for name in ["few.sqlite", "few.sqlite-wal"] {
            let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
            #expect(bytes.range(of: Data("S3cret".utf8)) == nil)
        }
        // Another relation, of an address without options, is synced all the same.
        #expect(try geoq("sync", url, "--table", "nosrid", "--srid", "4326").contains("1 added"))
        try cluster.query("INSERT INTO nosrid VALUES (2, st_makepoint(8, 52))", in: "gis")
        let refused = try geoq("sync", status: 64)
        #expect(refused.contains("1 added"), "\(refused)")
        #expect(refused.contains("give the whole address again, or set PGOPTIONS"), "\(refused)")
        let set = try geoq("sync", options: "-c role=few -c app.key=S3cret")
        #expect(set.contains("0 added, 0 changed, 0 removed"), "\(set)")
    }

    @Test(
        arguments: [
            (["--list", "--tables", "t.json"], "--list shows all relations"),
            (["--list", "--near", "42,7", "--km", "5"], "--list shows all relations"),
            (["--list", "--area", "POLYGON((0 0,1 0,1 1,0 0))"], "--list shows all relations"),
            (["--list", "--as", "8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b"], "--list shows all relations"),
            (["--list", "--everything"], "--list shows all relations"),
            (["--list", "--verify-contents"], "--list only lists"), (["--check", "--yes"], "leave out --yes"),
            (["--table", "parks", "--key", ","], "--key , does not name columns"),
            (["--table", "parks", "--key", "id, ,name"], "does not name columns"),
            (["--table", "parks", "--key", "id,,name"], "--key id,,name does not name columns"),
            (["--table", "parks", "--key", "id,name,id"], "--key names id twice"),
            (["--table", "parks", "--conflict", "last-write"], "nothing is sent to it; leave out --conflict"),
            (["--table", "parks", "--key", "id,"], "--key id, does not name columns"),
            (["--table", "parks", "--keep", "ele,,type"], "--keep ele,,type does not name columns"),
            (["--table", "parks", "--keep", "ele", "--keep", ""], "--keep  does not name columns"),
            (["--table", "parks", "--map", "name=a,,date=b"], "--map name=a,,date=b does not name columns"),
            (["--table", "parks", "--map", "name=a, "], "--map name=a,  does not name columns"),
            (["--table", "parks", "--map", ""], "--map  does not name columns"),
        ])
    func `an option that would do nothing is refused`(words: [String], reason: String) throws {
        let run = try GeoqProcess(["sync", "host=/nowhere dbname=gis"] + words, input: "")
        #expect(run.status == 64 && run.errors.contains(reason), "\(run)")
    }

    @Test func `columns are kept, asked, shown and exported by their names`() async throws {
        let cluster = try PostgresCluster.copied(["fsync=off", "max_connections=50"])
        defer { try? cluster.stop(.immediate) }
        try cluster.query("CREATE DATABASE gis TEMPLATE \(PostgresCluster.postgisTemplate)")
        try cluster.query(
            """
            CREATE TABLE pois (id integer PRIMARY KEY, name text, amenity text, ele numeric, source text, tags jsonb,
                geom geometry(Point, 4326));
            INSERT INTO pois SELECT n, 'Poi ' || n, CASE n % 2 WHEN 0 THEN 'hide' END, n * 1.5, 'survey', '{"a": [1]}',
                st_setsrid(st_makepoint(7 + n / 1000.0, 51), 4326) FROM generate_series(1, 20) n;
            """, in: "gis")
        let url = cluster.url("gis")
        try await withFolder { folder in
            let db = folder + "/s.sqlite"
            func geoq(_ words: String..., status: Int32 = 0) throws -> GeoqProcess {
                let run = try GeoqProcess(
                    words + ["--db", db], input: "", environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
                #expect(run.status == status, "\(words): \(run.errors)")
                return run
            }
            #expect(try geoq("sync", url, "--keep", "amenity", status: 64).errors.contains("--keep goes with --table"))
            let first = try geoq("sync", url, "--table", "pois", "--keep", "amenity,height=ele,source,tags")
            #expect(
                first.errors.contains("keeps amenity, tags, ele as height, source as kept_source"), "\(first.errors)")
            let near = ["near", "--lat", "51", "--lon", "7", "--km", "5"]
            let found = try GeoqProcess(
                near + [
                    "--where", "amenity = 'hide' AND height > 20", "--fields", "amenity,height,tags", "-f", "geojson",
                ]
                    + ["--db", db])
            #expect(found.lines.filter { $0.contains("\"Feature\"") }.count == 4, "\(found.output)\(found.errors)")
            #expect(found.output.contains(#""amenity":"hide","height":21,"tags":"{\"a\":[1]}""#), "\(found.output)")
            let unknown = try GeoqProcess(near + ["--where", "ele > 1", "--db", db])
            #expect(unknown.status != 0 && unknown.errors.contains("height"), "\(unknown.errors)")
            let table = try GeoqProcess(near + ["--fields", "height", "--limit", "1", "-f", "csv", "--db", db])
            #expect(table.lines.first?.contains("height") == true)
            let export = try geoq("export", "hotspots", "-f", "csv")
            #expect(
                export.lines.first?.hasSuffix("source,source_id,amenity,tags,height,kept_source") == true
                    || export.lines.first?.contains("amenity") == true, "\(export.output)")
            try cluster.query(
                "UPDATE pois SET ele = 999 WHERE id = 2; ALTER TABLE pois RENAME amenity TO kind", in: "gis")
            let stopped = try geoq("sync", status: 65)
            #expect(stopped.errors.contains("has no column amenity, which is to be kept; name the columns to keep"))
            #expect(try geoq("sync", url, "--table", "pois", "--keep", "all").errors.contains("20 changed"))
            #expect(try geoq("sync").errors.contains("0 added, 0 changed, 0 removed"))
            // A column that geoq itself had found.
            try cluster.query("ALTER TABLE pois DROP name", in: "gis")
            let lacking = try geoq("sync", status: 65)
            #expect(lacking.errors.contains("has no column name, which is to be name"), "\(lacking.errors)")
            #expect(lacking.errors.contains("--table alone"), "\(lacking.errors)")
            let without = try geoq("sync", url, "--table", "pois")
            #expect(without.errors.contains("has no column name any more: it is left out"), "\(without.errors)")
            #expect(without.errors.contains("20 changed"), "\(without.errors)")
            #expect(try geoq("sync").errors.contains("0 added, 0 changed, 0 removed"))
        }
    }

    @Test func `a part of observations is mirrored, beside relations of which all is`() async throws {
        let cluster = try PostgresCluster.copied(["fsync=off", "max_connections=50"])
        defer { try? cluster.stop(.immediate) }
        try cluster.query("CREATE DATABASE gis TEMPLATE \(PostgresCluster.postgisTemplate)")
        try cluster.query(
            """
            CREATE TABLE rings (id integer PRIMARY KEY, taxon text, seen_on date, geom geometry(Point, 4326));
            INSERT INTO rings SELECT n, 'Sylvia borin', '2026-05-01', st_setsrid(st_makepoint(n, 50), 4326)
                FROM generate_series(1, 20) n;
            CREATE TABLE logs AS SELECT * FROM rings;
            ALTER TABLE logs ADD PRIMARY KEY (id);
            """, in: "gis")
        let url = cluster.url("gis")
        try await withFolder { folder in
            let db = folder + "/s.sqlite"
            func geoq(_ words: String...) throws -> GeoqProcess {
                let run = try GeoqProcess(
                    words + ["--db", db], input: "", environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
                #expect(run.status == 0, "\(words): \(run.errors)")
                return run
            }
            let names = ["--as", "observations", "--map", "species=taxon,date=seen_on"]
            func sync(_ table: String, _ words: String...) throws -> GeoqProcess {
                let run = try GeoqProcess(
                    ["sync", url, "--table", table, "--db", db] + names + words, input: "",
                    environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
                #expect(run.status == 0, "\(table) \(words): \(run.errors)")
                return run
            }
            let part = try sync("rings", "--region", "0,0,10.5,60")
            #expect(part.errors.contains("10 observations in this part, about "), "\(part.errors)")
            #expect(part.errors.contains("10 added"), "\(part.errors)")
            let all = try sync("logs")
            #expect(all.errors.contains("20 observations, about ") && all.errors.contains("20 added"), "\(all.errors)")
            let status = try geoq("sync", "status")
            #expect(status.lines.filter { $0.contains("--region 0.0,0.0,10.5,60.0") }.count == 1, "\(status.output)")
            let again = try geoq("sync")
            #expect(again.errors.components(separatedBy: "0 added, 0 changed, 0 removed").count == 3, "\(again.errors)")
            let wider = try sync("rings", "--region", "0,0,11.5,60")
            #expect(wider.errors.contains("of these 1 are new, about ") && wider.errors.contains("1 added"), "\(wider)")
        }
    }

    @Test func `columns with commas and equals signs in their names are named in quotation marks`() async throws {
        let cluster = try PostgresCluster(["fsync=off", "max_connections=50"])
        defer { try? cluster.stop(.immediate) }
        try cluster.query("CREATE DATABASE gis")
        try cluster.query(
            """
            CREATE EXTENSION postgis;
            CREATE TABLE odd ("k,1" integer NOT NULL, "k=2" integer NOT NULL, "na,me" text, "c=d" text,
                "geo,m" geometry(Point, 4326), PRIMARY KEY ("k,1", "k=2"));
            INSERT INTO odd VALUES (1, 2, 'Pond', 'kept', 'SRID=4326;POINT(7 51)');
            """, in: "gis")
        try await withFolder { folder in
            let db = folder + "/s.sqlite"
            func geoq(_ words: String...) throws -> GeoqProcess {
                let run = try GeoqProcess(
                    words + ["--db", db], input: "", environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
                #expect(run.status == 0, "\(words): \(run.errors)")
                return run
            }
            let synced = try geoq(
                "sync", cluster.url("gis"), "--table", "odd", "--key", #""k,1",k=2"#, "--map",
                #"name="na,me",geometry="geo,m""#, "--keep", #""a,b"="c=d""#)
            #expect(synced.errors.contains("1 added"), "\(synced.errors)")
            let found = try geoq(
                "near", "--lat", "51", "--lon", "7", "--km", "1", "--where", #""a,b" = 'kept'"#, "--fields", #""a,b""#,
                "-f", "ndjson")
            #expect(found.output.contains(#""name":"Pond""#) && found.output.contains(#""a,b":"kept""#), "\(found)")
        }
    }

    @Test func `several databases and servers are repeated, and one that is gone stops no other`() async throws {
        let cluster = try PostgresCluster.copied(["fsync=off", "max_connections=50"])
        defer { try? cluster.stop(.immediate) }
        for name in ["one", "two"] {
            try cluster.query("CREATE DATABASE \(name) TEMPLATE \(PostgresCluster.postgisTemplate)")
            try cluster.query(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO sites SELECT n, '\(name) ' || n, st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 30) n;
                """, in: name)
        }
        try await withFolder { folder in
            let db = folder + "/s.sqlite"
            func geoq(_ words: String..., status: Int32 = 0) throws -> GeoqProcess {
                let waits = words.contains("status") ? [] : ["--no-wait"]
                let run = try GeoqProcess(
                    words + ["--db", db] + waits, input: "",
                    environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
                #expect(run.status == status, "\(words): \(run.errors)")
                return run
            }
            _ = try geoq("sync", cluster.url("one"), "--table", "sites", "--region", "0,0,10,10")
            _ = try geoq("sync", cluster.url("two"), "--table", "sites", "--region", "0,0,20,20")
            for name in ["one", "two"] {
                try cluster.query("UPDATE sites SET name = 'new' WHERE id = 5", in: name)
            }
            let both = try geoq("sync")
            #expect(
                both.errors.components(separatedBy: "public.sites: 0 added, 1 changed, 0 removed").count == 3,
                "\(both.errors)")
            let checked = try geoq("sync", "--check")
            #expect(checked.output.contains("/one public.sites") && checked.output.contains("/two public.sites"))
            try cluster.query("UPDATE sites SET name = 'newer' WHERE id = 5", in: "two")
            try cluster.query("DROP DATABASE one")
            let rest = try geoq("sync", status: 69)
            #expect(rest.errors.contains("0 added, 1 changed, 0 removed"), "the other is synced: \(rest.errors)")
            let status = try geoq("sync", "status", "-f", "ndjson")
            let lost = status.lines.first { $0.contains("/one public.sites") }
            #expect(lost?.contains("(3D000)") == true && lost?.contains(#""failed_at":null"#) == false, "\(status)")
            let rows = try Tool.sqlite3(db, "SELECT count(*) FROM hotspot")
            #expect(rows.lines == ["30"], "10 of one and 20 of two: \(rows)")
        }
    }

    @Test func `what is said of a relation is added to what was said before, and a server that is lost is asked once`()
        async throws
    {
        let cluster = try PostgresCluster.copied(["fsync=off", "max_connections=50"])
        defer { try? cluster.stop(.immediate) }
        try cluster.query("CREATE DATABASE gis TEMPLATE \(PostgresCluster.postgisTemplate)")
        try cluster.query(
            """
            CREATE TABLE patches (gid integer PRIMARY KEY, note text, geom geometry(Polygon, 3857));
            INSERT INTO patches SELECT n, 'wet', st_buffer(st_transform(st_setsrid(st_makepoint(7, 51), 4326), 3857), 9)
            FROM generate_series(1, 3) n;
            """, in: "gis")
        try await withFolder { folder in
            let db = folder + "/s.sqlite"
            func geoq(_ words: String..., status: Int32 = 0) throws -> GeoqProcess {
                let run = try GeoqProcess(
                    words + ["--db", db], input: "", environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
                #expect(run.status == status, "\(words): \(run.errors)")
                return run
            }
            let url = cluster.url("gis")
            _ = try geoq("sync", url, "--table", "patches", "--points", "surface")
            let kept = try geoq("sync", url, "--table", "patches", "--keep", "note")
            #expect(!kept.errors.contains("without a place"), "\(kept.errors)")
            let near = try geoq("near", "--lat", "51", "--lon", "7", "--km", "1", "-f", "ndjson")
            #expect(near.lines.count == 3 && near.lines.allSatisfy { $0.contains(#""note":"wet""#) }, "\(near)")

            func write(_ relations: [String], more: String = "") throws -> String {
                let items =
                    relations.map { #"{"table": "\#($0)", "key": ["gid"], "location": "geom"}"# }
                    + [more]
                    .filter { !$0.isEmpty }
                let file = folder + "/tables.json"
                try Data(#"{"hotspot": [\#(items.joined(separator: ", "))]}"#.utf8).write(to: URL(filePath: file))
                return file
            }
            let other = #"{"table": "public.patches", "key": ["gid"], "location": "geom", "keep": "all"}"#
            let twice = try geoq("sync", url, "--tables", write(["patches"], more: other), status: 65)
            #expect(twice.errors.contains("twice"), "\(twice.errors)")
            let lost = try geoq(
                "sync", "postgresql://127.0.0.1:1/gis", "--no-wait", "--tables", write(["a", "b", "c"]), status: 69)
            #expect(
                lost.errors.contains("2 further relations of a server that was not reached"), "\(lost.errors)")
            let status = try geoq("sync", "status", "-f", "ndjson")
            #expect(status.lines.filter { $0.contains("127.0.0.1:1/gis") }.count == 3, "\(status)")
        }
    }
}
