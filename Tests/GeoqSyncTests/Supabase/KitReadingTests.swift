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

        @Test func `the next page is on its way while one is taken, and no row is lost or doubled`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill(hotspots: 9_000)
                project.transport.forget()
                let report = try await project.pull()
                #expect(report.tables[.hotspot]?.sent == 8_775, "Of 9000 each fortieth is marked as deleted.")
                #expect(project.transport.exchanges.count >= 5)
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

        @Test func `rows that writers change while pages come are not lost`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill(hotspots: 7_000)
                let gateway = project.gateway
                let writes = Mutex(0)
                project.transport.whenAnswered { _ in
                    let number = writes.withLock { number in
                        number += 1
                        return number
                    }
                    guard number <= 4 else { return }
                    try gateway.query(
                        """
                        UPDATE hotspot SET name = 'w\(number) ' || name WHERE id IN (SELECT id FROM hotspot
                            WHERE deleted_at IS NULL ORDER BY md5(id::text || '\(number)') LIMIT 700);
                        DELETE FROM hotspot WHERE id IN (SELECT id FROM hotspot ORDER BY md5('\(number)' || id::text) LIMIT 50);
                        INSERT INTO hotspot (id, name, lat, lon) SELECT gen_random_uuid(), 'New', n, n FROM generate_series(1, 60) n;
                        """)
                }
                let first = try await project.pull()
                #expect(project.transport.exchanges.count >= 5)
                #expect(first.tables[.hotspot]?.mode == .full && first.tables[.hotspot]?.healed == 0)
                // The last answer saw all that was written.
                #expect(try await project.difference() == nil)
                project.transport.whenAnswered(nil)
                try project.gateway.query(OpenTransactions.awaited)
                // These rows have changed since the cursor, and come once more.
                let second = try await project.pull()
                #expect(second.tables[.hotspot]?.sent ?? 0 > 700 && second.tables[.hotspot]?.healed == 0)
                #expect(second.added + second.changed + second.removed == 0)
                #expect(try await project.difference() == nil)
                let third = try await project.pull()
                #expect(third.tables[.hotspot]?.sent == 0)
            }
        }

        @Test func `a cursor older than the tombstones ends in a comparison (F24)`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill()
                try await project.pull()
                try project.gateway.query(
                    """
                    DELETE FROM hotspot WHERE id = md5('spot 20')::uuid;
                    UPDATE hotspot SET name = 'Later' WHERE id = md5('spot 21')::uuid;
                    DELETE FROM geoq.tombstone;
                    """)
                try project.gateway.query("UPDATE geoq.horizon SET purged_upto = pg_current_xact_id()")
                try project.gateway.query(OpenTransactions.awaited)
                let report = try await project.pull(compares: false)
                #expect(report.tables[.hotspot]?.mode == .delta && report.isCompared)
                #expect(report.tables[.hotspot]?.healed == 2)
                #expect(try await project.difference() == nil)
                #expect(try await project.pull().tables[.hotspot]?.sent == 0)
            }
        }

        @Test func `after a crash everything is read (F20)`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill()
                try await project.pull()
                try project.gateway.query("DELETE FROM geoq.boot")
                let report = try await project.pull()
                #expect(report.reason == "the server has crashed since")
                #expect(report.tables.values.allSatisfy { $0.mode == .full })
                #expect(try project.gateway.query("SELECT count(*) FROM geoq.boot") == "1")
                #expect(try await project.pull().reason == nil)
                // A server that has forgotten what it gave.
                let state = try #require(try await project.store.mirror.all().first?.tables[.hotspot])
                #expect(state.cursor?.text.hasPrefix("kit ") == true)
                try Self.setCursors(project, "kit 900000000:900000000:")
                let behind = try await project.pull()
                #expect(behind.reason == "the server is behind the mirror: a backup was restored")
                #expect(try await project.difference() == nil)
            }
        }

        private static func setCursors(_ project: ProjectFixture, _ text: String) throws {
            _ = try SyncFixture.sqlite(project.store.path, "UPDATE geoq_remote_table SET cursor = '\(text)'")
        }

        @Test(arguments: [
            #"{"drop": true, "times": 1}"#, #"{"cut": 300, "times": 1}"#, #"{"status": 502, "times": 1}"#,
            #"{"status": 503, "times": 1, "body": {"code": "PGRST002", "message": "wait"}}"#,
            #"{"status": 400, "times": 1, "body": {"code": "", "message": ""}}"#, #"{"html": true, "times": 1}"#,
            #"{"cut": 40000, "skip": 1, "times": 2, "path": "geoq_pull"}"#,
            #"{"status": 500, "skip": 1, "times": 9, "body": {"code": "XX000", "message": "odd"}}"#,
        ])
        func `an answer that is lost or wrong loses nothing (F22)`(fault: String) async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill(hotspots: 4_100)
                for step in 0..<2 {
                    try project.gateway.set(#"{"faults": [\#(fault)]}"#)
                    let before = try await ProjectFixture.rows(project.store)
                    var error: SyncError?
                    do {
                        let report = try await project.pull()
                        #expect(report.problem == nil || fault.contains("XX000"))
                    } catch let failure as SyncError {
                        error = failure
                    }
                    if let error {
                        #expect(error.retryMayHelp || fault.contains("XX000"), "\(error)")
                        #expect(try await ProjectFixture.rows(project.store) == before)
                    }
                    try project.gateway.set(#"{"faults": []}"#)
                    #expect(try await project.pull().problem == nil)
                    #expect(try await project.difference() == nil)
                    try project.gateway.query(
                        """
                        DELETE FROM hotspot WHERE id = md5('spot \(30 + step)')::uuid;
                        UPDATE hotspot SET name = name || '!' WHERE lat > 0;
                        """)
                }
            }
        }

        /// Page 2 or 3 is given as the page before it.
        @Test(arguments: ["kit", "rest"], [1, 2])
        func `a page that comes twice in the place of the next loses nothing (F22)`(
            level: String, page: Int
        ) async throws {
            try await ProjectFixture.run(level) { project in
                try project.fill(hotspots: 9_100)
                let what = level == "kit" ? "geoq_pull" : "/rest/v1/hotspot?"
                let pages = Mutex<[TransportAnswer]>([])
                project.transport.replaceAnswers { exchange, answer in
                    guard exchange.target.contains(what) else { return answer }
                    return pages.withLock { pages in
                        pages.append(answer)
                        return pages.count == page + 1 ? pages[page - 1] : answer
                    }
                }
                do {
                    #expect(try await project.pull().problem == nil)
                    #expect(try await project.difference() == nil)
                } catch let error as SyncError {
                    #expect(error.retryMayHelp, "\(error)")
                }
                #expect(pages.withLock { $0.count } > page)
                project.transport.replaceAnswers(nil)
                #expect(try await project.pull().problem == nil)
                #expect(try await project.difference() == nil)
            }
        }

        @Test(arguments: ["kit", "rest"])
        func `a token that ends between two pages is renewed once, and no row is lost (F12)`(
            level: String
        ) async throws {
            try await ProjectFixture.run(level) { project in
                try project.fill(hotspots: 9_100)
                let path = level == "kit" ? "geoq_pull" : "/rest/v1/hotspot"
                try project.gateway.set(
                    """
                    {"faults": [{"path": "\(path)", "skip": 1, "times": 1, "status": 401,
                        "body": {"code": "PGRST303", "message": "JWT expired"}}]}
                    """)
                project.transport.forget()
                #expect(try await project.pull().problem == nil)
                try project.gateway.set(#"{"faults": []}"#)
                #expect(project.transport.exchanges.count { $0.status == 401 } == 1)
                #expect(project.transport.exchanges.count { $0.target.contains("grant_type=refresh_token") } == 1)
                #expect(try await project.difference() == nil)
            }
        }

        @Test func `the user's lists are there before all hotspots are`() async throws {
            try await ProjectFixture.run("kit") { project in
                try project.fill(hotspots: 9_000)
                let store = project.store.path
                let wasEarly = Mutex(false)
                project.transport.whenAnswered { _ in
                    let counts = try SyncFixture.sqlite(
                        store, "SELECT (SELECT count(*) FROM watchlists), (SELECT count(*) FROM hotspot)")
                    let numbers = counts.first?.split(separator: "|").compactMap { Int($0) } ?? []
                    if numbers.count == 2, numbers[0] > 0, numbers[1] == 0 { wasEarly.withLock { $0 = true } }
                }
                try await project.pull()
                project.transport.whenAnswered(nil)
                #expect(wasEarly.withLock { $0 })
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
