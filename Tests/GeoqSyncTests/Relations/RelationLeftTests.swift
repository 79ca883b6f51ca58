import GeoqStore
import TestSupport
import Testing

/// A server that has geoq's own tables and other relations with places.
@Suite(.waits) struct RelationLeftTests {
    @Test func `what a sync of geoq's own tables leaves is said once, and what is remembered at each`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                """
                CREATE EXTENSION IF NOT EXISTS postgis;
                CREATE TABLE sites (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO sites VALUES (1, 'Pond', 'SRID=4326;POINT(7 51)');
                CREATE TABLE notes (id integer PRIMARY KEY, note text);
                """)
            func sync(_ words: String...) throws -> GeoqProcess {
                let run = try GeoqProcess(
                    ["sync"] + words + ["--db", fixture.store.path], input: "",
                    environment: ["HOME": fixture.folder, "PGHOST": "", "PGDATABASE": ""])
                #expect(run.status == 0, "\(words): \(run)")
                return run
            }
            let left = "public.sites has places and is not mirrored; geoq sync URL --table NAME mirrors one"
            let remembered = "public.sites, which the store remembers, is synced by geoq sync without a URL"
            let first = try sync(fixture.url)
            #expect(first.errors.contains(left) && !first.errors.contains("notes"), "\(first)")
            let again = try sync(fixture.url)
            #expect(!again.errors.contains("public.sites"), "\(again)")
            #expect(try sync(fixture.url, "--table", "sites").errors.contains("1 added"))
            #expect(try sync(fixture.url).errors.contains(remembered))
            #expect(try sync().errors.contains("public.sites: 0 added"))
            let quiet = try sync(fixture.url, "--quiet")
            #expect(quiet.errors.isEmpty, "\(quiet)")
        }
    }

    @Test func `a relation of another schema is told, also when one of geoq's own tables has its name`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                """
                CREATE EXTENSION IF NOT EXISTS postgis;
                CREATE SCHEMA other;
                CREATE TABLE other.hotspot (id integer PRIMARY KEY, geom geometry(Point, 4326));
                CREATE TABLE other.bird (id integer PRIMARY KEY, geom geometry(Point, 4326));
                """)
            let run = try GeoqProcess(
                ["sync", fixture.url, "--db", fixture.store.path], input: "",
                environment: ["HOME": fixture.folder, "PGHOST": "", "PGDATABASE": ""])
            let left = "other.bird and other.hotspot have places and are not mirrored"
            #expect(run.status == 0 && run.errors.contains(left) && !run.errors.contains("public."), "\(run)")
        }
    }
}
