import Foundation
import GeoqStore
import GeoqSync
import Synchronization
import TestSupport
import Testing

/// `geoq sync --watch` of a store with several relations, and the turns that their pulls take.
@Suite(.waits) struct RelationWatchTests {
    @Test func `all relations that a store remembers are followed`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO sites SELECT n, 'Site', st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 20) n;
                CREATE TABLE parks AS SELECT * FROM sites; ALTER TABLE parks ADD PRIMARY KEY (id);
                CREATE TABLE gone AS SELECT * FROM sites; ALTER TABLE gone ADD PRIMARY KEY (id);
                CREATE FUNCTION ring() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN PERFORM pg_notify('geoq', 'x'); RETURN NULL; END $$;
                CREATE TRIGGER t AFTER INSERT OR UPDATE OR DELETE ON sites EXECUTE FUNCTION ring();
                CREATE TRIGGER t AFTER INSERT OR UPDATE OR DELETE ON parks EXECUTE FUNCTION ring();
                """)
            for table in ["sites", "parks", "gone"] { try await fixture.pull(relation: table) }
            try fixture.sql("DROP TABLE gone")
            let process = GeoqProcess.prepared(
                ["sync", "--watch", "--db", fixture.store.path],
                environment: ["HOME": fixture.folder, "PGHOST": "", "PGDATABASE": ""])
            let errors = Pipe()
            (process.standardError, process.standardOutput) = (errors, FileHandle.nullDevice)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            defer { if process.isRunning { process.terminate() } }
            func awaitRows(_ condition: String, _ count: Int) async throws {
                let isThere = try await eventually {
                    try #require(process.isRunning)
                    return try fixture.local("SELECT count(*) FROM hotspot WHERE \(condition)") == ["\(count)"]
                }
                try #require(isThere, "\(condition) did not come")
            }
            for round in 1...3 {
                try fixture.sql(
                    "UPDATE sites SET name = 'S\(round)' WHERE id <= 5; UPDATE parks SET name = 'P\(round)' WHERE id > 5"
                )
                try await awaitRows("name = 'S\(round)' AND source LIKE '%sites'", 5)
                try await awaitRows("name = 'P\(round)' AND source LIKE '%parks'", 15)
            }
            kill(process.processIdentifier, SIGINT)
            let words = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(words.contains("public.sites: 0 added, 5 changed"), "\(words)")
            #expect(words.contains("public.parks: 0 added, 15 changed"), "\(words)")
            #expect(words.contains("public.gone") && words.contains("no table"), "one that is gone is said: \(words)")
            #expect(words.contains("stopped") && !words.contains("is being synced by"), "\(words)")
            #expect(try fixture.local("SELECT count(*) FROM hotspot WHERE source LIKE '%gone'") == ["20"])
        }
    }

    @Test func `many relations are followed by as few as two connections, and by one without a doorbell`() async throws
    {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "few_" + fixture.database
            let names = (1...5).map { "sites_\($0)" }
            try fixture.sql("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 2")
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            for name in names {
                try fixture.sql(
                    """
                    CREATE TABLE \(name) (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                    INSERT INTO \(name) VALUES (1, 'Old', 'SRID=4326;POINT(7 51)'); GRANT SELECT ON \(name) TO \(role);
                    """)
            }
            let url = fixture.cluster.url(fixture.database, user: role)
            let file = fixture.folder + "/tables.json"
            let list = try GeoqProcess(
                ["sync", url, "--list", "--write", file, "--db", fixture.store.path],
                environment: ["HOME": fixture.folder])
            try #require(list.status == 0, "\(list)")
            let process = GeoqProcess.prepared(
                ["sync", url, "--tables", file, "--watch", "--db", fixture.store.path],
                environment: ["HOME": fixture.folder])
            let words = fixture.folder + "/errors"
            try Data().write(to: URL(filePath: words))
            let errors = try FileHandle(forWritingTo: URL(filePath: words))
            (process.standardError, process.standardOutput) = (errors, FileHandle.nullDevice)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            defer { if process.isRunning { process.terminate() } }
            let all = try await eventually {
                try fixture.local("SELECT count(*) FROM hotspot WHERE name = 'Old'") == ["\(names.count)"]
            }
            #expect(all, "Each is read at first.")
            // It polls, too; a ring is quicker, but the same rows come.
            for name in names {
                try fixture.sql("UPDATE \(name) SET name = 'New'; NOTIFY geoq")
            }
            let followed = try await eventually {
                try fixture.local("SELECT count(*) FROM hotspot WHERE name = 'New'") == ["\(names.count)"]
            }
            #expect(followed)
            // Now there is room for one alone.
            try fixture.sql(
                """
                ALTER ROLE \(role) CONNECTION LIMIT 1;
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '\(role)'
                """)
            // A pull that was due when the doorbell was lost needs none; the next connection finds no room for both.
            let polls = try await eventually {
                try String(contentsOfFile: words, encoding: .utf8)
                    .contains("the server has no connection left to listen by")
            }
            #expect(polls)
            for name in names { try fixture.sql("UPDATE \(name) SET name = 'Newer'") }
            let alone = try await eventually {
                try fixture.local("SELECT count(*) FROM hotspot WHERE name = 'Newer'") == ["\(names.count)"]
            }
            #expect(alone)
            kill(process.processIdentifier, SIGINT)
            process.waitUntilExit()
            let said = try String(contentsOfFile: words, encoding: .utf8)
            #expect(said.contains("stopped"), "\(said)")
        }
    }

    private struct Failed: Error {}

    /// How many run at a time.
    private final class Counter: Sendable {
        private let state = Mutex((running: 0, most: 0, ended: 0))

        func begin() { state.withLock { ($0.running, $0.most) = ($0.running + 1, max($0.most, $0.running + 1)) } }
        func end() { state.withLock { ($0.running, $0.ended) = ($0.running - 1, $0.ended + 1) } }
        var most: Int { state.withLock { $0.most } }
        var ended: Int { state.withLock { $0.ended } }
    }

    @Test func `turns come one after the other, also behind one that failed`() async throws {
        let (turns, counter) = (SyncTurns(), Counter())
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    do {
                        try await turns.run {
                            counter.begin()
                            for _ in 0..<5 { await Task.yield() }
                            counter.end()
                            if number % 3 == 0 { throw Failed() }
                        }
                    } catch is Failed {}
                }
            }
            try await group.waitForAll()
        }
        #expect(counter.most == 1 && counter.ended == 40)
    }
}
