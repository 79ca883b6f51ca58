import GeoqIndex
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// Regions: what one would cost, and how one is read back.
extension RemoteQuestionTests {
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

    /// As one that a program fills at night.
    @Test func `a row is found by its numbers where the column of points beside them lacks it`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(1_000))
            #expect(try await !fixture.client().check().contains { $0.what.hasPrefix("location is not computed") })
            try fixture.sql(
                """
                ALTER TABLE hotspot ALTER COLUMN location DROP EXPRESSION;
                UPDATE hotspot SET location = CASE WHEN lat > 10
                    THEN ST_SetSRID(ST_MakePoint(-lon, lat), 4326)::geography END WHERE lon > 0;
                """)
            #expect(
                try await fixture.client().check().contains { $0.what == "location is not computed from lat and lon" })
            try await fixture.pull()
            let circle = ["near", "--lat", "10", "--lon", "100", "--km", "3000"]
            for words in [
                circle + ["-f", "csv"], ["nearest", "--lat", "10", "--lon", "100", "-k", "30", "-f", "csv"],
                ["bbox", "--bbox", "50,-40,120,40", "-f", "csv"],
                ["along", "-20,60;30,120", "--km", "900", "-f", "csv"],
            ] {
                try Self.expectSame(words, fixture)
            }
            let count = try GeoqProcess(circle + ["--count", "--db", fixture.store.path]).output.dropLast()
            #expect((Int(count) ?? 0) > 20)
            let center = try Coordinate(latitude: 10, longitude: 100)
            try await fixture.pull { $0.region = .circle(center, radius: .kilometers(3_000)) }
            #expect(try fixture.local("SELECT count(*) FROM hotspot") == [String(count)])
        }
    }

    @Test func `a column that the server computes otherwise is no copy of the numbers`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(1_000))
            func define(_ computation: String) throws {
                try fixture.sql(
                    """
                    ALTER TABLE hotspot DROP COLUMN location, DROP COLUMN IF EXISTS moved CASCADE;
                    ALTER TABLE hotspot ADD COLUMN moved float8 DEFAULT -5,
                        ADD COLUMN location geography(Point, 4326) GENERATED ALWAYS AS (\(computation)) STORED;
                    """)
            }
            func isCopy() async throws -> Bool {
                try await !fixture.client().check().contains { $0.what.hasPrefix("location is not computed") }
            }
            for computation in [
                "ST_SetSRID(ST_MakePoint(lon, lat), 4326)", "ST_MakePoint(lon, lat)", "ST_Point(lon, lat, 4326)",
                "ST_SetSRID(ST_Point(lon::float8, lat), 4326)::geometry(Point, 4326)::geography",
            ] {
                try define(computation)
                #expect(try await isCopy(), "\(computation)")
            }
            for computation in [
                "CASE WHEN lat > 0 THEN ST_MakePoint(lon, lat)::geography END", "ST_MakePoint(lat / 2, lon / 2)",
                "ST_MakePoint(lat, lon / 2)", "ST_SetSRID(ST_MakePoint(round(lon), lat), 4326)",
                "ST_MakePoint(moved, lat)", "ST_MakePoint(lon, lat)::geometry(Point)::geography",
            ] {
                try define(computation)
                #expect(try await !isCopy(), "\(computation)")
            }
            try define("ST_MakePoint(moved, lat)")
            try await fixture.pull()
            try Self.expectSame(["near", "--lat", "10", "--lon", "100", "--km", "3000", "-f", "csv"], fixture)
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
