import Foundation
import Synchronization
import TestSupport
import Testing

@testable import GeoqStore

/// The cache of pictures: bounded, shared by many askers, and never wrong.
@Suite struct PictureCacheTests {
    final class Downloads: Sendable {
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

    static func key(_ path: String, version: String = "1") -> PictureCache.Key {
        PictureCache.Key(bucket: "watchlist-photos", path: path, version: version)
    }

    static func run(_ body: (Store, Downloads) async throws -> Void) async throws {
        try await withFolder { folder in
            try await body(try Store.blank(folder + "/birds.sqlite"), Downloads())
        }
    }

    static func files(_ store: Store) throws -> [String] {
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
}
