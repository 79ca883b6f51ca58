import Foundation
import GeoqStore
import TestSupport
import Testing

/// What is in the way of a relation, with the sentence that removes it: in `--list`, in `--check` and
/// when it is synced.
@Suite(.waits) struct RelationObstacleTests {
    static let point = "geom geometry(Point, 4326)"

    /// Runs the command with the fixture's store.
    static func geoq(_ fixture: SyncFixture, _ words: [String], url: String? = nil) throws -> GeoqProcess {
        try GeoqProcess(
            [words[0], url ?? fixture.url] + words.dropFirst() + ["--db", fixture.store.path, "--no-wait"],
            environment: ["HOME": fixture.folder])
    }

    /// Expects a sentence in the list, in the check of a file that names the relation, and in a sync.
    static func expect(
        _ sentence: String, of relation: String, _ columns: String = #""key": ["id"], "location": "geom""#,
        in fixture: SyncFixture, url: String? = nil, isListed: Bool = true, status: Int32 = 65
    ) throws {
        if isListed {
            let list = try geoq(fixture, ["sync", "--list"], url: url)
            let line = list.lines.first { $0.contains("\"public.\(relation)\"") }.map(String.init) ?? ""
            #expect(line.contains(sentence), "\(list)")
        }
        let file = "\(fixture.folder)/\(relation).json"
        try Data(#"{"hotspot": [{"table": "public.\#(relation)", \#(columns)}]}"#.utf8).write(to: URL(filePath: file))
        let check = try geoq(fixture, ["sync", "--check", "--tables", file], url: url)
        #expect(check.status == 65 && check.output.contains(sentence), "\(check)")
        let sync = try geoq(fixture, ["sync", "--tables", file], url: url)
        #expect(sync.status == status && sync.errors.contains(sentence), "\(sync)")
    }

    @Test func `how exactly places are transformed is said in the list, the check and the sync`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE meters (id integer PRIMARY KEY, way geometry(Point, 3857));
                CREATE TABLE grid (id integer PRIMARY KEY, x float8, y float8);
                """)
            let words = "transforms places to 4326 (ST_Transform: exact within WGS 84, else as its PROJ grids allow)"
            let check = try Self.geoq(fixture, ["sync", "--table", "meters", "--check"])
            #expect(check.status == 0 && check.output.contains(words), "\(check)")
            let plain = words.replacing("places ", with: "")
            #expect(try Self.geoq(fixture, ["sync", "--list"]).output.contains(plain))
            #expect(try Self.geoq(fixture, ["sync", "--table", "meters"]).errors.contains(plain))
            let grid = ["sync", "--table", "grid", "--srid", "25832"]
            #expect(try Self.geoq(fixture, grid + ["--check"]).output.contains(words))
            #expect(try Self.geoq(fixture, grid).errors.contains(plain))
        }
    }

    @Test func `a column of places that a person names is judged by its own SRIDs`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE spots (id integer PRIMARY KEY, geom geometry, centre geometry, lat float8, lon float8);
                INSERT INTO spots VALUES (1, 'POINT(1 2)', 'SRID=4326;POINT(7 51)', 51, 7);
                CREATE TABLE meters (id integer PRIMARY KEY, geom geometry, centre geometry, there geography);
                INSERT INTO meters VALUES (1, 'SRID=3857;POINT(1 2)', 'POINT(7 51)', 'SRID=4269;POINT(7 51)');
                """)
            func sync(_ words: String...) throws -> GeoqProcess { try Self.geoq(fixture, ["sync", "--table"] + words) }
            let own = try sync("spots", "--map", "geometry=geom")
            #expect(own.status == 65 && own.errors.contains("the places of public.spots have no SRID"), "\(own)")
            for map in ["geometry=centre", "lat=lat,lon=lon"] {
                let other = try sync("spots", "--map", map)
                #expect(other.status == 0, "\(other)")
                #expect(try fixture.local("SELECT CAST(lat AS INTEGER) FROM hotspot") == ["51"])
            }
            let said = try sync("meters", "--map", "geometry=centre", "--srid", "4326")
            #expect(said.errors.contains("places of centre (and not of geom, there), geometry in SRID 0"), "\(said)")
            #expect(said.errors.contains("those without an SRID taken as 4326"), "\(said)")
            #expect(!said.errors.contains("transforms"), "\(said)")
            let projected = try sync("meters", "--map", "geometry=centre", "--srid", "3857")
            #expect(projected.errors.contains("geometry in SRID 0, which the server transforms"), "\(projected)")
            let there = try sync("meters", "--map", "geometry=there")
            #expect(there.errors.contains("geography in SRID 4269, which the server transforms"), "\(there)")
        }
    }

    @Test func `places as texts or bytes are listed with the view that gives them`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE texts (id integer PRIMARY KEY, location text);
                INSERT INTO texts VALUES (1, ' srid=4326;Point Z (7 51 2)'), (2, ST_SetSRID(ST_MakePoint(8, 52), 4326)::text);
                CREATE TABLE bytes (id integer PRIMARY KEY, "the ""WKB" bytea, wkb bytea);
                INSERT INTO bytes VALUES (1, '', NULL), (2, '', ST_AsEWKB('SRID=4326;POINT(7 51)'));
                CREATE TABLE words (id integer PRIMARY KEY, location text, shape bytea);
                INSERT INTO words VALUES (1, 'point of view', '\\x00ff'), (2, 'London', NULL);
                """)
            let list = try Self.geoq(fixture, ["sync", "--list"])
            #expect(list.lines.count == 2 && !list.output.contains("words"), "\(list)")
            for (table, column) in [("texts", "location has places as text"), ("bytes", "wkb has places as bytea")] {
                let refused = try Self.geoq(fixture, ["sync", "--table", table])
                #expect(refused.status == 65 && refused.errors.contains("public.\(table).\(column)"), "\(refused)")
                // The advice is run as it stands.
                let advice = try #require(refused.errors.firstMatch(of: /CREATE VIEW .*/))
                try fixture.sql(String(advice.0))
                let mirrored = try Self.geoq(fixture, ["sync", "--table", "\(table)_places", "--key", "id"])
                #expect(mirrored.status == 0 && mirrored.errors.contains("2 added"), "\(mirrored)")
            }
        }
    }

    @Test func `a column without numbers is no latitude, and a point is told with the view that has its numbers`()
        async throws
    {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, p point, seen date, parts float8[], doc jsonb, geom geometry);
                INSERT INTO sites VALUES (1, point(8.5, 47.1), '2026-01-01', '{47.1}', '47.1', 'POINT(8.5 47.1)');
                """)
            func sync(_ column: String) throws -> GeoqProcess {
                try Self.geoq(fixture, ["sync", "--table", "sites", "--map", "lat=\(column),lon=\(column)"])
            }
            for (column, type) in [("seen", "date"), ("parts", "_float8"), ("geom", "geometry")] {
                let refused = try sync(column)
                let words = "public.sites.\(column) is of type \(type), which is no number, as latitude and"
                #expect(refused.status == 65 && refused.errors.contains(words), "\(refused)")
                #expect(refused.errors.contains("--map geometry=COLUMN"), "\(refused)")
            }
            let document = try sync("doc")
            #expect(document.status == 0, "\(document)")
            #expect(try fixture.local("SELECT round(lat, 1) FROM hotspot") == ["47.1"])
            let point = try sync("p")
            #expect(point.status == 65 && point.errors.contains("public.sites.p is of type point"), "\(point)")
            let advice = try #require(point.errors.firstMatch(of: /CREATE VIEW .*/))
            try fixture.sql(String(advice.0))
            let view = ["sync", "--table", "sites_places", "--key", "id", "--map", "lat=lat,lon=lon"]
            let mirrored = try Self.geoq(fixture, view)
            #expect(mirrored.status == 0 && mirrored.errors.contains("1 added"), "\(mirrored)")
            let places = try fixture.local("SELECT lat || ' ' || lon FROM hotspot WHERE source LIKE '%sites_places'")
            #expect(places == ["47.1 8.5"])
        }
    }

    @Test func `points of PostgreSQL's own are listed with the view that makes geometries of them`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE perches (id integer PRIMARY KEY, name text, "the ""spot" point);
                INSERT INTO perches VALUES (1, 'Post', point(7, 51)), (2, 'Wire', NULL);
                CREATE TABLE shapes (id integer PRIMARY KEY, outline polygon);
                """)
            let list = try Self.geoq(fixture, ["sync", "--list"])
            #expect(list.lines.count == 1 && list.output.contains("has places as point"), "\(list)")
            let refused = try Self.geoq(fixture, ["sync", "--table", "perches"])
            #expect(refused.status == 65, "\(refused)")
            // The advice is run as it stands.
            let advice = try #require(refused.errors.firstMatch(of: /CREATE VIEW .*/))
            try fixture.sql(String(advice.0))
            let mirrored = try Self.geoq(
                fixture, ["sync", "--table", "perches_places", "--key", "id", "--srid", "4326"])
            #expect(mirrored.status == 0 && mirrored.errors.contains("2 added"), "\(mirrored)")
            let places = try fixture.local("SELECT round(lat) || ' ' || round(lon) FROM hotspot WHERE lat > 0")
            #expect(places == ["51.0 7.0"])
        }
    }
}
