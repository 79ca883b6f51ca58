import Geoq
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// Several logins of one store at the same moment.
@Suite struct LoginRaceTests {
    /// A project whose users are a and b, and which is slow to say what it offers.
    private final class Project: Transport {
        let ended = Mutex<[String]>([])

        static func user(_ letter: String) -> String { "0000000\(letter)-0000-4000-8000-00000000000\(letter)" }

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            let type = (name: "content-type", value: "application/json")
            if request.url.contains("/auth/v1/logout") {
                let bearer = request.headers.first { $0.name == "authorization" }?.value ?? ""
                ended.withLock { $0.append(bearer) }
                return TransportAnswer(status: 204)
            }
            guard request.url.contains("/auth/v1/token") else {
                try await Task.sleep(for: .milliseconds(100))
                return TransportAnswer(
                    status: 404, headers: [type], body: Array(#"{"code":"PGRST202","message":"no"}"#.utf8))
            }
            let letter = String(decoding: request.body, as: UTF8.self).contains("a@example.org") ? "a" : "b"
            let session = """
                {"access_token":"access-\(letter)","refresh_token":"r","expires_in":3600,
                "user":{"id":"\(Self.user(letter))","email":"\(letter)@example.org"}}
                """
            return TransportAnswer(status: 200, headers: [type], body: Array(session.utf8))
        }
    }

    @Test func `of two users who log in at once one is logged in, and has what the guest made (F36)`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/birds.sqlite")
            _ = try await Repository(store).add(Watchlist(title: "Ducks"))
            let (server, vault) = (Project(), FileVault(folder: folder + "/vault", name: "abc"))
            let project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
            let letters = await withTaskGroup(of: String?.self) { group in
                for letter in ["a", "b"] {
                    group.addTask {
                        let account = Account(project, store: store, transport: server, vault: vault)
                        do {
                            try await account.logIn(email: "\(letter)@example.org", password: Secret("p"))
                            return letter
                        } catch AccountError.anotherUser {
                            return nil
                        } catch {
                            Issue.record(error)
                            return nil
                        }
                    }
                }
                var letters: [String] = []
                for await letter in group { if let letter { letters.append(letter) } }
                return letters
            }
            #expect(letters.count == 1)
            let winner = Project.user(letters.first ?? "?")
            let stored = try #require(try await store.account.stored())
            #expect(stored.userID == winner && stored.state == .active && stored.level == .rest)
            guard case .active(let session) = try await vault.contents()?.state else {
                Issue.record("no session is kept")
                return
            }
            #expect(session.userID == winner)
            #expect(try Tool.sqlite3(store.path, "SELECT owner_id FROM watchlists").lines == [winner])
            // The project need not keep the session of the other one.
            #expect(server.ended.withLock { $0.count } == 1)
        }
    }

    /// A vault that is not written before the one of the other login is about to be.
    private struct MeetingVault: SessionVault {
        let base: FileVault
        let meeting: Meeting

        func contents() async throws -> VaultContents? { try await base.contents() }

        func update(
            _ change: @escaping @Sendable (VaultContents?) throws -> VaultContents?
        ) async throws -> VaultContents? {
            try await meeting.arrive()
            return try await base.update(change)
        }

        func whileRefreshing<Result: Sendable>(
            _ body: @Sendable () async throws -> Result
        ) async throws -> Result {
            try await base.whileRefreshing(body)
        }

        func remove() async throws { try await base.remove() }
    }

    private final class Meeting: Sendable {
        private let count = Mutex(0)

        /// Waits for the other one, for two seconds at most.
        func arrive() async throws {
            count.withLock { $0 += 1 }
            for _ in 0..<400 where count.withLock({ $0 < 2 }) { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test func `of logins at two projects at once one is done, and has what the guest made (F36)`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/birds.sqlite")
            _ = try await Repository(store).add(Watchlist(title: "Ducks"))
            let (server, meeting) = (Project(), Meeting())
            let vaults = ["a", "b"].map { FileVault(folder: folder + "/vault", name: $0) }
            let letters = await withTaskGroup(of: String?.self) { group in
                for (letter, base) in zip(["a", "b"], vaults) {
                    group.addTask {
                        do {
                            let project = try SupabaseProject(
                                url: "https://\(letter).supabase.co", key: Secret("sb_publishable_abc"))
                            let account = Account(
                                project, store: store, transport: server,
                                vault: MeetingVault(base: base, meeting: meeting))
                            try await account.logIn(email: "\(letter)@example.org", password: Secret("p"))
                            return letter
                        } catch AccountError.anotherUser {
                            return nil
                        } catch {
                            Issue.record(error)
                            return nil
                        }
                    }
                }
                var letters: [String] = []
                for await letter in group { if let letter { letters.append(letter) } }
                return letters
            }
            #expect(letters.count == 1)
            let winner = letters.first ?? "?"
            let stored = try #require(try await store.account.stored())
            #expect(stored.userID == Project.user(winner) && stored.state == .active)
            #expect(stored.url == "https://\(winner).supabase.co")
            let owners = try Tool.sqlite3(store.path, "SELECT owner_id || source FROM watchlists").lines
            #expect(owners == [Project.user(winner) + stored.url])
            for (letter, vault) in zip(["a", "b"], vaults) {
                var isKept = false
                if case .active? = try await vault.contents()?.state { isKept = true }
                #expect(isKept == (letter == winner), "\(letter)")
            }
            #expect(server.ended.withLock { $0.count } == 1)
        }
    }
}
