import Foundation
import TestSupport
import Testing

/// `geoq sync --list`, `--table`, and what the store remembers of them.
@Suite struct RelationCommandTests {
    private static let tables = """
        CREATE EXTENSION postgis;
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
        let cluster = try PostgresCluster(["fsync=off", "max_connections=50"])
        defer { try? cluster.stop(.immediate) }
        try cluster.query("CREATE DATABASE gis")
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
                "sync", url, "--table", "ringing.records", "--as", "observations", "--map", "species=taxon,date=seen_on"
            )
            #expect(records.errors.contains("1 added"))
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
            #expect(try geoq("sync", url, "--table", "nosrid", "--srid", "4326").errors.contains("1 added"))
            let cut = try geoq("sync", url, "--table", "nosrid", "--srid", "4326", "--area", "county", status: 64)
            #expect(cut.errors.contains("A relation is mirrored within --region or --near"), "\(cut.errors)")
            #expect(try geoq("sync", url, "--table", "missing", status: 65).errors.contains("missing"))
        }
    }
}
