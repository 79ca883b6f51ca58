import Foundation
import Synchronization
import Testing

@testable import GeoqServer

/// Values that many ask for and one task makes.
@Suite struct MadeOnceTests {
    private struct Failed: Error {}

    /// What the tasks of one test share.
    private final class Run: Sendable {
        let made = Atomic(0)
        let isOpen = Atomic(false)
    }

    @Test func `all who ask for a key get what was made once`() async throws {
        let run = Run()
        let values = MadeOnce<String, Int>(most: 2, WorkThreads(name: "test", count: 2, niceness: 0))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask { try await values.value(for: "a") { run.made.add(1, ordering: .relaxed).newValue } }
            }
            for try await value in group { #expect(value == 1) }
        }
        // Another key, and then two more: the one used least recently is made
        // again.
        for (key, expected) in [("b", 2), ("a", 1), ("c", 3), ("a", 1), ("b", 4)] {
            let value = try await values.value(for: key) { run.made.add(1, ordering: .relaxed).newValue }
            #expect(value == expected, "\(key)")
        }
    }

    @Test func `what failed is tried again`() async throws {
        let values = MadeOnce<Int, Int>(most: 1, WorkThreads(name: "test", count: 1, niceness: 0))
        await #expect(throws: Failed.self) { try await values.value(for: 1) { throw Failed() } }
        #expect(try await values.value(for: 1) { 7 } == 7)
    }

    @Test func `a question whose time is over stops waiting, and others get the value`() async throws {
        let run = Run()
        let values = MadeOnce<Int, Int>(most: 1, WorkThreads(name: "test", count: 1, niceness: 0))
        @Sendable func ask() async throws -> Int {
            try await values.value(for: 1) {
                while !run.isOpen.load(ordering: .relaxed) { usleep(1_000) }
                return 7
            }
        }
        let (first, second) = (Task { try await ask() }, Task { try await ask() })
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        run.isOpen.store(true, ordering: .relaxed)
        #expect(try await second.value == 7)
        #expect(try await ask() == 7)
    }
}
