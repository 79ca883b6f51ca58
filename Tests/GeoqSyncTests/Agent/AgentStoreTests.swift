import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// An agent of a store that takes no changes.
@Suite(.waits) struct AgentStoreTests {
    @Test func `an agent of a store that cannot be brought up to date ends, and says why`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try Store.putBlank(path)
            // The step that makes areas fails: they are there already.
            #expect(try Tool.sqlite3(path, "PRAGMA user_version = 6").status == 0)
            let store = try Store(path: path)
            let failure = try #require(store.failedMigration)
            let agent = SyncAgent(SyncClient(remote: MemoryRemote(server: MemoryServer()), store: store))
            // An agent that tries again and again would never end.
            let ended = try await within(.seconds(300)) {
                await #expect(throws: failure) { try await agent.run() }
                return true
            }
            #expect(ended == true)
            await #expect(throws: failure) { try await agent.run(within: .seconds(300)) }
        }
    }
}
