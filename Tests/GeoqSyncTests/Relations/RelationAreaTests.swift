import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Relations that a person names, cut by an area.
@Suite(.waits) struct RelationAreaTests {
    /// It has a hole, two parts, and edges through places of rows.
    private static let text = """
        MULTIPOLYGON (((-100 -50, 70 -45, 60 10, 110 65, 0 30, -90 60, -40 0, -100 -50), (-10 -20, 30 -20, 10 15, -10 -20)),
            ((-140 -70, -110 -70, -110 -40, -140 -70)))
        """

    private static func area() throws -> Area {
        func ring(_ numbers: [Double]) throws -> [Coordinate] {
            try stride(from: 0, to: numbers.count, by: 2).map {
                try Coordinate(latitude: numbers[$0 + 1], longitude: numbers[$0])
            }
        }
        return try Area([
            Area.Polygon(
                outer: try ring([-100, -50, 70, -45, 60, 10, 110, 65, 0, 30, -90, 60, -40, 0, -100, -50]),
                holes: [try ring([-10, -20, 30, -20, 10, 15, -10, -20])]),
            Area.Polygon(outer: try ring([-140, -70, -110, -70, -110, -40, -140, -70])),
        ])
    }

    @Test func `an area cuts tables and views as PostGIS covers them, under changes, and is remembered`() async throws {
        let region = Region.area(try Self.area(), name: "Star")
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE points (osm_id bigint PRIMARY KEY, name text, way geometry(Point, 3857));
                INSERT INTO points SELECT n, 'P' || n, st_transform(st_setsrid(
                    st_makepoint((n * 7919) % 3600 / 10.0 - 180, (n * 104729) % 1700 / 10.0 - 85), 4326), 3857)
                    FROM generate_series(1, 3000) n;
                INSERT INTO points VALUES (9001, 'no place', NULL);
                CREATE VIEW texts AS SELECT 'k,' || osm_id AS code, name, st_transform(way, 4326) AS place FROM points;
                CREATE TABLE numbers (gid serial, part text, y numeric, x text, PRIMARY KEY (gid, part));
                INSERT INTO numbers (part, y, x) SELECT 'a,b', st_y(place), st_x(place)::text FROM texts WHERE place IS NOT NULL;
                -- Vertices, middles of edges, both poles and ±180°.
                INSERT INTO numbers (part, y, x) VALUES ('v', -50, '-100'), ('v', 65, '110'), ('v', 15, '10'),
                    ('e', -70, '-125'), ('e', -20, '10'), ('e', -55, '-125'), ('p', 90, '0'), ('p', -90, '10'), ('m', 0, '180'),
                    ('o', 95, '0'), ('o', 0, '1e3'), ('n', NULL, '4'), ('n', 4, 'west');
                """)
            var view = RelationProposal.Wish()
            (view.key, view.table) = (["code"], .hotspot)
            var numbers = RelationProposal.Wish()
            numbers.srid = 4326
            let cases: [(name: String, wish: RelationProposal.Wish, key: String, place: String)] = [
                ("public.points", .init(), "osm_id::text", "st_transform(way, 4326)"),
                ("public.texts", view, "code", "place"),
                (
                    "public.numbers", numbers, "gid || ',' || replace(part, ',', '\\,')",
                    "CASE WHEN x ~ '^[-0-9.]+$' AND abs(x::float8) <= 180 AND abs(y) <= 90 THEN st_setsrid(st_makepoint(x::float8, y::float8), 4326) END"
                ),
            ]
            func expectEqual(_ moment: String) throws {
                for relation in cases {
                    let there = Set(
                        try fixture.sql(
                            """
                            SELECT \(relation.key) FROM \(relation.name)
                            WHERE st_covers(st_geomfromtext('\(Self.text)', 4326), \(relation.place))
                            """
                        ).split(separator: "\n").map(String.init))
                    let held = Set(
                        try fixture.local("SELECT source_id FROM hotspot WHERE source LIKE '% \(relation.name)'"))
                    let all = Int(try fixture.sql("SELECT count(*) FROM \(relation.name)")) ?? 0
                    #expect(there.count > 300 && there.count < all, "\(relation.name) is cut")
                    let differences = held.symmetricDifference(there).sorted().prefix(5)
                    #expect(differences.isEmpty, "\(relation.name), \(moment): \(differences)")
                }
            }
            for relation in cases {
                let report = try await fixture.pull(relation: relation.name, relation.wish) { $0.region = region }
                #expect(report.problem == nil, "\(relation.name): \(report)")
            }
            try expectEqual("at first")
            for round in 1...3 {
                try fixture.sql(
                    """
                    UPDATE points SET way = st_translate(way, \(round * 400_000), \(300_000 - round * 200_000))
                        WHERE osm_id % 11 = \(round);
                    DELETE FROM points WHERE osm_id % 97 = \(round);
                    UPDATE numbers SET y = y / 2, x = (x::float8 / 3)::text WHERE gid % 13 = \(round) AND part = 'a,b';
                    """)
                for relation in cases {
                    let report = try await fixture.pull(relation: relation.name, relation.wish)
                    #expect(report.isPartRemembered && report.changed + report.added > 0, "\(relation.name): \(report)")
                    let verified = try await fixture.pull(relation: relation.name, relation.wish) {
                        $0.verifiesContents = true
                    }
                    #expect(verified.added + verified.changed + verified.removed == 0, "\(relation.name): \(verified)")
                }
                try expectEqual("round \(round)")
            }
        }
    }

    /// A transverse Mercator, of which PROJ makes an error far from its meridian.
    private static let far = """
        CREATE TABLE far (gid int PRIMARY KEY, geom geometry(Point, 27700));
        INSERT INTO far SELECT n, st_setsrid(st_makepoint(400000 + n * 1000, 300000), 27700) FROM generate_series(1, 9) n;
        INSERT INTO far VALUES (50, st_setsrid(st_makepoint(4e7, 4e7), 27700));
        """

    @Test func `a row whose place the server cannot transform keeps no question from its answer`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.far)
            let file = fixture.folder + "/far.json"
            try #"{"hotspot": [{"table": "public.far", "key": ["gid"], "location": "geom"}]}"#
                .write(toFile: file, atomically: true, encoding: .utf8)
            let place = ["--lat", "52.6", "--lon", "-1.9"]
            for words in [
                ["near"] + place + ["--km", "50"], ["nearest"] + place + ["-k", "9"],
                ["bbox", "--bbox", "-3,52,-1,53"],
            ] {
                let run = try GeoqProcess(words + ["--remote", fixture.url, "--tables", file, "-f", "ids"])
                #expect(run.status == 0 && run.lines.count == 9, "\(words): \(run)")
            }
        }
    }

    @Test func `a row whose place the server cannot transform is in no area and stops none`() async throws {
        let region = Region.area(try Self.area(), name: "Star")
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(Self.far)
            let report = try await fixture.pull(relation: "public.far") { $0.region = region }
            #expect(report.problem == nil, "\(report)")
            let there = try fixture.sql(
                "SELECT gid FROM far WHERE gid < 50 AND st_covers(st_geomfromtext('\(Self.text)', 4326), st_transform(geom, 4326))"
            )
            #expect(
                try fixture.local("SELECT source_id FROM hotspot ORDER BY 1")
                    == there.split(separator: "\n").map(String.init))
        }
    }
}
