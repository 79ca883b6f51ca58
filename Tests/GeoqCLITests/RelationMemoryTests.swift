import Foundation
import TestSupport
import Testing

/// What the store remembers of relations: those that fail, too, until they are forgotten.
@Suite(.waits) struct RelationMemoryTests {
    private static let sites = """
        CREATE TABLE sites (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
        INSERT INTO sites SELECT n, 'Site ' || n, st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 30) n;
        """

    private struct Fixture {
        let (cluster, folder): (PostgresCluster, String)
        var url: String { cluster.url("gis") }

        func geoq(_ words: String..., status: Int32 = 0) throws -> GeoqProcess {
            let run = try GeoqProcess(
                words + ["--db", folder + "/s.sqlite"], input: "",
                environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
            #expect(run.status == status, "\(words): \(run.output)\(run.errors)")
            return run
        }

        func sql(_ text: String) throws { try cluster.query(text, in: "gis") }
    }

    private static func run(_ tables: String, _ body: (Fixture) async throws -> Void) async throws {
        let cluster = try PostgresCluster.copied(["fsync=off", "max_connections=30"])
        defer { try? cluster.stop(.immediate) }
        try cluster.query("CREATE DATABASE gis TEMPLATE \(PostgresCluster.postgisTemplate)")
        try cluster.query(tables, in: "gis")
        try await withFolder { try await body(Fixture(cluster: cluster, folder: $0)) }
    }

