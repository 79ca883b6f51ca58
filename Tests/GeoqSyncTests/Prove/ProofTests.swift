import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import TestSupport
import Testing

@testable import GeoqCLI
@testable import GeoqPostgres
@testable import GeoqSync

/// A proof must pass for a mirror that is equal to its server, and fail for one
/// that is not.
@Suite(.waits) struct ProofTests {
    /// Rules of every kind, written in every way; some that geoq cannot
    /// understand.
    private static let rules = """
        UPDATE watchlists SET location_rule_radius_km = 900, species_rule_enabled = right(title, 1) = '1',
            species_rule_shape_id = 'duck', date_rule_enabled = right(title, 1) = '2',
            date_rule_start_date = '2025-04-01', date_rule_end_date = '2026-09-30';
        UPDATE bird SET shape_id = CASE WHEN size_category % 3 = 0 THEN 'duck' ELSE 'owl' END,
            scientific_name = CASE WHEN size_category % 10 = 0 THEN 'AVIS 7' ELSE scientific_name END;
        INSERT INTO watchlists (id, owner_id, title)
        SELECT md5('more ' || n)::uuid, md5('user 1')::uuid, 'More ' || n FROM generate_series(1, 60) n;
        INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, is_active)
        SELECT md5('circle ' || n)::uuid, md5('more ' || n)::uuid, 'Location', format(
                '{"lat": %s, "lon": "%s", "radius_km": %s}', n - 30, n * 6 - 180, 500 + 30 * n), n % 11 > 0
            FROM generate_series(1, 60) n UNION ALL
        SELECT md5('kind ' || n)::uuid, md5('more ' || n)::uuid, 'species', CASE n % 4
                WHEN 0 THEN '{"scientific_name": "avis 7"}' WHEN 1 THEN '{"shape_id": "owl"}'
                WHEN 2 THEN format('{"bird_id": "%s"}', md5('bird 3')::uuid) ELSE '{"shape_id": "a", "bird_id": "b"}' END,
            true FROM generate_series(1, 40) n UNION ALL
        SELECT md5('days ' || n)::uuid, md5('more ' || n)::uuid, ' date ', CASE n % 4
                WHEN 0 THEN '{"start": "--11-01", "end": "--02-28"}' WHEN 1 THEN '{"start": "2025-01-01"}'
                WHEN 2 THEN '{"start": "2025-03-01", "end": "2025-12-31"}' ELSE '{"end": "--06-30"}' END,
            true FROM generate_series(1, 30) n UNION ALL
        VALUES (md5('odd 1')::uuid, md5('more 51')::uuid, 'location', '{"latitude": 1, "lng": 2, "radiusKm": 3000}', true),
            (md5('odd 2')::uuid, md5('more 52')::uuid, 'date', '{"start": "2024-02-29"}', true),
            (md5('odd 3')::uuid, md5('more 53')::uuid, 'species', 'no JSON', true),
            (md5('odd 4')::uuid, md5('more 54')::uuid, 'weather', '{}', true);
        """

    private static func prove(
        _ fixture: SyncFixture, store: Store? = nil, _ queries: Int, seed: UInt64 = 1,
        _ change: (inout SyncOptions) -> Void = { _ in }
    ) async throws -> ProofReport {
        var options = SyncOptions()
        options.retry = .never
        change(&options)
        let client = SyncClient(
            remote: try PostgresRemote(fixture.url), store: store ?? fixture.store, options: options)
        return try await client.prove(ProofOptions(queries: queries, seed: seed))
    }

