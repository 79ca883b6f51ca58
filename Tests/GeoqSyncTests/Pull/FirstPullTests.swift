import Foundation
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// The first pull, and what comes after it, on quiet servers.
@Suite(.waits) struct FirstPullTests {
    static let birds = """
        INSERT INTO bird (id, common_name, scientific_name, family, valid_locations, valid_months, size_category)
        SELECT md5('bird ' || n)::uuid, 'Bird ' || n, 'Avis ' || n, CASE WHEN n % 2 = 0 THEN 'Fam "x" ' || n END,
            CASE WHEN n % 3 = 0 THEN ARRAY['US-NY', 'a,b "c"\\d', NULL] END, CASE WHEN n % 4 = 0 THEN ARRAY[1, 12, n] END, n
        FROM generate_series(1, 50) n;
        """
    static let lists = """
        INSERT INTO auth.users SELECT md5('user ' || n)::uuid FROM generate_series(1, 5) n;
        INSERT INTO watchlists (id, owner_id, title, start_date, location_rule_enabled, location_rule_lat,
            location_rule_lon, location_rule_radius_km)
        SELECT md5('list ' || n)::uuid, md5('user ' || n % 5 + 1)::uuid, 'List ' || n, '2026-05-01', true, n / 3.0, -n, 5.5
        FROM generate_series(1, 20) n;
        INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, observation_date, lat, lon)
        SELECT md5('entry ' || n)::uuid, md5('list ' || n % 20 + 1)::uuid, md5('bird ' || n % 50 + 1)::uuid,
            E'two\\nlines', '2026-05-03 05:42:00.123456+02', n / 7.0, n / 3.0 FROM generate_series(1, 100) n;
        INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, priority)
        SELECT md5('rule ' || n)::uuid, md5('list ' || n % 20 + 1)::uuid, 'location', '{"lat": 1}', n
        FROM generate_series(1, 30) n;
        """

