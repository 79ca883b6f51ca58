import GeoqSupabase
import Synchronization
import Testing

@testable import GeoqCLI

/// A login in the browser that nobody ends.
@Suite struct BrowserLoginTests {
    private final class SilentListener: CodeListener {
        let address = "http://127.0.0.1:1/"
        let isLeft = Mutex(false)

        func code(state: String) async throws -> Secret {
            defer { isLeft.withLock { $0 = true } }
            try await Task.sleep(for: .seconds(600))
            return Secret("too late")
        }
    }

    @Test func `a browser that does not come back in time ends the login`() async throws {
        let project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
        let listener = SilentListener()
        let login = BrowserLogin(project, listener, patience: .milliseconds(10))
        let error = await #expect(throws: BrowserTimeout.self) { _ = try await login.credentials() }
        #expect(listener.isLeft.withLock { $0 }, "Nobody waits for the browser any more.")
        #expect(error.map { Failure.exitCode(of: $0) } == 69)
        #expect(error?.description.contains("begin it anew") == true)
    }
}
