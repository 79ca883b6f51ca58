import Foundation
import Geoq
import GeoqIndex
import Synchronization
import TestSupport
import Testing

@testable import GeoqStore
@testable import GeoqSupabase
@testable import GeoqSync

extension ProjectTests {
    /// A project with geoq's kit.
    @Suite(.serialized, .needsGateway) struct Kit {
        @Test func `the mirror is that of a connection to the database`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill()
                let first = try await project.pull()
                #expect(first.problem == nil && first.waiting == 0)
                #expect(first.tables.values.allSatisfy { $0.mode == .full } && first.tables.count == 16)
                #expect(first.user == FeatureID(project.user))
                #expect(project.transport.exchanges.count == 1, "All tables fit in one answer.")
                #expect(try await project.difference() == nil)
                try project.gateway.query(
                    """
                    UPDATE hotspot SET lat = 0.1 + 0.2, name = 'Moved' WHERE id = md5('spot 11')::uuid;
                    INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('new')::uuid, 'New', -1e-300, 5e-324);
                    DELETE FROM hotspot WHERE id = md5('spot 12')::uuid;
                    UPDATE hotspot SET deleted_at = now() WHERE id = md5('spot 13')::uuid;
                    DELETE FROM watchlists WHERE id = md5('list 2')::uuid;
                    UPDATE watchlists SET deleted_at = now() WHERE id = md5('list 3')::uuid;
                    UPDATE watchlist_entries SET observation_date = '-infinity', to_observe_end_date = 'infinity'
                    WHERE id = md5('entry 4')::uuid;
                    UPDATE watchlists SET start_date = '0044-03-15 BC' WHERE id = md5('list 4')::uuid;
                    """)
                project.transport.forget()
                let second = try await project.pull()
                #expect(second.tables.values.allSatisfy { $0.mode == .delta })
                #expect(second.tables.values.allSatisfy { $0.healed == 0 }, "Tombstones tell deletions.")
                #expect(second.removed > 10 && second.added == 1)
                #expect(project.transport.exchanges.count == 1)
                #expect(try await project.difference() == nil)
            }
        }

        @Test func `a sync that finds nothing is one request of three kilobytes`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill()
                try await project.pull()
                try await project.pull()
                project.transport.forget()
                let report = try await project.pull()
                #expect(report.added + report.changed + report.removed == 0 && report.isCompared)
                #expect(project.transport.exchanges.count == 1)
                print("an idle sync has \(project.transport.bytes) bytes")
                #expect(project.transport.bytes <= 3_072)
            }
        }

        @Test func `a sync that finds nothing notes only that, and what it passed over is found later`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill()
                try await project.pull()
                let store = try Store(path: project.store.path)
                let client = SyncClient(
                    remote: SupabaseRemote(project.client, pause: { _ in }), store: store, options: project.options())
                let before = try #require(try await store.mirror.all().first)
                // Another transaction, so that the cursor moves.
                try project.gateway.query("CREATE TABLE IF NOT EXISTS elsewhere (); DROP TABLE elsewhere")
                let idle = try await client.pull()
                #expect(idle.tables.count == 16 && idle.tables.values.allSatisfy { $0.mode == .delta && $0.sent == 0 })
                #expect(idle.tables.mapValues(\.rows) == before.tables.mapValues(\.rows))
                #expect(store.openedWriter() == nil, "SpatiaLite was loaded.")
                #expect(!FileManager.default.fileExists(atPath: store.path + ".staging"))
                let after = try #require(try await store.mirror.all().first)
                #expect(after.syncedAt != before.syncedAt && after.digestedAt != before.digestedAt)
                #expect(after.tables[.hotspot]?.cursor != before.tables[.hotspot]?.cursor)
                #expect(after.tables.allSatisfy { $0.value.cursor == after.tables[.bird]?.cursor })

                // Damage here, and a row that waits: each is more than nothing.
                _ = try SyncFixture.sqlite(store.path, "UPDATE hotspot SET name = 'damaged' WHERE name = 'Spot 9'")
                #expect(try await client.pull().tables[.hotspot]?.healed == 1)
                #expect(try await client.pull().added == 0)
                try project.gateway.query("UPDATE hotspot SET name = 'Moved' WHERE name = 'Spot 9'")
                #expect(try await client.pull(compares: false).changed == 1)
                #expect(try await client.pull(compares: false).changed == 0)
                #expect(try await project.difference() == nil)
                try store.close()
            }
        }

        @Test func `rows that another program removed come again, and are counted once`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill()
                let first = try await project.pull()
                _ = try SyncFixture.sqlite(
                    project.store.path,
                    "DELETE FROM hotspot WHERE name = 'Spot 9';; DELETE FROM bird WHERE common_name LIKE 'Bird 40 %'")
                let healed = try await project.pull()
                for table in [MirrorTable.hotspot, .bird] {
                    #expect(healed.tables[table]?.added == 1, "\(table)")
                    #expect(healed.tables[table]?.rows == first.tables[table]?.rows, "\(table)")
                }
                #expect(try await project.difference() == nil)
            }
        }

        @Test func `what is no longer shared leaves no trace (F17)`() async throws {
            try await ProjectFixture.run("kit") { project in
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
                #expect(report.removed == 8 && report.tables[.watchlists]?.dropped == 1)
                #expect(try await project.difference(as: id) == nil)
                #expect(!project.file(contains: "Secret Garden") && !report.isErasurePending)
                // A share changes no row that is shared.
                try project.gateway.query(
                    "INSERT INTO watchlist_shares (id, watchlist_id, user_id) VALUES (md5('t')::uuid, md5('list 5')::uuid, '\(id)')"
                )
                let again = try await project.pull(as: guest)
                #expect(again.added == 8)
                #expect(try await project.difference(as: id) == nil)
            }
        }

        @Test func `another user sees nothing of the first`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill()
                try await project.pull()
                #expect(project.file(contains: "Note 17"))
                let (other, id) = try await ProjectFixture.login("eve@example.org", project.gateway, project.transport)
                let report = try await project.pull(as: other)
                #expect(report.user == FeatureID(id) && report.tables[.hotspot]?.mode == .delta)
                #expect(try await project.difference(as: id) == nil)
                #expect(!project.file(contains: "Note 17"))
            }
        }

        @Test func `a region is cut, moved and given up`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill(hotspots: 2_000)
                let box = Region.box(try BoundingBox(west: 150, south: -40, east: -120, north: 60))
                let circle = Region.circle(try Coordinate(latitude: 10, longitude: 20), radius: .kilometers(3_000))
                let area = Region.area(try SyncFixture.star(), name: "a star")
                let corridor = Region.corridor(try SyncFixture.corridor(), name: "a flight")
                for region in [box, circle, area, corridor] {
                    try await project.pull { $0.region = region }
                    #expect(try await project.difference(in: region) == nil)
                    // Out of the region, into it, and away.
                    try project.gateway.query(
                        """
                        UPDATE hotspot SET lat = 85, lon = 100 WHERE deleted_at IS NULL AND lat BETWEEN 0 AND 12;
                        UPDATE hotspot SET lat = 11, lon = 21 WHERE deleted_at IS NULL AND lat BETWEEN -70 AND -60;
                        UPDATE hotspot SET lat = 12, lon = 170 WHERE deleted_at IS NULL AND lat BETWEEN -60 AND -50;
                        DELETE FROM hotspot WHERE lat BETWEEN 20 AND 25;
                        """)
                    let report = try await project.pull { $0.region = region }
                    #expect(report.tables[.hotspot]?.mode == .delta && report.tables[.hotspot]?.healed == 0)
                    #expect(try await project.difference(in: region) == nil)
                }
                try await project.pull { $0.isEverything = true }
                #expect(try await project.difference() == nil)
            }
        }

        /// By the columns of an earlier geoq, say. A sync that ends between the lists and the hotspots leaves those as
        /// the earlier mapping read them.
        @Test func `another mapping is the mirror's once all tables are read by it`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill(hotspots: 9_000)
                try await project.pull()
                let path = project.store.path
                _ = try SyncFixture.sqlite(path, "UPDATE geoq_remote SET mapping = 'earlier'")
                try project.gateway.query("UPDATE watchlists SET title = 'Other' WHERE id = md5('list 1')::uuid")
                let pages = Mutex(0)
                project.transport.whenAnswered { exchange in
                    guard exchange.target.contains("geoq_pull") else { return }
                    let isFirst = pages.withLock { count in
                        count += 1
                        return count == 1
                    }
                    if !isFirst { throw TransportFailure.notReached }
                }
                await #expect(throws: SyncError.self) { try await project.pull() }
                project.transport.whenAnswered(nil)
                let held = try SyncFixture.sqlite(
                    path, "SELECT mapping, (SELECT count(*) FROM watchlists WHERE title = 'Other') FROM geoq_remote")
                #expect(held == ["earlier|1"], "The lists were applied, and the hotspots not read.")
                let report = try await project.pull()
                #expect(report.tables[.hotspot]?.mode == .full)
                #expect(try SyncFixture.sqlite(path, "SELECT mapping FROM geoq_remote") != ["earlier"])
                #expect(try await project.difference() == nil)
            }
        }

        @Test func `a table that has lost a column stops alone`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill()
                try await project.pull()
                try project.gateway.query(
                    "ALTER TABLE bird RENAME common_name TO vernacular; UPDATE bird SET family = 'changed'")
                defer { _ = try? project.gateway.query("ALTER TABLE bird RENAME vernacular TO common_name") }
                try project.gateway.query("UPDATE hotspot SET name = 'Other' WHERE id = md5('spot 1')::uuid")
                let report = try await project.pull()
                #expect(report.tables[.bird]?.stopped?.message == "bird has no column common_name, which bird needs")
                #expect(report.tables[.hotspot]?.changed == 1 && report.tables[.bird]?.rows == 0)
                let birds = try await ProjectFixture.rows(project.store).keys.count { $0.hasPrefix("bird ") }
                #expect(birds == 40)
            }
        }
    }
}
