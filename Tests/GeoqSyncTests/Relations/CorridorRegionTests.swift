import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// What lies along a route, as the part that is mirrored.
@Suite(.waits) struct CorridorRegionTests {
    @Test(arguments: Area.Edges.allCases)
    func `a corridor is cut out exactly, followed, remembered and given up`(edges: Area.Edges) async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(4_000))
            let corridor = try SyncFixture.corridor(edges)
            // Onto the line, and as far from its vertices as the width: only an exact test knows.
            let hard = corridor.line.enumerated().flatMap { number, place -> [Coordinate] in
                [place]
                    + (0..<6).map {
                        Geodesic.direct(from: place, bearing: Double($0 * 60 + number), distance: corridor.width)
                    }
            }
            try fixture.sql(
                hard.enumerated().map { number, place in
                    "UPDATE hotspot SET lat = \(place.latitude), lon = \(place.longitude) WHERE name = 'Hotspot \(number + 100)';"
                }.joined())
            func expect(_ comment: Comment) async throws {
                let rows = try fixture.sql("SELECT id, lat, lon FROM hotspot WHERE deleted_at IS NULL").split(
                    separator: "\n")
                let inside = try rows.compactMap { row -> String? in
                    let fields = row.split(separator: "|")
                    guard fields.count == 3, let latitude = Double(fields[1]), let longitude = Double(fields[2])
                    else { return nil }
                    let place = try Coordinate(strictLatitude: latitude, longitude: longitude)
                    return corridor.scannedContains(place) ? String(fields[0]) : nil
                }
                let held = try fixture.local("SELECT id FROM hotspot ORDER BY id")
                #expect(held == inside.sorted() && held.count > 40, comment)
            }
            let region = Region.corridor(corridor, name: "a flight")
            let first = try await fixture.pull { $0.region = region }
            #expect(first.problem == nil && first.region == region && !first.isCutHere)
            try await expect("at first")
            try fixture.sql(
                """
                UPDATE hotspot SET lat = -60 WHERE lat BETWEEN 0 AND 10;
                UPDATE hotspot SET lat = 6, lon = -175 WHERE id IN
                    (SELECT id FROM hotspot WHERE lon BETWEEN 0 AND 80 AND lat BETWEEN -60 AND 40 ORDER BY id LIMIT 9);
                """)
            // Without options a sync goes on with the mirror's own part.
            let moved = try await fixture.pull(compares: false)
            #expect(moved.isPartRemembered && moved.region == region)
            #expect(moved.removed > 0 && moved.added == 9 && moved.tables[.hotspot]?.healed == 0, "\(moved)")
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

    @Test func `a corridor cuts relations: points of another system, a view, observations`() async throws {
        let corridor = try SyncFixture.corridor()
        let region = Region.corridor(corridor, name: "a flight")
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE points (osm_id bigint PRIMARY KEY, name text, way geometry(Point, 3857));
                INSERT INTO points SELECT n, 'P' || n, st_transform(st_setsrid(
                    st_makepoint((n * 7919) % 3600 / 10.0 - 180, (n * 104729) % 1700 / 10.0 - 85), 4326), 3857)
                    FROM generate_series(1, 3000) n;
                INSERT INTO points VALUES (9001, 'no place', NULL);
                CREATE VIEW texts AS SELECT 'k,' || osm_id AS code, name, st_transform(way, 4326) AS place FROM points;
                CREATE TABLE records (ring bigint PRIMARY KEY, seen_on date, taxon text, geom geometry(Point, 4326));
                INSERT INTO records SELECT osm_id, '2026-05-07', 'Parus major', st_transform(way, 4326)
                    FROM points WHERE way IS NOT NULL;
                """)
            var (view, records) = (RelationProposal.Wish(), RelationProposal.Wish())
            (view.key, view.table) = (["code"], .hotspot)
            records.table = .observation
            records.columns = ["scientific_name": "taxon", "date": "seen_on"]
            let cases: [(name: String, wish: RelationProposal.Wish, key: String, place: String, layer: String)] = [
                ("public.points", .init(), "osm_id", "st_transform(way, 4326)", "hotspot"),
                ("public.texts", view, "code", "place", "hotspot"),
                ("public.records", records, "ring", "geom", "observation"),
            ]
            func expectEqual(_ moment: String) throws {
                for relation in cases {
                    let rows = try fixture.sql(
                        "SELECT \(relation.key), st_y(\(relation.place)), st_x(\(relation.place)) FROM \(relation.name)"
                    ).split(separator: "\n")
                    let there = try rows.compactMap { row -> String? in
                        let fields = row.split(separator: "|")
                        guard fields.count == 3, let latitude = Double(fields[1]), let longitude = Double(fields[2])
                        else { return nil }
                        let place = try Coordinate(strictLatitude: latitude, longitude: longitude)
                        return corridor.scannedContains(place) ? String(fields[0]) : nil
                    }
                    let held = try fixture.local(
                        "SELECT source_id FROM \(relation.layer) WHERE source LIKE '% \(relation.name)'")
                    #expect(there.count > 50 && there.count < rows.count, "\(relation.name) is cut")
                    let differences = Set(held).symmetricDifference(there).sorted().prefix(5)
                    #expect(differences.isEmpty, "\(relation.name), \(moment): \(differences)")
                }
            }
            for relation in cases {
                let report = try await fixture.pull(relation: relation.name, relation.wish) { $0.region = region }
                #expect(report.problem == nil, "\(relation.name): \(report)")
            }
            try expectEqual("at first")
            try fixture.sql(
                """
                UPDATE points SET way = st_translate(way, 0, 300000) WHERE osm_id % 5 = 1;
                DELETE FROM points WHERE osm_id % 17 = 2;
                UPDATE records SET geom = st_translate(geom, 0, -3) WHERE st_y(geom) > -80 AND ring % 5 = 1;
                """)
            for relation in cases {
                let report = try await fixture.pull(relation: relation.name, relation.wish)
                #expect(report.isPartRemembered && report.changed + report.added > 0, "\(relation.name): \(report)")
            }
            try expectEqual("followed")
        }
    }

    @Test func `the command keeps the route that it was given, whatever becomes of its file`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(2_000))
            let file = fixture.folder + "/My drive.gpx"
            func sync(_ words: String..., input: String = "") throws -> GeoqProcess {
                try GeoqProcess(["sync", fixture.url, "--db", fixture.store.path] + words, input: input)
            }
            func write(_ latitude: Int) throws {
                let points = [-10, 0, 10].map { "<trkpt lat=\"\(latitude)\" lon=\"\($0)\"/>" }.joined()
                try Data(
                    """
                    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\(points)</trkseg></trk></gpx>
                    """.utf8
                ).write(to: URL(filePath: file))
            }
            let mean = "SELECT count(*) > 3, min(lat) > 30, max(lat) < 60 FROM hotspot"
            try write(45)
            let first = try sync("--along", file, "--within", "500mi")
            #expect(first.status == 0, "\(first.errors)")
            #expect(try fixture.local(mean) == ["1|1|1"])
            // Another route in the same file: the mirror's is what it was.
            try write(-45)
            let again = try sync()
            #expect(
                again.errors.contains("of --along 'My drive' --km 804.672 (3 positions), as before"), "\(again.errors)")
            #expect(try fixture.local(mean) == ["1|1|1"])
            let status = try GeoqProcess(["sync", "status", "-f", "csv", "--db", fixture.store.path])
            #expect(status.output.contains("--along 'My drive' --km 804.672"), "\(status.output)")
            // A relation that the store remembers, and standard input: it is read once.
            try fixture.sql(
                "CREATE TABLE spots (id int PRIMARY KEY, lat float8, lon float8); INSERT INTO spots VALUES (1, 2, 3)")
            let other = try sync("--table", "spots")
            #expect(other.status == 0, "\(other.errors)")
            let typed = try sync("--along", "-", "--km", "900", "--yes", input: "-45,-10;-45,10\n")
            #expect(typed.status == 0, "\(typed.errors)")
            #expect(
                try fixture.local(
                    "SELECT count(*) > 3, max(lat) < -30 FROM hotspot WHERE lat <> 2") == [
                        "1|1"
                    ])
            let gap = "MULTILINESTRING((-10 45,0 45),(5 45,10 45))"
            let told = try sync("--along", gap, "--km", "500", "--yes")
            #expect(told.errors.contains("the gap between them is not traveled"), "\(told.errors)")
            let silent = try sync("--along", gap, "--km", "500", "--quiet")
            #expect(silent.status == 0 && silent.errors.isEmpty, "\(silent.errors)")
            let all = try sync("--everything")
            #expect(all.status == 0 && all.errors.contains("added"), "\(all.errors)")
        }
    }

    @Test(
        arguments: [
            (["--along", "0,0;1,1"], "Give how far from the route: --within 2mi, or --km"),
            (["--along", "0,0;1,1", "--within", "9"], "has no unit"),
            (["--along", "0,0;1,1", "--within", "2mi", "--km", "3"], "Give either --km or --within"),
            (["--along", "0,0;1,1", "--km", "1001"], "the most from a route"),
            (["--along", " ", "--km", "1"], "Give a route"),
            (["--along", "0,0;1,1", "--km", "1", "--precision", "7"], "--precision 7"),
            (["--along", "0,0;1,1", "--km", "1", "--near", "1,2"], "Give one of --region, --near, --area and --along"),
            (
                ["--along", "0,0;1,1", "--km", "1", "--area", "west"],
                "Give one of --region, --near, --area and --along"
            ),
            (["--along", "0,0;1,1", "--km", "1", "--everything"], "--everything is all there is"),
            (["--along", "0,0;1,1", "--km", "1", "--list"], "--list shows all relations"),
            (["--near", "1,2", "--within", "2mi"], "--within goes with --along"),
            (["--within", "2mi"], "--within goes with --along"),
            (["--km", "2"], "--km says how far from --near or --along"),
            (["--region", "1,2,3,4", "--precision", "6"], "--precision goes with --along"),
        ])
    func `options of a route that say nothing, or two things, are refused`(words: [String], reason: String) throws {
        let run = try GeoqProcess(["sync", "host=/nowhere dbname=gis"] + words, input: "")
        #expect(run.status == 64 && run.errors.contains(reason), "\(run)")
    }
}
