import Foundation
import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Names of relations as texts, and relations whose names SQL has to quote.
@Suite(.waits) struct RelationNameTests {
    @Test(
        arguments: [
            ("osm_points", nil, "osm_points"), ("public.osm_points", "public", "osm_points"),
            (#""my.table""#, nil, "my.table"), (#"public."my.table""#, "public", "my.table"),
            (#""a.b"."c""d.e""#, "a.b", #"c"d.e"#), (#"Bird's.my "places""#, "Bird's", #"my "places""#),
            (#"""" x""#, nil, #"" x"#), ("\"a.\"\"\u{301}b\"", nil, "a.\"\u{301}b"),
        ] as [(String, String?, String)])
    func `a text and a name are the same thing`(text: String, schema: String?, table: String) throws {
        let name = RelationName(schema: schema, table: table)
        #expect(RelationName(text) == name && name.description == text)
        #expect(name.isMeant(by: text) && name.isMeant(by: table) && !name.isMeant(by: table + "x"))
    }

    @Test func `a relation may be named as SQL writes it`() {
        let name = RelationName(schema: "n", table: "select")
        for text in [#""n"."select""#, #"n."select""#, #""select""#, "n.select", "select"] {
            #expect(name.isMeant(by: text), "\(text)")
        }
        for text in [#""m"."select""#, #""n.select""#, #""Select""#, #""n"."select"#, ""] {
            #expect(!name.isMeant(by: text), "\(text)")
        }
    }

    @Test(arguments: ["", ".", "a.", ".b", "a..b", "a.b.c", #""a"#, #""a"b"#, #""""#])
    func `what is no name is refused`(text: String) { #expect(RelationName(text) == nil) }

    @Test func `relations with dots and marks in their names are listed, mirrored, remembered and proved`() async throws
    {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                #"""
                CREATE SCHEMA "s.1";
                CREATE TABLE "my.table" (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                CREATE TABLE "s.1"."the ""new"".one" (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO "my.table" SELECT n, 'P' || n, st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 9) n;
                INSERT INTO "s.1"."the ""new"".one" SELECT * FROM "my.table" WHERE id > 5;
                """#)
            let (db, file) = (fixture.store.path, fixture.folder + "/tables.json")
            func geoq(_ words: String...) throws -> GeoqProcess {
                let run = try GeoqProcess(
                    words + ["--db", db], environment: ["HOME": fixture.folder, "PGHOST": "", "PGDATABASE": ""])
                #expect(run.status == 0, "\(words): \(run.errors)")
                return run
            }
            #expect(try geoq("sync", fixture.url, "--list", "--write", file).errors.contains("2 relations"))
            #expect(try geoq("sync", fixture.url, "--tables", file).errors.contains("9 added"))
            try fixture.sql(
                #"UPDATE "my.table" SET name = 'new' WHERE id = 1; DELETE FROM "s.1"."the ""new"".one" WHERE id = 6"#)
            let again = try geoq("sync", "--yes")
            #expect(again.errors.contains("0 added, 1 changed, 0 removed"), "\(again.errors)")
            #expect(again.errors.contains("0 added, 0 changed, 1 removed"), "\(again.errors)")
            for name in ["my.table", #""my.table""#, #"public."my.table""#, #"s.1.the "new".one"#] {
                #expect(
                    try geoq("sync", fixture.url, "--table", name).errors.contains("nothing has changed"), "\(name)")
                #expect(
                    try geoq("prove", "--table", name, "--queries", "20").errors.contains("gives the server's answers"))
            }
            let near = try GeoqProcess(
                [
                    "near", "--lat", "7", "--lon", "7", "--km", "1", "-f", "ids", "--remote", fixture.url, "--tables",
                    file,
                    "--table", "my.table",
                ])
            #expect(near.status == 0 && near.lines.count == 1, "\(near)")
        }
    }

    @Test func `a name stands as the list has it, with marks around one part alone`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                #"""
                CREATE SCHEMA "Big";
                CREATE TABLE "Big"."my.table" (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                CREATE SCHEMA "an ""odd";
                CREATE TABLE "an ""odd"."a ""table"".1" (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                """#)
            for name in [#"Big."my.table""#, #"an "odd."a ""table"".1""#] {
                let run = try GeoqProcess(
                    ["sync", fixture.url, "--table", name, "--db", fixture.store.path],
                    environment: ["HOME": fixture.folder])
                #expect(run.status == 0 && run.errors.contains("\(name) as hotspots"), "\(run)")
            }
        }
    }

    @Test func `a relation is found in either spelling of an accent, and its own is first`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            let columns = "(id integer PRIMARY KEY, lat float8, lon float8)"
            try fixture.sql(
                """
                CREATE TABLE "v\u{f6}gel" \(columns); CREATE SCHEMA "su\u{308}d"; CREATE TABLE "su\u{308}d".pond \(columns);
                CREATE TABLE "caf\u{e9}" \(columns); CREATE TABLE "cafe\u{301}" \(columns);
                """)
            let remote = try PostgresRemote(fixture.url)
            for (name, schema, table) in [
                ("vo\u{308}gel", "public", "v\u{f6}gel"), ("public.vo\u{308}gel", "public", "v\u{f6}gel"),
                ("s\u{fc}d.pond", "su\u{308}d", "pond"), ("caf\u{e9}", "public", "caf\u{e9}"),
                ("cafe\u{301}", "public", "cafe\u{301}"),
            ] {
                let found = try await remote.relation(named: name)
                #expect(Array(found.schema.utf8) == Array(schema.utf8), "\(name): \(found)")
                #expect(Array(found.name.utf8) == Array(table.utf8), "\(name): \(found)")
            }
        }
    }

    @Test func `a relation is described as it is`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                #"""
                CREATE TABLE plots (id integer PRIMARY KEY, source text, "back\slash" text, kind text, "KIND" text,
                    "two
                lines" text, geom geometry(MultiSurface, 4326), outline geometry(Polygon, 4326));
                """#)
            func geoq(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(
                    ["sync", fixture.url, "--table", "plots", "--keep", "all", "--db", fixture.store.path] + words,
                    environment: ["HOME": fixture.folder])
            }
            let run = try geoq()
            let places = "places of geom (and not of outline), multisurface in SRID 4326;"
            #expect(run.status == 0 && run.errors.contains(places), "\(run)")
            // A line break in a name ends no line.
            let line = run.errors.split(separator: "\n").first { $0.hasPrefix("public.plots as hotspots: ") }
            #expect(line?.contains("two lines as two_lines") == true, "\(run)")
            let check = try geoq("--check")
            #expect(!check.output.contains("ST_Transform"), "\(check)")
            for (what, cost) in [
                ("source is kept as kept_source", "geoq, or another column, has its name"),
                ("KIND is kept as kept_KIND", "geoq, or another column, has its name"),
                (#"back\\slash is kept as back_slash"#, "a name has no quotation mark"),
            ] {
                #expect(check.lines.contains { $0.contains(what) && $0.contains(cost) }, "\(what): \(check)")
            }
        }
    }

    @Test(arguments: [("gr\u{f6}\u{df}e", "gro\u{308}\u{df}e"), ("gro\u{308}\u{df}e", "gr\u{f6}\u{df}e")])
    func `a file of tables may write the accents of a relation's name otherwise than the server`(
        theirs: String, ours: String
    ) async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE "\(theirs)" (id integer PRIMARY KEY, lat float8, lon float8);
                INSERT INTO "\(theirs)" VALUES (1, 51, 7);
                """)
            func geoq(_ words: [String]) throws -> GeoqProcess {
                let run = try GeoqProcess(words, environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.store.path])
                #expect(run.status == 0, "\(words): \(run.errors)")
                return run
            }
            let columns = #""key": ["id"], "columns": {"lat": "lat", "lon": "lon"}"#
            for (name, added) in [(ours, "1 added"), (theirs, "nothing has changed"), (ours, "nothing has changed")] {
                let file = fixture.folder + "/tables.json"
                let tables = #"{"hotspot": [{"table": "public.\#(name)", \#(columns)}]}"#
                try Data(tables.utf8).write(to: URL(filePath: file))
                let sync = ["sync", fixture.url, "--tables", file]
                #expect(try geoq(sync + ["--check"]).output.contains("public."))
                #expect(try geoq(sync).errors.contains(added))
                let near = ["near", "--lat", "51", "--lon", "7", "--km", "1", "-f", "ids"]
                #expect(try geoq(near + ["--remote", fixture.url, "--tables", file]).lines.count == 1)
                #expect(try geoq(near).lines.count == 1)
            }
            #expect(try geoq(["sync", "status", "-f", "ndjson"]).lines.count == 1)
        }
    }

    @Test func `accents that are written in two ways make one kept column of two relations`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            let (composed, apart) = ("gr\u{f6}\u{df}e", "gro\u{308}\u{df}e")
            let columns = "id integer PRIMARY KEY, lat float8, lon float8"
            try fixture.sql(
                """
                CREATE TABLE ones (\(columns), "\(composed)" text); INSERT INTO ones VALUES (1, 51, 7, 'big');
                CREATE TABLE others (\(columns), "\(apart)" text); INSERT INTO others VALUES (1, 51, 7, 'small');
                CREATE TABLE mixed (\(columns), "\(composed)" text, "\(apart)" text, "none" text);
                INSERT INTO mixed VALUES (1, 0, 0, 'a', 'b', 'c');
                CREATE TABLE keyed ("\(composed)" integer, "\(apart)" integer, lat float8, lon float8,
                    PRIMARY KEY ("\(composed)", "\(apart)"));
                """)
            func geoq(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(words + ["--db", fixture.store.path], environment: ["HOME": fixture.folder])
            }
            for table in ["ones", "others"] {
                let run = try geoq("sync", fixture.url, "--table", table, "--as", "hotspots", "--keep", "all")
                #expect(run.status == 0, "\(run)")
            }
            let kept = try await fixture.store.features.keptColumns(of: .hotspots)
            #expect(kept.map { Array($0.name.utf8) } == [Array(composed.utf8)])
            for (value, name) in [("big", composed), ("small", composed), ("big", apart), ("small", apart)] {
                let near = try geoq(
                    "near", "--lat", "51", "--lon", "7", "--km", "1", "-f", "csv", "--fields", name, "--where",
                    "\(name) = '\(value)'")
                #expect(near.status == 0 && near.output.contains(",\(value)\n"), "\(near)")
            }
            // Of one relation neither can be told from the other.
            let mixed = try geoq("sync", fixture.url, "--table", "mixed", "--as", "hotspots", "--keep", "all")
            let reason = "(another column has this name, with accents written otherwise)"
            let left = "keeps none; leaves out \(composed) \(reason)"
            #expect(mixed.status == 0 && mixed.errors.contains(left), "\(mixed)")
            let words = "that differs from another in more than how an accent is written, which is to be"
            let chosen = try geoq("sync", fixture.url, "--table", "mixed", "--as", "hotspots", "--keep", apart)
            #expect(chosen.status == 65 && chosen.errors.contains("\(words) kept"), "\(chosen)")
            let keyed = try geoq("sync", fixture.url, "--table", "keyed", "--as", "hotspots")
            #expect(keyed.status == 65 && keyed.errors.contains("\(words) its key"), "\(keyed)")
        }
    }
}
