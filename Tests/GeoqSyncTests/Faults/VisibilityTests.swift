import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

extension FaultTests {
    /// F17, and regions: rows that become visible and invisible without a
    /// change.
    @Suite(.serialized) struct VisibilityTests {
        @Test func `what is granted comes, what is revoked goes and leaves no trace`() async throws {
            try await SyncFixture.run(.secured) { fixture in
                try fixture.sql(FirstPullTests.birds + FirstPullTests.lists)
                let (owner, other) = (
                    try fixture.sql("SELECT md5('user 1')::uuid"), try fixture.sql("SELECT md5('user 2')::uuid")
                )
                func pull(_ user: String) async throws -> SyncReport {
                    var options = SyncOptions()
                    (options.retry, options.user) = (.never, FeatureID(user))
                    options.mayRemove = { _, _ in true }
                    let remote = try PostgresRemote(fixture.cluster.url(fixture.database, user: "reader"))
                    return try await SyncClient(remote: remote, store: fixture.store, options: options).pull()
                }
                _ = try await pull(other)
                #expect(try fixture.local("SELECT DISTINCT owner_id FROM watchlists") == [other])
                let own = try fixture.local("SELECT count(*) FROM watchlists")
                // Shared: no row of the list or its entries changes.
                let list = try fixture.sql("SELECT id FROM watchlists WHERE owner_id = '\(owner)' ORDER BY id LIMIT 1")
                try fixture.sql(
                    "INSERT INTO watchlist_shares (id, watchlist_id, user_id) VALUES (gen_random_uuid(), '\(list)', '\(other)')"
                )
                let shared = try await pull(other)
                #expect(shared.tables[.watchlists]?.outcome.added == 1)
                #expect(shared.tables[.watchlistEntries]?.outcome.added ?? 0 > 0)
                try fixture.sql("UPDATE watchlist_shares SET deleted_at = now()")
                let revoked = try await pull(other)
                #expect(revoked.tables[.watchlists]?.outcome.removed == 1)
                #expect(try fixture.local("SELECT count(*) FROM watchlists") == own)
                // Another user: the one's rows are not even in the file's free pages.
                _ = try await pull(owner)
                #expect(try fixture.local("SELECT DISTINCT owner_id FROM watchlists") == [owner])
                #expect(try fixture.local("SELECT count(*) FROM bird") == ["50"], "what all may see stays")
                for suffix in ["", "-wal"] {
                    let bytes = FileManager.default.contents(atPath: fixture.store.path + suffix) ?? Data()
                    #expect(bytes.range(of: Data(other.utf8)) == nil, "\(suffix)")
                }
            }
        }

