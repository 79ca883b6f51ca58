import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Relations that a person names, mirrored from a real server.
@Suite(.waits) struct RelationTests {
    @Test func `relations as found in the wild are mirrored under writers, all in one store`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql("SET TimeZone = 'UTC';" + WildRelation.all.map(\.setup).joined())
            #expect(WildRelation.all.count >= 25)
            for relation in WildRelation.all {
                let report = try await fixture.pull(relation: relation.name, relation.wish)
                #expect(report.problem == nil && report.waiting == 0, "\(relation): \(report)")
                let differences = try fixture.differences(relation)
                #expect(differences.isEmpty, "\(relation): \(differences.count), such as \(differences.first ?? "")")
                let again = try await fixture.pull(relation: relation.name, relation.wish)
                #expect(again.added + again.changed + again.removed == 0, "\(relation) again: \(again)")
            }
            var manner = WriterLoad.Manner()
            (manner.seconds, manner.longestHold) = (1.8, 0.05)
            let load = try RelationWriters(WildRelation.all, manner, on: fixture, seed: 1)
            var pulls = 0
            var changes: [String: Int] = [:]
            repeat {
                for relation in WildRelation.all where load.isRunning {
                    let report = try? await fixture.pull(relation: relation.name, relation.wish)
                    changes[relation.name, default: 0] += report?.changes ?? 0
                    pulls += 1
                }
            } while load.isRunning
            load.wait()
            for relation in WildRelation.all {
                let report = try await fixture.pull(relation: relation.name, relation.wish)
                #expect(report.problem == nil && report.waiting == 0, "\(relation): \(report)")
                let differences = try fixture.differences(relation)
                #expect(differences.isEmpty, "\(relation): \(differences.count), such as \(differences.first ?? "")")
                // What the server refuses of a writer would go unseen.
                #expect(changes[relation.name, default: 0] + report.changes > 0, "\(relation) was never changed")
                let verified = try await fixture.pull(relation: relation.name, relation.wish) {
                    $0.verifiesContents = true
                }
                #expect(
                    verified.added + verified.changed + verified.removed == 0
                        && verified.tables[relation.table]?.rewritten == 0, "\(relation): \(verified)")
                let proof = try await fixture.client(of: relation.name, relation.wish)
                    .prove(ProofOptions(queries: 5, seed: 1))
                // Sightings are compared by their rows alone.
                let isAsked = proof.total.questions > 0 || relation.table == .observation
                #expect(proof.verdict == .equal && isAsked, "\(relation): \(proof)")
            }
            print("\(WildRelation.all.count) relations, \(pulls) pulls under writers")
        }
    }

    @Test func `an application mirrors several relations into one store, each beside the others`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE places (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO places SELECT n, 'P' || n, st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 50) n;
                CREATE TABLE towers (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO towers SELECT n, 'T' || n, st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 30) n;
                """)
            let file = #"""
                { "hotspot": [{ "table": "public.places", "key": ["id"], "location": "geom" },
                    { "table": "public.towers", "key": ["id"], "location": "geom" }] }
                """#
            let mappings = try #require(try TableMapping.relations(json: Data(file.utf8)))
            #expect(try TableMapping.relations(json: Data(#"{ "hotspot": { "table": "places" } }"#.utf8)) == nil)
            for count in [[50, 30], [0, 0]] {
                for (mapping, count) in zip(mappings, count) {
                    var options = SyncOptions()
                    options.mapping = mapping
                    let client = SyncClient(
                        remote: try PostgresRemote(fixture.url), store: fixture.store, options: options)
                    let report = try await client.pull()
                    #expect(report.added == count && report.changed + report.removed == 0, "\(report)")
                }
            }
            #expect(try fixture.local("SELECT count(*) FROM hotspot WHERE deleted_at IS NULL") == ["80"])
        }
    }

    @Test func `a key that is not unique or is NULL is refused by name`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE twice (code text, geom geometry(Point, 4326));
                INSERT INTO twice VALUES ('a', NULL), ('b', NULL), ('b', NULL);
                CREATE TABLE none (code text, geom geometry(Point, 4326));
                INSERT INTO none VALUES ('a', NULL), (NULL, NULL);
                CREATE TABLE keyless (geom geometry(Point, 4326));
                """)
            var wish = RelationProposal.Wish()
            wish.key = ["code"]
            await #expect { try await fixture.pull(relation: "twice", wish) } throws: {
                "\($0)" == "public.twice: the key code is not unique: 2 rows have b"
            }
            await #expect { try await fixture.pull(relation: "none", wish) } throws: {
                "\($0)" == "public.none: the key code is NULL in 1 row"
            }
            await #expect { try await fixture.pull(relation: "keyless") } throws: {
                "\($0)" == "public.keyless has no primary key and no unique index"
            }
            // A question looks at the rows of its answer alone.
            try fixture.sql(
                """
                UPDATE twice SET geom = 'SRID=4326;POINT(7 51)'; UPDATE none SET geom = 'SRID=4326;POINT(7 51)';
                INSERT INTO twice VALUES ('c', 'SRID=4326;POINT(8 52)')
                """)
            for (table, words) in [
                ("twice", "several hotspots have the key b"),
                ("none", "public.none: the key code is NULL in some rows"),
            ] {
                let file = "\(fixture.folder)/\(table).json"
                try Data(#"{"hotspot": [{"table": "\#(table)", "key": ["code"], "location": "geom"}]}"#.utf8)
                    .write(to: URL(filePath: file))
                let remote = ["--km", "1", "--remote", fixture.url, "--tables", file, "-f", "ids"]
                let there = try GeoqProcess(["near", "--lat", "51", "--lon", "7"] + remote)
                #expect(there.status == 65 && there.output.isEmpty && there.errors.contains(words), "\(there)")
                let elsewhere = try GeoqProcess(["near", "--lat", "52", "--lon", "8"] + remote)
                #expect(elsewhere.lines.count == (table == "twice" ? 1 : 0), "\(elsewhere)")
            }
        }
    }

    @Test func `a relation that becomes observations leaves no hotspots behind`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE finds (id integer PRIMARY KEY, species text, date date, geom geometry(Point, 4326));
                INSERT INTO finds SELECT n, 'Parus major', '2026-05-01', 'SRID=4326;POINT(7 51)' FROM generate_series(1, 9) n;
                """)
            func geoq(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(words + ["--db", fixture.store.path], environment: ["HOME": fixture.folder])
            }
            #expect(try geoq("sync", fixture.url, "--table", "finds", "--as", "hotspots").errors.contains("9 added"))
            try fixture.sql("DELETE FROM finds WHERE id = 1")
            let other = try geoq("sync", fixture.url, "--table", "finds", "--as", "observations")
            let sentence = "public.finds is mirrored as hotspots, of which 9 rows would stay as they are"
            #expect(other.status == 65 && other.errors.contains(sentence), "\(other)")
            let name = try #require(try fixture.local("SELECT name FROM geoq_remote").first)
            #expect(other.errors.contains("take them back first with geoq sources remove '\(name)'"), "\(other)")
            // What was refused is not remembered.
            #expect(try geoq("sync").errors.contains("hotspot: 8 rows"))
            #expect(try geoq("sources", "remove", name).status == 0)
            let again = try geoq("sync", fixture.url, "--table", "finds", "--as", "observations")
            #expect(again.status == 0 && again.errors.contains("8 added"), "\(again)")
            #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["0"])
        }
    }

    @Test func `a relation that is asked itself answers as its mirror does`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE osm_points (osm_id bigint PRIMARY KEY, name text, way geometry(Point, 3857));
                INSERT INTO osm_points SELECT n, 'P' || n,
                    st_transform(st_setsrid(st_makepoint(7 + (n % 5) * 0.001, 51), 4326), 3857) FROM generate_series(1, 40) n;
                """)
            try await fixture.pull(relation: "osm_points")
            var remote = try PostgresRemote(fixture.url)
            let proposal = try RelationProposal(try await remote.relation(named: "osm_points"), .init())
            let mapping = TableMapping(tables: [proposal.table: proposal.names])
            remote.relation = mapping.relation
            let asked = RemoteHotspots(AskedRemote(remote, mapping: mapping))
            var query = Query(.around(try Coordinate(latitude: 51, longitude: 7), within: .kilometers(1)))
            // Many are equally far away: their ids decide.
            let mirrored = try await fixture.store.features.answer(query).hits
            #expect(mirrored.count == 40)
            let hits = try await asked.features(answering: query).hits
            #expect(hits.map(\.id) == mirrored.map(\.id))
            #expect(hits.map(\.distance) == mirrored.map(\.distance))
            query.filter = try PropertyFilter(cql2Text: "source_id = '17'")
            let found = try await asked.features(answering: query).features
            let held = try #require(try await fixture.store.features.place("17").feature["source"])
            #expect(found.map { $0["source_id"] } == [.text("17")] && found.first?["source"] == held)
        }
    }

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

    @Test func `a mapping that is refused is not remembered instead of the one that worked`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE patches (gid serial PRIMARY KEY, label text, geom geometry(Point, 4326));
                INSERT INTO patches (label, geom) VALUES ('Here', 'SRID=4326;POINT(7 51)');
                """)
            var wish = RelationProposal.Wish()
            wish.keep = .all
            try await fixture.pull(relation: "patches", wish)
            let worked = try #require(try await fixture.store.mirror.all().first?.namesOfTables)
            wish.key = ["nope"]
            let report = try await fixture.pull(relation: "patches", wish)
            let stopped = String(describing: report.tables[.hotspot]?.stopped)
            #expect(stopped.contains("no column nope"))
            let mirrors = try await fixture.store.mirror.all()
            #expect(mirrors.map(\.namesOfTables) == [worked])
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

    @Test func `a mirror of a view is behind, and not wrong, when rows of the view have changed`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE places (id int PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO places SELECT n, 'P' || n, st_setsrid(st_makepoint(n, 10), 4326) FROM generate_series(1, 40) n;
                CREATE VIEW seen AS SELECT * FROM places;
                """)
            var wish = RelationProposal.Wish()
            wish.key = ["id"]
            try await fixture.pull(relation: "seen", wish)
            try fixture.sql("UPDATE places SET name = name || '!' WHERE id <= 20; DELETE FROM places WHERE id = 40")
            let report = try await fixture.client(of: "seen", wish).prove(ProofOptions(queries: 5, seed: 1))
            #expect(report.verdict == .behind, "\(report.examples)")
            #expect(report.tables[.hotspot].map { [$0.lost, $0.newer, $0.gone] } == [0, 20, 1])
            try await fixture.pull(relation: "seen", wish)
            let same = try await fixture.client(of: "seen", wish).prove(ProofOptions(queries: 5, seed: 1))
            #expect(same.verdict == .equal, "\(same.examples)")
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

    @Test func `the key is kept, and finds the row again`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE osm_points (osm_id bigint PRIMARY KEY, name text, way geometry(Point, 3857));
                INSERT INTO osm_points VALUES (42, 'Here', st_transform('SRID=4326;POINT(7 51)'::geometry, 3857)),
                    (43, NULL, NULL);
                """)
            let report = try await fixture.pull(relation: "osm_points")
            let found = try await fixture.store.features.place("42")
            #expect(found.feature["source_id"] == .text("42") && found.isAsWritten)
            #expect(found.feature.id == RecordUUID.derived(source: report.name, sourceID: "42").description)
            let id = try #require(found.feature.id.dropFirst(14).first)
            #expect(id == "5", "the id is a UUID of version 5")
            let status = try await fixture.store.mirror.status()
            #expect(status.map(\.rows) == [2] && status.map(\.withoutPlace) == [1] && status[0].cost == nil)
        }
    }

    @Test func `the key of an observation is a center as well`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE records (ring text, seen_on date, taxon text, geom geometry(Point, 4326), PRIMARY KEY (ring, seen_on));
                INSERT INTO records VALUES ('R67', '2026-05-07', 'Parus major', 'SRID=4326;POINT(7 51)');
                """)
            var wish = RelationProposal.Wish()
            wish.table = .observation
            wish.columns = ["scientific_name": "taxon", "date": "seen_on"]
            try await fixture.pull(relation: "records", wish)
            let found = try await fixture.store.features.place("R67,2026-05-07")
            #expect(found.feature.coordinate == (try Coordinate(latitude: 51, longitude: 7)) && found.isAsWritten)
            #expect(try await fixture.store.features.place(found.feature.id).feature.id == found.feature.id)
            await #expect(throws: PlaceError.unknown("R67,2026-05-08", suggestion: nil)) {
                try await fixture.store.features.place("R67,2026-05-08")
            }
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

extension SyncReport {
    fileprivate var changes: Int { added + changed + removed }
}
