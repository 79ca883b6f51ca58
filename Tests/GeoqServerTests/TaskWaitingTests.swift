import Geoq
import GeoqIndex
import Synchronization
import Testing

@testable import GeoqServer

/// Tasks that several requests wait for.
@Suite struct TaskWaitingTests {
    @Test func `one that waits for a task may be cancelled, and the task goes on for the others`() async throws {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let made = Task { () async throws -> Int in
            for await _ in gate {}
            return 7
        }
        let waiting = (0..<2).map { _ in Task { try await made.valueUnlessCancelled() } }
        waiting[0].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[0].value }
        #expect(!made.isCancelled)
        opening.finish()
        #expect(try await waiting[1].value == 7)
        #expect(try await made.valueUnlessCancelled() == 7)
    }

    /// Moments of versions 1 to 5, each taken after the one before.
    private static func moments() -> [Moment] {
        (Int64(1)...5).map { version in
            var builder = SnapshotBuilder()
            builder.begin(.hotspots, expecting: 0)
            builder.begin(.observations, expecting: 0)
            let stamp = IndexStamp(store: ItemKey(high: 0, low: 1), version: version)
            return Moment(Snapshot(builder, stamp: stamp), edition: "")
        }
    }

    private final class Makes: Sendable {
        let begun = Mutex<[String]>([])

        func begin(_ version: Int, _ former: Int?) {
            begun.withLock { $0.append("\(version) after \(former ?? 0)") }
        }
    }

    @Test func `of moments that come while a value is made the newest alone is made next, and none is made again`()
        async throws
    {
        let cache = MomentCache<Int>(WorkThreads(name: "geoq-test", count: 2, niceness: 0))
        let (moments, makes) = (Self.moments(), Makes())
        let (gate, opening) = AsyncStream<Void>.makeStream()
        func ask(_ version: Int) -> Task<Int, any Error> {
            cache.task(at: moments[version - 1]) { former in
                makes.begin(version, former)
                if version == 1 { for await _ in gate {} }
                if version == 5, former == 4, makes.begun.withLock({ $0.count }) < 4 { throw CancellationError() }
                return version
            }
        }
        let first = ask(1)
        while makes.begun.withLock({ $0.isEmpty }) { await Task.yield() }
        let others = [2, 4, 3].map(ask)
        #expect(Set(others).count == 1 && ask(1) == first && others[0] != first)
        opening.finish()
        #expect(try await first.value == 1)
        // Who asked for 2 or 3 has a newer one.
        #expect(try await others[0].value == 4)
        #expect(try await ask(3).value == 4)
        await #expect(throws: CancellationError.self) { try await ask(5).value }
        #expect(try await ask(5).value == 5)
        #expect(try await ask(5).value == 5)
        #expect(makes.begun.withLock { $0 } == ["1 after 0", "4 after 1", "5 after 4", "5 after 4"])
    }
}
