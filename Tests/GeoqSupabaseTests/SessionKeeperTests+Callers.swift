import Synchronization
import Testing

@testable import GeoqSupabase

/// Callers that share one renewal, and those that are cancelled while they wait for it.
extension SessionKeeperTests {
    @Test func `fifty tasks over three keepers make one refresh an expiry`() async throws {
        let keepers = [try await loggedIn(), keeper(), keeper()]
        for expiry in 1...200 {
            auth.pass(4_000)
            try await withThrowingTaskGroup(of: Secret.self) { group in
                for task in 0..<50 {
                    group.addTask { try await keepers[task % 3].session().accessToken }
                }
                var tokens: Set<Secret> = []
                for try await token in group { tokens.insert(token) }
                #expect(tokens.count == 1, "expiry \(expiry)")
            }
            #expect(auth.refreshes == expiry)
        }
    }

    @Test func `a caller that is cancelled does not wait for a project that is silent`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        let (began, signal) = AsyncStream.makeStream(of: Void.self)
        let (goOn, release) = AsyncStream.makeStream(of: Void.self)
        auth.state.withLock {
            $0.meanwhile = {
                signal.yield()
                for await _ in goOn { break }
            }
        }
        let callers = (0..<2).map { _ in Task { try await keeper.session() } }
        for await _ in began { break }
        // The project answers after they have gone.
        for caller in callers {
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
        }
        release.finish()
        #expect(try await keeper.session().accessToken.reveal() == "access-2.1")
        #expect(auth.refreshes == 1)
    }

    @Test func `a caller that is cancelled leaves the renewal to the others (F32)`() async throws {
        let keeper = try await loggedIn()
        auth.pass(4_000)
        let (began, signal) = AsyncStream.makeStream(of: Void.self)
        let (goOn, release) = AsyncStream.makeStream(of: Void.self)
        auth.state.withLock {
            $0.meanwhile = {
                signal.yield()
                for await _ in goOn { break }
            }
        }
        let caller = Task { try await keeper.session() }
        for await _ in began { break }
        caller.cancel()
        release.yield()
        release.finish()
        _ = try? await caller.value
        auth.state.withLock { $0.meanwhile = nil }
        #expect(try await keeper.session().accessToken.reveal() == "access-2.1")
        #expect(auth.refreshes == 1)
    }
}
