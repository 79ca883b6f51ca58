import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

extension ProjectTests {
    /// A project lives through random edits, faults, revoked shares, purges and
    /// crashes, with writers between two answers of one sync. After each sync at
    /// rest the mirror is that of a connection to the database.
    @Suite(.serialized, .needsGateway) struct History {
        @Test(arguments: ["kit", "rest"], Soak.seeds(6))
        func `a mirror equals its project after each sync`(level: String, seed: UInt64) async throws {
            print("seed \(seed)")
            try await ProjectFixture.run(level) { project in
                let generator = Mutex(SeededGenerator(seed: seed))
                @Sendable func random(_ range: Range<Int>) -> Int {
                    generator.withLock { Int.random(in: range, using: &$0) }
                }
                let friend = try await ProjectFixture.login("fay@example.org", project.gateway, project.transport).user
                try project.fill(hotspots: 400)
                // Without the kit, tables that nothing tells of are read once a
                // day: let every sync be that one.
                let isDaily = level == "rest"
                let gateway = project.gateway
                @Sendable func edit() throws {
                    let number = random(0..<1_000_000)
                    try gateway.query(Self.edit(random(0..<10), number, project.user, friend))
                }
                var (cuts, deltas) = (0, 0)
                for step in 0..<18 {
                    for _ in 0..<random(0..<5) { try edit() }
                    if level == "kit", step % 6 == 4 {
                        try gateway.query(
                            "DELETE FROM geoq.tombstone; UPDATE geoq.horizon SET purged_upto = pg_current_xact_id()")
                        // As geoq.purge does, whose horizon never passes a running transaction.
                        try gateway.query(OpenTransactions.awaited)
                    }
                    if level == "kit", step % 6 == 5 { try gateway.query("DELETE FROM geoq.boot") }
                    // Others write while answers come, and some answers are lost.
                    let limit = random(0..<3)
                    let writes = Mutex(0)
                    project.transport.whenAnswered { _ in
                        let isTurn = writes.withLock { count in
                            count += 1
                            return count <= limit
                        }
                        if isTurn { try edit() }
                    }
                    if random(0..<3) == 0 {
                        try gateway.set(
                            #"{"seed": \#(step), "faults": [{"chance": 0.3, "drop": true, "times": 2}, {"chance": 0.2, "cut": 200, "times": 3}]}"#
                        )
                    }
                    do {
                        #expect(try await project.pull().problem == nil)
                    } catch let error as SyncError where error.retryMayHelp {
                        cuts += 1
                    }
                    project.transport.whenAnswered(nil)
                    try gateway.set(#"{"faults": []}"#)
                    if isDaily {
                        _ = try SyncFixture.sqlite(
                            project.store.path, "UPDATE geoq_remote SET verified_at = datetime('now', '-25 hours')")
                    }
                    let report = try await project.pull()
                    #expect(report.problem == nil && report.waiting == 0, "seed \(seed), step \(step)")
                    if report.tables[.hotspot]?.mode == .delta { deltas += 1 }
                    let difference = try await project.difference()
                    #expect(difference == nil, "seed \(seed), step \(step): \(difference ?? "")")
                }
                #expect(deltas >= (isDaily ? 0 : 10), "seed \(seed): \(cuts) cuts, \(deltas) deltas")
                #expect(try await project.store.health.checks().allSatisfy(\.isSound))
            }
        }

        private static func edit(_ kind: Int, _ number: Int, _ user: String, _ friend: String) -> String {
            let any = { (table: String) in "(SELECT id FROM \(table) ORDER BY md5(id::text || '\(number)') LIMIT 1)" }
            return switch kind {
            case 0:
                "UPDATE hotspot SET name = 'n\(number)', lat = \(number % 90) / 3.0, lon = 5 WHERE id = \(any("hotspot"))"
            case 1: "DELETE FROM hotspot WHERE id = \(any("hotspot"))"
            case 2:
                "INSERT INTO hotspot (id, name, lat, lon) VALUES (gen_random_uuid(), 'h\(number)', \(number % 80) / 7.0, 7)"
            case 3: "UPDATE hotspot SET deleted_at = now() WHERE id = \(any("hotspot"))"
            case 4:
                """
                INSERT INTO watchlists (id, owner_id, title) VALUES (md5('\(number)')::uuid, '\(user)', 'l\(number)');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, lat, lon)
                SELECT gen_random_uuid(), md5('\(number)')::uuid, \(any("bird")), 1 / 3.0, 2;
                """
            case 5: "DELETE FROM watchlists WHERE id = \(any("watchlists"))"
            case 6:
                "UPDATE watchlist_entries SET notes = 'e\(number)', priority = \(number) WHERE id = \(any("watchlist_entries"))"
            // A list of another user is shared, or not any more.
            case 7:
                """
                INSERT INTO watchlists (id, owner_id, title) VALUES (md5('s\(number)')::uuid, '\(friend)', 's\(number)');
                INSERT INTO watchlist_shares (id, watchlist_id, user_id)
                VALUES (gen_random_uuid(), md5('s\(number)')::uuid, '\(user)');
                """
            case 8: "DELETE FROM watchlist_shares WHERE id = \(any("watchlist_shares"))"
            default: "DELETE FROM watchlist_entries WHERE id = \(any("watchlist_entries"))"
            }
        }
    }
}
