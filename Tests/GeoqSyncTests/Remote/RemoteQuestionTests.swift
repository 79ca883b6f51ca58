import Foundation
import GeoqStore
import TestSupport
import Testing

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

    static func expectSame(
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
}
