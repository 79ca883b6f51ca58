import Foundation
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

extension FaultTests {
    /// F4 and related faults: connections that end or fall silent.
    @Suite(.serialized) struct ConnectionTests {
        private static func client(
            _ fixture: SyncFixture, _ proxy: FaultProxy, tries: Int = 1, silence: Duration = .seconds(60)
        ) throws -> SyncClient {
            var options = SyncOptions()
            options.retry = RetryPolicy(attempts: tries, delays: [.milliseconds(1)])
            let remote = try PostgresRemote(proxy.url(fixture.database), silence: silence)
            return SyncClient(remote: remote, store: fixture.store, options: options)
        }

        @Test func `a connection cut after any byte changes nothing, and the next sync is whole`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(300) + FirstPullTests.birds)
                try await fixture.pull()
                let proxy = try FaultProxy(to: fixture.cluster.socket)
                defer { proxy.close() }
                try fixture.sql(
                    "UPDATE hotspot SET name = name || '!', lat = lat / 2; DELETE FROM bird WHERE size_category < 9")
                let stamp = try fixture.local("SELECT version FROM geoq_store;; SELECT * FROM geoq_remote_table")
                _ = proxy.takeBytes()
                _ = try await Self.client(fixture, proxy).estimate()
                // As long as the answer of a sync, and the cuts reach beyond it.
                var (cut, cuts) = (1, 0)
                while true {
                    proxy.next([.cut(after: cut)])
                    do {
                        let report = try await Self.client(fixture, proxy).pull()
                        #expect(report.changed == 300)
                        break
                    } catch let error as SyncError {
                        #expect(error.kind == .unreachable && error.retryMayHelp, "after byte \(cut): \(error)")
                        #expect(
                            try fixture.local("SELECT version FROM geoq_store;; SELECT * FROM geoq_remote_table")
                                == stamp)
                    }
                    cuts += 1
                    cut += Soak.either(97, 997)
                }
                print("F4: \(cuts) cuts, the last after byte \(cut)")
                #expect(cuts > 20)
                #expect(try MirrorCheck(fixture).isClean)
            }
        }

        @Test func `a first sync that is cut goes on where it ended`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(20_000))
                let proxy = try FaultProxy(to: fixture.cluster.socket)
                defer { proxy.close() }
                proxy.next([.cut(after: 700_000)])
                await #expect(throws: SyncError.self) { try await Self.client(fixture, proxy).pull() }
                #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["0"], "no part of a read is applied")
                // Meanwhile rows change and go, before and after the cut.
                try fixture.sql(
                    """
                    UPDATE hotspot SET name = 'changed' WHERE id::text < '01';
                    DELETE FROM hotspot WHERE id::text BETWEEN '01' AND '02' OR id::text > 'fe';
                    """)
                let report = try await Self.client(fixture, proxy).pull()
                #expect(report.tables[.hotspot]?.mode == .resumed)
                let sent = try #require(report.tables[.hotspot]?.sent)
                #expect(sent < 17_000, "\(sent) rows came again")
                #expect(try MirrorCheck(fixture).isClean)
                #expect(!FileManager.default.fileExists(atPath: fixture.store.path + ".staging"))
            }
        }

        @Test func `tries are as many as the policy says, and then one succeeds`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(100))
                let proxy = try FaultProxy(to: fixture.cluster.socket)
                defer { proxy.close() }
                proxy.next(Array(repeating: .cut(after: 900), count: 4))
                let report = try await Self.client(fixture, proxy, tries: 5).pull()
                #expect(report.failures == 4 && report.added == 100)
                proxy.next(Array(repeating: .cut(after: 900), count: 9))
                let before = proxy.connections
                await #expect(throws: SyncError.self) { try await Self.client(fixture, proxy, tries: 5).pull() }
                #expect(proxy.connections - before == 5)
            }
        }

        @Test func `a server that falls silent counts as lost, and cancelling does not wait`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(2_000))
                let proxy = try FaultProxy(to: fixture.cluster.socket)
                defer { proxy.close() }
                proxy.next([.silence(after: 60_000)])
                let error = await #expect(throws: SyncError.self) {
                    try await Self.client(fixture, proxy, silence: .seconds(1)).pull()
                }
                #expect(error?.kind == .unreachable)
                _ = proxy.takeBytes()
                proxy.next([.silence(after: 60_000)])
                var options = SyncOptions()
                options.retry = .never
                let remote = try PostgresRemote(proxy.url(fixture.database), silence: .seconds(60))
                let client = SyncClient(remote: remote, store: fixture.store, options: options)
                let task = Task { try await client.pull() }
                var bytes = 0
                for _ in 0..<12_000 where bytes < 60_000 {
                    try await Task.sleep(for: .milliseconds(25))
                    bytes += proxy.takeBytes()
                }
                #expect(bytes == 60_000, "The server has fallen silent.")
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(try await fixture.pull().tables[.hotspot]?.outcome.rows == 2_000)
            }
        }

        @Test func `errors tell what kind they are and whether to try again`() async throws {
            func failure(_ text: String) async throws -> SyncError? {
                try await withFolder { folder in
                    var options = SyncOptions()
                    options.retry = .never
                    let store = try Store(path: folder + "/a.sqlite")
                    do {
                        _ = try await SyncClient(remote: try PostgresRemote(text), store: store, options: options)
                            .pull()
                        return nil
                    } catch let error as SyncError { return error }
                }
            }
            let server = try SyncFixture.server()
            let nobody = try await failure("host=/tmp/geoq-nowhere user=postgres dbname=a password=secret-word")
            #expect(nobody?.kind == .unreachable && nobody?.retryMayHelp == true)
            #expect(nobody?.message.contains("secret-word") == false)
            let noDatabase = try await failure(server.url("no_such_database"))
            #expect(noDatabase?.kind == .login && noDatabase?.code == "3D000" && noDatabase?.retryMayHelp == false)
            let noTables = try await failure(server.url("postgres"))
            #expect(noTables?.kind == .noTable && noTables?.retryMayHelp == false)
            #expect(noTables?.message.contains("none of the tables bird, hotspot, watchlists") == true)
            let unreadable = #expect(throws: SyncError.self) { try PostgresRemote("postgresql://u:secret-word@%zz/") }
            #expect(unreadable?.message.contains("secret-word") == false)
        }
    }
}
