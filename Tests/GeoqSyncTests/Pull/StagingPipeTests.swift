import Foundation
import Geoq
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSync

/// Batches go to the staging file on a thread of their own.
@Suite struct StagingPipeTests {
    @Test func `tasks that wait for the staging file hold up no others`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/birds.sqlite")
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
            try await withThrowingTaskGroup(of: Void.self) { group in
                // More than there are threads that run tasks.
                for _ in 0..<(4 * ProcessInfo.processInfo.activeProcessorCount) {
                    group.addTask { try await pipe.finish() }
                }
                group.addTask {
                    // The others have begun to wait.
                    try await Task.sleep(for: .milliseconds(200))
                    disk.signal()
                }
                try await group.waitForAll()
            }
            let isTooLong = hasWaitedTooLong.load(ordering: .relaxed)
            #expect(!isTooLong)
            try staging.remove()
        }
    }
}
