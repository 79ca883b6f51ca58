import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// What is read of a Supabase project. The tests of a suite run one after the
/// other: each level has one gateway, whose tables are emptied for each test.
@Suite(.waits) struct ProjectTests {}

extension ProjectTests {
    /// A project with tables alone.
    @Suite(.serialized, .needsGateway) struct Rest {
        @Test(arguments: [nil, 1_000, 77])
        func `the mirror is that of a connection to the database`(mostRows: Int?) async throws {
            try await ProjectFixture.run("rest") { project in
                try project.fill(hotspots: 1_700)
                try project.gateway.set(#"{"max_rows": \#(mostRows.map { "\($0)" } ?? "null")}"#)
                let first = try await project.pull()
                #expect(first.problem == nil && first.waiting == 0 && first.tables.count == 16)
                #expect(try await project.difference() == nil)
                let pages = project.transport.exchanges.count { $0.target.hasPrefix("GET /rest/v1/hotspot?") }
                #expect(pages == (mostRows == 77 ? 24 : 3))
                try project.gateway.query(
                    """
                    DELETE FROM watchlist_entries WHERE id = md5('entry 3')::uuid;
                    DELETE FROM watchlists WHERE id = md5('list 2')::uuid;
                    UPDATE watchlists SET title = 'Without a word', updated_at = '2001-01-01' WHERE id = md5('list 4')::uuid;
                    UPDATE hotspot SET lat = 0.1 + 0.2, updated_at = now() WHERE id = md5('spot 11')::uuid;
                    UPDATE hotspot SET deleted_at = now(), updated_at = now() WHERE id = md5('spot 13')::uuid;
                    INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('new')::uuid, 'New', -1e-300, 5e-324);
                    """)
                let second = try await project.pull()
                #expect(second.tables[.hotspot]?.mode == .delta && second.tables[.watchlists]?.mode == .full)
                #expect(second.tables[.watchlists]?.changed == 1 && !second.isCompared)
                #expect(try await project.difference() == nil)
            }
        }

        @Test func `large tables are read whole once a day`() async throws {
            try await ProjectFixture.run("rest") { project in
                try project.fill()
                try await project.pull()
                // Nothing says that these were changed or are gone.
                try project.gateway.query(
                    """
                    UPDATE hotspot SET name = 'Silent', updated_at = '2001-01-01' WHERE id = md5('spot 1')::uuid;
                    DELETE FROM hotspot WHERE id = md5('spot 2')::uuid;
                    """)
                let hinted = try await project.pull()
                #expect(hinted.tables[.hotspot]?.mode == .delta && hinted.removed == 0)
                #expect(try await project.difference() != nil)
                _ = try SyncFixture.sqlite(
                    project.store.path, "UPDATE geoq_remote SET verified_at = datetime('now', '-25 hours')")
                let daily = try await project.pull()
                #expect(daily.verification == "the large tables were last read whole 1 days ago")
                #expect(daily.tables[.hotspot]?.mode == .full)
                #expect(try await project.difference() == nil)
                #expect(try await project.pull().tables[.hotspot]?.mode == .delta)
            }
        }

        @Test func `a row that comes again is counted once, and one that stays is not told as without a place`()
            async throws
        {
            try await ProjectFixture.run("rest") { project in
                try project.fill()
                let first = try await project.pull()
                #expect(first.tables[.hotspot]?.outcome.unplaced == 6)
                _ = try SyncFixture.sqlite(project.store.path, "DELETE FROM hotspot WHERE name = 'Spot 9'")
                try project.gateway.query("UPDATE hotspot SET updated_at = now()")
                let hinted = try await project.pull()
                #expect(hinted.tables[.hotspot]?.mode == .delta && hinted.tables[.hotspot]?.added == 1)
                #expect(hinted.tables[.hotspot]?.rows == first.tables[.hotspot]?.rows)
                let whole = try await project.pull { $0.verifiesContents = true }
                #expect(whole.tables[.hotspot]?.mode == .full && whole.tables[.hotspot]?.changed == 0)
                #expect(whole.tables[.hotspot]?.outcome.unplaced == 0)
            }
        }

        @Test func `what lives below a deleted row is left out and counted, with what belongs to it`() async throws {
            try await ProjectFixture.run("rest") { project in
                try project.fill()
                try await project.pull()
                try project.gateway.query("UPDATE watchlists SET deleted_at = now() WHERE id = md5('list 2')::uuid")
                for round in 1...2 {
                    let report = try await project.pull()
                    #expect(report.waiting == 0 && report.problem == nil, "round \(round): \(report)")
                    let counts = [MirrorTable.watchlists, .watchlistEntries, .watchlistRules, .observedBirdPhotos]
                        .map { report.tables[$0]?.orphans }
                    #expect(counts == [0, 5, 1, 5], "round \(round)")
                    #expect(report.removed == (round == 1 ? 12 : 0), "round \(round): \(report)")
                    #expect(try await project.difference() == nil)
                }
                try project.gateway.query("UPDATE watchlists SET deleted_at = NULL WHERE id = md5('list 2')::uuid")
                let report = try await project.pull()
                #expect(report.added == 12 && report.tables[.watchlistEntries]?.orphans == 0, "\(report)")
                #expect(try await project.difference() == nil)
            }
        }

        @Test func `what is no longer shared leaves no trace (F17)`() async throws {
            try await ProjectFixture.run("rest") { project in
                try project.fill()
                let (guest, id) = try await ProjectFixture.login("ben@example.org", project.gateway, project.transport)
                try project.gateway.query(
                    """
                    UPDATE watchlists SET title = 'Secret Garden' WHERE id = md5('list 5')::uuid;
                    INSERT INTO watchlist_shares (id, watchlist_id, user_id) VALUES (md5('s')::uuid, md5('list 5')::uuid, '\(id)');
                    """)
                try await project.pull(as: guest)
                #expect(try await project.difference(as: id) == nil)
                #expect(project.file(contains: "Secret Garden"))
                try project.gateway.query("DELETE FROM watchlist_shares")
                let report = try await project.pull(as: guest)
                #expect(report.removed == 8)
                #expect(try await project.difference(as: id) == nil)
                #expect(!project.file(contains: "Secret Garden"))
            }
        }

        @Test func `a region is cut, moved and given up`() async throws {
            try await ProjectFixture.run("rest") { project in
                try project.fill(hotspots: 2_000)
                let box = Region.box(try BoundingBox(west: 150, south: -40, east: -120, north: 60))
                let circle = Region.circle(try Coordinate(latitude: 10, longitude: 20), radius: .kilometers(3_000))
                let area = Region.area(try SyncFixture.star(), name: "a star")
                let corridor = Region.corridor(try SyncFixture.corridor(), name: "a flight")
                for region in [box, circle, area, corridor] {
                    try await project.pull { $0.region = region }
                    #expect(try await project.difference(in: region) == nil)
                    try project.gateway.query(
                        """
                        UPDATE hotspot SET lat = 85, lon = 100, updated_at = now() WHERE lat BETWEEN 0 AND 12;
                        UPDATE hotspot SET lat = 11, lon = 21, updated_at = now() WHERE lat BETWEEN -70 AND -60;
                        """)
                    try await project.pull { $0.region = region }
                    #expect(try await project.difference(in: region) == nil)
                }
                try await project.pull { $0.isEverything = true }
                #expect(try await project.difference() == nil)
            }
        }

        @Test(arguments: [
            #"{"drop": true, "skip": 2, "times": 1}"#, #"{"cut": 300, "skip": 4, "times": 4}"#,
            #"{"status": 502, "skip": 3, "times": 1}"#, #"{"html": true, "skip": 3, "times": 5}"#,
            #"{"path": "watchlist_entries", "content_range": "0-999/1000", "times": 9}"#,
            #"{"path": "watchlist_entries", "content_range": "*/0", "times": 9}"#,
            #"{"path": "watchlists", "status": 200, "body": {}, "times": 9}"#,
            #"{"method": "GET", "path": "/rest/v1/watchlists", "status": 200, "body": [], "times": 1}"#,
            #"{"method": "GET", "path": "/rest/v1/watchlist_entries", "skip": 1, "status": 200, "body": [], "times": 1}"#,
            #"{"method": "GET", "path": "/rest/v1/watchlist_entries", "skip": 1, "status": 200, "body": [], "times": 9}"#,
        ])
        func `an answer that is lost or wrong removes nothing (F22)`(fault: String) async throws {
            try await ProjectFixture.run("rest") { project in
                try project.fill()
                try project.gateway.set(#"{"max_rows": 9}"#)
                try await project.pull()
                let before = try await ProjectFixture.rows(project.store)
                try project.gateway.set(#"{"faults": [\#(fault)]}"#)
                do {
                    try await project.pull()
                } catch let error as SyncError {
                    #expect(error.retryMayHelp, "\(error)")
                }
                #expect(try await ProjectFixture.rows(project.store) == before)
                #expect(try project.gateway.set("{}").contains(/"hit":[1-9]/))
                try project.gateway.set(#"{"faults": []}"#)
                #expect(try await project.pull().problem == nil)
                #expect(try await project.difference() == nil)
            }
        }
    }
}