    @Test func `a relation is mirrored once, with its schema or without`() async throws {
        try await Self.run(Self.sites + "CREATE SCHEMA app; CREATE TABLE app.sites AS SELECT * FROM sites WHERE id < 4")
        {
            fixture in
            func file(_ names: String...) throws -> String {
                let path = fixture.folder + "/\(names.joined(separator: "+")).json"
                let relations = names.map { #"{"table": "\#($0)", "key": ["id"], "location": "geom"}"# }
                try Data(#"{"hotspot": [\#(relations.joined(separator: ","))]}"#.utf8).write(to: URL(filePath: path))
                return path
            }
            let bare = try fixture.geoq("sync", fixture.url, "--tables", try file("sites"))
            #expect(bare.errors.contains("gis sites: 30 added"), "\(bare)")
            for words in [
                ["--table", "sites"], ["--table", "public.sites"], ["--tables", try file("public.sites")],
                ["--tables", try file("public.sites", "sites")],
            ] {
                let again = try GeoqProcess(
                    ["sync", fixture.url, "--db", fixture.folder + "/s.sqlite"] + words,
                    environment: ["HOME": fixture.folder])
                #expect(again.status == 0 && again.errors.contains("gis sites: 0 added, 0 changed"), "\(again)")
            }
            // A table of the same name in another schema is another one.
            let other = try fixture.geoq("sync", fixture.url, "--table", "app.sites", "--key", "id")
            #expect(other.errors.contains("gis app.sites: 3 added"), "\(other)")
            #expect(try fixture.geoq("sync", "status", "-f", "ndjson").lines.count == 2)
            let proof = try fixture.geoq(
                "prove", fixture.url, "--tables", try file("public.sites"), "--queries", "20")
            #expect(proof.errors.contains("gives the server's answers"), "\(proof)")
        }
    }

    @Test func `a relation whose first sync fails is tried again until it succeeds`() async throws {
        try await Self.run(
            Self.sites + "CREATE VIEW twice AS SELECT 1 AS id, geom FROM sites; CREATE VIEW one AS SELECT * FROM sites;"
        ) { fixture in
            let file = fixture.folder + "/tables.json"
            try Data(
                #"""
                {"hotspot": [{"table": "public.sites", "key": ["id"], "location": "geom"},
                    {"table": "public.twice", "key": ["id"], "location": "geom"},
                    {"table": "public.later", "key": ["id"], "location": "geom"}]}
                """#.utf8
            ).write(to: URL(filePath: file))
            let first = try fixture.geoq("sync", fixture.url, "--tables", file, status: 65)
            #expect(first.errors.contains("30 added") && first.errors.contains("the key id is not unique"))
            for _ in 0..<2 {
                let again = try fixture.geoq("sync", status: 65)
                #expect(again.errors.contains("the key id is not unique: 30 rows have 1"), "\(again.errors)")
                #expect(again.errors.contains("there is no table public.later"), "\(again.errors)")
            }
            let status = try fixture.geoq("sync", "status", "-f", "ndjson")
            #expect(status.lines.count == 3, "\(status)")
            #expect(status.lines.contains { $0.contains("public.twice") && $0.contains("is not unique") }, "\(status)")
            #expect(status.lines.contains { $0.contains("public.later") && $0.contains("\"synced_at\":null") })
            try fixture.sql(
                "CREATE OR REPLACE VIEW twice AS SELECT id, geom FROM sites; CREATE VIEW later AS SELECT id, geom FROM sites"
            )
            let mended = try fixture.geoq("sync")
            #expect(mended.errors.components(separatedBy: "30 added").count == 5, "\(mended.errors)")
            #expect(mended.errors.contains("everything was read: first sync"), "\(mended.errors)")
            #expect(try fixture.geoq("sync").errors.components(separatedBy: "nothing has changed").count == 4)
        }
    }

    @Test func `a relation of a server that is not reached at first is tried again`() async throws {
        try await Self.run(Self.sites) { fixture in
            let file = fixture.folder + "/tables.json"
            try Data(#"{"hotspot": [{"table": "public.sites", "key": ["id"], "location": "geom"}]}"#.utf8)
                .write(to: URL(filePath: file))
            try fixture.cluster.stop(.immediate)
            _ = try fixture.geoq("sync", fixture.url, "--tables", file, "--no-wait", status: 69)
            let again = try fixture.geoq("sync", "--no-wait", status: 69)
            #expect(again.errors.contains("geoq sync tries it again, until it is forgotten"), "\(again.errors)")
            try fixture.cluster.startAfterCrash()
            #expect(try fixture.geoq("sync").errors.contains("30 added"))
            let status = try fixture.geoq("sync", "status", "-f", "ndjson")
            #expect(status.lines.count == 1 && status.output.contains("\"rows\":30"), "\(status)")
        }
    }

    @Test func `several relations do not go on as one mirror`() async throws {
        try await withFolder { folder in
            func sync(_ words: [String]) throws -> GeoqProcess {
                try GeoqProcess(
                    ["sync"] + words + ["--no-wait", "--db", folder + "/s.sqlite"], input: "",
                    environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
            }
            func server(_ names: String...) throws -> [String] {
                let path = folder + "/\(names.joined(separator: "+")).json"
                let relations = names.map { #"{"table": "public.\#($0)", "key": ["id"], "location": "geom"}"# }
                try Data(#"{"hotspot": [\#(relations.joined(separator: ","))]}"#.utf8).write(to: URL(filePath: path))
                return ["host=/nowhere dbname=gis", "--tables", path]
            }
            let both = try server("sites", "cells")
            #expect(try sync(both).status == 69, "both are remembered")
            for words in [[], both] {
                let run = try sync(words + ["--same-as", "other"])
                #expect(run.status == 64 && run.errors.contains("--same-as is about one mirror"), "\(words): \(run)")
            }
            #expect(try sync(server("sites") + ["--same-as", "other"]).status == 69, "one alone may")
        }
    }

    @Test func `one of several relations that waits for a yes, or is gone, gives the exit code that it has alone`()
        async throws
    {
        try await Self.run(
            Self.sites + """
                CREATE TABLE many (id integer PRIMARY KEY, geom geometry(Point, 4326));
                INSERT INTO many SELECT n, st_setsrid(st_makepoint(7, 51), 4326) FROM generate_series(1, 200) n;
                """
        ) { fixture in
            _ = try fixture.geoq("sync", fixture.url, "--table", "sites")
            _ = try fixture.geoq("sync", fixture.url, "--table", "many")
            try fixture.sql("DELETE FROM many WHERE id > 5")
            let asked = try fixture.geoq("sync", status: 75)
            #expect(asked.errors.contains("this would remove 195 of the 200 rows"), "\(asked.errors)")
            try fixture.sql("DROP TABLE many")
            let gone = try fixture.geoq("prove", fixture.url, "--queries", "5", status: 65)
            #expect(gone.errors.contains("gives the server's answers"), "\(gone.errors)")
        }
    }

    @Test func `a relation that is gone is forgotten by the command that is said`() async throws {
        try await Self.run(Self.sites + "CREATE VIEW other AS SELECT * FROM sites") { fixture in
            _ = try fixture.geoq("sync", fixture.url, "--table", "sites")
            _ = try fixture.geoq("sync", fixture.url, "--table", "other", "--key", "id")
            try fixture.sql("DROP VIEW other")
            let gone = try fixture.geoq("sync", status: 65)
            let start = try #require(gone.errors.range(of: "geoq sources remove '"), "\(gone.errors)")
            let name = gone.errors[start.upperBound...].prefix { $0 != "'" }
            #expect(name.hasSuffix(" public.other"))
            #expect(try fixture.geoq("sources", "remove", String(name)).errors.contains("30 rows"))
            #expect(try fixture.geoq("sync").errors.contains("other") == false)
            try fixture.sql("DROP TABLE sites")
            #expect(try fixture.geoq("sync", status: 65).errors.contains("geoq sources remove '"), "also of one alone")
        }
    }

    @Test func `a URL means the relations of its server that the store has`() async throws {
        try await Self.run(Self.sites) { fixture in
            _ = try fixture.geoq("sync", fixture.url, status: 65)
            _ = try fixture.geoq("sync", fixture.url, "--table", "sites")
            try fixture.sql("UPDATE sites SET name = 'new' WHERE id = 3")
            #expect(try fixture.geoq("sync", fixture.url).errors.contains("1 changed"))
            let proof = try fixture.geoq("prove", fixture.url, "--queries", "50")
            #expect(proof.errors.contains("public.sites: the mirror gives the server's answers"), "\(proof.errors)")
            // Also as a user: the mirror is not of this one.
            let user = "00000000-0000-4000-8000-000000000001"
            try fixture.sql("CREATE ROLE authenticated; GRANT SELECT ON ALL TABLES IN SCHEMA public TO authenticated")
            let asUser = try fixture.geoq("prove", fixture.url, "--as", user, "--queries", "5", status: 74)
            #expect(asUser.errors.contains("the mirror holds what the login may see"), "\(asUser.errors)")
            _ = try fixture.geoq("sync", fixture.url, "--table", "sites", "--as", user)
            let theirs = try fixture.geoq("prove", fixture.url, "--as", user, "--queries", "5")
            #expect(theirs.errors.contains("public.sites: the mirror gives the server's answers"), "\(theirs.errors)")
            _ = try fixture.geoq("sync", fixture.url, "--table", "sites", "--everything")
            // A table of another program may have the name of one of geoq's, and a server another address.
            try fixture.sql("CREATE TABLE bird (ring integer)")
            let beside = try fixture.geoq("sync", fixture.url)
            #expect(beside.errors.contains("it has not all of geoq's own tables"), "\(beside.errors)")
            #expect(beside.errors.contains("nothing has changed"), "\(beside.errors)")
            let address = fixture.url.replacingOccurrences(of: "host=/", with: "host=/./")
            let elsewhere = try fixture.geoq("prove", address, "--queries", "5")
            #expect(elsewhere.errors.contains("public.sites: the mirror gives the server's answers"), "\(elsewhere)")
            try fixture.sql("DROP TABLE sites")
            try fixture.cluster.query("CREATE DATABASE empty")
            let other = try fixture.geoq("sync", fixture.cluster.url("empty"), status: 65)
            #expect(other.errors.contains("the database has none of the tables"), "\(other.errors)")
        }
    }

    @Test func `a proof of several mirrors is one document, and one at a URL is of that server's mirrors`() async throws
    {
        try await Self.run(Self.sites) { fixture in
            try fixture.cluster.query("CREATE DATABASE other TEMPLATE \(PostgresCluster.postgisTemplate)")
            try fixture.cluster.query(Self.sites, in: "other")
            for url in [fixture.url, fixture.cluster.url("other")] {
                _ = try fixture.geoq("sync", url, "--table", "sites")
            }
            let json = try fixture.geoq("prove", "--queries", "5", "-f", "json")
            let read = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
            let records = try #require(read as? [[String: Any]], "\(json)")
            let mirrors = records.compactMap { $0["mirror"] as? String }
            #expect(mirrors.count == records.count && Set(mirrors).count == 2, "\(json)")
            let csv = try fixture.geoq("prove", "--queries", "5", "-f", "csv")
            #expect(csv.lines.first?.hasPrefix("mirror,questions_about,") == true, "\(csv)")
            #expect(csv.lines.count == records.count + 1, "\(csv)")
            let one = try fixture.geoq("prove", fixture.url, "--table", "sites", "--queries", "5", "-f", "csv")
            #expect(one.lines.first?.hasPrefix("questions_about,") == true, "\(one)")
            #expect(one.errors.components(separatedBy: "gives the server's answers").count == 2, "\(one)")
        }
    }

    @Test func `a key of two numbers is not taken for a place`() async throws {
        try await Self.run(
            """
            CREATE TABLE cells (x integer, y integer, geom geometry(Point, 4326), PRIMARY KEY (x, y));
            INSERT INTO cells VALUES (45, 7, 'SRID=4326;POINT(20 60)'), (200, 7, 'SRID=4326;POINT(21 61)'),
                (1, 2, 'SRID=4326;POINT(7.1 45.1)');
            """
        ) { fixture in
            _ = try fixture.geoq("sync", fixture.url, "--table", "cells")
            let near = ["near", "--km", "50", "-f", "ndjson", "--at"]
            func at(_ text: String, status: Int32 = 0) throws -> GeoqProcess {
                let run = try GeoqProcess(
                    near + [text, "--db", fixture.folder + "/s.sqlite"], environment: ["HOME": fixture.folder])
                #expect(run.status == status, "\(text): \(run)")
                return run
            }
            let both = try at("45,7", status: 64)
            #expect(
                both.errors.contains("--at 45,7 is a place and also the key (source_id) of a row"), "\(both.errors)")
            #expect(both.errors.contains("--lat 45.0 --lon 7.0"), "\(both.errors)")
            let id = try #require(both.errors.range(of: "its id, --at ")).upperBound
            #expect(try at(String(both.errors[id...].prefix(36))).output.contains("\"source_id\":\"45,7\""))
            #expect(try at("45.0,7.0").output.contains("\"source_id\":\"1,2\""))
            #expect(try at("45.1,7").output.contains("\"source_id\":\"1,2\""))
            #expect(try at("200,7").output.contains("\"source_id\":\"200,7\""))
            #expect(try at("200,8", status: 64).errors.contains("200"))
        }
    }

    @Test func `a wrong name is completed, and a name that needs quotation marks is refused as such`() async throws {
        try await Self.run(
            Self.sites + """
                CREATE TABLE osm_paid (LIKE sites); CREATE TABLE osm_points (LIKE sites INCLUDING INDEXES);
                CREATE TABLE ll (LIKE sites); CREATE SCHEMA other; CREATE TABLE other.sites (LIKE sites);
                """
        ) { fixture in
            let wrong = try fixture.geoq("sync", fixture.url, "--table", "osm_poi", status: 65)
            #expect(wrong.errors.contains("did you mean public.osm_points?"), "\(wrong.errors)")
            let schema = try fixture.geoq("sync", fixture.url, "--table", "public.site", status: 65)
            #expect(schema.errors.contains("did you mean public.sites?"), "\(schema.errors)")
            let far = try fixture.geoq("sync", fixture.url, "--table", "public.dup", status: 65)
            let listed = "no table public.dup that this user can see; geoq sync URL --list shows which there are\n"
            #expect(far.errors.hasSuffix(listed), "\(far.errors)")
            let quoted = try fixture.geoq("sync", fixture.url, "--table", "sites", "--keep", #"a"b=name"#, status: 65)
            #expect(quoted.errors.contains("a name has no quotation mark"), "\(quoted.errors)")
        }
    }
}
