import Foundation
import GRDB
import Geoq
import GeoqFormats
import TestSupport
import Testing

@testable import GeoqStore

/// Values of another type than their column's, which any program may write: GRDB's own readers end the process
/// where they meet one.
@Suite struct WrittenValueTests {
    @Test func `a blob for an id, and a word for a latitude, end no page and no look-up`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            for (file, text, kind) in [
                ("/a.csv", "id,name,lat,lon\n1,Pond,42.4,-76.5\n2,Lake,42.5,-76.5\n", ImportKind.hotspots),
                ("/b.csv", "id,scientific_name,common_name\n1,Parus major,Great Tit\n", ImportKind.birds),
            ] {
                try text.write(toFile: folder + file, atomically: true, encoding: .utf8)
                try await store.imports.run(folder + file, as: kind)
            }
            let list = try await store.lists.add([ColumnValue("title", .text("Owls"))])
            let bird = try await store.lists.bird("Parus major")
            let values = [
                ColumnValue("bird_id", .text(bird.description)), ColumnValue("lat", .real(42)),
                ColumnValue("lon", .real(-76)), ColumnValue("observation_date", .text("2026-01-02T12:00:00Z")),
            ]
            _ = try await store.lists.add(values, to: list, in: .watchlistEntries)
            try await store.write { db in
                try db.execute(
                    sql: """
                        UPDATE hotspot SET id = x'ff' WHERE name = 'Lake';
                        UPDATE watchlist_entries SET lat = 'north';
                        INSERT INTO bird (id, common_name, source) SELECT x'ff', 'Odd Bird', source FROM bird;
                        UPDATE geoq_import SET file = x'ff' WHERE source = 'a';
                        """)
            }
            let stamp = try await store.snapshot().stamp
            let hotspots = try #require(
                try await store.features.page(of: .hotspots, after: nil, limit: 1, at: stamp))
            #expect(hotspots.features.count == 1 && hotspots.features.first?["name"] == .text("Pond"))
            #expect(!hotspots.hasMore)
            let observations = try #require(
                try await store.features.page(of: .observations, after: nil, limit: 5, at: stamp))
            #expect(observations.features.isEmpty)
            await #expect(throws: StoreError.self) { try await store.lists.bird("Odd Bird") }
            #expect(try await store.lists.bird("Great Tit") == bird)
            #expect(try await store.imports.sources().first?.lastFile == "\u{FFFD}")
        }
    }

    @Test func `blobs for what is noted of a failed sync end no status of a mirror`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source (name, kind) VALUES ('there', 'remote');
                        INSERT INTO geoq_remote (name, address, mapping, failed_at, failure)
                            VALUES ('there', 'postgresql://there', '{}', x'ff', x'ff');
                        INSERT INTO geoq_remote_table (remote, table_name, row_count) VALUES ('there', 'hotspot', 0);
                        """)
            }
            let status = try #require(try await store.mirror.status().first)
            #expect(status.remote == "there" && status.table == .hotspot)
            #expect(status.failedAt == "\u{FFFD}" && status.problem == "\u{FFFD}")
        }
    }

    @Test func `a blob for the address of a photo ends no sync that removes the photo`() async throws {
        try await withFolder { folder in
            let store = try await OutboxFixture(folder).store
            try await store.write { db in
                try db.execute(
                    sql: """
                        UPDATE geoq_store SET bulk = 1;
                        INSERT INTO observed_bird_photos (id, storage_url, is_uploaded, source)
                            VALUES ('\(OutboxFixture.id(2))', x'ff', 1, '\(OutboxFixture.remote)');
                        UPDATE geoq_store SET bulk = 0;
                        """)
                let row = try #require(try Int64.fetchOne(db, sql: "SELECT fid FROM observed_bird_photos"))
                try Store.Photos.noteLeaving(db, row)
            }
            #expect(try await store.photos.left().isEmpty)
        }
    }
}
