import Foundation
import GRDB
import Testing

@testable import GeoqStore

/// What leaves the cache because rows name it no longer, and how all of it is cleared.
extension PictureCacheTests {
    /// A list with a cover, 1, and an entry, 5, with the photos 2 and 3.
    private static func fill(_ store: Store) async throws {
        let id = [1, 2, 3, 5].reduce(into: [:]) { $0[$1] = "'\(OutboxFixture.id($1))'" }
        try await store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO geoq_source VALUES ('here', 'file');
                    INSERT INTO watchlists (id, title, source, cover_image_path)
                        VALUES (\(id[1]!), 'Owls', 'here', 'u/1.jpg?v=1');
                    INSERT INTO watchlist_entries (id, watchlist_id, source) VALUES (\(id[5]!), \(id[1]!), 'here');
                    INSERT INTO observed_bird_photos
                        (id, watchlist_entry_id, storage_url, is_uploaded, uploaded_at, source)
                        VALUES (\(id[2]!), \(id[5]!), 'u/e/2.jpg', 1, '2026-11-25T00:00:00Z', 'here'),
                            (\(id[3]!), \(id[5]!), 'u/e/3.jpg', 1, '2026-11-25T00:00:00Z', 'here');
                    """)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write into every folder"))
    func `a cache that cannot be cleared is said not to be`() async throws {
        try await Self.run { store, _ in
            let cache = PictureCache(of: store)
            _ = try await cache.picture(Self.key("a"), fetch: Self.gives(1))
            let folders = [store.path + ".cache", (store.path as NSString).deletingLastPathComponent]
            for folder in folders { #expect(chmod(folder, 0o500) == 0) }
            defer { for folder in folders { chmod(folder, 0o700) } }
            await #expect(throws: StoreError.self) { try await cache.clear() }
            #expect(try await cache.info().files == 1)
            // What lies in a folder that can be written goes, also where the folder must stay.
            #expect(chmod(folders[0], 0o700) == 0)
            try await cache.clear()
            #expect(try await cache.info().files == 0)
        }
    }

    @Test func `a file of the user's in the place of the folder is not removed`() async throws {
        try await Self.run { store, _ in
            let path = store.path + ".cache"
            try Data("notes".utf8).write(to: URL(filePath: path))
            try await PictureCache(of: store).clear()
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "notes")
        }
    }

    @Test func `what no row names leaves the disk and the memory of all processes, and what one names stays`()
        async throws
    {
        try await Self.run { store, downloads in
            try await Self.fill(store)
            let cover = PictureCache.Key(bucket: "list-covers", path: "u/1.jpg", version: "v=1")
            let keys =
                [cover] + [2, 3].map { Self.key("u/e/\($0).jpg", version: "2026-11-25T00:00:00Z") }
                + [Self.key("u/e/2.jpg", version: "2026-11-24T00:00:00Z")]
            let caches = [PictureCache(of: store), PictureCache(of: store)]
            func ask() async throws {
                for cache in caches {
                    for key in keys {
                        _ = try await cache.picture(key) {
                            downloads.count("\(key.path) \(key.version)")
                            return [1, 2, 3]
                        }
                    }
                }
            }
            try await ask()
            #expect(downloads.total == 4)
            #expect(try await PictureCache.prune(of: store) == 1, "Another version of a photo.")
            try await store.write { db in
                try db.execute(
                    sql: """
                        DELETE FROM observed_bird_photos WHERE id = '\(OutboxFixture.id(3))';
                        UPDATE watchlists SET deleted_at = '2026-11-25T00:00:00Z'
                        """)
            }
            #expect(try await PictureCache.prune(of: store) == 2)
            #expect(try await PictureCache.prune(of: store) == 0)
            #expect(try Self.files(store) == [keys[1].name])
            for cache in caches { await cache.followFiles(using: Self.key("of none"), at: 1_000_000) }
            for cache in caches {
                let memory = await cache.memory
                #expect(Array(memory.keys) == [keys[1]])
            }
            try await ask()
            #expect(downloads.total == 7, "\(downloads.all)")
        }
    }

    @Test func `the cached copy of what is deleted goes at once`() async throws {
        try await Self.run { store, _ in
            let version = "2026-11-25T00:00:00Z"
            try await Self.fill(store)
            let cover = PictureCache.Key(bucket: "list-covers", path: "u/1.jpg", version: "v=1")
            let keys = [cover] + [2, 3].map { Self.key("u/e/\($0).jpg", version: version) }
            let cache = PictureCache(of: store)
            for key in keys { _ = try await cache.picture(key, fetch: Self.gives(1)) }
            #expect(try Self.files(store) == keys.map(\.name).sorted())
            try await store.photos.delete([OutboxFixture.id(2)])
            #expect(try Self.files(store) == [keys[0], keys[2]].map(\.name).sorted())
            try await store.lists.delete(RowKey(.watchlistEntries, OutboxFixture.id(5)))
            #expect(try Self.files(store) == [cover.name])
            try await store.lists.delete(RowKey(.watchlists, OutboxFixture.id(1)))
            #expect(try Self.files(store) == [])
        }
    }

    @Test func `another version than the row names now is shown once, and not kept`() async throws {
        try await Self.run { store, downloads in
            let cache = PictureCache(of: store)
            for _ in 0..<2 {
                let bytes = try await cache.picture(Self.key("a"), named: { Self.key("a", version: "2") }) {
                    downloads.count("a")
                    return [1]
                }
                #expect(bytes == [1])
                #expect(try Self.files(store) == [])
            }
            #expect(downloads.total == 2)
        }
    }

    @Test func `a cache that another process clears is forgotten, also before it was looked at again`() async throws {
        try await Self.run { store, downloads in
            let cache = PictureCache(of: store)
            for round in 1...3 {
                _ = try await cache.picture(Self.key("a")) {
                    downloads.count("a")
                    return [1]
                }
                #expect(downloads.total == round)
                try await PictureCache(of: store).clear()
            }
        }
    }

    @Test func `clearing leaves nothing, and the cache goes on`() async throws {
        try await Self.run { store, downloads in
            let cache = PictureCache(of: store)
            for round in 1...2 {
                _ = try await cache.picture(Self.key("a")) {
                    downloads.count("a")
                    return [1]
                }
                #expect(downloads.total == round)
                try await cache.clear()
                #expect(try await cache.info().files == 0)
                let remains = try FileManager.default.contentsOfDirectory(
                    atPath: (store.path as NSString).deletingLastPathComponent
                ).filter { $0.contains(".cache") }
                #expect(remains == [])
            }
        }
    }
}
