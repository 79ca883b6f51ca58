import Foundation
import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// When a mirror has changed to another user, nothing of the first user is left
/// in its files.
@Suite(.waits) struct ErasureTests {
    private static func client(_ fixture: SyncFixture, _ change: (inout SyncOptions) -> Void) throws -> SyncClient {
        var options = SyncOptions()
        options.retry = .never
        options.mayRemove = { _, _ in true }
        change(&options)
        let remote = try PostgresRemote(fixture.cluster.url(fixture.database, user: "reader"))
        return SyncClient(remote: remote, store: fixture.store, options: options)
    }

    @Test func `no id of one user is in the file of another`() async throws {
        try await SyncFixture.run(.secured) { fixture in
            try fixture.sql(
                FirstPullTests.birds
                    + FirstPullTests.lists.replacing("generate_series(1, 100)", with: "generate_series(1, 900)"))
            func user(_ number: Int) throws -> FeatureID {
                try #require(FeatureID(try fixture.sql("SELECT md5('user \(number)')::uuid")))
            }
            let (one, other) = (try user(1), try user(2))
            _ = try await Self.client(fixture) { $0.user = one }.pull()
            // Pages are split, and rows change and go, before the file changes hands.
            try fixture.sql(
                "UPDATE watchlist_entries SET notes = repeat('long ', length(id::text)); DELETE FROM watchlist_rules WHERE id::text < '4'"
            )
            _ = try await Self.client(fixture) { _ in }.pull()
            let ids = try fixture.sql(
                """
                SELECT id FROM watchlists WHERE owner_id = '\(one)' UNION ALL SELECT e.id FROM watchlist_entries e
                    JOIN watchlists w ON w.id = watchlist_id WHERE owner_id = '\(one)' UNION ALL
                SELECT r.id FROM watchlist_rules r JOIN watchlists w ON w.id = watchlist_id WHERE owner_id = '\(one)'
                """
            ).split(separator: "\n").map(String.init)
            #expect(ids.count > 150)
            func found() throws -> Int {
                var bytes = Data()
                for suffix in ["", "-wal", "-shm", ".index", ".staging", ".sync"] {
                    bytes += FileManager.default.contents(atPath: fixture.store.path + suffix) ?? Data()
                }
                return ids.count { id in
                    // As text, and as the index has it.
                    let key = FeatureID(id)!.key
                    let words = withUnsafeBytes(of: (key.high, key.low)) { Data($0) }
                    return bytes.range(of: Data(id.utf8)) != nil || bytes.range(of: words) != nil
                }
            }
            #expect(try found() > 150)
            let report = try await Self.client(fixture) { $0.user = other }.pull()
            #expect(!report.isErasurePending && report.user == other)
            #expect(try fixture.local("SELECT DISTINCT owner_id FROM watchlists") == ["\(other)"])
            #expect(try found() == 0)
            // Some of these entries lie beyond the poles, which doctor names rightly.
            let unsound = try await fixture.store.health.checks().filter { !$0.isSound && $0.name != "rows of entries" }
            #expect(unsound.isEmpty, "\(unsound)")
            #expect(try await fixture.store.snapshot().count(of: .entries) > 100)
        }
    }

    @Test func `a reader that keeps the log puts the erasure off, and that is said`() async throws {
        try await SyncFixture.run(.secured) { fixture in
            try fixture.sql(FirstPullTests.birds + FirstPullTests.lists)
            let (one, other) = (
                FeatureID(try fixture.sql("SELECT md5('user 1')::uuid")),
                FeatureID(try fixture.sql("SELECT md5('user 2')::uuid"))
            )
            _ = try await Self.client(fixture) { $0.user = one }.pull()
            #expect(try fixture.local("SELECT erasing FROM geoq_remote") == ["0"])
            try fixture.local("UPDATE geoq_remote SET erasing = 1")
            // What was left undone is done by the next sync.
            let next = try await Self.client(fixture) { _ in }.pull()
            #expect(!next.isErasurePending && next.user == one && next.isPartRemembered)
            #expect(try fixture.local("SELECT erasing FROM geoq_remote") == ["0"])
            _ = try await Self.client(fixture) { $0.user = other }.pull()
            let all = try await Self.client(fixture) { $0.isEverything = true }.pull()
            #expect(all.user == nil && !all.isPartRemembered)
        }
    }
}
