import Foundation
import GeoqFormats
import GeoqPostgres
import GeoqStore
import GeoqSync
import Synchronization
import TestSupport
import Testing

extension FaultTests {
    /// Rings that are lost, doubled or forged.
    @Suite(.serialized) struct DoorbellTests {
        @Test func `a watch follows whatever rings, and comes back when it is cut (F21)`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(200) + ServerSchema.hint)
                let proxy = try FaultProxy(to: fixture.cluster.socket)
                defer { proxy.close() }
                // Every table of the mapping rings: only hotspots are mirrored here.
                let remote = try PostgresRemote(proxy.url(fixture.database), silence: .seconds(5))
                var options = SyncOptions()
                options.mapping = TableMapping(tables: [.hotspot: TableMapping.Table(table: "hotspot")])
                let client = SyncClient(remote: remote, store: fixture.store, options: options)
                var watch = WatchOptions()
                watch.retry = RetryPolicy(attempts: nil, delays: [.milliseconds(50)])
                watch.pause = .milliseconds(300)
                let pulls = Mutex<(good: Int, bad: Int)>((0, 0))
                let task = Task { [watch] in
                    try await client.watch(watch) { result in
                        pulls.withLock { pulls in
                            if case .success = result { pulls.good += 1 } else { pulls.bad += 1 }
                        }
                    }
                }
                func comesTrue(_ question: String, _ answer: String) async throws -> Bool {
                    try await eventually { try Tool.sqlite3(fixture.store.path, question).lines == [answer] }
                }
                #expect(try await comesTrue("SELECT count(*) FROM hotspot", "200"))
                try fixture.sql("UPDATE hotspot SET name = 'rung' WHERE id = md5('1 1')::uuid")
                #expect(try await comesTrue("SELECT count(*) FROM hotspot WHERE name = 'rung'", "1"))
                // Forged and doubled by the thousand: few pulls, the same rows.
                let before = pulls.withLock { $0.good }
                let start = ContinuousClock.now
                for turn in 0..<20 {
                    try fixture.sql(
                        (0..<500).map { "SELECT pg_notify('geoq', '\(turn) \($0)');" }.joined(separator: "\n"))
                }
                let most = Int((ContinuousClock.now - start) / .milliseconds(300)) + 3
                #expect(pulls.withLock { $0.good } - before <= most)
                // A change made while the connection was cut is not lost.
                proxy.next([.cut(after: 200), .cut(after: 200), .none])
                try fixture.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN geoq'")
                try fixture.sql(
                    "ALTER TABLE hotspot DISABLE TRIGGER geoq_hint; DELETE FROM hotspot WHERE id = md5('1 2')::uuid")
                #expect(try await comesTrue("SELECT count(*) FROM hotspot", "199"))
                // A pull that still ran may have brought it; the next connections are cut all the same.
                try await eventually { pulls.withLock { $0.bad } > 0 }
                #expect(pulls.withLock { $0.bad } > 0)
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(try MirrorCheck(fixture, tables: [.hotspot]).isClean)
            }
        }
    }
}
