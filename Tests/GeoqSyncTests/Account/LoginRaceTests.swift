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
}
