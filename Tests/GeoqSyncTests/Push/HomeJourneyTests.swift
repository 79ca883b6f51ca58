import Foundation
import Geoq
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// What a user finds at home, and identifications, between stores and a project:
/// reference tables come, what a user writes arrives once, and another user sees
/// nothing of it but what is for all.
@Suite(.waits, .serialized, .needsGateway)
struct HomeJourneyTests {
    private static let bird = "b0000000-0000-4000-8000-000000000001"

    /// A project with a bird, a hotspot and rows of all reference tables.
    private static func run(_ level: String, _ body: (ProjectFixture) async throws -> Void) async throws {
        try await ProjectFixture.run(level) { fixture in
            // The fixture removes birds before this.
            let clear = "DELETE FROM community_observation; DELETE FROM identification_session;"
            try fixture.gateway.query(
                """
                \(clear)
                INSERT INTO bird (id, common_name) VALUES ('\(bird)', 'Snowy Owl');
                INSERT INTO hotspot (id, name, lat, lon)
                    VALUES ('a0000000-0000-4000-8000-000000000001', 'Pond', 42.5, -76.5);
                INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood)
                    SELECT md5('presence ' || n)::uuid, 'a0000000-0000-4000-8000-000000000001', '\(bird)', n, n / 53.0
                    FROM generate_series(1, 53) n;
                INSERT INTO migration_session (id, bird_id, name, start_date)
                    VALUES ('c0000000-0000-4000-8000-000000000001', '\(bird)', 'South', '2026-10-01');
                INSERT INTO trajectory_path (id, migration_session_id, position, lat, lon, at)
                    SELECT md5('point ' || n)::uuid, 'c0000000-0000-4000-8000-000000000001', n, 60 - n / 3.0, -76.5,
                        TIMESTAMPTZ '2026-10-01 00:00:00.123456Z' + n * interval '1 day' FROM generate_series(1, 20) n;
                INSERT INTO community_observation (id, source_type, species_text)
                    VALUES ('d0000000-0000-4000-8000-000000000001', 'system', 'a gull');
                """)
            do {
                try await body(fixture)
                try fixture.gateway.query(clear)
            } catch {
                try fixture.gateway.query(clear)
                throw error
            }
        }
    }