        @Test func `a region is cut out, follows what moves, and is widened by what is new`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(4_000))
                func condition(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> String {
                    "deleted_at IS NULL AND lat BETWEEN \(south) AND \(north) AND "
                        + (west > east ? "(lon >= \(west) OR lon <= \(east))" : "lon BETWEEN \(west) AND \(east)")
                }
                func pull(_ west: Double, _ south: Double, _ east: Double, _ north: Double) async throws -> SyncReport {
                    let box = try BoundingBox(west: west, south: south, east: east, north: north)
                    return try await fixture.pull { $0.region = .box(box) }
                }
                let first = try await pull(-20, -30, 40, 30)
                #expect(try MirrorCheck(fixture, tables: [.hotspot], where: condition(-20, -30, 40, 30)).isClean)
                try fixture.sql(
                    """
                    UPDATE hotspot SET lat = 80 WHERE id IN (SELECT id FROM hotspot WHERE \(condition(-20, -30, 40, 30)) LIMIT 7);
                    UPDATE hotspot SET lat = 1, lon = 2 WHERE id IN (SELECT id FROM hotspot WHERE lon > 100 ORDER BY id LIMIT 5);
                    """)
                try fixture.awaitOthers()
                let moved = try await fixture.pull(compares: false) {
                    $0.region = .box(try! BoundingBox(west: -20, south: -30, east: 40, north: 30))
                }
                #expect(moved.added == 5 && moved.removed == 7 && moved.tables[.hotspot]?.healed == 0)
                #expect(try MirrorCheck(fixture, tables: [.hotspot], where: condition(-20, -30, 40, 30)).isClean)
                let wider = try await pull(-20, -30, 60, 30)
                #expect(wider.tables[.hotspot]?.sent == wider.added && wider.removed == 0, "only what is new")
                #expect(wider.added > 0 && wider.added < first.added)
                #expect(try MirrorCheck(fixture, tables: [.hotspot], where: condition(-20, -30, 60, 30)).isClean)
                _ = try await pull(170, -30, -170, 30)
                #expect(try MirrorCheck(fixture, tables: [.hotspot], where: condition(170, -30, -170, 30)).isClean)
                let here = try Coordinate(latitude: 10, longitude: 20)
                _ = try await fixture.pull { $0.region = .circle(here, radius: .kilometers(2_000)) }
                #expect(
                    try MirrorCheck(
                        fixture, tables: [.hotspot],
                        where: "ST_DWithin(location, ST_SetSRID(ST_MakePoint(20, 10), 4326)::geography, 2000000)"
                    ).isClean)
                // Without options a sync goes on with the mirror's own part.
                let again = try await fixture.pull()
                #expect(again.isPartRemembered && again.region == .circle(here, radius: .kilometers(2_000)))
                #expect(again.added + again.changed + again.removed == 0)
                _ = try await fixture.pull { $0.isEverything = true }
                #expect(try MirrorCheck(fixture).isClean)
            }
        }

        @Test(arguments: Area.Edges.allCases)
        func `an area is cut out exactly, followed, remembered and given up`(edges: Area.Edges) async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(4_000))
                let area = try SyncFixture.star(edges)
                // Onto the boundary: each is inside, and only an exact test knows.
                let vertices = area.polygons[0].outer.prefix(20).enumerated().map { number, place in
                    "UPDATE hotspot SET lat = \(place.latitude), lon = \(place.longitude) WHERE name = 'Hotspot \(number + 100)';"
                }
                try fixture.sql(vertices.joined())
                func expect(_ comment: Comment) async throws {
                    let rows = try fixture.sql("SELECT id, lat, lon FROM hotspot WHERE deleted_at IS NULL").split(
                        separator: "\n")
                    let inside = try rows.compactMap { row -> String? in
                        let fields = row.split(separator: "|")
                        guard fields.count == 3, let latitude = Double(fields[1]), let longitude = Double(fields[2])
                        else { return nil }
                        let place = try Coordinate(strictLatitude: latitude, longitude: longitude)
                        return area.scannedContains(place) ? String(fields[0]) : nil
                    }
                    let held = try fixture.local("SELECT id FROM hotspot ORDER BY id")
                    #expect(held == inside.sorted() && held.count > 40, comment)
                }
                let region = Region.area(area, name: "a star")
                let first = try await fixture.pull { $0.region = region }
                #expect(first.problem == nil && first.region == region && !first.isCutHere)
                try await expect("at first")
                try fixture.sql(
                    """
                    UPDATE hotspot SET lat = 80 WHERE lat BETWEEN 0 AND 5;
                    UPDATE hotspot SET lat = 12, lon = -170 WHERE id IN (SELECT id FROM hotspot WHERE lon BETWEEN 0 AND 90 ORDER BY id LIMIT 9);
                    """)
                // Without options a sync goes on with the mirror's own part.
                let moved = try await fixture.pull(compares: false)
                #expect(moved.isPartRemembered && moved.region == region)
                #expect(moved.removed > 0 && moved.added == 9 && moved.tables[.hotspot]?.healed == 0)
                try await expect("followed")
                #expect(try await fixture.client().estimate() == nil)
                let all = try #require(try await fixture.client { $0.isEverything = true }.estimate())
                let held = try fixture.local("SELECT id FROM hotspot").count
                #expect(all.mirrored == .region(region) && all.all.rows - all.new.rows == held)
                let proof = try await fixture.client().prove(ProofOptions(queries: 60, rows: 100, seed: 21))
                #expect(proof.verdict == .equal && proof.region == region, "\(proof)")
                _ = try await fixture.pull { $0.isEverything = true }
                #expect(try MirrorCheck(fixture).isClean)
            }
        }

        @Test func `the command keeps the area that it was given, whatever becomes of its name`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(400))
                let file = fixture.folder + "/Half of it.geojson"
                func sync(_ words: String...) throws -> GeoqProcess {
                    try GeoqProcess(["sync", fixture.url, "--db", fixture.store.path] + words)
                }
                func geoq(_ words: String...) throws -> GeoqProcess {
                    try GeoqProcess(words + ["--db", fixture.store.path])
                }
                func write(_ east: Int) throws {
                    let ring = "[[-90,-80],[\(east),-80],[\(east),80],[-90,80],[-90,-80]]"
                    try Data(
                        """
                        {"type":"Feature","properties":{"name":"west"},"geometry":{"type":"Polygon","coordinates":[\(ring)]}}
                        """.utf8
                    ).write(to: URL(filePath: file))
                }
                try write(0)
                let first = try sync("--area", file)
                #expect(first.status == 0, "\(first.errors)")
                let held = try fixture.local("SELECT count(*), max(lon) <= 0 FROM hotspot")[0]
                #expect(held.hasSuffix("|1") && held > "1")
                // Another file of the same name: the mirror's area is what it was.
                try write(90)
                let again = try sync()
                #expect(
                    again.errors.contains("of --area 'Half of it' (5 positions, drawn edges), as before"),
                    "\(again.errors)")
                #expect(try fixture.local("SELECT count(*), max(lon) <= 0 FROM hotspot") == [held])
                let status = try geoq("sync", "status", "-f", "csv")
                #expect(status.output.contains("--area 'Half of it'"), "\(status.output)")
                // One of the store, which is removed later.
                let taken = try geoq("areas", "add", file)
                #expect(taken.status == 0, "\(taken.errors)")
                let named = try sync("--area", "west")
                #expect(named.status == 0, "\(named.errors)")
                #expect(try fixture.local("SELECT max(lon) BETWEEN 0 AND 90 FROM hotspot") == ["1"])
                #expect(try geoq("areas", "remove", "west").status == 0)
                let last = try sync()
                #expect(last.status == 0 && last.errors.contains("of --area 'west'"), "\(last.errors)")
                let unknown = try sync("--area", "east")
                #expect(unknown.status != 0 && unknown.errors.contains("east"))
                #expect(try sync("--area", "west", "--region", "1,2,3,4").status == 64)
                #expect(try sync("--area", "west", "--everything").status == 64)
            }
        }

        @Test func `other names, and places from a geography column`() async throws {
            try await SyncFixture.run(.original) { fixture in
                try fixture.sql(
                    """
                    CREATE SCHEMA birding;
                    CREATE TABLE birding."The ""New"" Places" (uuid uuid PRIMARY KEY, title varchar(80) NOT NULL,
                        geog geography(point, 4326), flat geometry(point, 3857));
                    INSERT INTO birding."The ""New"" Places" SELECT md5('p ' || n)::uuid, 'Place ' || n,
                        CASE WHEN n > 1 THEN ST_SetSRID(ST_MakePoint(n / 3.0, n / 7.0), 4326)::geography END,
                        ST_SetSRID(ST_MakePoint(n, n), 3857) FROM generate_series(1, 90) n;
                    """)
                func mapping(_ location: String) throws -> TableMapping {
                    try TableMapping(
                        json: Data(
                            """
                            {"hotspot": {"table": "birding.The \\"New\\" Places", "location": "\(location)",
                                "columns": {"id": "uuid", "name": "title"}},
                             "bird": null, "watchlists": null, "watchlist_entries": null, "watchlist_rules": null}
                            """.utf8))
                }
                let names = try mapping("geog")
                let report = try await fixture.pull { $0.mapping = names }
                #expect(report.added == 90 && report.problem == nil)
                let expected = try fixture.sql(
                    "SELECT uuid || ' ' || encode(float8send(ST_Y(geog::geometry)), 'hex') FROM birding.\"The \"\"New\"\" Places\" WHERE geog IS NOT NULL ORDER BY 1"
                )
                #expect(
                    try fixture.local("SELECT id || ' ' || bits(lat) FROM hotspot WHERE lat IS NOT NULL ORDER BY id")
                        == expected.split(separator: "\n").map(String.init))
                // Coordinates of another system stop the table.
                let flat = try mapping("flat")
                let wrong = try await fixture.pull { $0.mapping = flat }
                #expect(wrong.tables[.hotspot]?.stopped?.message.contains("SRID 3857") == true && wrong.removed == 0)
            }
        }
    }
}
