import Foundation
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

extension FaultTests {
    /// F2 and F20: servers that crash, follow another server, are promoted or
    /// restored.
    @Suite(.serialized) struct ServerCrashTests {
        /// Transactions that end without their end being on disk: their numbers
        /// are given again after a crash.
        private static let burst = """
            SET synchronous_commit = off;
            DO $$ BEGIN FOR n IN 1..40 LOOP
                BEGIN
                    UPDATE hotspot SET name = 'never ' || n WHERE id = md5('1 ' || n)::uuid;
                    RAISE EXCEPTION 'back';
                EXCEPTION WHEN OTHERS THEN NULL; END;
            END LOOP; END $$;
            UPDATE hotspot SET name = 'async' WHERE id = md5('1 3')::uuid;
            BEGIN; UPDATE hotspot SET lat = 1; ROLLBACK;
            BEGIN; UPDATE hotspot SET lat = 2; ROLLBACK;
            """

        @Test func `a server that is killed gives its numbers again, and no row is lost`() async throws {
            // Backends fill the log's buffers, which the server rarely writes
            // to disk with these settings.
            try await FaultTests.withServer(["wal_writer_delay=4s", "wal_buffers=16MB", "autovacuum=off"]) { server in
                try await SyncFixture.run(on: server) { fixture in
                    try fixture.sql(ServerSchema.hotspots(200))
                    try fixture.sql("CHECKPOINT")
                    try await fixture.pull()
                    var (kept, late) = (0, 0)
                    for round in 1...Soak.either(30, 4) {
                        try fixture.sql(Self.burst)
                        let report = try await fixture.pull(compares: round % 2 == 0)
                        if report.isCursorKept { kept += 1 } else { late += 1 }
                        #expect(kill(server.processID, SIGKILL) == 0)
                        try server.startAfterCrash()
                        // The same numbers, other rows.
                        for row in 1...8 {
                            try fixture.sql(
                                "UPDATE hotspot SET name = 'round \(round)' WHERE id = md5('1 \(row)')::uuid")
                        }
                        let after = try await fixture.pull(compares: false)
                        #expect(after.tables[.hotspot]?.mended == 0)
                        let check = try MirrorCheck(fixture, tables: [.hotspot])
                        #expect(check.isClean, "round \(round): \(check)")
                    }
                    // How many is the server's timing; either is right.
                    print("F2: \(kept) cursors kept, \(late) put off")
                }
            }
        }

