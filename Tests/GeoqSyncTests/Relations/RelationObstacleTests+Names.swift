import Foundation
import GeoqPostgres
import GeoqSync
import TestSupport
import Testing

/// Keys that identify no rows, and names that the server does not have.
extension RelationObstacleTests {
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

    @Test func `a name in letters that the database cannot have is a name that is not there`() async throws {
        try await SyncFixture.run(.empty) { fixture in
            let database = fixture.database + "_l"
            try fixture.cluster.query("CREATE DATABASE \(database) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
            defer { _ = try? fixture.cluster.query("DROP DATABASE \(database)") }
            let remote = try PostgresRemote(fixture.cluster.url(database))
            let error = await #expect(throws: SyncError.self) { try await remote.relation(named: "鳥") }
            #expect(error?.message.hasPrefix("there is no table 鳥 that this user can see") == true, "\(error as Any)")
            // In a file of relations, too, and of a column.
            let other = SyncFixture(
                cluster: fixture.cluster, database: database, folder: fixture.folder, store: fixture.store)
            try other.sql("CREATE TABLE birds (id integer PRIMARY KEY, lat float8, lon float8)")
            let file = "\(fixture.folder)/letters.json"
            let columns = #""columns": {"lat": "lat", "lon": "lon"}"#
            try Data(
                #"""
                {"hotspot": [{"table": "public.鳥", "key": ["id"], \#(columns)},
                    {"table": "public.birds", "key": ["鳥"], \#(columns)}]}
                """#.utf8
            )
            .write(to: URL(filePath: file))
            let sync = try Self.geoq(other, ["sync", "--tables", file])
            #expect(sync.status == 65 && !sync.errors.contains("22P05"), "\(sync)")
            for words in ["there is no table public.鳥 that", "public.birds has no column 鳥, which is to be its key"] {
                #expect(sync.errors.contains(words), "\(sync)")
            }
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
}
