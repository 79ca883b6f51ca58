import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import GeoqStore

/// Several reads of one store at once.
@Suite struct ReaderPoolTests {
    /// What the tasks of the test share.
    private final class Run: Sendable {
        let begun = Atomic(0)
        let isLate = Atomic(false)
        let end = DispatchSemaphore(value: 0)
    }

    @Test func `a read does not wait behind one that takes long`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let run = Run()
            let long = [ReadUse.lookup, .scan].map { use in
                Task {
                    try await store.read(use) { _ in
                        run.begun.add(1, ordering: .relaxed)
                        run.end.wait()
                    }
                }
            }
            // If the reads below do wait, they end all the same. Other tests may hold
            // the threads of tasks for minutes.
            let patience = Task {
                try await Task.sleep(for: .seconds(900))
                run.isLate.store(true, ordering: .relaxed)
                for _ in long { run.end.signal() }
            }
            while run.begun.load(ordering: .relaxed) < long.count { try await Task.sleep(for: .milliseconds(1)) }
            for use in [ReadUse.lookup, .scan] {
                let one = try await store.read(use) { db in try Int.fetchOne(db, sql: "SELECT 1") }
                #expect(one == 1)
            }
            let isLate = run.isLate.load(ordering: .relaxed)
            #expect(!isLate)
            patience.cancel()
            for _ in long { run.end.signal() }
            for task in long { try await task.value }
        }
    }
}
