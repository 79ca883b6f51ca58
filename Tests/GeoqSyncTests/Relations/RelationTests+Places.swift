import Geoq
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import Testing

/// Where the rows of a relation lie: partitions, shapes and regions.
extension RelationTests {
    /// Whole numbers at the ends of partitions, on ±180° and at the poles.
    @Test(arguments: ["numeric", "integer", "real"])
    func `partitions by longitude without a hit are not asked, and no hit is missing`(type: String) async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE cut (id integer, name text, lat \(type), lon \(type)) PARTITION BY RANGE (lon);
                CREATE TABLE cut_1 PARTITION OF cut FOR VALUES FROM (MINVALUE) TO (-90);
                CREATE TABLE cut_2 PARTITION OF cut FOR VALUES FROM (-90) TO (0);
                CREATE TABLE cut_3 PARTITION OF cut FOR VALUES FROM (0) TO (90);
                CREATE TABLE cut_4 PARTITION OF cut FOR VALUES FROM (90) TO (MAXVALUE);
                INSERT INTO cut SELECT row_number() OVER (), 'P', lat, lon
                FROM unnest(ARRAY[-90, -89, -1, 0, 1, 10, 89, 90]) AS lat,
                    unnest(ARRAY[-180, -179, -90, -89, -1, 0, 1, 44, 45, 46, 89, 90, 179, 180]) AS lon;
                """)
            var wish = RelationProposal.Wish()
            wish.key = ["id"]
            #expect(try await fixture.pull(relation: "cut", wish).added == 112)
            var remote = try PostgresRemote(fixture.url)
            let proposal = try RelationProposal(try await remote.relation(named: "cut"), wish)
            let mapping = TableMapping(tables: [proposal.table: proposal.names])
            remote.relation = mapping.relation
            let asked = RemoteHotspots(AskedRemote(remote, mapping: mapping))
            func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) throws -> Query {
                .near(try Coordinate(latitude: latitude, longitude: longitude), within: .kilometers(radius))
            }
            func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> Query {
                .inside(try BoundingBox(west: west, south: south, east: east, north: north))
            }
            for (query, parts, count) in try [
                (circle(10, 45, 200), 1, 3), (circle(0, 180, 120), 2, 8), (circle(0, -90, 120), 2, 4),
                (circle(90, 0, 1), 4, 14), (circle(-89.5, 20, 60), 4, 14), (circle(0.3, 44.5, 10), 1, 0),
                (box(44.5, -5, 46, 20), 1, 8), (box(170, -1, 180, 1), 2, 9), (box(179, -0.5, -179, 0.5), 2, 4),
                (box(10, 89.5, 20, 90), 4, 14),
            ] {
                let mirrored = try await fixture.store.features.answer(query).hits
                let hits = try await asked.features(answering: query).hits
                #expect(mirrored.count == count && hits.map(\.id) == mirrored.map(\.id), "\(query)")
                let cost = try await asked.cost(of: query)
                #expect(cost.hits == count && cost.parts.count <= parts, "\(type), \(query): \(cost.parts)")
            }
        }
    }

    @Test func `numbers beside places are told where they are elsewhere, and texts there are not compared`()
        async throws
    {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE shops (id integer PRIMARY KEY, lat text, lon text, geom geometry(Point, 4326));
                INSERT INTO shops VALUES (1, '', '', 'SRID=4326;POINT(7 51)'), (2, '9', '9', 'SRID=4326;POINT(7 51)');
                CREATE TABLE sites (id integer PRIMARY KEY, lat numeric, lon text, geom geometry(Point, 4326));
                INSERT INTO sites VALUES (1, 51.00001, '', 'SRID=4326;POINT(7 51)'), (2, 51.5, '', 'SRID=4326;POINT(7 51)'),
                    (3, NULL, '', 'SRID=4326;POINT(7 51)'), (4, 'NaN', '', 'SRID=4326;POINT(7 51)');
                """)
            for (table, stray) in [("shops", []), ("sites", ["2 places are not where lat and lon say"])]
                as [(String, [String])]
            {
                var names = TableMapping.Table(schema: "public", table: table)
                (names.key, names.location, names.columns) = (["id"], "geom", ["lat": "lat", "lon": "lon"])
                let mapping = TableMapping(tables: [.hotspot: names])
                var (remote, options) = (try PostgresRemote(fixture.url), SyncOptions())
                (remote.relation, options.mapping) = (mapping.relation, mapping)
                let client = SyncClient(remote: remote, store: fixture.store, options: options)
                let found = try await client.check()
                #expect(!found.contains(where: \.isObstacle) && found.filter(\.isLoss).map(\.what) == stray, "\(found)")
            }
        }
    }

    @Test(arguments: [TableMapping.Table.ShapePlace.centroid, .surface])
    func `a surface in space has no place, and stops no table`(shapes: TableMapping.Table.ShapePlace) async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE shapes (gid int PRIMARY KEY, geom geometry);
                INSERT INTO shapes VALUES (1, 'SRID=4326;POLYGON((0 0,2 0,2 2,0 2,0 0))'),
                    (2, 'SRID=4326;POLYHEDRALSURFACE Z(((0 0 0,0 1 0,1 1 0,1 0 0,0 0 0)))'),
                    (3, 'SRID=4326;TIN Z(((0 0 0,0 1 0,1 1 0,0 0 0)))'),
                    (4, 'SRID=4326;TRIANGLE((0 0,0 1,1 1,0 0))'),
                    (5, 'SRID=4326;GEOMETRYCOLLECTION Z(TIN Z(((0 0 0,0 1 0,1 1 0,0 0 0))))'),
                    (6, 'SRID=4326;GEOMETRYCOLLECTION(POLYGON((0 0,2 0,2 2,0 2,0 0)))');
                """)
            var wish = RelationProposal.Wish()
            wish.shapes = shapes
            try await fixture.pull(relation: "shapes", wish)
            let held = try fixture.local("SELECT source_id FROM hotspot WHERE lat IS NOT NULL ORDER BY source_id")
            #expect(held == ["1", "6"])
            #expect(try await fixture.store.mirror.status().map(\.rows) == [6])
        }
    }

    /// RFC 7946 (3.1.9) cuts a shape at the meridian 180°; a geography goes across it.
    @Test func `what stands for a shape across the meridian 180° or around a pole lies there`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let parts =
                "MULTIPOLYGON(((179 -17,180 -17,180 -16,179 -16,179 -17)),"
                + "((-180 -17,-178 -17,-178 -16,-180 -16,-180 -17)))"
            try fixture.sql(
                """
                CREATE TABLE cut (gid int PRIMARY KEY, geom geometry(Geometry, 4326));
                INSERT INTO cut VALUES (1, 'SRID=4326;\(parts)'),
                    (2, 'SRID=4326;MULTIPOLYGON(((-180 80,180 80,180 90,-180 90,-180 80)),((10 70,11 70,11 71,10 71,10 70)))'),
                    (3, 'SRID=4326;MULTICURVE(CIRCULARSTRING(-180 0,-179 1,-178 0),(179 0,180 0))'),
                    (4, 'SRID=4326;\(parts.replacing("MULTIPOLYGON", with: "MULTISURFACE"))');
                CREATE TABLE across (gid int PRIMARY KEY, geom geography(Geometry, 4326));
                INSERT INTO across VALUES (1, '\(parts)'), (2, 'POLYGON((179 -17,-178 -17,-178 -16,179 -16,179 -17))'),
                    (3, 'MULTIPOINT(170 0,-170 0,6 0)'), (4, 'POLYGON((0 80,90 80,180 80,-90 80,0 80))'),
                    (5, 'GEOMETRYCOLLECTION(POLYGON((179 -17,-178 -17,-178 -16,179 -16,179 -17)),POINT(170 0))'),
                    (6, 'MULTIPOLYGON(EMPTY,((0 80,90 80,180 80,-90 80,0 80)))'),
                    (7, 'MULTIPOLYGON(((179 -17,-178 -17,-178 -16,179 -16,179 -17)),EMPTY)'),
                    -- A bay, in which its centroid is.
                    (8, 'POLYGON((178 -20,-178 -20,-178 -19,179 -19,179 -11,-178 -11,-178 -10,178 -10,178 -20))');
                """)
            var wish = RelationProposal.Wish()
            wish.shapes = .centroid
            try await fixture.pull(relation: "cut", wish)
            let cut = "SELECT source_id, round(lat, 2), round(lon, 2) FROM hotspot WHERE source LIKE '%cut%' ORDER BY 1"
            let across =
                "SELECT source_id, round(lat, 2), round(lon, 2) FROM hotspot WHERE source LIKE '%across%' ORDER BY 1"
            // Points in the plane of curves, and of what goes round the Earth.
            #expect(try fixture.local(cut).prefix(2) == ["1|-16.5|-179.5", "2|85.0|0.0"])
            try await fixture.pull(relation: "across", wish)
            #expect(
                try fixture.local(across) == [
                    "1|-16.5|-179.5", "2|-16.5|-179.5", "3|0.0|2.0", "4|90.0|-89.44", "5|-16.5|-179.5",
                    "6|80.0|45.0", "7|-16.5|-179.5", "8|-15.0|179.25",
                ])
            wish.shapes = .surface
            try await fixture.pull(relation: "cut", wish)
            #expect(try fixture.local(cut).prefix(2) == ["1|-16.5|-179.0", "2|85.0|0.0"])
            try await fixture.pull(relation: "across", wish)
            #expect(
                try fixture.local(across) == [
                    "1|-16.5|-179.0", "2|-16.5|-179.5", "3|0.0|6.0", "4|90.0|-89.44", "5|-16.5|-179.5",
                    "6|80.0|45.0", "7|-16.5|-179.5", "8|-15.0|178.5",
                ])
            let proof = try await fixture.client(of: "across", wish).prove(ProofOptions(queries: 5, seed: 1))
            #expect(proof.verdict == .equal, "\(proof.examples)")
        }
    }

    @Test func `a region cuts a relation as PostGIS does, is remembered, and is given up`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let relation = try #require(WildRelation.all.first { $0.name == "public.osm_points" })
            try fixture.sql(relation.setup)
            func held() throws -> Set<String> { Set(try fixture.local("SELECT source_id FROM hotspot")) }
            try await fixture.pull(relation: relation.name)
            let all = try held()
            let center = try Coordinate(latitude: 0, longitude: 0)
            let box = try BoundingBox(west: 0, south: 0, east: 90, north: 80)
            for (region, condition) in [
                (Region.box(box), "st_x(p) BETWEEN 0 AND 90 AND st_y(p) BETWEEN 0 AND 80"),
                (.circle(center, radius: .kilometers(9_000)), "st_dwithin(p::geography, 'POINT(0 0)', 9000000)"),
            ] {
                let there = Set(
                    try fixture.sql(
                        """
                        SELECT osm_id FROM osm_points, LATERAL (SELECT st_transform(way, 4326) AS p) AS place WHERE \(condition)
                        """
                    ).split(separator: "\n").map(String.init))
                #expect(!there.isEmpty && there.count < all.count, "\(region) cuts something")
                try await fixture.pull(relation: relation.name) { $0.region = region }
                #expect(try held() == there, "\(region)")
                let again = try await fixture.pull(relation: relation.name)
                #expect(again.isPartRemembered && again.added + again.changed + again.removed == 0)
                #expect(try held() == there, "\(region), remembered")
            }
            try await fixture.pull(relation: relation.name) { $0.isEverything = true }
            #expect(try held() == all)
        }
    }
}
