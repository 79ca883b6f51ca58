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
}
