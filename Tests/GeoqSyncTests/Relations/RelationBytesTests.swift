import Foundation
import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Databases that keep texts as bytes of no known encoding.
@Suite(.waits) struct RelationBytesTests {
    /// A database that keeps bytes as they come, with PostGIS.
    private static func withoutEncoding(_ body: (SyncFixture) async throws -> Void) async throws {
        try await SyncFixture.run(.empty) { outer in
            let database = outer.database + "_ascii"
            try outer.sql(
                "CREATE DATABASE \(database) ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
            defer { _ = try? outer.sql("DROP DATABASE \(database) WITH (FORCE)") }
            let fixture = SyncFixture(
                cluster: outer.cluster, database: database, folder: outer.folder, store: outer.store)
            try fixture.sql("CREATE EXTENSION postgis")
            try await body(fixture)
        }
    }

    @Test func `a text that is not UTF-8 keeps its row waiting, and the others come`() async throws {
        try await Self.withoutEncoding { fixture in
            try fixture.sql(
                #"""
                CREATE TABLE sites (id integer PRIMARY KEY, name text, kind text, geom geometry(Point, 4326));
                INSERT INTO sites SELECT n, 'Höhe ' || n, 'hide', st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 20) n;
                UPDATE sites SET name = E'H\xF6he' WHERE id = 7;
                UPDATE sites SET kind = E'caf\xE9' WHERE id = 9;
                CREATE VIEW seen AS SELECT id, name, geom FROM sites;
                """#)
            var wish = RelationProposal.Wish()
            wish.keep = .all
            for (name, bad) in [("sites", 2), ("seen", 1)] {
                let report = try await fixture.pull(relation: name, name == "sites" ? wish : .init())
                let outcome = try #require(report.tables[.hotspot]?.outcome)
                #expect(report.problem == nil && outcome.rows == 20 - bad && outcome.waiting == bad, "\(report)")
                let details = outcome.waitingRows.compactMap(\.detail).sorted()
                #expect(details.contains("name: a text that is not UTF-8"), "\(outcome.waitingRows)")
                if name == "sites" { #expect(details.contains("kept: a text that is not UTF-8"), "\(details)") }
                let again = try await fixture.pull(relation: name, name == "sites" ? wish : .init()) {
                    $0.verifiesContents = true
                }
                #expect(again.problem == nil && again.added + again.changed + again.removed == 0, "\(again)")
            }
            #expect(
                try fixture.local("SELECT name FROM hotspot WHERE source_id = '8' AND source LIKE '%sites'") == [
                    "Höhe 8"
                ])
            try fixture.sql(
                #"UPDATE sites SET name = 'Höhe' WHERE id = 7; UPDATE sites SET kind = 'café' WHERE id = 9"#)
            let mended = try await fixture.pull(relation: "sites", wish)
            #expect(mended.added == 2 && mended.tables[.hotspot]?.outcome.waiting == 0, "\(mended)")
            let proof = try GeoqProcess(
                ["prove", "--table", "sites", "--queries", "50", "--db", fixture.store.path],
                environment: ["HOME": fixture.folder, "PGHOST": ""])
            #expect(proof.status == 0, "\(proof)")
            let near = ["near", "--lat", "8", "--lon", "8", "--km", "1000", "-f", "csv"]
            try fixture.sql(#"UPDATE sites SET name = E'\xFF' WHERE id = 8"#)
            let file = fixture.folder + "/tables.json"
            try Data(
                #"{"hotspot": [{"table": "sites", "key": ["id"], "location": "geom", "columns": {"name": "name"}}]}"#
                    .utf8
            )
            .write(to: URL(filePath: file))
            // A question leaves the row out, as the mirror does, and says so.
            let left = "1 row is left out of the answer: 8 (name: a text that is not UTF-8)"
            let asked = try GeoqProcess(near + ["--remote", fixture.url, "--tables", file])
            #expect(asked.status == 0 && asked.errors.contains(left), "\(asked)")
            #expect(asked.output.contains("Höhe 9") && !asked.output.contains("Höhe 8"), "\(asked)")
            let nearest = try GeoqProcess(
                [
                    "nearest", "--lat", "8", "--lon", "8", "-k", "3", "-f", "csv", "--remote", fixture.url, "--tables",
                    file,
                ])
            #expect(nearest.lines.count == 4 && nearest.errors.contains(left), "\(nearest)")
            // And one whose key, or a kept text, is not UTF-8.
            try fixture.sql(
                #"""
                CREATE TABLE keyed (id text PRIMARY KEY, kind text, geom geometry(Point, 4326));
                INSERT INTO keyed VALUES (E'\xFC1', 'hide', 'SRID=4326;POINT(8 8)'), ('b', E'\xFC', 'SRID=4326;POINT(8 8)'),
                    ('c', 'hide', 'SRID=4326;POINT(8 8)');
                """#)
            try Data(
                #"{"hotspot": [{"table": "keyed", "key": ["id"], "location": "geom", "keep": "all"}]}"#.utf8
            )
            .write(to: URL(filePath: file))
            let keyed = try GeoqProcess(near + ["--remote", fixture.url, "--tables", file])
            #expect(keyed.status == 0 && keyed.lines.count == 2 && keyed.output.contains("hide"), "\(keyed)")
            for words in [
                "2 rows are left out of the answer", "b (kept: a text that is not UTF-8)",
                "its key is a text that is not",
            ] {
                #expect(keyed.errors.contains(words), "\(keyed)")
            }
        }
    }

    /// Windows knows no character of the byte 0x81, and PostgreSQL takes it.
    @Test func `a text that cannot become UTF-8 keeps its row waiting, and the others come`() async throws {
        try await Self.inWindows { fixture in
            try fixture.sql(
                #"""
                CREATE TABLE sites (id integer PRIMARY KEY, name text, kind text, lat float8, lon float8);
                INSERT INTO sites SELECT n, 'Moor ' || n, 'hide', n, n FROM generate_series(1, 20) n;
                UPDATE sites SET name = E'H\x81he' WHERE id = 7; UPDATE sites SET kind = E'\x81' WHERE id = 9;
                CREATE VIEW seen AS SELECT id, name, lat, lon FROM sites;
                CREATE TABLE keyed (code text PRIMARY KEY, lat float8, lon float8); INSERT INTO keyed VALUES ('a', 1, 1);
                """#)
            var wish = RelationProposal.Wish()
            wish.keep = .all
            for (name, bad) in [("sites", 2), ("seen", 1)] {
                let report = try await fixture.pull(relation: name, name == "sites" ? wish : .init())
                let outcome = try #require(report.tables[.hotspot]?.outcome)
                #expect(report.problem == nil && outcome.rows == 20 - bad && outcome.waiting == bad, "\(report)")
                let details = outcome.waitingRows.compactMap(\.detail)
                #expect(details.contains("name: a text that cannot become UTF-8"), "\(outcome.waitingRows)")
                if name == "sites" { #expect(details.contains("kept: a text that cannot become UTF-8"), "\(details)") }
                let again = try await fixture.pull(relation: name, name == "sites" ? wish : .init()) {
                    $0.verifiesContents = true
                }
                #expect(again.problem == nil && again.added + again.changed + again.removed == 0, "\(again)")
                let findings = try await fixture.client(of: name).check()
                #expect(!findings.contains { $0.isObstacle }, "\(findings)")
            }
            let file = fixture.folder + "/tables.json"
            let columns = #""columns": {"name": "name", "lat": "lat", "lon": "lon"}"#
            try Data(#"{"hotspot": [{"table": "sites", "key": ["id"], \#(columns)}]}"#.utf8)
                .write(to: URL(filePath: file))
            let box = ["bbox", "--bbox", "0,0,30,30", "-f", "csv", "--remote", fixture.url, "--tables", file]
            let asked = try GeoqProcess(box)
            let left = "1 row is left out of the answer: 7 (name: a text that cannot become UTF-8)"
            #expect(asked.status == 0 && asked.lines.count == 20 && asked.errors.contains(left), "\(asked)")
            try fixture.sql("UPDATE sites SET name = 'Heath' WHERE id = 7; UPDATE sites SET kind = 'hide' WHERE id = 9")
            let mended = try await fixture.pull(relation: "sites", wish)
            #expect(mended.added == 2 && mended.tables[.hotspot]?.outcome.waiting == 0, "\(mended)")
            // Without its key a row cannot be named.
            let keyed = try await fixture.pull(relation: "keyed")
            #expect(keyed.added == 1, "\(keyed)")
            try fixture.sql(#"INSERT INTO keyed VALUES (E'caf\x81', 2, 2)"#)
            let stopped = try await fixture.pull(relation: "keyed").tables[.hotspot]?.stopped
            #expect(stopped?.message.contains("a key of public.keyed cannot become UTF-8: caf?") == true)
        }
    }

    /// A database whose encoding does not know the byte 0x81.
    private static func inWindows(_ body: (SyncFixture) async throws -> Void) async throws {
        try await SyncFixture.run(.empty) { outer in
            let database = outer.database + "_win"
            try outer.sql("CREATE DATABASE \(database) ENCODING 'WIN1252' LOCALE 'C' TEMPLATE template0")
            defer { _ = try? outer.sql("DROP DATABASE \(database) WITH (FORCE)") }
            try await body(
                SyncFixture(cluster: outer.cluster, database: database, folder: outer.folder, store: outer.store))
        }
    }

    @Test func `a row with such a text that leaves the relation goes, and ends no sync`() async throws {
        try await Self.inWindows { fixture in
            try fixture.sql(
                #"""
                CREATE TABLE sites (id integer PRIMARY KEY, name text, lat float8, lon float8, deleted_at timestamptz);
                INSERT INTO sites SELECT n, 'Moor ' || n, n, n FROM generate_series(1, 20) n;
                CREATE VIEW seen AS SELECT * FROM sites;
                """#)
            let region = Region.box(try BoundingBox(west: 0, south: 0, east: 30, north: 30))
            func pull(_ name: String = "sites") async throws -> SyncReport {
                try await fixture.pull(relation: name) { $0.region = region }
            }
            #expect(try await pull().added == 20)
            try fixture.sql(#"UPDATE sites SET name = E'H\x81he' WHERE id IN (3, 5, 7)"#)
            #expect(try await pull().tables[.hotspot]?.outcome.waiting == 3)
            // One is marked as deleted, one moves away, and one is new and deleted at once.
            try fixture.sql(
                #"""
                UPDATE sites SET deleted_at = now() WHERE id = 3; UPDATE sites SET lat = 60 WHERE id = 5;
                INSERT INTO sites VALUES (21, E'\x81', 21, 21, now());
                """#)
            for _ in 1...2 {
                let report = try await pull()
                let outcome = try #require(report.tables[.hotspot]?.outcome, "\(report)")
                #expect(report.problem == nil && outcome.rows == 17 && outcome.waiting == 1, "\(report)")
            }
            try fixture.sql("DELETE FROM sites WHERE id = 7")
            let findings = try await fixture.client(of: "seen").check()
            #expect(!findings.contains { $0.isObstacle }, "\(findings)")
        }
    }

    /// A transverse Mercator, of which PROJ makes an error far from its meridian.
    @Test func `rows without a place and rows with such a text keep no others out`() async throws {
        try await Self.inWindows { fixture in
            try fixture.sql(
                #"""
                CREATE EXTENSION postgis;
                CREATE TABLE far (gid integer PRIMARY KEY, name text, geom geometry(Point, 27700));
                INSERT INTO far SELECT n, 'Moor ' || n, st_setsrid(st_makepoint(400000 + n * 1000, 300000), 27700)
                    FROM generate_series(1, 9) n;
                CREATE VIEW seen AS SELECT * FROM far;
                """#)
            let insert = "INSERT INTO far (gid, name, geom) VALUES"
            let (place, text) = (
                "\(insert) (50, 'Far', st_setsrid(st_makepoint(4e7, 4e7), 27700))",
                #"\#(insert) (60, E'H\x81he', st_setsrid(st_makepoint(405000, 300000), 27700))"#
            )
            let region = Region.box(try BoundingBox(west: -10, south: 50, east: 0, north: 60))
            for (number, statements) in [[place, text], [text, place]].enumerated() {
                try fixture.sql((["DELETE FROM far WHERE gid > 9"] + statements).joined(separator: "; "))
                for region in [nil, region] {
                    let report = try await fixture.pull(relation: "far") { $0.region = region }
                    let outcome = try #require(report.tables[.hotspot]?.outcome, "\(report)")
                    // The region is remembered.
                    let rows = region == nil && number == 0 ? 10 : 9
                    #expect(
                        report.problem == nil && outcome.rows == rows && outcome.waiting == 1, "\(number): \(report)")
                }
                let findings = try await fixture.client(of: "seen").check()
                #expect(!findings.contains { $0.isObstacle }, "\(findings)")
            }
        }
    }

    @Test func `a question looks for such texts among its own rows`() async throws {
        try await Self.inWindows { fixture in
            try fixture.sql(
                #"""
                CREATE EXTENSION postgis;
                CREATE TABLE sites (id integer PRIMARY KEY, name text, lat float8, lon float8);
                INSERT INTO sites SELECT n, 'Moor ' || n, 10, n / 100.0 FROM generate_series(1, 3000) n;
                UPDATE sites SET name = E'H\x81he' WHERE id = 7 OR id > 1000;
                """#)
            let file = fixture.folder + "/tables.json"
            try Data(
                #"{"hotspot": [{"table": "sites", "key": ["id"], "columns": {"name": "name", "lat": "lat", "lon": "lon"}}]}"#
                    .utf8
            ).write(to: URL(filePath: file))
            let left = "1 row is left out of the answer: 7 (name: a text that cannot become UTF-8)"
            for words in [
                ["bbox", "--bbox", "0,0,0.205,30"], ["nearest", "--lat", "10", "--lon", "0", "-k", "19"],
            ] {
                let run = try GeoqProcess(words + ["-f", "csv", "--remote", fixture.url, "--tables", file])
                #expect(run.status == 0 && run.lines.count == 20 && run.errors.contains(left), "\(words): \(run)")
            }
            let many = try GeoqProcess(
                ["bbox", "--bbox", "0,0,30,30", "-f", "csv", "--remote", fixture.url, "--tables", file])
            #expect(many.status == 65 && many.errors.contains("more than 1000 rows of public.sites"), "\(many)")
        }
    }

    @Test func `a relation with too many such rows is left as it was, and says why`() async throws {
        try await Self.withoutEncoding { fixture in
            try fixture.sql(
                #"""
                CREATE TABLE sites (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO sites SELECT n, 'Moor ' || n, st_setsrid(st_makepoint(0, n / 100.0), 4326)
                    FROM generate_series(1, 3000) n;
                """#)
            #expect(try await fixture.pull(relation: "sites").added == 3_000)
            try fixture.sql(#"UPDATE sites SET name = E'H\xF6he' WHERE id <= 1500"#)
            let report = try await fixture.pull(relation: "sites")
            let stopped = try #require(report.tables[.hotspot]?.stopped, "\(report)")
            #expect(stopped.message.hasPrefix("more than 1000 rows of "), "\(stopped)")
            #expect(stopped.message.contains("name: a text that is not UTF-8"), "\(stopped)")
            #expect(try fixture.local("SELECT count(*) FROM hotspot WHERE name LIKE 'Moor %'") == ["3000"])
            try fixture.sql("UPDATE sites SET name = 'Heath ' || id")
            #expect(try await fixture.pull(relation: "sites").changed == 3_000)
        }
    }

    @Test func `a view whose first row is not UTF-8 is listed and mirrored`() async throws {
        try await Self.withoutEncoding { fixture in
            try fixture.sql(
                #"""
                CREATE TABLE sites (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO sites VALUES (1, E'H\xF6he', 'SRID=4326;POINT(7 51)'), (2, 'Moor', 'SRID=4326;POINT(8 51)');
                CREATE VIEW seen AS SELECT * FROM sites ORDER BY id;
                """#)
            let listed = try await PostgresRemote(fixture.url).relations()
            let seen = try #require(listed.first { $0.name == "seen" })
            let obstacle = try RelationProposal(seen).obstacle
            #expect(obstacle == nil, "\(String(describing: obstacle))")
            let report = try await fixture.pull(relation: "seen")
            let outcome = try #require(report.tables[.hotspot]?.outcome)
            #expect(report.problem == nil && outcome.rows == 1 && outcome.waiting == 1, "\(report)")
        }
    }

    @Test func `a name that is not UTF-8 keeps its relation out, and no other`() async throws {
        try await Self.withoutEncoding { fixture in
            try fixture.sql(
                #"""
                CREATE TABLE sites (id integer PRIMARY KEY, lat float8, lon float8); INSERT INTO sites VALUES (1, 51, 7);
                CREATE TABLE levels (id integer PRIMARY KEY, level integer, lat float8, lon float8);
                INSERT INTO levels VALUES (1, 9, 51, 7);
                DO $$ BEGIN
                    EXECUTE format('CREATE TABLE %I (id integer PRIMARY KEY, lat float8, lon float8)', E'gr\xF6');
                    EXECUTE format('ALTER TABLE levels RENAME level TO %I', E'h\xF6he');
                END $$;
                CREATE VIEW seen AS SELECT id, lat, lon FROM levels;
                """#)
            func geoq(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(
                    ["sync", fixture.url] + words + ["--db", fixture.store.path], environment: ["HOME": fixture.folder])
            }
            let file = fixture.folder + "/tables.json"
            let list = try geoq("--list", "--write", file)
            #expect(list.status == 0 && list.lines.count == 4, "\(list)")
            let words = "has a name, of its own or of a column, that is not UTF-8; mirror a view with other names"
            for name in ["public.gr%F6", "public.levels"] {
                #expect(list.lines.contains { $0.contains("\(name) \(words)") }, "\(name): \(list)")
            }
            let sound = list.lines.first { $0.contains("public.sites") } ?? ""
            #expect(sound.contains("\"in_the_way\":null"), "\(list)")
            let sync = try geoq("--tables", file)
            #expect(["seen", "sites"].allSatisfy { sync.errors.contains("public.\($0): 1 added") }, "\(sync)")
            let refused = try geoq("--table", "levels")
            #expect(refused.status == 65 && refused.errors.contains("public.levels \(words)"), "\(refused)")
            let missing = try geoq("--table", "site")
            #expect(missing.status == 65 && missing.errors.contains("did you mean public.sites?"), "\(missing)")
            let levels = #"{"table": "levels", "key": ["id"], "columns": {"lat": "lat", "lon": "lon"}}"#
            try Data(#"{"hotspot": [\#(levels)]}"#.utf8).write(to: URL(filePath: file))
            let named = try geoq("--tables", file)
            #expect(named.status == 65 && named.errors.contains(words), "\(named)")
        }
    }

    @Test func `rows are fetched by keys with control characters beyond ASCII`() async throws {
        try await Self.withoutEncoding { fixture in
            try fixture.sql(
                #"""
                CREATE TABLE sites (code text PRIMARY KEY, n integer, geom geometry(Point, 4326));
                INSERT INTO sites VALUES (E'a\xC2\x85', 1, 'SRID=4326;POINT(7 51)'),
                    (E'b\\u0085\x7F', 1, 'SRID=4326;POINT(8 51)');
                CREATE VIEW seen AS SELECT * FROM sites;
                """#)
            var wish = RelationProposal.Wish()
            (wish.key, wish.keep) = (["code"], .columns(["n": "n"]))
            #expect(try await fixture.pull(relation: "seen", wish).added == 2)
            try fixture.sql("UPDATE sites SET n = 2")
            let report = try await fixture.pull(relation: "seen", wish)
            #expect(report.problem == nil && report.changed == 2, "\(report)")
        }
    }

    @Test func `a key that is not UTF-8 keeps its row waiting, and is named by its bytes`() async throws {
        try await Self.withoutEncoding { fixture in
            try fixture.sql(
                #"""
                CREATE TABLE codes (code text PRIMARY KEY, part integer NOT NULL, geom geometry(Point, 4326), UNIQUE (part, code));
                INSERT INTO codes SELECT 'Höhe ' || n, n, st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 20) n;
                UPDATE codes SET code = E'caf\xE9' WHERE part = 7;
                INSERT INTO codes VALUES ('日本 𝄞', 21, NULL);
                CREATE VIEW seen AS SELECT * FROM codes;
                """#)
            var (both, one) = (RelationProposal.Wish(), RelationProposal.Wish())
            (both.key, one.key) = (["part", "code"], ["code"])
            for (name, wish, key) in [
                ("codes", one, "caf? (not UTF-8: 636166e9)"), ("seen", both, "7,caf? (not UTF-8: 372c636166e9)"),
            ] {
                for verifies in [false, false, true] {
                    let report = try await fixture.pull(relation: name, wish) { $0.verifiesContents = verifies }
                    let outcome = try #require(report.tables[.hotspot]?.outcome)
                    #expect(report.problem == nil && outcome.rows == 20 && outcome.waiting == 1, "\(report)")
                    #expect(outcome.waitingRows.map(\.id) == [key], "\(outcome.waitingRows)")
                    #expect(outcome.waitingRows.first?.detail == "its key is a text that is not UTF-8")
                }
            }
            try fixture.sql("UPDATE codes SET code = 'café' WHERE part = 7")
            for (name, wish) in [("codes", one), ("seen", both)] {
                let mended = try await fixture.pull(relation: name, wish)
                #expect(mended.added == 1 && mended.tables[.hotspot]?.outcome.waiting == 0, "\(mended)")
            }
        }
    }
}
