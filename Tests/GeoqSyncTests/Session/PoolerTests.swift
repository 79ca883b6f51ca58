import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqPostgres
@testable import GeoqSync

/// pgbouncer in transaction mode, with one connection to the server: so each
/// client gets the connection in the state in which the last client left it.
@Suite(.waits) struct PoolerTests {
    private static let content =
        ServerSchema.functions + ServerSchema.hotspots(300) + FirstPullTests.birds + FirstPullTests.lists

    private static func withPooler(_ body: (SyncFixture, Pooler) async throws -> Void) async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(content)
            try await body(fixture, try Pooler(before: fixture.cluster))
        }
    }

    @Test func `what geoq sets ends with its transaction, and others can write`() async throws {
        try await Self.withPooler { fixture, pooler in
            let question = """
                SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings
                WHERE name <> 'application_name'
                """
            let settings = try pooler.query(question, in: fixture.database)
            let url = pooler.url(fixture.database)
            var writes = 0
            func expectUnharmed(_ what: String) throws {
                writes += 1
                try pooler.query(
                    "INSERT INTO hotspot (id, name, lat, lon) VALUES (gen_random_uuid(), 'Written', \(writes), 0)",
                    in: fixture.database)
                #expect(try pooler.query(question, in: fixture.database) == settings, "after \(what)")
                #expect(try pooler.query("SELECT current_user", in: fixture.database) == "postgres", "after \(what)")
            }
            for words in [
                ["sync", url, "--db", fixture.store.path, "--no-wait"],
                ["prove", url, "--db", fixture.store.path, "--no-wait", "--queries", "120", "--seed", "7"],
                ["sync", "run", url, "--db", fixture.store.path, "--check"],
                ["near", "--lat", "10", "--lon", "20", "--km", "4000", "--remote", url],
                ["nearest", "--lat", "10", "--lon", "20", "-k", "9", "--remote", url],
            ] {
                let run = try GeoqProcess(words)
                #expect(run.status == 0, "\(words): \(run.errors)")
                try expectUnharmed(words[0])
                try await fixture.pull()
            }
            // As one user of row-level security, and a box.
            let user = FeatureID("00000000-0000-4000-8000-000000000001")
            let remote = RemoteHotspots(AskedRemote(try PostgresRemote(url), user: user))
            let box = try BoundingBox(west: -180, south: -90, east: 180, north: 90)
            #expect(try await remote.features(answering: .inside(box)).hits.count == 300 + writes)
            try expectUnharmed("a box")
            // One that is left in the middle of its transaction keeps the connection.
            let process = try pooler.query("SELECT pg_backend_pid()", in: fixture.database)
            let session = try await PostgresRemote(url).open(as: user)
            _ = try await session.begin(RemoteRequest())
            await session.close()
            #expect(try pooler.query("SELECT pg_backend_pid()", in: fixture.database) == process)
            try expectUnharmed("a question that is left")
        }
    }

    @Test func `answers through a pooler are the server's, whatever others have left there`() async throws {
        try await Self.withPooler { fixture, pooler in
            try fixture.sql(
                """
                CREATE SCHEMA other;
                CREATE TABLE other.hotspot AS SELECT md5('x' || n)::uuid AS id, 'Wrong' AS name, 1.0 AS lat, 1.0 AS lon
                    FROM generate_series(1, 5) n;
                """)
            // An application that changes settings of the session.
            let leavings = """
                SET search_path = other; SET extra_float_digits = -12; SET TimeZone = 'Asia/Tokyo';
                SET DateStyle = 'German'; SET standard_conforming_strings = off; SET ROLE reader;
                """
            func leave() throws { try pooler.query(leavings, in: fixture.database) }
            let url = pooler.url(fixture.database)
            try leave()
            #expect(try pooler.query("SHOW search_path", in: fixture.database) == "other", "one connection for all")
            let sync = try GeoqProcess(["sync", url, "--db", fixture.store.path, "--no-wait"])
            #expect(sync.status == 0, "\(sync.errors)")
            // Entries have texts of two lines, which the check takes for two rows.
            let check = try MirrorCheck(fixture, tables: [.hotspot, .bird, .watchlists, .watchlistRules])
            #expect(check.isClean, "\(check.example ?? "")")
            try leave()
            let proof = try GeoqProcess(
                ["prove", url, "--db", fixture.store.path, "--no-wait", "--queries", "150", "--seed", "3"])
            #expect(proof.status == 0 || proof.status == 75, "\(proof.output) \(proof.errors)")
            try leave()
            let words = ["near", "--lat", "10", "--lon", "20", "--km", "5000", "-f", "csv"]
            let remote = try GeoqProcess(words + ["--remote", url])
            #expect(try remote.output == GeoqProcess(words + ["--db", fixture.store.path]).output)
            #expect(remote.lines.count > 10)
        }
    }

    @Test func `a watch behind a pooler asks again and again, and leaves no LISTEN there`() async throws {
        try await Self.withPooler { fixture, pooler in
            try fixture.sql(ServerSchema.hint)
            try await PollingWatch(fixture, try PostgresRemote(pooler.url(fixture.database)))
                .run("a connection pooler stands before the server, and passes no notifications on")
            #expect(try pooler.query("SELECT count(*) FROM pg_listening_channels()", in: fixture.database) == "0")
        }
    }

    @Test func `a pooler's refusal is not tried again`() async throws {
        try await Self.withPooler { fixture, pooler in
            var options = SyncOptions()
            options.retry = RetryPolicy(attempts: 5, delays: [.milliseconds(1)])
            let tries = Mutex(0)
            options.told = { _ in tries.withLock { $0 += 1 } }
            let remote = try PostgresRemote(pooler.url(fixture.database, user: "stranger"))
            let client = SyncClient(remote: remote, store: fixture.store, options: options)
            let error = await #expect(throws: SyncError.self) { try await client.pull() }
            #expect(error?.kind == .refused && error?.retryMayHelp == false)
            #expect(tries.withLock { $0 } == 0)
        }
    }
}

