import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqServer

/// The newest snapshot, taken by many tasks at once.
@Suite struct LiveStoreTests {
    /// What the tasks of one run share.
    private final class Run: Sendable {
        let isDone = Atomic(false)
        let seen = Mutex<[Int64]>([])
        let heard = Mutex<[Int64]>([])
    }

    @Test func `neither the snapshot nor what listeners hear goes back`() async throws {
        try await ServerRun.withService { service in
            let live = service.live
            let run = Run()
            let moments = live.moments()
            let listener = Task {
                for await moment in moments { run.heard.withLock { $0.append(moment.snapshot.version) } }
            }
            let first = try live.moment().snapshot.version
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        while !run.isDone.load(ordering: .relaxed) { await live.refresh() }
                    }
                }
                group.addTask {
                    while !run.isDone.load(ordering: .relaxed) {
                        let version = try live.moment().snapshot.version
                        run.seen.withLock { if $0.last != version { $0.append(version) } }
                        await Task.yield()
                    }
                }
                group.addTask {
                    defer { run.isDone.store(true, ordering: .relaxed) }
                    for number in 0..<40 {
                        let edit = try Tool.sqlite3(
                            live.path, "PRAGMA busy_timeout = 5000; UPDATE hotspot SET name = 'Number \(number)'")
                        #expect(edit.status == 0, "\(edit.errors)")
                    }
                }
                try await group.waitForAll()
            }
            await live.refresh()
            listener.cancel()
            for versions in [run.seen.withLock { $0 }, run.heard.withLock { $0 }] {
                #expect(versions == versions.sorted(), "\(versions)")
            }
            #expect(try live.moment().snapshot.version > first + 40)
        }
    }

    @Test func `a look at the store that is broken off says nothing of the store`() async throws {
        try await ServerRun.withService { service in
            let live = service.live
            let look = Task {
                // Ends when the task is cancelled.
                try? await Task.sleep(for: .seconds(600))
                await live.refresh()
            }
            look.cancel()
            await look.value
            #expect(live.staleness == nil)
        }
    }

    @Test func `the tag of an answer tells a copy that was put back from the rows that were lost`() throws {
        let stamp = IndexStamp(store: ItemKey(high: 1, low: 2), version: 3, token: 4)
        var other = stamp
        other.token = 5
        let tags = [stamp, other, stamp].map { Moment(Snapshot(SnapshotBuilder(), stamp: $0), edition: "").tag }
        #expect(tags[0] != tags[1] && tags[0] == tags[2])
    }

    @Test func `a request of an older moment gets what was made of a newer one`() async throws {
        let cache = MomentCache<Int>(WorkThreads(name: "moments", count: 1, niceness: 0))
        let stamp = IndexStamp(store: ItemKey(high: 1, low: 2), version: 3, token: 4)
        let (older, newer) = (
            Moment(Snapshot(SnapshotBuilder(), stamp: stamp), edition: "a"),
            Moment(Snapshot(SnapshotBuilder(), stamp: stamp), edition: "b")
        )
        let count = Mutex(0)
        func value(_ moment: Moment) async throws -> Int {
            try await cache.value(at: moment) { _ in
                count.withLock { count in
                    count += 1
                    return count
                }
            }
        }
        for moment in [newer, older, newer] { #expect(try await value(moment) == 1) }
    }
}
