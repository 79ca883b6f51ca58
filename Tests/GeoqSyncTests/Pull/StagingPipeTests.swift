import Foundation
import Geoq
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSync

/// Batches go to the staging file on a thread of their own.
@Suite(.waits) struct StagingPipeTests {
    @Test func `tasks that wait for the staging file hold up no others`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let staging = try MirrorStaging(of: store, for: "here", nil, cursor: MirrorCursor("1"))
            let disk = DispatchSemaphore(value: 0)
            let hasWaitedTooLong = Atomic<Bool>(false)
            let meter = PullMeter { _ in
                // After fifteen minutes it goes on, and the test fails instead of
                // hanging. Other tests may hold the threads of tasks for a while.
                if disk.wait(timeout: .now() + 900) == .timedOut { hasWaitedTooLong.store(true, ordering: .relaxed) }
            }
            let pipe = StagingPipe(staging, .bird, meter)
            try pipe.push(RowBatch(rows: [], bytes: 0))
            // More than there are threads that run tasks.
            let count = 4 * ProcessInfo.processInfo.activeProcessorCount
            let waiting = Atomic(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask { @Sendable in
                        waiting.add(1, ordering: .relaxed)
                        try await pipe.finish()
                    }
                }
                group.addTask { @Sendable in
                    // Where each waits on its thread, so many never begin.
                    while waiting.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(5)) }
                    disk.signal()
                }
                try await group.waitForAll()
            }
            let isTooLong = hasWaitedTooLong.load(ordering: .relaxed)
            #expect(!isTooLong)
            try staging.remove()
        }
    }

    /// The rest of F6 is `HTTPTransportTests`: a request that is cancelled ends at once.
    @Test func `while a page is on its way, each pause tells how far it is (F6)`() async throws {
        let told = Mutex<[Int]>([])
        let clock = EndingClock(pauses: 3)
        let meter = PullMeter { progress in told.withLock { $0.append(progress.rows) } }
        // Nothing is read meanwhile. The clock has its pauses pass even when the work is over before: then it throws.
        try await meter.telling(each: .seconds(1), of: clock) {}
        #expect(told.withLock { $0 } == [0, 0, 0], "once for each pause that passed")
        #expect(clock.asked == [.seconds(1), .seconds(1), .seconds(1), .seconds(1)])
    }

    /// The server does not know the order of ids that are made of keys.
    @Test func `rows that come in no order are written in that of their ids, the last of each id`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let plan = MirrorStaging.Plan(key: "one", tables: [.bird])
            let staging = try MirrorStaging(of: store, for: "here", plan, cursor: MirrorCursor("1"))
            let name = MirrorTable.bird.columns.firstIndex { $0.name == "common_name" }
            func row(_ number: Int, _ text: String) throws -> MirrorRow {
                let id = try #require(FeatureID("00000000-0000-4000-8000-\(String(format: "%012d", number))"))
                var values = [FieldValue](repeating: .null, count: MirrorTable.bird.columns.count)
                values[try #require(name)] = .text(text)
                return MirrorRow(id: id, token: Int64(number), isGone: false, values: values)
            }
            let written = Mutex(0)
            let meter = PullMeter { progress in written.withLock { $0 = progress.rows } }
            let pipe = StagingPipe(staging, .bird, meter, isOrdered: false)
            var generator = SeededGenerator(seed: 7)
            for batch in [1, 2, 3] {
                let rows = try (0..<500).shuffled(using: &generator).map { try row($0, "Bird \($0) of \(batch)") }
                try pipe.push(RowBatch(rows: rows, bytes: 10))
            }
            try await pipe.finish()
            #expect(written.withLock { $0 } == 1_500)
            let found = try Tool.sqlite3(
                store.path + ".staging", "SELECT id, common_name FROM bird ORDER BY rowid"
            ).lines
            #expect(
                found == (0..<500).map { "00000000-0000-4000-8000-\(String(format: "%012d", $0))|Bird \($0) of 3" })
            try staging.remove()
        }
    }
}

/// A clock on which sleeping takes no time, so many times; from then on it throws, as a clock does for a task that is
/// cancelled.
private final class EndingClock: Clock {
    typealias Duration = Swift.Duration

    private let pauses: Int
    private let state = Mutex((now: Duration.zero, asked: [Duration]()))

    init(pauses: Int) { self.pauses = pauses }

    /// How long it was to sleep, each time.
    var asked: [Duration] { state.withLock { $0.asked } }
    var now: ManualClock.Instant { ManualClock.Instant(offset: state.withLock { $0.now }) }
    let minimumResolution = Duration.zero

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        try state.withLock { state in
            state.asked.append(deadline.offset - state.now)
            guard state.asked.count <= pauses else { throw CancellationError() }
            state.now = deadline.offset
        }
    }
}