/// A watch of a remote that never rings.
struct PollingWatch {
    private let fixture: SyncFixture
    private let remote: PostgresRemote

    init(_ fixture: SyncFixture, _ remote: PostgresRemote) {
        (self.fixture, self.remote) = (fixture, remote)
    }

    /// - Parameters:
    ///   - obstacle: why nothing rings.
    ///   - source: where the rows are written; nil for the server
    ///     that is asked.
    func run(_ obstacle: String, writing source: PostgresCluster? = nil) async throws {
        var options = SyncOptions()
        let notices = Mutex<[SyncNotice]>([])
        options.told = { notice in notices.withLock { $0.append(notice) } }
        let client = SyncClient(remote: remote, store: fixture.store, options: options)
        var watch = WatchOptions()
        watch.pollingInterval = .milliseconds(50)
        watch.pause = .zero
        let failures = Mutex(0)
        let task = Task { [watch] in
            try await client.watch(watch) { if case .failure = $0 { failures.withLock { $0 += 1 } } }
        }
        func comesTrue(_ question: String) async throws -> Bool {
            try await eventually(every: .milliseconds(25)) { try fixture.local(question) == ["1"] }
        }
        #expect(try await comesTrue("SELECT count(*) > 0 FROM hotspot"))
        try (source ?? fixture.cluster).query(
            "UPDATE hotspot SET name = 'seen' WHERE id = md5('1 1')::uuid", in: fixture.database)
        #expect(try await comesTrue("SELECT count(*) FROM hotspot WHERE name = 'seen'"))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(notices.withLock { $0 } == [.polling(because: obstacle, every: .milliseconds(50))])
        #expect(failures.withLock { $0 } == 0)
    }
}
