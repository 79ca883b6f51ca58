import GeoqStore
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// A device whose clock is wrong, at its login.
@Suite struct LoginClockTests {
    /// A project that takes each login, and has no kit.
    private struct Project: Transport {
        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            let type = (name: "content-type", value: "application/json")
            guard request.url.contains("/auth/v1/token") else {
                return TransportAnswer(
                    status: 404, headers: [type], body: Array(#"{"code":"PGRST202","message":"no"}"#.utf8))
            }
            let session = """
                {"access_token":"a","refresh_token":"r","expires_in":3600,
                "user":{"id":"0000000a-0000-4000-8000-00000000000a","email":"a@example.org"}}
                """
            return TransportAnswer(
                status: 200, headers: [type, ("date", "Fri, 15 Jan 2027 08:00:00 GMT")], body: Array(session.utf8))
        }
    }

    @Test func `a login notes how far the project's clock is ahead, for the first push (F41)`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/birds.sqlite")
            let project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
            // The device is a day behind.
            let clock = WallClock { 1_800_000_000 - 86_400 }
            let account = Account(project, store: store, transport: Project(), vault: MemoryVault(), clock: clock)
            try await account.logIn(email: "a@example.org", password: Secret("p"))
            #expect(try Tool.sqlite3(store.path, "SELECT clock_offset FROM geoq_device").lines == ["86400.0"])
        }
    }
}