        @Test func `a standby can be read, one that lags is refused, and a promotion compares contents`() async throws {
            try await FaultTests.withServer(["wal_level=replica", "max_wal_senders=4"]) { primary in
                try await SyncFixture.run(on: primary) { fixture in
                    try fixture.sql(ServerSchema.hotspots(500))
                    try fixture.sql(
                        """
                        CREATE UNLOGGED TABLE fleeting (id integer PRIMARY KEY, lat float8, lon float8);
                        CREATE VIEW fleeting_seen AS SELECT * FROM fleeting;
                        CREATE TABLE parted (id integer PRIMARY KEY, lat float8, lon float8) PARTITION BY LIST (id);
                        CREATE TABLE parted_1 PARTITION OF parted FOR VALUES IN (1);
                        CREATE UNLOGGED TABLE parted_2 PARTITION OF parted FOR VALUES IN (2);
                        CREATE VIEW parted_seen AS SELECT * FROM parted;
                        CREATE VIEW logged_seen AS SELECT * FROM parted WHERE id = 1;
                        CREATE TABLE elder (id integer PRIMARY KEY, lat float8, lon float8);
                        CREATE UNLOGGED TABLE child () INHERITS (elder);
                        """)
                    try await fixture.pull()
                    let standby = try PostgresCluster(["fsync=off", "hot_standby=on"]) { folder in
                        try PostgresCluster.run([
                            PostgresCluster.binaries + "/pg_basebackup", "-D", folder + "/data", "-h", primary.folder,
                            "-U", "postgres", "-R", "-X", "stream", "-c", "fast",
                        ])
                    }
                    func client(_ server: PostgresCluster) throws -> SyncClient {
                        var options = SyncOptions()
                        options.retry = .never
                        let remote = try PostgresRemote(server.url(fixture.database))
                        return SyncClient(remote: remote, store: fixture.store, options: options)
                    }
                    func caughtUp() throws {
                        let position = try primary.query("SELECT pg_current_wal_lsn()")
                        for _ in 0..<15_000 {
                            let isThere = try standby.query("SELECT pg_last_wal_replay_lsn() >= '\(position)'")
                            if isThere == "t" { return }
                            usleep(20_000)
                        }
                        throw PostgresError(words: "the standby does not follow")
                    }
                    try fixture.sql("UPDATE hotspot SET name = 'one' WHERE id = md5('1 1')::uuid")
                    try caughtUp()
                    var report = try await client(standby).pull()
                    #expect(report.isStandby && report.changed == 1 && report.isCursorKept)
                    #expect(try await fixture.store.mirror.all().count == 1, "the same server under another address")
                    let listed = try await PostgresRemote(standby.url(fixture.database)).relations()
                    for (name, words) in [
                        ("fleeting", "is an unlogged table, whose rows a standby does not have"),
                        ("fleeting_seen", "fails when it is read"),
                        ("fleeting_seen", "public.fleeting is an unlogged table, whose rows a standby does not have"),
                        ("parted", "public.parted_2 is an unlogged table, whose rows a standby does not have"),
                        ("parted_seen", "public.parted_2 is an unlogged table, whose rows a standby does not have"),
                        ("elder", "public.child is an unlogged table, whose rows a standby does not have"),
                    ] {
                        let relation = try #require(listed.first { $0.name == name })
                        let obstacle = try RelationProposal(relation).obstacle?.message
                        #expect(obstacle?.contains(words) == true, "\(name): \(obstacle ?? "nothing is in the way")")
                    }
                    let logged = try #require(listed.first { $0.name == "logged_seen" })
                    #expect(try RelationProposal(logged).obstacle == nil, "\(logged)")
                    // A standby does not allow LISTEN.
                    try await PollingWatch(fixture, try PostgresRemote(standby.url(fixture.database)))
                        .run("the server is a standby, which passes no notifications on")
                    // The standby is behind: the mirror must not be taken back.
                    try standby.query("SELECT pg_wal_replay_pause()")
                    try fixture.sql("UPDATE hotspot SET name = 'two' WHERE id = md5('1 2')::uuid")
                    #expect(try await client(primary).pull().changed == 1)
                    let refused = await #expect(throws: SyncError.self) { try await client(standby).pull() }
                    #expect(refused?.kind == .refused && refused?.retryMayHelp == true)
                    try standby.query("SELECT pg_wal_replay_resume()")
                    try caughtUp()
                    // Promoted without the primary's last transactions: the
                    // same numbers stand for other rows.
                    try standby.query("SELECT pg_wal_replay_pause()")
                    try fixture.sql("UPDATE hotspot SET name = 'lost' WHERE id = md5('1 3')::uuid")
                    #expect(try await client(primary).pull().changed == 1)
                    try primary.stop(.immediate)
                    try standby.promote()
                    try standby.query(
                        "UPDATE hotspot SET name = 'other' WHERE id = md5('1 3')::uuid", in: fixture.database)
                    report = try await client(standby).pull()
                    #expect(report.reason == "the server was promoted or restored")
                    #expect(report.changed == 1 && report.added == 0 && report.removed == 0)
                    let there = SyncFixture(
                        cluster: standby, database: fixture.database, folder: fixture.folder, store: fixture.store)
                    #expect(try MirrorCheck(there, tables: [.hotspot]).isClean)
                }
            }
        }

        @Test func `a restored backup, and a database made anew, are compared by content`() async throws {
            try await FaultTests.withServer { server in
                try await SyncFixture.run(on: server) { fixture in
                    try fixture.sql(ServerSchema.hotspots(300))
                    try await fixture.pull()
                    try server.stop()
                    try PostgresCluster.run(["/bin/cp", "-a", server.folder + "/data", server.folder + "/backup"])
                    try server.start()
                    try fixture.sql(
                        "UPDATE hotspot SET name = 'after' WHERE id = md5('1 1')::uuid; DELETE FROM hotspot WHERE id = md5('1 2')::uuid"
                    )
                    #expect(try await fixture.pull().changed == 1)
                    try server.stop()
                    try PostgresCluster.run(["/bin/rm", "-rf", server.folder + "/data"])
                    try PostgresCluster.run(["/bin/mv", server.folder + "/backup", server.folder + "/data"])
                    try server.start()
                    // As many transactions as before: the same number, another row.
                    try fixture.sql("UPDATE hotspot SET name = 'instead' WHERE id = md5('1 4')::uuid")
                    let report = try await fixture.pull()
                    let check = try MirrorCheck(fixture, tables: [.hotspot])
                    #expect(check.isClean, "\(report.reason ?? "delta"): \(check)")
                    // Made anew: another oid, another history, the same ids.
                    try fixture.sql(
                        "DROP TABLE hotspot CASCADE; CREATE TABLE hotspot (id uuid PRIMARY KEY, name text, lat float8, lon float8); "
                            + ServerSchema.hotspots(250).replacing("locality, ", with: "").replacing(
                                "CASE WHEN n % 3 > 0 THEN 'US-' || n % 50 END,", with: ""))
                    #expect(try await fixture.pull().reason == "hotspot was made anew")
                    #expect(try MirrorCheck(fixture, tables: [.hotspot]).isClean)
                }
            }
        }
    }
}
