import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// Questions to a server instead of the mirror, and what a region would cost.
@Suite(.waits) struct RemoteQuestionTests {
    private static let placed = """
        \(ServerSchema.hotspots(2_000))\(ServerSchema.hardHotspots)
        """

    @Test func `a server answers as its mirror does, by the command`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(Self.placed)
            try await fixture.pull()
            for question in [
                "near --lat 42.48 --lon -76.45 --km 3000", "near --lat 10.5 --lon 20.25 --km 0 -f csv",
                "near --lat 10.5 --lon 20.25 --nearest 7 -f table", "near --lat 90 --lon 13 --km 1 -f ids",
                "near --lat -17 --lon 180 --km 4000 --min-km 500 --limit 9 --fields locality -f geojson",
                "near --lat 0 --lon 0 --km 9000 --count", "near --lat 0.5 --lon 0.5 --within 1m -e",
                "nearest --lat 42.48 --lon -76.45 -k 30 --min-km 100 -f json",
                "nearest --lat -89 --lon 0 -k 5000 -f ids",
                "nearest --lat 0 --lon 179.9 -k 6 --limit 4",
            ] {
                let words = question.split(separator: " ").map(String.init)
                try Self.expectSame(words, fixture)
            }
            try Self.expectSame(
                [
                    "nearest", "--lat", "1", "--lon", "2", "-k", "12", "--where",
                    "locality = 'US-7' OR name LIKE 'Hard%'",
                ],
                fixture)
        }
    }

    /// Over ±180°, cut there, around each pole, with a hole, along edges and corners of places; of a
    /// file, as WKT, and of the store.
    @Test func `inside an area a server answers as its mirror does`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(Self.placed)
            try await fixture.pull()
            let folder = fixture.folder
            func file(_ name: String, _ coordinates: String) throws -> String {
                let path = "\(folder)/\(name).geojson"
                try #"{"type":"MultiPolygon","coordinates":\#(coordinates)}"#
                    .write(toFile: path, atomically: true, encoding: .utf8)
                return path
            }
            let across = try file("across", "[[[[170,-20],[-160,-30],[-170,20],[175,19.2],[170,-20]]]]")
            let cut = try file(
                "cut", "[[[[150,-5],[180,-5],[180,18.7],[150,5],[150,-5]]],[[[-180,-5],[-150,-5],[-180,17],[-180,-5]]]]"
            )
            let north = try file("north", "[[[[-180,60],[-60,66],[60,55],[180,60],[-180,60]]]]")
            let south = try file("south", "[[[[0,-50],[-120,-60],[120,-70],[0,-50]]]]")
            let hollow = try file(
                "hollow",
                "[[[[20.25,10.5],[60,10.5],[60,70],[-30,70],[20.25,10.5]],[[0,60],[30,60],[30,65],[0,65],[0,60]]]]")
            let arctic = ["areas", "add", north, "--pole", "north", "--db", fixture.store.path]
            #expect(try GeoqProcess(arctic).status == 0)
            let antarctic = [
                "areas", "add", south, "--pole", "south", "--edges", "geodesic", "--db", fixture.store.path,
            ]
            #expect(try GeoqProcess(antarctic).status == 0)
            let named = [["--area", "north 1"], ["--area", "south 1"]]
            let given =
                [across, cut, hollow].map { ["--area", $0] } + [
                    ["--area", north, "--pole", "north"], ["--area", south, "--pole", "south", "--edges", "geodesic"],
                    ["--area", "POLYGON((170 -20, -160 -30, -170 20, 170 -20))"],
                ]
            for (area, isNamed) in given.map({ ($0, false) }) + named.map({ ($0, true) }) {
                for question in [
                    "near -f csv", "near --count", "near --lat 10.5 --lon 179 --km 3000 -f csv --limit 30",
                    "near --lat 70 --lon -170 -f ids --limit 40", "nearest --lat -80 --lon 20 -k 7 -f csv",
                    "nearest --lat 10.5 --lon 20.25 -k 9 --min-km 1 -f ids",
                    "bbox --bbox 150,-60,-100,60 -f csv", "bbox --bbox -180,-90,180,90 -f ids",
                ] {
                    let words = question.split(separator: " ").map(String.init) + area
                    try Self.expectSame(words, fixture, isStoreAsked: isNamed)
                }
                try Self.expectSame(
                    ["near", "--where", "locality IS NULL AND name LIKE '%1%'", "-f", "csv"] + area, fixture,
                    isStoreAsked: isNamed)
                // The comparison is of some hits.
                let count = try GeoqProcess(["near", "--count", "--db", fixture.store.path] + area)
                #expect((Int(count.output.dropLast()) ?? 0) > 30, "\(area): \(count.output)")
            }
            let explained = try GeoqProcess(
                ["explain", "near", "--area", across, "-f", "json", "--remote", fixture.url])
            #expect(explained.status == 0 && explained.output.contains(#""statements":"#), "\(explained.errors)")
            let unknown = try GeoqProcess(
                ["near", "--area", "nowhere", "--remote", fixture.url, "--db", fixture.store.path])
            #expect(unknown.status == 66 && unknown.errors.contains("no area is called nowhere"), "\(unknown.errors)")
        }
    }

    /// Over ±180°, past a pole and through it, there and back, with a gap; with ties in one place, on the edge,
    /// and without hits.
    @Test func `along a route a server answers as its mirror does`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(Self.placed)
            try await fixture.pull()
            let gap = fixture.folder + "/gap.geojson"
            try #"{"type":"MultiLineString","coordinates":[[[-60,30],[20.25,10.5]],[[100,-40],[179,-17]]]}"#
                .write(toFile: gap, atomically: true, encoding: .utf8)
            let across = "-35,160;2,-178;18,179.5;40,-150"
            let arctic = "70,-30;88,10;86,-170;60,150"
            for (route, least) in [
                (across, 30), (arctic, 30), ("-60,0;-90,0;-60,100", 30), ("10.5,0;10.5,40;10.5,0", 30), (gap, 60),
                ("10.5,20.25;10.5,20.25", 20),
            ] {
                for question in [
                    "--km 400 -f csv", "--within 150mi --count", "--km 900 -f json --limit 25", "--km 400 -f ids -e",
                    "--km 300 --fields locality -f geojson", "--km 250 -f table --unit mi", "--km 0 -f csv",
                ] {
                    try Self.expectSame(["along", route] + question.split(separator: " ").map(String.init), fixture)
                }
                try Self.expectSame(
                    ["along", route, "--km", "500", "--where", "locality = 'US-7' OR name LIKE 'Hard%'", "-f", "csv"],
                    fixture)
                // The comparison is of some hits.
                let count = try GeoqProcess(["along", route, "--km", "400", "--count", "--db", fixture.store.path])
                #expect((Int(count.output.dropLast()) ?? 0) >= least, "\(route): \(count.output)")
            }
            // All of one place are equally far along: by id.
            let tie = try GeoqProcess(["along", "10.5,20;10.5,21", "--km", "5", "-f", "ids", "--remote", fixture.url])
            #expect(tie.lines.count >= 40 && tie.lines.sorted() == tie.lines, "\(tie.errors)")
            let none = ["along", "41.3,77.7;41.3,77.8", "--within", "1m"]
            try Self.expectSame(none + ["-f", "csv"], fixture)
            try Self.expectSame(none + ["--exit-status", "--count"], fixture)
            let area = "POLYGON((170 -20, -160 -30, -170 20, 170 -20))"
            try Self.expectSame(["along", across, "--km", "900", "-f", "csv", "--area", area], fixture)
            try Self.expectSame(
                ["along", across, "--km", "900", "-f", "ids", "--area", "POLYGON((0 0, 1 0, 1 1, 0 0))"], fixture)
            let explained = try GeoqProcess(
                ["explain", "along", across, "--km", "400", "-f", "json", "--remote", fixture.url])
            #expect(
                explained.status == 0 && explained.output.contains(#""statements":1,"#)
                    && explained.output.contains(#""route_positions":4"#), "\(explained.output) \(explained.errors)")
        }
    }

    @Test(arguments: [
        (["--layer", "entries"], "asked for hotspots"), (["--db", "x"], "--db names a store"),
        (["--brute-force"], "--brute-force checks"),
        (["--after", "1,00000000-0000-4000-8000-000000000001,1"], "--after continues"),
    ])
    func `what a server cannot answer along a route is refused`(words: [String], sentence: String) throws {
        let run = try GeoqProcess(["along", "1,2;3,4", "--km", "5"] + words + ["--remote", "host=/nowhere"])
        #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(sentence), "\(run.errors)")
    }

    private static func expectSame(
        _ words: [String], _ fixture: SyncFixture, isStoreAsked: Bool = false
    ) throws {
        let local = try GeoqProcess(words + ["--db", fixture.store.path])
        let remote = try GeoqProcess(
            words + ["--remote", fixture.url] + (isStoreAsked ? ["--db", fixture.store.path] : []))
        #expect(remote.output == local.output && remote.status == local.status, "\(words): \(remote.errors)")
    }

    @Test(arguments: [
        (["--lat", "1", "--lon", "2", "--km", "3", "--layer", "entries"], "asked for hotspots"),
        (["--at", "Ithaca", "--km", "3"], "--at looks up a name in the store"), (["-", "--km", "3"], "one question"),
        (["--lat", "1", "--lon", "2", "--km", "3", "--db", "x"], "--db names a store"),
        (["--lat", "1", "--lon", "2", "--km", "3", "--brute-force"], "--brute-force checks"),
        (
            ["--lat", "1", "--lon", "2", "--km", "3", "--after", "1,00000000-0000-4000-8000-000000000001,1"],
            "--after continues"
        ),
    ])
    func `what a server cannot answer is refused`(words: [String], sentence: String) throws {
        let run = try GeoqProcess(["near"] + words + ["--remote", "host=/nowhere"])
        #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(sentence), "\(run.errors)")
    }

    /// Partitions, and other names for tables and columns.
    @Test func `a partitioned table is asked like any other`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(Self.placed)
            try await fixture.pull()
            try fixture.sql(
                """
                CREATE SCHEMA big;
                CREATE TABLE big.place (id uuid, title text, locality text, lat float8, lon float8, deleted_at timestamptz,
                    geog geography(point, 4326)) PARTITION BY HASH (id);
                CREATE TABLE big.place_0 PARTITION OF big.place FOR VALUES WITH (MODULUS 2, REMAINDER 0);
                CREATE TABLE big.place_1 PARTITION OF big.place FOR VALUES WITH (MODULUS 2, REMAINDER 1);
                CREATE INDEX ON big.place USING gist (geog);
                INSERT INTO big.place SELECT id, name, locality, lat, lon, deleted_at, location FROM hotspot;
                """)
            let mapping = fixture.folder + "/tables.json"
            try #"{"hotspot": {"table": "big.place", "columns": {"name": "title"}}}"#
                .write(toFile: mapping, atomically: true, encoding: .utf8)
            let words = ["near", "--lat", "10", "--lon", "20", "--km", "2500", "--limit", "70", "-f", "csv"]
            let local = try GeoqProcess(words + ["--db", fixture.store.path])
            let remote = try GeoqProcess(words + ["--remote", fixture.url, "--tables", mapping])
            #expect(remote.output == local.output && local.lines.count == 71, "\(remote.errors)")
            let along = ["along", "-35,160;2,-178;40,-150", "--km", "900", "-f", "csv"]
            let mirrored = try GeoqProcess(along + ["--db", fixture.store.path])
            let asked = try GeoqProcess(along + ["--remote", fixture.url, "--tables", mapping])
            #expect(asked.output == mirrored.output && mirrored.lines.count > 30, "\(asked.errors)")
        }
    }

    @Test func `what a region costs is said at first, and when it becomes another`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(1_000))
            func estimate(_ region: Region?) async throws -> RegionEstimate? {
                try await fixture.client { $0.region = region }.estimate()
            }
            let center = try Coordinate(latitude: 40, longitude: 179)
            let (small, large) = (
                Region.circle(center, radius: .kilometers(3_000)), Region.circle(center, radius: .kilometers(6_000))
            )
            let first = try #require(try await estimate(small))
            #expect(first.mirrored == nil && first.new == first.all && first.all.rows > 10 && first.all.bytes > 1_000)
            try await fixture.pull { $0.region = small }
            #expect(try await estimate(small) == nil)
            let wider = try #require(try await estimate(large))
            #expect(wider.mirrored == .region(small) && wider.all.rows > first.all.rows)
            #expect(wider.new.rows == wider.all.rows - first.all.rows && wider.new.bytes < wider.all.bytes)
            #expect(try await estimate(nil) == nil, "the part is remembered")
            let all = try #require(try await fixture.client { $0.isEverything = true }.estimate())
            #expect(all.all.rows == 1_000 && all.new.rows == 1_000 - first.all.rows)
            // By the command: before anything is fetched.
            let run = try GeoqProcess([
                "sync", fixture.url, "--db", fixture.store.path, "--near", "40,179", "--km", "6000",
            ])
            #expect(run.status == 0)
            #expect(run.errors.hasPrefix("\(wider.all.rows) hotspots in this part, about "), "\(run.errors)")
            #expect(run.errors.contains("; of these \(wider.new.rows) are new, about "))
            #expect(run.errors.contains("(the mirror has --near 40.0,179.0 --km 3000.0)"))
            let whole = try GeoqProcess(["sync", fixture.url, "--db", fixture.store.path, "--everything"])
            #expect(whole.errors.hasPrefix("1000 hotspots, about "), "\(whole.errors)")
            #expect(try await estimate(nil) == nil)
        }
    }

    @Test func `areas come from a table of any columns, as geometry or as geography`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                """
                CREATE SCHEMA gis;
                CREATE TABLE gis."My ""counties" (gid serial, namelsad text, geom geometry);
                INSERT INTO gis."My ""counties" (namelsad, geom) VALUES
                    ('Square', ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 1,0 0),(0.2 0.2,0.4 0.2,0.4 0.4,0.2 0.2))', 4326)),
                    ('Two', ST_GeomFromText('MULTIPOLYGON(((2 2,3 2,3 3,2 2)),((5 5,6 5,6 6,5 5)))', 4326)), ('None', NULL);
                CREATE TABLE patch (name text, shape geography(polygon), other geometry);
                INSERT INTO patch SELECT 'Patch', geom::geography, geom FROM gis."My ""counties" WHERE gid = 1;
                CREATE TABLE mercator AS SELECT 'M' AS name, ST_Transform(geom, 3857) AS geom
                    FROM gis."My ""counties" WHERE gid = 1;
                CREATE TABLE bad (part int, code text, name text, geom geometry, PRIMARY KEY (code, part));
                INSERT INTO bad VALUES (1, 'Z', 'Good', 'SRID=4326;POLYGON((20 0,21 0,21 1,20 0))'),
                    (2, 'P-17', 'Bow', 'SRID=4326;POLYGON((0 0,1 1,1 0,0 1,0 0))'),
                    (1, 'A', NULL, 'SRID=4326;POLYGON((30 0,31 0,31 1,30 0))');
                """)
            func add(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(
                    ["areas", "add", "--remote", fixture.url, "--db", fixture.store.path, "--table"] + words)
            }
            let first = try add(#"gis."My ""counties""#, "--source", "counties")
            #expect(first.status == 0, "\(first.errors)")
            #expect(first.errors.contains("2 added") && first.errors.contains("1 skipped (without a geometry)"))
            let held = try GeoqProcess([
                "areas", "of", "--lat", "0.5", "--lon", "0.1", "-f", "csv", "--db", fixture.store.path,
            ])
            #expect(held.output.contains("Square"), "\(held.output)")
            #expect(try add(#"gis."My ""counties""#, "--source", "counties").errors.contains("2 unchanged"))
            let several = try add("patch")
            #expect(several.status == 69 || several.status == 65, "\(several.status)")
            #expect(several.errors.contains("several columns of geometries: shape, other"), "\(several.errors)")
            let geography = try add("patch", "--geometry", "shape")
            #expect(geography.errors.contains("1 added") && geography.errors.contains("the column is a geography"))
            #expect(try add("patch", "--geometry", "name").errors.contains("no column name of the type"))
            #expect(try add("nothing").errors.contains("no table nothing"))
            #expect(try add("patch; DROP TABLE patch").status != 0)
            #expect(try fixture.sql("SELECT count(*) FROM patch") == "1")
            // The server transforms it, which is said, and the area holds the same places.
            let mercator = try add("mercator")
            #expect(
                mercator.status == 0
                    && mercator.errors.contains("1 of 1 areas transformed by the server, from SRID 3857"),
                "\(mercator.errors)")
            let both = try GeoqProcess([
                "areas", "of", "--lat", "0.5", "--lon", "0.1", "-f", "csv", "--db", fixture.store.path,
            ])
            #expect(both.output.contains("\nM,"), "\(both.output)")
            // A row is called by its key, and its place in the table means nothing.
            let bow = try add("bad")
            #expect(bow.errors.contains("bad, the row with code, part P-17,2: polygon 1, ring 1 crosses"), "\(bow)")
            try fixture.sql("UPDATE bad SET geom = 'SRID=4326;POLYGON((0 0,1 0,1 91,0 0))' WHERE code = 'P-17'")
            let far = try add("bad")
            #expect(far.errors.contains("bad: the row with code, part P-17,2, ring 1, position 3: lat 91.0"), "\(far)")
            try fixture.sql("DELETE FROM bad WHERE code = 'P-17'")
            let added = "2 added, 0 changed, 0 unchanged, 1 without a name, called by table and key"
            #expect(try add("bad").errors.contains(added))
            try fixture.sql("INSERT INTO bad VALUES (1, '0', 'New', 'SRID=4326;POLYGON((40 0,41 0,41 1,40 0))')")
            #expect(try add("bad").errors.contains("1 added, 0 changed, 2 unchanged"), "a row before others moves none")
            #expect(try add("patch", "x.geojson").status == 64)
        }
    }

    @Test func `a table under another spelling is the same source, and rows without a system are told`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE SCHEMA app;
                CREATE TABLE parks (id int PRIMARY KEY, name text, geom geometry);
                INSERT INTO parks VALUES (1, 'Plain', 'POLYGON((0 0,1 0,1 1,0 0))'), (2, NULL, NULL),
                    (3, NULL, 'SRID=4326;POLYGON((2 0,3 0,3 1,2 0))');
                CREATE TABLE app.parks AS SELECT id, name, ST_SetSRID(geom, 4326) AS geom FROM parks;
                """)
            func add(_ words: String...) throws -> String {
                let run = try GeoqProcess(
                    ["areas", "add", "--remote", fixture.url, "--db", fixture.store.path, "--table"] + words)
                #expect(run.status == 0, "\(run)")
                return run.errors
            }
            let first = try add("parks")
            #expect(
                first.contains(
                    "1 of 3 areas without a system (SRID 0): their coordinates were taken for longitude and latitude"),
                "\(first)")
            #expect(first.contains("\nparks: 2 added"), "\(first)")
            // Rows without a name are called by their table, and stay what they are, too.
            for spelling in ["public.parks", #""public"."parks""#, "PARKS", "parks"] {
                let again = try add(spelling)
                #expect(again.contains("\nparks: 0 added, 0 changed, 2 unchanged"), "\(spelling): \(again)")
            }
            let other = try add("app.parks")
            #expect(other.hasPrefix("app.parks: 2 added") && !other.contains("without a system"), "\(other)")
            #expect(try add("parks", "--source", "city").contains("\ncity: 2 added"))
            #expect(try add("public.parks", "--source", "city").contains("\ncity: 0 added, 0 changed, 2 unchanged"))
            #expect(try await fixture.store.areas.all().areas.count == 6)
        }
    }

    @Test func `a former table in a schema that is shut leaves the others the same sources`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "reader_" + fixture.database
            try fixture.sql(
                """
                CREATE SCHEMA app; CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA app TO \(role);
                CREATE TABLE parks (id int PRIMARY KEY, name text, geom geometry(Polygon, 4326));
                INSERT INTO parks VALUES (1, 'Plain', 'SRID=4326;POLYGON((0 0,1 0,1 1,0 0))');
                CREATE TABLE app.lakes AS SELECT * FROM parks;
                GRANT SELECT ON parks, app.lakes TO \(role);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            func add(_ table: String) throws -> String {
                let run = try GeoqProcess([
                    "areas", "add", "--remote", fixture.cluster.url(fixture.database, user: role), "--db",
                    fixture.store.path, "--table", table,
                ])
                #expect(run.status == 0, "\(run)")
                return run.errors
            }
            #expect(try add("app.lakes").contains("app.lakes: 1 added"))
            #expect(try add("parks").contains("parks: 1 added"))
            try fixture.sql("REVOKE USAGE ON SCHEMA app FROM \(role)")
            let again = try add("public.parks")
            #expect(again.hasPrefix("parks: 0 added, 0 changed, 1 unchanged"), "\(again)")
        }
    }

    @Test func `areas come from a table as sync --list names it, whatever its other columns are`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            let role = "reader_" + fixture.database
            try fixture.sql(
                #"""
                CREATE SCHEMA "App";
                CREATE DOMAIN shape AS geometry(Polygon, 4326);
                CREATE TABLE "App"."Parks" (id integer, name text, note json, secret text, photo bytea,
                    outline geometry(CurvePolygon, 4326), geom shape);
                INSERT INTO "App"."Parks" VALUES (1, 'Round', '{"a": "\u0000"}', 'no', '\x00',
                    'SRID=4326;CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,4 4,0 4,0 0))', 'SRID=4326;POLYGON((0 0,1 0,1 1,0 0))');
                """#)
            try fixture.sql(
                """
                CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA "App" TO \(role);
                GRANT SELECT (id, name, note, photo, outline, geom) ON "App"."Parks" TO \(role);
                """)
            defer { _ = try? fixture.sql("DROP OWNED BY \(role); DROP ROLE \(role)") }
            for (url, words) in [
                (fixture.url, "1 added"), (fixture.cluster.url(fixture.database, user: role), "1 unchanged"),
            ] {
                let run = try GeoqProcess([
                    "areas", "add", "--remote", url, "--db", fixture.store.path, "--table", "App.Parks", "--geometry",
                    "geom",
                ])
                #expect(run.status == 0 && run.errors.contains(words), "\(run)")
            }
            #expect(try await fixture.store.areas.area("Round").kind == nil)
            // Two servers may have a table of this name.
            let places = try await fixture.store.imports.sources().compactMap(\.lastFile)
            #expect(places.contains { $0.hasSuffix("/\(fixture.database) App.Parks") }, "\(places)")
            let near = try GeoqProcess([
                "areas", "add", "--remote", fixture.url, "--db", fixture.store.path, "--table", "App.Park",
            ])
            let sentence = "no table App.Park that this user can see; did you mean App.Parks?"
            #expect(near.status == 65 && near.errors.contains(sentence), "\(near)")
        }
    }

    @Test func `a region is read back from its text`() throws {
        let regions: [Region] = [
            .box(try BoundingBox(west: 170, south: -50.5, east: -170, north: 1e-7)),
            .circle(try Coordinate(latitude: -90, longitude: 0.1), radius: .kilometers(12.25)),
            .area(try SyncFixture.star(), name: "a \"star\""), .area(try SyncFixture.star(.geodesic), name: ""),
            .area(
                try Area(
                    [Area.Polygon(outer: [0.1, 120, -120, 0.1].map { try Coordinate(latitude: 60, longitude: $0) })],
                    pole: .north),
                name: "cap"),
            .corridor(try SyncFixture.corridor(), name: "a \"flight\""),
            .corridor(
                try Corridor(
                    [try Coordinate(latitude: 0.1, longitude: -180), try Coordinate(latitude: 1e-7, longitude: 180)],
                    edges: .drawn, width: .meters(0)), name: ""),
        ]
        for region in regions {
            #expect(Region(stored: region.stored) == region)
            if case .corridor = region { continue }
            #expect(!region.stored.contains("segments") && !region.stored.contains("width"))
        }
        // As stores have them from before corridors.
        let circle = Region.circle(try Coordinate(latitude: 42.5, longitude: -76.5), radius: .meters(1.5))
        #expect(circle.stored == #"{"latitude":42.5,"longitude":-76.5,"radiusMeters":1.5}"#)
        let ring = [(0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 0.5)]
        let triangle = try Area([Area.Polygon(outer: try ring.map { try Coordinate(latitude: $0.1, longitude: $0.0) })])
        #expect(
            Region.area(triangle, name: "a").stored
                == #"{"edges":"drawn","name":"a","polygons":[[[0.5,0.5,1.5,0.5,1.5,1.5,0.5,0.5]]]}"#)
        for text in [
            "", "{}", "--near 1,2 --km 3", #"{"latitude":1,"longitude":2}"#, #"{"west":1,"south":2,"east":3}"#,
            #"{"west":1,"south":5,"east":3,"north":4}"#, #"{"latitude":1,"longitude":2,"radiusMeters":-1}"#,
            #"{"latitude":91,"longitude":2,"radiusMeters":1}"#, #"{"name":"a","edges":"drawn"}"#,
            #"{"name":"a","edges":"drawn","polygons":[[]]}"#,
            #"{"name":"a","edges":"drawn","polygons":[[[0,0,1,1,1,0,0]]]}"#,
            #"{"name":"a","edges":"straight","polygons":[[[0,0,1,1,1,0,0,0]]]}"#,
            #"{"edges":"drawn","polygons":[[[0,0,1,1,1,0,0,0]]]}"#,
            #"{"name":"a","edges":"drawn","pole":"east","polygons":[[[0,0,1,1,1,0,0,0]]]}"#,
            #"{"name":"a","edges":"drawn","polygons":[[[0,0,1,91,1,0,0,0]]]}"#,
            #"{"name":"a","edges":"geodesic","segments":[[0,0,1,1]]}"#,
            #"{"name":"a","edges":"geodesic","segments":[[0,0,1,1]],"widthMeters":-1}"#,
            #"{"name":"a","edges":"geodesic","segments":[[0,0,1,1]],"widthMeters":1000001}"#,
            #"{"name":"a","edges":"geodesic","segments":[[0,0]],"widthMeters":1}"#,
            #"{"name":"a","edges":"geodesic","segments":[],"widthMeters":1}"#,
            #"{"name":"a","edges":"geodesic","segments":[[0,0,1,1,2]],"widthMeters":1}"#,
            #"{"name":"a","edges":"geodesic","segments":[[0,0,1,91]],"widthMeters":1}"#,
            #"{"name":"a","edges":"straight","segments":[[0,0,1,1]],"widthMeters":1}"#,
            #"{"edges":"geodesic","segments":[[0,0,1,1]],"widthMeters":1}"#,
        ] {
            #expect(Region(stored: text) == nil, "\(text)")
        }
    }
}
