import Foundation
import GeoqHTTP
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// A watch at a project's Realtime, while it is well and while it is not: the
/// mirror ends the same (F39).
@Suite(.waits, .serialized, .needsGateway)
struct RealtimeWatchTests {
    /// A watch that runs, and what it has said.
    private final class Watch: Sendable {
        let fixture: ProjectFixture
        let notices = Mutex<[SyncNotice]>([])
        let pulls = Mutex<[ContinuousClock.Instant]>([])

        init(_ fixture: ProjectFixture) {
            self.fixture = fixture
        }

        var isListening: Bool {
            if case .listening = notices.withLock({ $0.last }) { true } else { false }
        }

        var isPolling: Bool {
            if case .polling = notices.withLock({ $0.last }) { true } else { false }
        }

        /// Changes a row as another user's client does, and waits until the
        /// mirror has it.
        func seesChange(_ name: String) async throws {
            try fixture.gateway.query("UPDATE hotspot SET name = '\(name)' WHERE id = md5('spot 1')::uuid")
            try await comesTrue("the mirror has \(name)") {
                let count = "SELECT count(*) FROM hotspot WHERE name = '\(name)'"
                return try Tool.sqlite3(fixture.store.path, count).lines == ["1"]
            }
        }
    }

    /// Runs `body` while a watch runs, whose polling never finds anything in
    /// time; then compares the mirror with one that was made by libpq.
    private static func watching(
        times change: (inout RealtimeListener.Times) -> Void = { _ in }, polling: Duration = .seconds(3_600),
        _ body: (Watch) async throws -> Void
    ) async throws {
        try await ProjectFixture.run("kit") { fixture in
            try fixture.gateway.set(#"{"realtime": {}, "clock_offset": 0}"#)
            try fixture.fill(hotspots: 50)
            let watch = Watch(fixture)
            var times = RealtimeListener.Times()
            times.soon = [.milliseconds(100)]
            times.later = .milliseconds(300)
            times.rarely = .milliseconds(500)
            change(&times)
            var options = SyncOptions()
            options.told = { notice in watch.notices.withLock { $0.append(notice) } }
            var watchOptions = WatchOptions()
            watchOptions.pollingInterval = polling
            let remote = SupabaseRemote(fixture.client, sockets: WebSockets(), times: times, pause: { _ in })
            let client = SyncClient(remote: remote, store: fixture.store, options: options)
            let task = Task { [watchOptions] in
                try await client.watch(watchOptions) { _ in watch.pulls.withLock { $0.append(.now) } }
            }
            do {
                try await body(watch)
            } catch {
                task.cancel()
                throw error
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await fixture.difference() == nil)
            let pulls = watch.pulls.withLock { $0 }
            for (one, next) in zip(pulls, pulls.dropFirst()) {
                #expect(next - one >= .milliseconds(990), "At most one pull a second.")
            }
            try fixture.gateway.set(#"{"faults": [], "realtime": {}, "clock_offset": 0}"#)
        }
    }

    @Test func `what A changes, B's watch has soon, without asking at intervals (F21)`() async throws {
        try await Self.watching { watch in
            try await comesTrue("it listens") { watch.isListening }
            for round in 0..<3 { try await watch.seesChange("seen \(round)") }
            // Many changes are one reason to look.
            let before = watch.pulls.withLock { $0.count }
            try watch.fixture.gateway.query("UPDATE hotspot SET locality = 'x'")
            try await watch.seesChange("seen last")
            #expect(watch.pulls.withLock { $0.count } - before <= 3)
            #expect(watch.notices.withLock { $0 } == [.listening(except: [], every: .seconds(300))])
        }
    }

    @Test func `a logout by another process ends a watch to which nothing rings`() async throws {
        try await ProjectFixture.run("kit") { fixture in
            try fixture.gateway.set(#"{"realtime": {}, "clock_offset": 0}"#)
            let url = fixture.gateway.url
            var account = StoredAccount(remote: url, url: url, userID: fixture.user, level: .kit, state: .active)
            try await fixture.store.account.note(account)
            let isListening = Mutex(false)
            var options = SyncOptions()
            options.told = { notice in
                if case .listening = notice { isListening.withLock { $0 = true } }
            }
            var watchOptions = WatchOptions()
            watchOptions.turn = .milliseconds(100)
            let remote = SupabaseRemote(fixture.client, sockets: WebSockets(), needsUser: true, pause: { _ in })
            let client = SyncClient(remote: remote, store: fixture.store, options: options)
            let task = Task { [watchOptions] in try await client.watch(watchOptions) }
            defer { task.cancel() }
            try await comesTrue("it listens") { isListening.withLock { $0 } }
            try await Task.sleep(for: .milliseconds(500))
            try await comesTrue("it still listens") { try fixture.gateway.counts().joined == 1 }
            account.state = .leaving
            try await fixture.store.account.note(account)
            let problem = await #expect(throws: SyncError.self) { try await task.value }
            #expect(problem?.kind == .login, "\(String(describing: problem))")
            try await comesTrue("it hears nothing any more") { try fixture.gateway.counts().joined == 0 }
        }
    }

    @Test func `what changes between the join and the subscription is not lost (F39)`() async throws {
        try await Self.watching { watch in
            try watch.fixture.gateway.set(#"{"realtime": {"subscribe_delay": 2, "drop": true}}"#)
            try await comesTrue("the first pull") { watch.pulls.withLock { !$0.isEmpty } }
            // From here on it is told of changes only two seconds later.
            try await comesTrue("it joins") { try watch.fixture.gateway.counts().joined == 1 }
            try await watch.seesChange("early")
            try await comesTrue("it listens") { watch.isListening }
        }
    }

    @Test func `a connection that only looks open is found and opened anew (F39)`() async throws {
        func hurry(_ times: inout RealtimeListener.Times) {
            (times.heartbeat, times.patience) = (.milliseconds(500), .milliseconds(500))
        }
        try await Self.watching(times: hurry) { watch in
            try await comesTrue("it listens") { watch.isListening }
            try watch.fixture.gateway.set(#"{"realtime": {"silent": true}}"#)
            try await watch.seesChange("half open")
        }
    }

    @Test(arguments: [
        #"{"realtime": {"end": "Too many messages per second"}}"#,
        #"{"realtime": {"end": "Token has expired 3 seconds ago"}}"#,
        #"{"realtime": {"drop": true}}"#,
        #"{"realtime": {"drop": true}, "faults": [{"path": "^/realtime", "status": 429, "times": 2}]}"#,
    ])
    func `what ends the channel ends no watch (F39)`(fault: String) async throws {
        try await Self.watching { watch in
            try await comesTrue("it listens") { watch.isListening }
            try watch.fixture.gateway.set(fault)
            try await watch.seesChange("after the end")
            try await watch.seesChange("after it came back")
        }
    }

    @Test func `a token that ends is renewed once, and the watch goes on (F39)`() async throws {
        try await Self.watching { watch in
            try await comesTrue("it listens") { watch.isListening }
            let before = watch.fixture.client.sessions
            let old = try await before.session().accessToken
            // An hour and a little later, by the server's clock.
            try watch.fixture.gateway.set(#"{"clock_offset": 3700}"#)
            try await watch.seesChange("with a new token")
            let new = try await before.session().accessToken
            #expect(new != old)
            let refreshes = watch.fixture.transport.exchanges.filter { $0.target.contains("refresh_token") }
            #expect(refreshes.count == 1, "\(refreshes)")
        }
    }

    @Test func `a project without Realtime is polled, and it says so (F39)`() async throws {
        try await Self.watching(polling: .milliseconds(1_100)) { watch in
            try await comesTrue("the first pull") { watch.pulls.withLock { !$0.isEmpty } }
            try watch.fixture.gateway.set(
                #"{"realtime": {"drop": true}, "faults": [{"path": "^/realtime", "status": 404}]}"#)
            try await comesTrue("it polls") { watch.isPolling }
            try await watch.seesChange("polled")
            try watch.fixture.gateway.set(#"{"faults": []}"#)
            try await comesTrue("it listens again") { watch.isListening }
        }
    }
}

/// Waits until a question has the answer yes.
private func comesTrue(_ what: String, _ question: () async throws -> Bool) async throws {
    guard try await eventually(every: .milliseconds(20), question) else {
        throw PostgresError(words: "\(what): not in 300 seconds")
    }
}
