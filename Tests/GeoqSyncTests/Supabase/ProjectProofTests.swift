import Foundation
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// A proof that asks a project over HTTP.
@Suite(.waits, .serialized, .needsGateway)
struct ProjectProofTests {
    private static func prove(_ fixture: ProjectFixture, queries: Int = 120) async throws -> ProofReport {
        let client = SyncClient(
            remote: SupabaseRemote(fixture.client, pause: { _ in }), store: fixture.store, options: fixture.options())
        return try await client.prove(ProofOptions(queries: queries, rows: 50, seed: 11))
    }

    @Test(arguments: ["kit", "rest"])
    func `the mirror gives the project's answers, whatever the server's limit of rows`(level: String) async throws {
        try await ProjectFixture.run(level) { fixture in
            try fixture.fill()
            try await fixture.pull()
            // An answer that is cut is not the whole one.
            try fixture.gateway.set(#"{"max_rows": 77}"#)
            let report = try await Self.prove(fixture)
            #expect(report.verdict == .equal, "\(report.examples) \(report.unread)")
            for kind in [ProofKind.box, .hotspotsNear, .birdsNear] {
                let asked = try #require(report.kinds[kind])
                #expect(asked.questions > 10 && asked.rows > 10, "\(kind): \(asked)")
                #expect((asked.distances > 10) == (kind != .box), "\(kind): \(asked)")
            }
            for kind in [ProofKind.radius, .nearest, .rules] {
                #expect(report.kinds[kind]?.note == "not asked: a project has no such question over HTTP")
            }
            #expect(report.knowsVersions == (level == "kit"))
            let filled: [MirrorTable] = [
                .bird, .hotspot, .watchlists, .watchlistEntries, .watchlistRules, .observedBirdPhotos,
            ]
            for table in filled {
                let read = try #require(report.tables[table])
                #expect(read.read > 0 && read.rows > 0, "\(table): \(read)")
            }
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a wrong mirror, one that is behind, and a function that is missing are said`(level: String) async throws {
        try await ProjectFixture.run(level) { fixture in
            try fixture.fill()
            try await fixture.pull()
            // A row that was damaged here.
            func sql(_ statement: String) throws {
                let run = try Tool.run("/usr/bin/sqlite3", [fixture.store.path, statement])
                #expect(run.status == 0, "\(run.errors)")
            }
            try sql("UPDATE hotspot SET locality = 'damaged' WHERE name = 'Spot 9'")
            let wrong = try await Self.prove(fixture)
            // Without the kit, a row that is wrong here is not told from one that
            // has changed there.
            #expect(wrong.verdict == (level == "kit" ? .different : .behind), "\(wrong)")
            #expect(wrong.tables[.hotspot]?.lost == (level == "kit" ? 1 : 0), "\(wrong.tables)")
            try await fixture.pull { $0.verifiesContents = true }
            let mended = try await Self.prove(fixture)
            #expect(mended.verdict == .equal, "\(mended)")

            try fixture.gateway.query("UPDATE hotspot SET lat = 1, lon = 2, updated_at = now() WHERE name = 'Spot 12'")
            let behind = try await Self.prove(fixture)
            #expect(behind.verdict == .behind, "\(behind)")
            try await fixture.pull()
            let followed = try await Self.prove(fixture)
            #expect(followed.verdict == .equal, "\(followed)")

            try fixture.gateway.query(
                """
                REVOKE EXECUTE ON FUNCTION hotspots_near(float8, float8, float8) FROM PUBLIC, anon, authenticated
                """)
            try fixture.gateway.set(#"{"reload": true}"#)
            defer {
                _ = try? fixture.gateway.query(
                    "GRANT EXECUTE ON FUNCTION hotspots_near(float8, float8, float8) TO anon, authenticated")
            }
            let without = try await Self.prove(fixture)
            #expect(
                without.kinds[.hotspotsNear]?.note
                    == "not asked: the server has no function hotspots_near for us", "\(without.kinds)")
            #expect(without.missingFunctions == [.hotspotsNear])
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `rows with changes that were not sent are left out and counted, and are not wrong`(level: String) async throws
    {
        try await PushJourneyTests.run(level) { fixture, device in
            try device.makeLists(2)
            try device.sql("UPDATE watchlist_entries SET notes = 'Mine'; DELETE FROM watchlist_rules")
            let options = ProofOptions(queries: 20, rows: 10, seed: 11)
            let ahead = try await device.client().prove(options)
            #expect(ahead.verdict == .behind && ahead.isOnlyAhead && ahead.examples.isEmpty, "\(ahead)")
            let unsent = ahead.tables.mapValues(\.unsent).filter { $0.value > 0 }
            #expect(unsent == [.watchlists: 2, .watchlistEntries: 1, .watchlistRules: 1])
            try fixture.gateway.query("UPDATE bird SET common_name = 'Snow Owl', updated_at = now()")
            let behind = try await device.client().prove(options)
            #expect(behind.verdict == .behind && !behind.isOnlyAhead, "\(behind)")
            try await device.sync()
            let equal = try await device.client().prove(options)
            #expect(equal.verdict == .equal, "\(equal)")
        }
    }

    /// No row is missing from an answer: only distances can find this.
    @Test(arguments: ["kit", "rest"])
    func `a function of the project that is wrong by a micrometer is found`(level: String) async throws {
        try await ProjectFixture.run(level) { fixture in
            try fixture.fill()
            try await fixture.pull()
            let right = try fixture.gateway.query(
                "SELECT pg_get_functiondef('public.hotspots_near(float8, float8, float8)'::regprocedure)")
            let wrong = right.replacing("radius_km * 1000", with: "radius_km * 1000 + 1e-6")
            #expect(wrong != right)
            try fixture.gateway.query(wrong)
            defer { _ = try? fixture.gateway.query(right) }
            let report = try await Self.prove(fixture)
            #expect(report.verdict == .different, "\(report)")
            #expect(report.kinds[.hotspotsNear]?.differences ?? 0 > 0, "\(report.kinds)")
            #expect(report.kinds[.birdsNear]?.differences == 0, "\(report.kinds)")
            #expect(report.examples.allSatisfy { $0.sentence.contains("the server's circle of") }, "\(report.examples)")
        }
    }

    @Test func `rows that change while it asks make the mirror behind, and not wrong`() async throws {
        try await ProjectFixture.run("kit") { fixture in
            try fixture.fill()
            try await fixture.pull()
            fixture.transport.whenAnswered { exchange in
                guard exchange.target.contains("/rpc/hotspots_near") else { return }
                try fixture.gateway.query("UPDATE hotspot SET lat = lat / 2")
            }
            let report = try await Self.prove(fixture)
            fixture.transport.whenAnswered(nil)
            #expect(report.verdict == .behind && report.hasMoved, "\(report)")
            #expect(report.total.differences > 0)
        }
    }
}
