import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Rows that cannot be in the mirror are named, and keep no other from it.
@Suite(.waits) struct WaitingTests {
    private static func sync(_ fixture: SyncFixture, _ words: String...) throws -> GeoqProcess {
        try GeoqProcess(["sync", fixture.url, "--db", fixture.store.path, "--no-wait"] + words)
    }

    @Test func `a place without a name is a place`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(30) + "ALTER TABLE hotspot ALTER name DROP NOT NULL")
            try fixture.sql("UPDATE hotspot SET name = NULL WHERE id IN (SELECT id FROM hotspot ORDER BY id LIMIT 20)")
            let report = try await fixture.pull()
            #expect(report.added == 30 && report.waiting == 0)
            #expect(try fixture.local("SELECT count(*) FROM hotspot WHERE name = ''") == ["20"])
            #expect(try await fixture.client().prove(ProofOptions(queries: 60, seed: 1)).verdict == .equal)
            let question = ["near", "--lat", "10", "--lon", "20", "--km", "20000", "-f", "json"]
            let (local, remote) = (
                try GeoqProcess(question + ["--db", fixture.store.path]),
                try GeoqProcess(question + ["--remote", fixture.url])
            )
            #expect(local.output == remote.output && local.status == 0, "\(remote.errors)")
            // Later, in rows that are there already.
            try fixture.sql("UPDATE hotspot SET name = NULL")
            #expect(try await fixture.pull().changed == 10)
            #expect(try await fixture.pull { $0.verifiesContents = true }.tables[.hotspot]?.rewritten == 0)
        }
    }

    @Test func `one bad row waits with its id and its reason, and the others come`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                """
                DROP TABLE hotspot;
                CREATE TABLE hotspot (id uuid PRIMARY KEY, name text, geom geometry);
                INSERT INTO hotspot SELECT md5('p ' || n)::uuid, 'Place ' || n,
                    ST_SetSRID(ST_MakePoint(6 + n / 100.0, 50 + n / 100.0), 4326) FROM generate_series(1, 50) n;
                INSERT INTO hotspot VALUES ('00000000-0000-4000-8000-000000000001', repeat('x', 17 << 20),
                        ST_SetSRID(ST_MakePoint(6, 50), 4326)),
                    ('00000000-0000-4000-8000-000000000002', 'Lake', ST_Buffer(ST_SetSRID(ST_MakePoint(6, 50), 4326), 1)),
                    ('00000000-0000-4000-8000-000000000003', 'Flat', ST_SetSRID(ST_MakePoint(6, 50), 3857));
                """)
            let run = try Self.sync(fixture, "--region", "5,49,9,52")
            #expect(run.status == 65)
            #expect(run.errors.contains("hotspot: 3 rows wait and are not in the mirror:"), "\(run.errors)")
            #expect(run.errors.contains("000000000001: name: 17825792 bytes are more than 16777216"))
            #expect(run.errors.contains("000000000002: geom: a geometry that is no point"))
            #expect(run.errors.contains("000000000003: geom: a geometry in SRID 3857; 4326 is needed"))
            #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["50"])
            let proof = try await fixture.client().prove(ProofOptions(queries: 20, seed: 1))
            #expect(proof.verdict == .incomplete && proof.tables[.hotspot]?.waiting == 3, "\(proof.examples)")
            let command = try GeoqProcess(["prove", fixture.url, "--db", fixture.store.path, "--queries", "5"])
            #expect(command.status == 65 && command.errors.contains("rows of the server are not in it"))
            let again = try await fixture.pull { $0.verifiesContents = true }
            #expect(again.added + again.changed + again.removed == 0 && again.waiting == 3)
            try fixture.sql(
                "UPDATE hotspot SET name = 'Mended' WHERE length(name) > 99; DELETE FROM hotspot WHERE name <> 'Mended' AND id < '00000001-0000-4000-8000-000000000001'"
            )
            let mended = try Self.sync(fixture)
            #expect(mended.status == 0 && mended.errors.contains("1 added"), "\(mended.errors)")
            #expect(mended.errors.contains("of --region 5.0,49.0,9.0,52.0, as before"))
        }
    }

    @Test func `ids that are there twice are named, and so are rows without one`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                """
                DROP TABLE hotspot;
                CREATE TABLE hotspot (id uuid, name text, lat float8, lon float8);
                INSERT INTO hotspot SELECT md5('p ' || n)::uuid, 'Place ' || n, n / 10.0, n FROM generate_series(1, 50) n;
                """)
            #expect(try await fixture.pull().waiting == 0)
            try fixture.sql(
                """
                INSERT INTO hotspot SELECT id, 'Twin', 1, 2 FROM hotspot WHERE name IN ('Place 7', 'Place 9');
                INSERT INTO hotspot VALUES (NULL, 'Nobody', 1, 2), (NULL, 'Nobody', 1, 2), (md5('q')::uuid, 'New', 3, 4);
                """)
            let twin = try fixture.sql("SELECT md5('p 7')::uuid")
            let run = try Self.sync(fixture)
            #expect(run.status == 65, "\(run.errors)")
            #expect(run.errors.contains("hotspot: 2 rows have no id and are not in the mirror"), "\(run.errors)")
            #expect(run.errors.contains("hotspot: 2 rows wait and are not in the mirror:"))
            #expect(run.errors.contains("\(twin): the server has several rows of this id"))
            #expect(run.errors.contains("hotspot: 49 rows"))
            #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["49"])
            #expect(try fixture.local("SELECT row_count FROM geoq_remote_table WHERE table_name = 'hotspot'") == ["49"])
            let again = try await fixture.pull(compares: false)
            #expect(again.added + again.changed + again.removed == 0 && again.tables[.hotspot]?.healed == 0)
            #expect(try await fixture.client().prove(ProofOptions(queries: 5, seed: 1)).verdict == .incomplete)
            // The older of two goes, without the other being written.
            try fixture.sql(
                "DELETE FROM hotspot WHERE name LIKE 'Place _' AND id IN (SELECT id FROM hotspot WHERE name = 'Twin') OR id IS NULL"
            )
            #expect(try await fixture.pull(compares: false).added == 2)
            let last = try Self.sync(fixture)
            #expect(last.status == 0, "\(last.errors)")
            #expect(try await fixture.client().prove(ProofOptions(queries: 5, seed: 1)).verdict == .equal)
        }
    }

    @Test func `a database that moved is followed by its name`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(300))
            try await fixture.pull()
            let old = try #require(try fixture.local("SELECT name FROM geoq_remote").first)
            // Dumped and restored elsewhere, and changed since.
            let moved = SyncFixture(
                cluster: fixture.cluster, database: fixture.database + "_m", folder: fixture.folder,
                store: fixture.store)
            try fixture.cluster.query("CREATE DATABASE \(moved.database) TEMPLATE repaired_template")
            try moved.sql(
                ServerSchema.hotspots(300) + "UPDATE hotspot SET name = 'Since' WHERE id = md5('1 7')::uuid;"
                    + "INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('new')::uuid, 'New', 1, 2)")
            let lost = try Self.sync(moved)
            #expect(lost.status == 65)
            #expect(
                lost.errors.contains("300 rows wait because the source \(old) has rows of their ids"), "\(lost.errors)")
            #expect(lost.errors.contains("geoq sync URL --same-as '\(old)'"))
            let wrong = try Self.sync(moved, "--same-as", "nothing")
            #expect(wrong.status == 74 && wrong.errors.contains("mirrors: \(old)"), "\(wrong.errors)")
            let run = try Self.sync(moved, "--same-as", old)
            #expect(run.status == 0 && run.errors.contains("everything was read: another"), "\(run.errors)")
            #expect(try fixture.local("SELECT name FROM geoq_remote") == [old])
            #expect(try fixture.local("SELECT DISTINCT source FROM hotspot") == [old])
            #expect(try MirrorCheck(moved).isClean)
            let hits = try GeoqProcess(
                ["near", "--lat", "1", "--lon", "2", "--km", "1", "--db", fixture.store.path, "-f", "json"])
            #expect(hits.output.contains("New"))
            let later = try Self.sync(moved)
            #expect(later.status == 0 && later.errors.contains("nothing has changed"), "\(later.errors)")
            // A file is no mirror that could be followed.
            let file = fixture.folder + "/mine.csv"
            try Data("id,name,lat,lon\n1,Mine,3,4\n".utf8).write(to: URL(filePath: file))
            let imported = try GeoqProcess(["import", file, "--as", "hotspots", "--db", fixture.store.path])
            #expect(imported.status == 0, "\(imported.errors)")
            let id = try #require(try fixture.local("SELECT id FROM hotspot WHERE source = 'mine'").first)
            try moved.sql("INSERT INTO hotspot (id, name, lat, lon) VALUES ('\(id)', 'Theirs', 3, 4)")
            let held = try Self.sync(moved)
            #expect(
                held.status == 65 && held.errors.contains("1 row waits because the source mine has rows of its id.")
                    && held.errors.contains("geoq sources remove 'mine'") && !held.errors.contains("--same-as"),
                "\(held.errors)")
            _ = try? fixture.cluster.query("DROP DATABASE \(moved.database) WITH (FORCE)")
        }
    }

    @Test func `a database at the address that a mirror has left replaces no rows unasked`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(300))
            try await fixture.pull()
            let old = try #require(try fixture.local("SELECT name FROM geoq_remote").first)
            let moved = SyncFixture(
                cluster: fixture.cluster, database: fixture.database + "_n", folder: fixture.folder,
                store: fixture.store)
            try fixture.cluster.query("CREATE DATABASE \(moved.database) TEMPLATE repaired_template")
            try moved.sql(ServerSchema.hotspots(300))
            let run = try Self.sync(moved, "--same-as", old)
            #expect(run.status == 0, "\(run.errors)")
            try fixture.sql("DELETE FROM hotspot WHERE name <> 'Hotspot 1'")
            let other = try Self.sync(fixture)
            #expect(other.status == 75 && other.errors.contains("of the 300 rows of \(old)"), "\(other.errors)")
            #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["300"])
            let later = try Self.sync(moved)
            #expect(later.status == 0 && later.errors.contains("nothing has changed"), "\(later.errors)")
            _ = try? fixture.cluster.query("DROP DATABASE \(moved.database) WITH (FORCE)")
        }
    }

    @Test func `most of a mirror is removed only by permission`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(300))
            try await fixture.pull()
            let rows = try fixture.local("SELECT count(*) FROM hotspot;; SELECT * FROM geoq_remote_table")
            try fixture.sql("DELETE FROM hotspot")
            let run = try Self.sync(fixture)
            #expect(run.status == 75)
            #expect(run.errors.contains("this would remove 300 of the 300 rows of"), "\(run.errors)")
            #expect(run.errors.contains("run geoq sync with --yes"))
            #expect(try fixture.local("SELECT count(*) FROM hotspot;; SELECT * FROM geoq_remote_table") == rows)
            // A smaller part than the mirror's is asked for.
            try fixture.sql(ServerSchema.hotspots(300))
            let narrow = try Self.sync(fixture, "--near", "10,20", "--km", "10")
            #expect(narrow.status == 75, "\(narrow.errors)")
            // Up to a half goes without a question, and so do a hundred.
            try fixture.sql("DELETE FROM hotspot WHERE id IN (SELECT id FROM hotspot LIMIT 150)")
            #expect(try Self.sync(fixture).status == 0)
            try fixture.sql("DELETE FROM hotspot WHERE id IN (SELECT id FROM hotspot LIMIT 100)")
            #expect(try Self.sync(fixture).status == 0)
            try fixture.sql("INSERT INTO hotspot (id, name) SELECT gen_random_uuid(), 'x' FROM generate_series(1, 200)")
            #expect(try Self.sync(fixture).status == 0)
            try fixture.sql("DELETE FROM hotspot")
            #expect(try Self.sync(fixture, "--yes").status == 0)
            #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["0"])
        }
    }
}
