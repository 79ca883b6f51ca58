import Foundation
import GeoqSupabase
import Synchronization
import TestSupport
import Testing

@testable import GeoqSync

/// Many tasks of several programs find the same token expired at once.
@Suite(.waits) struct ExpiredTokenTests {
    /// A project that takes its newest refresh token, and the one before.
    private final class Project: Transport {
        private let state = Mutex((number: 0, refreshes: 0))

        var refreshes: Int { state.withLock { $0.refreshes } }

        static func session(_ number: Int) -> Session {
            Session(
                userID: "a0000000-0000-4000-8000-00000000000a", accessToken: Secret("a\(number)"),
                refreshToken: Secret("r\(number)"), expiresAt: 0)
        }

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            let body = String(decoding: request.body, as: UTF8.self)
            let number = try state.withLock { state in
                state.refreshes += 1
                guard body.contains("\"r\(state.number)\"") || body.contains("\"r\(state.number - 1)\"") else {
                    throw PostgresError(words: "an old token came: \(body), at \(state.number)")
                }
                if body.contains("\"r\(state.number)\"") { state.number += 1 }
                return state.number
            }
            await Task.yield()
            let session = Self.session(number)
            return TransportAnswer(
                status: 200,
                body: Array(
                    """
                    {"access_token":"\(session.accessToken.reveal())","refresh_token":"\(session.refreshToken.reveal())",
                    "expires_in":3600,"user":{"id":"\(session.userID)"}}
                    """.utf8))
        }
    }

    /// Each program has a vault of its own on the same files, as processes
    /// have: their locks hold between open files, not between processes.
    @Test func `an expired token of fifty tasks in three programs is renewed once, each time (F32)`() async throws {
        try await withFolder { folder in
            let (server, now) = (Project(), SharedTime(1_000_000))
            let project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
            let keepers = (0..<3).map { _ in
                SessionKeeper(
                    project, transport: server, vault: FileVault(folder: folder + "/state", name: "abc"),
                    clock: WallClock { now.value })
            }
            try await keepers[0].begin(Project.session(0))
            let expiries = Soak.either(10_000, 40)
            for expiry in 1...expiries {
                now.pass(4_000)
                try await withThrowingTaskGroup(of: Secret.self) { group in
                    for task in 0..<50 {
                        group.addTask { try await keepers[task % 3].session().accessToken }
                    }
                    for try await token in group { #expect(token == Secret("a\(expiry)")) }
                }
                guard server.refreshes == expiry else {
                    Issue.record("\(server.refreshes) refreshes for \(expiry) expired tokens")
                    return
                }
            }
        }
    }

    private final class SharedTime: Sendable {
        private let time: Mutex<Double>

        init(_ seconds: Double) {
            time = Mutex(seconds)
        }

        var value: Double { time.withLock { $0 } }
        func pass(_ seconds: Double) { time.withLock { $0 += seconds } }
    }
}