    private static func expectEqual(_ device: Device, _ other: Device) async throws {
        let (mine, theirs) = (try await ProjectFixture.rows(device.store), try await ProjectFixture.rows(other.store))
        #expect(!mine.isEmpty)
        for key in Set(mine.keys).union(theirs.keys).sorted() { #expect(mine[key] == theirs[key], "\(key)") }
    }

    private static func first<Row: Hashable & Sendable>(
        _ moments: AsyncThrowingStream<Repository.Moment<Row>, any Error>
    ) async throws -> Repository.Moment<Row> {
        var iterator = moments.makeAsyncIterator()
        return try #require(try await iterator.next())
    }

    // MARK: - Reading

    @Test(arguments: ["kit", "rest"])
    func `reference tables come as a connection to the database shows them`(level: String) async throws {
        try await Self.run(level) { fixture in
            let report = try await fixture.pull()
            #expect(report.tables[.speciesPresence]?.outcome.added == 53 && report.waiting == 0, "\(report)")
            #expect(report.tables[.trajectoryPath]?.outcome.added == 20)
            #expect(try await fixture.difference() == nil)
            try fixture.gateway.query(
                """
                UPDATE hotspot_species_presence SET likelihood = 0.125, updated_at = now() + interval '1 minute'
                    WHERE week = 20;
                """)
            _ = try await fixture.pull()
            let found = try await fixture.store.presence.birds(
                at: [FeatureID("a0000000-0000-4000-8000-000000000001")!], week: 20)
            #expect(found.map(\.likelihoods) == [[20: 0.125]] && found.first?.bird.commonName == "Snowy Owl")
        }
    }

    @Test func `no user's rows are asked for without a user, and what is for all comes`() async throws {
        try await Self.run("kit") { fixture in
            let project = fixture.client.project
            let keeper = SessionKeeper(
                project, transport: fixture.transport, vault: MemoryVault(),
                clock: WallClock { Date().timeIntervalSince1970 })
            let guest = ProjectClient(project, transport: fixture.transport, sessions: keeper, pause: { _ in })
            let report = try await fixture.pull(as: guest)
            #expect(report.tables[.communityObservation]?.outcome.rows == 1)
            #expect(report.tables.keys.allSatisfy { !$0.isPersonal })
            #expect(report.tables[.speciesPresence]?.outcome.rows == 53)
        }
    }

    @Test func `a project with the kit and without these tables is synced as before`() async throws {
        try await Self.run("kit") { fixture in
            let names = MirrorTable.allCases.filter(\.isOptional).map { "'\($0)'" }.joined(separator: ", ")
            try fixture.gateway.query("DELETE FROM geoq.synced WHERE table_name IN (\(names))")
            do {
                let report = try await fixture.pull()
                #expect(Set(report.tables.keys) == [.bird, .hotspot, .watchlists, .watchlistEntries, .watchlistRules])
                #expect(report.problem == nil && report.added == 2)
                fixture.transport.forget()
                #expect(try await fixture.pull().added == 0)
                #expect(fixture.transport.exchanges.count == 1, "\(fixture.transport.exchanges)")
                try fixture.gateway.query("SELECT geoq.attach_all()")
            } catch {
                try fixture.gateway.query("SELECT geoq.attach_all()")
                throw error
            }
            // Once they are there they come, and the others are not read again.
            let report = try await fixture.pull()
            #expect(
                report.tables[.speciesPresence]?.outcome.added == 53 && report.tables[.hotspot]?.sent == 0, "\(report)")
            fixture.transport.forget()
            _ = try await fixture.pull()
            #expect(fixture.transport.exchanges.count == 1)
        }
    }

