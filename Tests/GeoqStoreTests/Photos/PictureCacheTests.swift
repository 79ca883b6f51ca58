import Foundation
import GRDB
import Geoq
import Synchronization
import TestSupport
import Testing

@testable import GeoqStore

/// The cache of pictures: bounded, shared by many askers, and never wrong.
@Suite struct PictureCacheTests {
    private final class Downloads: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
        var all: [String: Int] { counts.withLock { $0 } }
        var total: Int { counts.withLock { $0.values.reduce(0, +) } }

        /// A download of "a" that is counted when it begins, and ends when it is released.
        func held() -> (fetch: @Sendable () async throws -> [UInt8], release: @Sendable () -> Void) {
            let (gate, opening) = AsyncStream.makeStream(of: Void.self)
            return (
                fetch: { [self] in
                    count("a")
                    for await _ in gate { break }
                    return [9]
                }, release: { opening.finish() }
            )
        }
    }

    private struct Offline: Error {}

    private static let fails: @Sendable () async throws -> [UInt8] = { throw Offline() }

    private static func gives(_ byte: UInt8) -> @Sendable () async throws -> [UInt8] { { [byte] } }

    private static func key(_ path: String, version: String = "1") -> PictureCache.Key {
        PictureCache.Key(bucket: "watchlist-photos", path: path, version: version)
    }

    private static func run(_ body: (Store, Downloads) async throws -> Void) async throws {
        try await withFolder { folder in
            try await body(try Store.blank(folder + "/birds.sqlite"), Downloads())
        }
    }

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

    private static func files(_ store: Store) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: store.path + ".cache").sorted()
    }

    @Test func `a cache holds 100 MB in memory and 500 MB on disk for 90 days, unless it is told otherwise`() {
        let limits = PictureCache.Limits()
        #expect(limits.memoryBytes == 100_000_000 && limits.diskBytes == 500_000_000)
        #expect(limits.longestAge == 90 * 24 * 60 * 60)
    }

    @Test func `a picture is fetched once, for each version, and outlives the process`() async throws {
        try await Self.run { store, downloads in
            for _ in 0..<2 {
                let cache = PictureCache(of: store)
                for (path, version) in [("a", "1"), ("a", "1"), ("a", "2"), ("b", "1")] {
                    let bytes = try await cache.picture(Self.key(path, version: version)) {
                        downloads.count(path + version)
                        return Array((path + version).utf8)
                    }
                    #expect(bytes == Array((path + version).utf8))
                }
            }
            #expect(downloads.all == ["a1": 1, "a2": 1, "b1": 1])
            let info = try await PictureCache(of: store).info()
            #expect(info.files == 3 && info.bytes == 3 * (56 + 2) && info.leastRecentUse != nil)
        }
    }

    @Test func `a damaged file is no picture, whatever byte is wrong`() async throws {
        try await Self.run { store, downloads in
            let picture = Array("picture".utf8)
            func fetched() async throws -> [UInt8] {
                try await PictureCache(of: store).picture(Self.key("a")) {
                    downloads.count("a")
                    return picture
                }
            }
            #expect(try await fetched() == picture)
            let path = store.path + ".cache/" + (try #require(try Self.files(store).first))
            let whole = try #require(FileManager.default.contents(atPath: path))
            // The moment of storing, bytes 8 to 15, may be another one.
            for position in whole.indices where !(8..<16).contains(position) {
                var damaged = whole
                damaged[position] ^= 0x10
                try damaged.write(to: URL(filePath: path))
                let before = downloads.total
                #expect(try await fetched() == picture)
                #expect(downloads.total == before + 1, "byte \(position)")
            }
            for count in [0, 1, 55, 56, whole.count - 1] {
                try whole.prefix(count).write(to: URL(filePath: path))
                let before = downloads.total
                #expect(try await fetched() == picture)
                #expect(downloads.total == before + 1, "\(count) bytes")
            }
        }
    }

    @Test func `the pictures that were used least recently go first, in memory and on the disk`() async throws {
        try await Self.run { store, downloads in
            let clock = Mutex(1_000_000.0)
            var limits = PictureCache.Limits()
            (limits.memoryBytes, limits.diskBytes) = (150, 4 * 156)
            let cache = PictureCache(of: store, limits: limits) { clock.withLock { $0 } }
            func ask(_ name: String) async throws {
                clock.withLock { $0 += 1 }
                let bytes = try await cache.picture(Self.key(name)) {
                    downloads.count(name)
                    return [UInt8](repeating: 1, count: 100)
                }
                #expect(bytes.count == 100)
            }
            for name in ["a", "b", "c", "d"] { try await ask(name) }
            try await ask("a")
            #expect(downloads.total == 4, "It is on the disk, and not in memory any more.")
            try await ask("e")
            #expect(try Self.files(store).count == 4)
            try await ask("a")
            #expect(downloads.all["a"] == 1)
            try await ask("b")
            #expect(downloads.all["b"] == 2, "It had been used least recently.")
            #expect(try await cache.info().bytes <= limits.diskBytes)
        }
    }

    @Test func `a picture that is shown from memory stays on the disk, too`() async throws {
        try await Self.run { store, downloads in
            let clock = Mutex(1_000_000.0)
            var limits = PictureCache.Limits()
            limits.diskBytes = 2 * 156
            let cache = PictureCache(of: store, limits: limits) { clock.withLock { $0 } }
            for name in ["a", "b", "a", "c", "a"] {
                clock.withLock { $0 += 1 }
                let bytes = try await cache.picture(Self.key(name)) {
                    downloads.count(name)
                    return [UInt8](repeating: 1, count: 100)
                }
                #expect(bytes.count == 100)
            }
            #expect(downloads.all == ["a": 1, "b": 1, "c": 1])
            // Another process finds it, and not the one that was used least recently.
            let other = PictureCache(of: store, limits: limits)
            #expect(try await other.picture(Self.key("a"), fetch: Self.fails).count == 100)
            await #expect(throws: Offline.self) { try await other.picture(Self.key("b"), fetch: Self.fails) }
        }
    }

    @Test func `the disk never has more than the limit and one file`() async throws {
        try await Self.run { store, _ in
            var limits = PictureCache.Limits()
            (limits.memoryBytes, limits.diskBytes) = (0, 20_000)
            var generator = SeededGenerator(seed: 22)
            // One of them is larger than all that the cache may hold.
            let sizes = (0..<60).map { $0 == 30 ? 30_000 : Int.random(in: 1...5_000, using: &generator) }
            func ask(_ cache: PictureCache, _ number: Int) async throws {
                _ = try await cache.picture(Self.key("\(number)")) { [UInt8](repeating: 1, count: sizes[number]) }
            }
            let cache = PictureCache(of: store, limits: limits)
            for (number, size) in sizes.enumerated() {
                try await ask(cache, number)
                let info = try await cache.info()
                #expect(info.bytes <= max(limits.diskBytes, size + 56), "\(number): \(info)")
            }
            try await cache.clear()
            // Two processes, and many askers in each.
            let caches = [cache, PictureCache(of: store, limits: limits)]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in sizes.indices where number != 30 {
                    for cache in caches { group.addTask { try await ask(cache, number) } }
                }
                try await group.waitForAll()
            }
            #expect(try await cache.info().bytes <= limits.diskBytes + 5_056)
        }
    }

    @Test func `an old picture is fetched anew, and shown while that fails`() async throws {
        try await Self.run { store, downloads in
            let clock = Mutex(1_000_000.0)
            for isInMemory in [true, false] {
                let cache = PictureCache(of: store) { clock.withLock { $0 } }
                let key = Self.key("\(isInMemory)")
                let bytes1 = try await cache.picture(key, fetch: Self.gives(1))
                #expect(bytes1 == [1])
                clock.withLock { $0 += 90 * 86_400 - 1 }
                let asked = isInMemory ? cache : PictureCache(of: store) { clock.withLock { $0 } }
                let bytes2 = try await asked.picture(key, fetch: Self.fails)
                #expect(bytes2 == [1])
                clock.withLock { $0 += 2 }
                let bytes3 = try await asked.picture(key, fetch: Self.fails)
                #expect(bytes3 == [1])
                let bytes4 = try await asked.picture(key, fetch: Self.gives(2))
                #expect(bytes4 == [2])
                let bytes5 = try await asked.picture(key, fetch: Self.fails)
                #expect(bytes5 == [2])
            }
            await #expect(throws: Offline.self) {
                try await PictureCache(of: store).picture(Self.key("never"), fetch: Self.fails)
            }
        }
    }

    @Test func `what a killed process left of a picture is not counted as one, and goes`() async throws {
        try await Self.run { store, _ in
            let cache = PictureCache(of: store)
            _ = try await cache.picture(Self.key("a"), fetch: Self.gives(1))
            // One that is being written, one of yesterday, and one of tomorrow.
            for (name, age) in [("new", 0.0), ("old", 86_400.0), ("ahead", -86_400.0)] {
                let part = "\(store.path).cache/\(name).4711.part"
                try Data(count: 1_000).write(to: URL(filePath: part))
                let moment = Date(timeIntervalSinceNow: -age)
                try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: part)
            }
            let info = try await cache.info()
            #expect(info.files == 1 && info.bytes == 3 * 1_000 + 57, "\(info)")
            _ = try await cache.picture(Self.key("b"), fetch: Self.gives(2))
            #expect(try Self.files(store).filter { $0.hasSuffix(".part") } == ["new.4711.part"])
            #expect(try await cache.info().files == 2)
        }
    }

    @Test func `pictures of a time when the clock was ahead leave the disk first, and are fetched anew`() async throws {
        try await Self.run { store, _ in
            // 2033.
            let clock = Mutex(2_000_000_000.0)
            var limits = PictureCache.Limits()
            (limits.memoryBytes, limits.diskBytes) = (0, 2 * 156)
            let cache = PictureCache(of: store, limits: limits) { clock.withLock { $0 } }
            let fetch: @Sendable () async throws -> [UInt8] = { [UInt8](repeating: 1, count: 100) }
            for name in ["a", "b"] { _ = try await cache.picture(Self.key(name), fetch: fetch) }
            clock.withLock { $0 = 1_700_000_000 }
            let again = try await cache.picture(Self.key("a"), fetch: Self.gives(2))
            #expect(again == [2])
            for name in ["c", "d"] {
                clock.withLock { $0 += 1 }
                _ = try await cache.picture(Self.key(name), fetch: fetch)
            }
            await #expect(throws: Offline.self) { try await cache.picture(Self.key("b"), fetch: Self.fails) }
            for name in ["c", "d"] {
                let picture = try await cache.picture(Self.key(name), fetch: Self.fails)
                #expect(picture.count == 100, "\(name)")
            }
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

    @Test func `many askers make one download, and one that is cancelled ends it for no other`() async throws {
        try await Self.run { store, downloads in
            let cache = PictureCache(of: store)
            let (fetch, release) = downloads.held()
            let first = Task { try await cache.picture(Self.key("a"), fetch: fetch) }
            while downloads.total == 0 { await Task.yield() }
            let others = (0..<50).map { _ in Task { try await cache.picture(Self.key("a"), fetch: fetch) } }
            first.cancel()
            release()
            for other in others {
                let bytes = try await other.value
                #expect(bytes == [9])
            }
            #expect(downloads.total == 1)
        }
    }

    @Test func `one that looks on the disk while the download of another ends makes none of its own`() async throws {
        try await Self.run { store, downloads in
            let looks = Downloads()
            let cache = PictureCache(of: store) {
                looks.count("now")
                return Date().timeIntervalSince1970
            }
            let (fetch, release) = downloads.held()
            let first = Task { try await cache.picture(Self.key("a"), fetch: fetch) }
            while downloads.total == 0 { await Task.yield() }
            // The second one waits for a pipe in the place of the picture, which the first one replaces.
            let (folder, pipe) = (store.path + ".cache", store.path + ".pipe")
            #expect(mkdir(folder, 0o700) == 0 && mkfifo(pipe, 0o600) == 0)
            #expect(link(pipe, folder + "/" + Self.key("a").name) == 0)
            let looksBefore = looks.total
            let second = Task { try await cache.picture(Self.key("a"), fetch: fetch) }
            while looks.total == looksBefore { await Task.yield() }
            try await Task.sleep(for: .milliseconds(50))
            release()
            #expect(try await first.value == [9])
            let writer = open(pipe, O_RDWR | O_NONBLOCK)
            let bytes = try await second.value
            close(writer)
            #expect(bytes == [9] && downloads.total == 1)
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

    @Test func `where no file can be written, memory is enough`() async throws {
        try await Self.run { store, downloads in
            // A file in the folder's place.
            try Data().write(to: URL(filePath: store.path + ".cache"))
            let cache = PictureCache(of: store)
            for _ in 0..<3 {
                _ = try await cache.picture(Self.key("a")) {
                    downloads.count("a")
                    return [1]
                }
            }
            #expect(downloads.total == 1)
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
