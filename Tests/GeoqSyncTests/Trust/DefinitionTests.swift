import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Definitions of tables that change without a row being written: rows keep their
/// versions and read otherwise.
@Suite(.waits) struct DefinitionTests {
    private static let schema = """
        DROP TABLE hotspot;
        CREATE TYPE country AS ENUM ('US', 'CA');
        CREATE TABLE hotspot (id uuid PRIMARY KEY, name text, locality country, alt text, lat float8, lon float8);
        INSERT INTO hotspot SELECT md5('p ' || n)::uuid, 'Place ' || n, 'US', 'Alt ' || n, n / 10.0, n / 5.0
        FROM generate_series(1, 300) n;
        """

    @Test(arguments: [
        ("ALTER TABLE hotspot ADD COLUMN image_name text DEFAULT 'x'", "image_name has come"),
        ("ALTER TABLE hotspot ADD COLUMN updated_at timestamptz DEFAULT '2026-05-03'", "updated_at has come"),
        ("ALTER TABLE hotspot DROP COLUMN locality", "locality is gone"),
        ("ALTER TABLE hotspot RENAME locality TO loc2", "locality is gone"),
        (
            "ALTER TABLE hotspot RENAME locality TO old_loc; ALTER TABLE hotspot RENAME alt TO locality",
            "locality is of type text, and was country"
        ),
        ("ALTER TYPE country RENAME VALUE 'US' TO 'USA'", "locality was defined anew"),
        (
            """
            ALTER TABLE hotspot RENAME lat TO tmp; ALTER TABLE hotspot RENAME lon TO lat;
            ALTER TABLE hotspot RENAME tmp TO lon
            """, "lat is another column, lon is another column"
        ),
        (
            """
            ALTER TABLE hotspot RENAME name TO tmp; ALTER TABLE hotspot RENAME alt TO name;
            ALTER TABLE hotspot RENAME tmp TO alt
            """, "name is another column"
        ),
    ])
    func `a column that is defined otherwise is named, and its rows come anew`(
        change: String, words: String
    ) async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(Self.schema)
            try fixture.awaitOthers()
            try await fixture.pull()
            #expect(try MirrorCheck(fixture, tables: [.hotspot]).isClean)
            let quiet = try await fixture.pull()
            #expect(quiet.tables[.hotspot]?.redefined == nil && quiet.verification == nil)
            try fixture.sql(change)
            let options = ProofOptions(queries: 0, seed: 1)
            #expect(try await fixture.client().prove(options).verdict == .behind)
            let report = try await fixture.pull(compares: false)
            #expect(report.tables[.hotspot]?.redefined == words)
            #expect(report.changed == 300 && report.tables[.hotspot]?.rewritten == 300)
            let check = try MirrorCheck(fixture, tables: [.hotspot])
            #expect(check.isClean, "\(check)")
            #expect(try await fixture.client().prove(options).verdict == .equal)
            #expect(try await fixture.pull().tables[.hotspot]?.redefined == nil)
        }
    }

    private static let placed = """
        DROP TABLE hotspot;
        CREATE TABLE hotspot (id uuid PRIMARY KEY, name text, geom geometry(Point, 4326));
        INSERT INTO hotspot SELECT md5('p ' || n)::uuid, 'Place ' || n,
            ST_SetSRID(ST_MakePoint(6 + n / 100.0, 50 + n / 100.0), 4326) FROM generate_series(1, 100) n;
        """

    @Test(arguments: [
        "geometry(Point, 3857) USING ST_Transform(geom, 3857)", "geometry(Point) USING ST_Transform(geom, 3857)",
        "geometry USING ST_Transform(geom, 3857)",
    ])
    func `places in another reference system never empty a mirror, nor a question`(type: String) async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(Self.placed)
            let box = Region.box(try BoundingBox(west: 6, south: 50, east: 8, north: 52))
            #expect(try await fixture.pull { $0.region = box }.added == 100)
            try fixture.sql("ALTER TABLE hotspot ALTER geom TYPE \(type)")
            let report = try await fixture.pull()
            #expect(report.tables[.hotspot]?.stopped?.message.contains("in SRID 3857; 4326 is needed") == true)
            #expect(report.removed == 0)
            #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["100"])
            let empty = try Store(path: fixture.folder + "/new.sqlite")
            var options = SyncOptions()
            (options.retry, options.region) = (.never, box)
            let fresh = try await SyncClient(
                remote: try PostgresRemote(fixture.url), store: empty, options: options
            ).pull()
            #expect(fresh.problem?.message.contains("SRID 3857") == true)
            let question = RemoteHotspots(AskedRemote(try PostgresRemote(fixture.url)))
            let here = try Coordinate(latitude: 50.5, longitude: 6.5)
            let error = await #expect(throws: SyncError.self) {
                try await question.features(answering: .near(here, within: .kilometers(50)))
            }
            #expect(error?.message.contains("SRID 3857") == true)
        }
    }

    @Test func `a mirror of an earlier geoq is compared once`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(50))
            try fixture.awaitOthers()
            try await fixture.pull()
            try fixture.local(
                """
                UPDATE geoq_remote SET memory = json_remove(memory, '$.startedAt', '$.logPosition'), verified_at = NULL,
                    tables = NULL;;
                UPDATE geoq_remote_table SET definition = NULL;;
                UPDATE geoq_store SET bulk = 1;;
                UPDATE hotspot SET locality = 'stale' WHERE id IN (SELECT id FROM hotspot LIMIT 7);;
                UPDATE geoq_store SET bulk = 0
                """)
            let report = try await fixture.pull()
            #expect(report.verification == "the mirror was made by an earlier geoq")
            #expect(report.tables[.hotspot]?.rewritten == 7 && report.changed == 7)
            #expect(try MirrorCheck(fixture).isClean)
            #expect(try await fixture.pull().verification == nil)
        }
    }

    @Test func `a table that is left out is not shown as synced`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql("INSERT INTO bird (id, common_name) VALUES (md5('wren')::uuid, 'Wren')")
            let file = fixture.folder + "/tables.json"
            func bird(after tables: String) throws -> String {
                try tables.write(toFile: file, atomically: true, encoding: .utf8)
                let sync = try GeoqProcess(["sync", fixture.url, "--db", fixture.store.path, "--tables", file])
                #expect(sync.status == 0, "\(sync.errors)")
                let status = try GeoqProcess(["sync", "status", "--db", fixture.store.path, "-f", "ndjson"])
                let line = status.lines.first { $0.contains(#""table":"bird""#) }
                return try #require(line.map { String($0) }, "\(status.errors)")
            }
            let whole = try bird(after: "{}")
            #expect(!whole.contains(#""synced_at":null"#) && whole.contains(#""problem":null"#), "\(whole)")
            // Its rows stay, and nothing says how old they are.
            let left = try bird(after: #"{"bird": null}"#)
            #expect(left.contains(#""rows":1,"#) && left.contains("left out by --tables"), "\(left)")
            #expect(left.contains(#""synced_at":null"#) && left.contains(#""lag_s":null"#), "\(left)")
            let again = try bird(after: "{}")
            #expect(!again.contains(#""synced_at":null"#) && again.contains(#""problem":null"#), "\(again)")
        }
    }

    @Test func `a view of any kind is refused in true words`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                """
                ALTER TABLE hotspot RENAME TO places;
                CREATE MATERIALIZED VIEW hotspot AS SELECT * FROM places;
                ALTER TABLE bird RENAME TO birds; CREATE VIEW bird AS SELECT * FROM birds;
                """)
            let report = try await fixture.pull()
            #expect(report.tables[.hotspot]?.stopped?.message.contains("is a materialized view: a refresh") == true)
            #expect(report.tables[.bird]?.stopped?.message.contains("is no table") == true)
            // At the prompt they say what to do, also later.
            let run = try GeoqProcess(["sync", fixture.url, "--db", fixture.store.path])
            #expect(run.errors.contains("versions (xmin); name the table behind it with --tables"), "\(run.errors)")
            let status = try GeoqProcess(["sync", "status", "--db", fixture.store.path, "-f", "json"])
            #expect(status.output.contains("versions (xmin); name the table behind it with --tables"))
            let check = try GeoqProcess(["sync", fixture.url, "--db", fixture.store.path, "--check"])
            #expect(check.output.contains("versions (xmin); name the table behind it with --tables"))
        }
    }
}