    @Test func `the first pull brings every row and value, the second nothing`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(3_000) + Self.birds + Self.lists)
            let first = try await fixture.pull()
            #expect(first.added == 3_200 && first.changed == 0 && first.removed == 0)
            #expect(first.reason == "first sync" && first.isCursorKept && first.problem == nil)
            let check = try MirrorCheck(fixture)
            // Lines within a note break the check's own lines.
            #expect(check.missing == 0 && check.ghosts == 0, "\(check.example ?? "")")
            #expect(
                try fixture.local("SELECT count(*) FROM watchlist_entries WHERE notes = 'two' || char(10) || 'lines'")
                    == ["100"])
            #expect(
                try fixture.local("SELECT observation_date FROM watchlist_entries LIMIT 1") == [
                    "2026-05-03T03:42:00.123456Z"
                ])
            let version = try fixture.local("SELECT version FROM geoq_store")
            let second = try await fixture.pull()
            #expect(second.added + second.changed + second.removed == 0)
            #expect(second.tables.values.allSatisfy { $0.mode == .delta && $0.healed == 0 })
            #expect(try fixture.local("SELECT version FROM geoq_store") == version, "nothing was logged")
            let health = try await fixture.store.health.checks()
            let unsound = health.filter { !$0.isSound }
            #expect(unsound.isEmpty, "\(unsound)")
        }
    }

    @Test func `changes, deletes and soft deletes travel, and questions see them`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(2_000) + Self.birds + Self.lists)
            try await fixture.pull()
            try fixture.sql(
                """
                UPDATE hotspot SET name = 'Moved', lat = 10.5, lon = 20.25 WHERE id = md5('1 7')::uuid;
                DELETE FROM hotspot WHERE id = md5('1 8')::uuid;
                UPDATE hotspot SET deleted_at = now() WHERE id = md5('1 9')::uuid;
                INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('new')::uuid, 'New', 10.5, 20.2500001);
                DELETE FROM watchlists WHERE id = md5('list 3')::uuid;
                """)
            let report = try await fixture.pull()
            #expect(report.added == 1 && report.changed == 1)
            // A list with five entries and one or two rules went, too.
            #expect(report.tables[.hotspot]?.outcome.removed == 2)
            #expect(report.tables[.watchlists]?.outcome.removed == 1)
            #expect(report.tables[.watchlistEntries]?.outcome.removed == 5)
            let check = try MirrorCheck(fixture, tables: [.hotspot, .bird, .watchlists, .watchlistRules])
            #expect(check.isClean, "\(check.example ?? "")")
            let hits = try await fixture.store.features.answer(
                .near(try Coordinate(latitude: 10.5, longitude: 20.25), within: .meters(5))
            ).hits
            #expect(hits.map(\.name) == ["Moved", "New"])
            let waiting = try await fixture.store.mirror.status()
            #expect(!waiting.isEmpty && waiting.allSatisfy { $0.waiting.isEmpty })
        }
    }

    @Test func `a ring's pull sees deletes by their number`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(500))
            try await fixture.pull()
            try fixture.sql("DELETE FROM hotspot WHERE id = md5('1 8')::uuid")
            let report = try await fixture.pull(compares: false)
            #expect(report.removed == 1)
            #expect(try MirrorCheck(fixture).isClean)
        }
    }

    @Test func `children go with a parent that is marked as deleted, and come back with it`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(Self.birds + Self.lists)
            try await fixture.pull()
            // The server has no trigger that would take the children along.
            try fixture.sql("UPDATE watchlists SET deleted_at = now() WHERE id = md5('list 3')::uuid")
            var report = try await fixture.pull()
            #expect(report.tables[.watchlists]?.outcome.removed == 1)
            #expect(report.tables[.watchlistEntries]?.outcome.waiting == 0 && report.waiting == 0)
            #expect(try fixture.local("SELECT count(*) FROM watchlist_entries") == ["95"])
            report = try await fixture.pull()
            #expect(report.added + report.changed + report.removed == 0)
            #expect(report.tables[.watchlistEntries]?.healed == 0, "those that wait are no difference")
            try fixture.sql("UPDATE watchlists SET deleted_at = NULL WHERE id = md5('list 3')::uuid")
            report = try await fixture.pull()
            #expect(report.tables[.watchlistEntries]?.outcome.added == 5)
            #expect(report.tables[.watchlistEntries]?.outcome.waiting == 0)
            #expect(try fixture.local("SELECT count(*) FROM watchlist_entries") == ["100"])
            #expect(try fixture.local("PRAGMA foreign_key_check").isEmpty)
        }
    }

    @Test func `the schema without repairs is mirrored, and what it lacks is named`() async throws {
        try await SyncFixture.run(.original) { fixture in
            try fixture.sql(ServerSchema.hotspots(300) + Self.birds)
            // No value of these may stop anything.
            try fixture.sql(
                """
                INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('far')::uuid, 'Far', 37.7, 200);
                INSERT INTO watchlists (id, title) VALUES (md5('list')::uuid, 'Mine');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id) VALUES (md5('e')::uuid, NULL, NULL);
                """)
            let report = try await fixture.pull()
            #expect(report.problem == nil && report.tables[.hotspot]?.outcome.unplaced == 1)
            #expect(try fixture.local("SELECT lat, lon, geom IS NULL FROM hotspot WHERE name = 'Far'") == ["||1"])
            try fixture.sql("UPDATE hotspot SET name = 'Later' WHERE id = md5('1 5')::uuid")
            #expect(try await fixture.pull().changed == 1, "its updated_at is NULL before and after")
            try fixture.sql("DELETE FROM hotspot WHERE id = md5('far')::uuid")
            #expect(try MirrorCheck(fixture, tables: [.bird, .watchlists]).isClean)
            let findings = try await fixture.client().check()
            #expect(!findings.contains { $0.weight == .obstacle })
            #expect(findings.contains { $0.table == .hotspot && $0.what == "no column deleted_at" })
        }
    }

    @Test func `a file takes no rows from a mirror`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(3))
            try await fixture.pull()
            let id = try fixture.local("SELECT id FROM hotspot ORDER BY id LIMIT 1")[0]
            let file = fixture.folder + "/own.csv"
            let other = "0000000c-0000-4000-8000-00000000000c"
            // As an export writes them, for their ids count.
            try """
            id,name,lat,lon,locality,source,source_id
            \(id),Own,1,2,,elsewhere,1
            \(other),New,1,2,,elsewhere,2

            """.write(toFile: file, atomically: true, encoding: .utf8)
            let report = try await fixture.store.imports.run(file, as: .hotspots)
            #expect(report.added == 1 && report.changed == 0 && report.rejected == 1, "\(report)")
            let next = try await fixture.pull()
            #expect(next.changed == 0 && next.waiting == 0)
        }
    }

    @Test func `rows of files and of other remotes are not touched`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(100))
            let file = fixture.folder + "/own.csv"
            // The second row has the id of a row of the server.
            try """
            id,name,lat,lon
            1,Own,1,2
            """.write(toFile: file, atomically: true, encoding: .utf8)
            _ = try await fixture.store.imports.run(file, as: .hotspots)
            let id = try fixture.sql("SELECT md5('1 5')::uuid")
            try fixture.local("UPDATE hotspot SET id = '\(id)' WHERE name = 'Own'")
            var report = try await fixture.pull()
            #expect(report.added == 99 && report.tables[.hotspot]?.outcome.waiting == 1)
            try fixture.sql("DELETE FROM hotspot WHERE id <> '\(id)'")
            report = try await fixture.pull()
            #expect(report.removed == 99 && report.tables[.hotspot]?.outcome.waiting == 1)
            #expect(try fixture.local("SELECT name, source FROM hotspot") == ["Own|own"])
            try fixture.local("DELETE FROM hotspot")
            report = try await fixture.pull()
            #expect(report.added == 1 && report.tables[.hotspot]?.outcome.waiting == 0)
        }
    }
}