    /// Pulls until the cursor has passed every present row. Another test's
    /// transaction on the same server holds the cursor back, and then it cannot
    /// be known which rows are new.
    static func pull(_ fixture: SyncFixture) async throws {
        let now = try #require(Int(try fixture.sql("SELECT pg_current_xact_id()")))
        for _ in 0..<3_000 {
            try await fixture.pull()
            let cursor = try fixture.local("SELECT min(cast(cursor AS INTEGER)) FROM geoq_remote_table").first ?? ""
            if let cursor = Int(cursor), cursor > now { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("A transaction never ended.")
    }

    @Test func `an honest mirror gives the server's answers, at hard places, too`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                ServerSchema.hotspots(1_500) + ServerSchema.hardHotspots + FirstPullTests.birds + FirstPullTests.lists
                    + Self.rules + ServerSchema.functions)
            // Rows that go with their list, which is marked as deleted.
            try fixture.sql("UPDATE watchlists SET deleted_at = now() WHERE id = md5('list 4')::uuid")
            try await fixture.pull()
            let report = try await Self.prove(fixture, 400)
            #expect(report.verdict == .equal, "\(report.examples)")
            for kind in ProofKind.allCases {
                let found = try #require(report.kinds[kind])
                #expect(found.questions >= 40 && found.rows > 0 && found.differences == 0, "\(kind): \(found)")
                #expect(found.largestMeters <= 1e-7)
            }
            #expect(report.kinds[.radius].map { $0.edges + $0.ties < $0.rows } == true)
            let entries = try #require(report.tables[.watchlistEntries])
            #expect(entries.rows == 95 && entries.waiting == 0 && entries.hashed == 95 && entries.read == 95)
            #expect(report.tables[.hotspot]?.hashed == 1_700 && report.tables[.hotspot]?.read == 1_000)
            #expect(try fixture.local("SELECT count(*) FROM geoq_remote") == ["1"])
            // The same seed asks the same.
            let again = try await Self.prove(fixture, 400)
            #expect(again.kinds.mapValues(\.rows) == report.kinds.mapValues(\.rows))
        }
    }

    @Test func `a damaged row is found and named`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(40))
            try await fixture.pull()
            #expect(try await Self.prove(fixture, 60).verdict == .equal)
            // As a broken disk would do it, unknown to the store.
            let id = try fixture.sql("SELECT md5('1 7')::uuid")
            try fixture.local(
                """
                UPDATE geoq_store SET bulk = 1;;
                UPDATE hotspot SET lat = lat + 0.00001 WHERE id = '\(id)';;
                UPDATE geoq_store SET bulk = 0
                """)
            try await fixture.store.index.rebuild()
            let report = try await Self.prove(fixture, 60)
            #expect(report.verdict == .different)
            let table = try #require(report.tables[.hotspot])
            #expect(table.rows == 40 && table.lost == 0, "the versions are the same")
            #expect(table.different == 1)
            #expect(report.examples.contains { $0.sentence.contains(id) }, "\(report.examples)")
        }
    }

    /// The versions of rows stay as they are: only questions can find this.
    @Test(arguments: [
        ("hotspot", "lat = -lat", [ProofKind.radius, .nearest, .box, .hotspotsNear]),
        ("watchlist_entries", "lat = -lat, lon = -lon", [.birdsNear]),
        (
            "watchlist_rules", #"parameters_json = replace(parameters_json, '"radius_km": ', '"radius_km": 1')"#,
            [.rules]
        ),
    ])
    func `every kind of question finds what it asks about`(table: String, change: String, kinds: [ProofKind])
        async throws
    {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                ServerSchema.hotspots(300) + FirstPullTests.birds + FirstPullTests.lists + Self.rules
                    + ServerSchema.functions)
            try await fixture.pull()
            try fixture.local(
                "UPDATE geoq_store SET bulk = 1;; UPDATE \(table) SET \(change);; UPDATE geoq_store SET bulk = 0")
            try await fixture.store.index.rebuild()
            let report = try await Self.prove(fixture, 200)
            #expect(report.verdict == .different)
            for kind in ProofKind.allCases {
                #expect((report.kinds[kind]?.differences ?? 0 > 0) == kinds.contains(kind), "\(kind)")
            }
        }
    }

    @Test func `a row that was lost, and one too many, are found without a question`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(40))
            try await Self.pull(fixture)
            let id = try fixture.sql("SELECT md5('1 7')::uuid")
            try fixture.local("DELETE FROM hotspot WHERE id = '\(id)'")
            let report = try await Self.prove(fixture, 0)
            #expect(report.verdict == .different && report.tables[.hotspot]?.lost == 1)
            #expect(report.examples.first?.sentence.contains("lacks \(id)") == true)
            try await fixture.pull()
            #expect(try await Self.prove(fixture, 20).verdict == .equal)
            let ghost = "00000000-0000-4000-8000-000000000001"
            try fixture.local("UPDATE hotspot SET id = '\(ghost)' WHERE id = '\(id)'")
            let other = try await Self.prove(fixture, 20)
            #expect(other.verdict == .different && other.tables[.hotspot]?.lost ?? 0 > 0)
            #expect(other.examples.contains { $0.sentence.contains("has \(ghost)") }, "\(other.examples)")
        }
    }

    @Test func `a mirror that is behind is not wrong`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(200))
            try await Self.pull(fixture)
            try fixture.sql(
                """
                UPDATE hotspot SET lat = 0 WHERE id = md5('1 7')::uuid;
                INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('new')::uuid, 'New', 1, 2);
                DELETE FROM hotspot WHERE id = md5('1 8')::uuid;
                """)
            let report = try await Self.prove(fixture, 100)
            #expect(report.verdict == .behind, "\(report.examples)")
            #expect(report.kinds.values.allSatisfy { $0.differences == 0 } && report.kinds[.radius]?.rows ?? 0 > 0)
            let table = try #require(report.tables[.hotspot])
            #expect(table.newer == 2 && table.gone == 1 && table.lost == 0)
            try await fixture.pull()
            #expect(try await Self.prove(fixture, 100).verdict == .equal)
        }
    }

    @Test func `only what is mirrored is asked about`() async throws {
        try await SyncFixture.run(.secured) { fixture in
            try fixture.sql(
                ServerSchema.hotspots(1_000) + ServerSchema.hardHotspots + FirstPullTests.birds + FirstPullTests.lists
                    + Self.rules)
            let user = try fixture.sql("SELECT md5('user 2')::uuid")
            let region = Region.circle(try Coordinate(latitude: 40, longitude: 179), radius: .kilometers(4_000))
            try await fixture.pull {
                $0.user = FeatureID(user)
                $0.region = region
            }
            // Rows of files are not the server's.
            let file = fixture.folder + "/mine.csv"
            try "id,name,lat,lon\nm1,Mine,40,179\n".write(toFile: file, atomically: true, encoding: .utf8)
            let added = try GeoqProcess(["import", file, "--as", "hotspots", "--db", fixture.store.path])
            #expect(added.status == 0, "\(added.errors)")
            let report = try await Self.prove(fixture, 200) { $0.user = FeatureID(user) }
            #expect(report.verdict == .equal, "\(report.examples) \(report.tables)")
            #expect(report.kinds[.nearest]?.rows ?? 0 > 0 && report.kinds[.rules]?.rows ?? 0 > 0)
            #expect(report.kinds[.hotspotsNear]?.note?.contains("no function hotspots_near") == true)
            let remembered = try await Self.prove(fixture, 1)
            #expect(remembered.verdict == .equal, "the mirror knows whose it is")
            let other = try fixture.sql("SELECT md5('user 3')::uuid")
            let wrong = await #expect(throws: SyncError.self) {
                try await Self.prove(fixture, 1) { $0.user = FeatureID(other) }
            }
            #expect(wrong.map { SyncHint.sentence($0) }?.contains("--as \(user)") == true)
        }
    }

    @Test func `what is not mirrored cannot be proved`() async throws {
        try await SyncFixture.run { fixture in
            let error = await #expect(throws: SyncError.self) { try await Self.prove(fixture, 1) }
            #expect(
                error.map { SyncHint.sentence($0) }?.contains("run geoq sync first") == true
                    && error?.retryMayHelp == false)
        }
    }

    /// Where a server has its places, and what index finds them.
    @Test(arguments: [
        "ALTER TABLE hotspot DROP COLUMN location; CREATE INDEX ON hotspot (lat, lon)",
        """
        ALTER TABLE hotspot DROP COLUMN location, ADD COLUMN point geometry(point, 4326);
        UPDATE hotspot SET point = ST_SetSRID(ST_MakePoint(lon, lat), 4326);
        ALTER TABLE hotspot DROP COLUMN lat, DROP COLUMN lon; CREATE INDEX ON hotspot USING gist (point)
        """,
    ])
    func `places may be columns of numbers, or a geometry`(change: String) async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(800) + ServerSchema.hardHotspots + change)
            try await fixture.pull()
            let report = try await Self.prove(fixture, 150)
            #expect(report.verdict == .equal, "\(report.examples)")
            #expect(report.kinds[.radius]?.rows ?? 0 > 100 && report.kinds[.nearest]?.rows ?? 0 > 100)
        }
    }

    @Test func `the command tells equal, behind and wrong apart`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(300))
            try await fixture.pull()
            func prove(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(
                    ["prove", fixture.url, "--db", fixture.store.path, "--queries", "40", "--seed", "5"] + words)
            }
            let equal = try prove("-f", "json")
            #expect(equal.status == 0 && equal.errors.contains("gives the server's answers (seed 5)"))
            let records = try #require(
                try JSONSerialization.jsonObject(with: Data(equal.output.utf8)) as? [[String: Any]])
            #expect(records.count == 7 && records.last?["note"] as? String == "equal")
            #expect(records.last?["questions"] as? Int == 40 && records.last?["differences"] as? Int == 0)
            try fixture.sql("UPDATE hotspot SET name = 'Other' WHERE id = md5('1 7')::uuid")
            let behind = try prove()
            #expect(behind.status == 75 && behind.errors.contains("run geoq sync, then prove again"))
            #expect(behind.errors.contains("hotspot: of 300 rows left out: 1 changed on the server"))
            try await Self.pull(fixture)
            try fixture.local("UPDATE hotspot SET name = 'Mine' WHERE name = 'Other'")
            let wrong = try prove("-f", "table")
            let id = try fixture.sql("SELECT md5('1 7')::uuid")
            #expect(wrong.status == 1 && wrong.errors.contains("has another version of \(id)"), "\(wrong.errors)")
            #expect(wrong.errors.contains("does not give the server's answers"))
        }
    }
}