    @Test func `a project with tables alone and without these is synced as before`() async throws {
        try await Self.run("rest") { fixture in
            let tables = MirrorTable.allCases.filter(\.isOfHome)
            func rename(_ from: (MirrorTable) -> String, _ to: (MirrorTable) -> String) throws {
                let statements = tables.map { "ALTER TABLE \(from($0)) RENAME TO \(to($0));" }.joined()
                try fixture.gateway.query(statements)
                try fixture.gateway.set(#"{"reload": true}"#)
            }
            try rename({ $0.rawValue }, { "\($0)_away" })
            do {
                let report = try await fixture.pull()
                #expect(report.problem == nil && report.tables[.identificationSession] == nil)
                #expect(report.tables[.profile]?.outcome.rows == 1)
                fixture.transport.forget()
                let again = try await fixture.pull()
                #expect(again.problem == nil && again.added + again.changed + again.removed == 0)
                // Those of the home page are asked for by one question.
                let asked = fixture.transport.exchanges.filter { $0.target.contains("identification") }
                #expect(asked.isEmpty, "\(asked)")
                #expect(fixture.transport.exchanges.count { $0.target.contains("hotspot_species_presence") } == 1)
            } catch {
                try rename({ "\($0)_away" }, { $0.rawValue })
                throw error
            }
            try rename({ "\($0)_away" }, { $0.rawValue })
            #expect(try await fixture.pull().tables[.speciesPresence]?.outcome.added == 53)
        }
    }

    // MARK: - Writing

    @Test(arguments: ["kit", "rest"])
    func `what a user writes arrives once, and another user sees only what is for all`(level: String) async throws {
        try await Self.run(level) { fixture in
            let (mine, other) = (try await fixture.device(), try await fixture.device("carl@example.org"))
            try await mine.sync()
            let birds = Repository(mine.store)
            let bird = try #require(FeatureID(Self.bird))
            let session = try await birds.add(IdentificationSession(shapeID: "owl-like", isCompleted: true))
            _ = try await birds.add(IdentificationMark("breast", "barred", in: session.id))
            let result = try await birds.add(IdentificationResult(of: session.id, bird: bird))
            for (rank, confidence) in [0.1 + 0.2, 0.5, 1].enumerated() {
                _ = try await birds.add(
                    IdentificationCandidate(bird, of: result.id, rank: rank, confidence: confidence))
            }
            let sighting = try await birds.add(
                CommunityObservation(bird: bird, observedAt: "2026-11-20", notes: "white"))
            let list = try await birds.add(Watchlist(title: "Owls"))
            try await birds.add(WatchlistShare(of: list.id, with: try #require(FeatureID(other.user))))
            try mine.sql("UPDATE users SET name = 'Bea'")
            #expect(try await mine.counts() == "10 pending, 0 failed, 0 conflicts")
            let report = try await mine.push()
            #expect(report.applied == 10 && report.left.unsent == 0 && report.obstacle == nil, "\(report)")
            #expect(
                try fixture.gateway.query(
                    """
                    SELECT confidence, rank, row_version FROM identification_candidate ORDER BY rank;
                    SELECT owner_id = '\(mine.user)', source_type, notes FROM community_observation
                        WHERE source_type = 'user';
                    SELECT name FROM users WHERE id = '\(mine.user)';
                    """) == """
                        0.30000000000000004|0|1
                        0.5|1|1
                        1|2|1
                        t|user|white
                        Bea
                        """)
            #expect(try await mine.push().batches == 0)
            // The answers count until a sync confirms all rows.
            let pushed = try await Self.first(birds.candidates(of: result.id))
            #expect(pushed.rows.map(\.rowVersion) == [1, 1, 1] && pushed.statuses.isEmpty)
            let lastSync = try #require(pushed.lastSync)
            for candidate in pushed.rows { #expect(try #require(candidate.lastSyncedAt) >= lastSync) }
            let again = try await mine.sync()
            #expect(again.added + again.removed == 0 && again.push == nil && again.waiting == 0, "\(again)")
            for _ in 0..<2 {
                let synced = try await Self.first(birds.candidates(of: result.id))
                let moment = try #require(synced.lastSync)
                #expect(moment > lastSync && synced.rows.allSatisfy { $0.lastSyncedAt == moment })
                // The second sync finds nothing.
                try await mine.sync()
            }
            #expect(try mine.sql("SELECT count(*) FROM geoq_setting WHERE name GLOB 'row_seen/*'") == ["0"])
            // Another device of the user has all of it.
            let second = try await fixture.device(isNew: false)
            try await second.sync()
            try await Self.expectEqual(mine, second)
            #expect(try await second.store.identifications.history(isCompleted: true).map(\.session.id) == [session.id])
            // Another user has the shared list, and the sighting to read.
            try await other.sync()
            #expect(try other.sql("SELECT title FROM watchlists") == ["Owls"])
            #expect(try other.sql("SELECT count(*) FROM identification_session") == ["0"])
            #expect(try other.sql("SELECT count(*) FROM identification_candidate") == ["0"])
            #expect(try other.sql("SELECT id FROM users") == [other.user])
            #expect(try await other.store.community.all(isMine: false).count == 2)
            await #expect(throws: StoreError.ofAnother("community_observation/\(sighting.id)")) {
                try await other.store.lists.delete(RowKey(.communityObservation, sighting.id))
            }
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `equally sure candidates are in the order in which they were made, on every device`(level: String) async throws
    {
        try await Self.run(level) { fixture in
            let (mine, second) = (try await fixture.device(), try await fixture.device(isNew: false))
            try await mine.sync()
            let (birds, bird) = (Repository(mine.store), try #require(FeatureID(Self.bird)))
            let session = try await birds.add(IdentificationSession(isCompleted: true))
            let result = try await birds.add(IdentificationResult(of: session.id))
            var ids: [FeatureID] = []
            for rank in 0..<8 {
                ids.append(
                    try await birds.add(IdentificationCandidate(bird, of: result.id, rank: rank, confidence: 0.5)).id)
            }
            // The lowest id was made last; one was made at a whole second.
            ids.sort { $0 > $1 }
            for (number, id) in ids.enumerated() {
                let at = number == 0 ? "2026-11-20T08:00:00Z" : "2026-11-20T08:00:00.\(number)00000Z"
                try mine.sql("UPDATE identification_candidate SET created_at = '\(at)' WHERE id = '\(id)'")
            }
            func order(_ device: Device) async throws -> [FeatureID] {
                try await device.store.identifications.session(session.id).candidates.map(\.id)
            }
            #expect(try await order(mine) == ids)
            let report = try await mine.push()
            #expect(report.applied == 10 && report.left.unsent == 0, "\(report)")
            try await second.sync()
            #expect(try await order(second) == ids)
            try await mine.sync()
            #expect(try await order(mine) == ids)
            // A change later leaves it.
            let moments = "SELECT string_agg(created_at::text, ' ' ORDER BY id) FROM identification_candidate"
            let made = try fixture.gateway.query(moments)
            #expect(made.contains("2026-11-20 08:00:00.7"), "\(made)")
            try mine.sql("UPDATE identification_candidate SET rank = rank + 1, created_at = '2020-01-01T00:00:00Z'")
            #expect(try await mine.push().applied == 8)
            #expect(try fixture.gateway.query(moments) == made)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a deleted session takes all below it with it, on the server and on other devices`(level: String) async throws
    {
        try await Self.run(level) { fixture in
            let (mine, second) = (try await fixture.device(), try await fixture.device(isNew: false))
            try await mine.sync()
            let (birds, bird) = (Repository(mine.store), try #require(FeatureID(Self.bird)))
            let session = try await birds.add(IdentificationSession())
            let result = try await birds.add(IdentificationResult(of: session.id))
            _ = try await birds.add(IdentificationCandidate(bird, of: result.id, rank: 1, confidence: 1))
            let list = try await birds.add(Watchlist(title: "Owls"))
            try await birds.add(WatchlistShare(of: list.id, with: try #require(FeatureID(fixture.user))))
            try await mine.push()
            try await second.sync()
            #expect(try second.sql("SELECT count(*) FROM identification_candidate") == ["1"])
            try await birds.delete(session)
            try await birds.delete(list)
            let report = try await mine.push()
            #expect(report.applied == 2 && report.left.unsent == 0, "\(report)")
            #expect(
                try fixture.gateway.query(
                    """
                    SELECT count(*) FROM (SELECT deleted_at FROM identification_session
                        UNION ALL SELECT deleted_at FROM identification_result
                        UNION ALL SELECT deleted_at FROM identification_candidate
                        UNION ALL SELECT deleted_at FROM watchlist_shares) d WHERE deleted_at IS NULL
                    """) == "0")
            for device in [mine, second] {
                let sync = try await device.sync()
                #expect(sync.waiting == 0 && sync.push == nil, "\(sync)")
                #expect(try device.sql("SELECT count(*) FROM identification_candidate") == ["0"])
                #expect(try device.sql("SELECT count(*) FROM watchlist_shares") == ["0"])
            }
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a user without a profile gets one, and it is merged by column`(level: String) async throws {
        try await Self.run(level) { fixture in
            let device = try await fixture.device("dora.m@example.org")
            try fixture.gateway.query("DELETE FROM users WHERE id = '\(device.user)'")
            try await device.sync()
            let profile = "SELECT name, email, gender FROM users WHERE id = '\(device.user)'"
            #expect(try fixture.gateway.query(profile) == "dora.m|dora.m@example.org|")
            try await device.sync()
            try fixture.gateway.query(
                "UPDATE users SET gender = 'f', row_version = row_version + 1, updated_at = now() WHERE id = '\(device.user)'"
            )
            try device.sql("UPDATE users SET name = 'Dora'")
            let report = try await device.sync()
            #expect(report.push?.conflicts ?? 0 == 0)
            #expect(try fixture.gateway.query(profile) == "Dora|dora.m@example.org|f")
            #expect(try device.sql("SELECT name, gender FROM users") == ["Dora|f"])
        }
    }
}
