import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Keys: which are refused, and how they find a row again.
extension RelationTests {
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
}
