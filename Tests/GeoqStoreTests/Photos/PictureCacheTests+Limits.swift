import Foundation
import Synchronization
import TestSupport
import Testing

@testable import GeoqStore

/// What leaves the cache by its limits, by its age and by the clock, and in which order.
extension PictureCacheTests {
    private struct Offline: Error {}

    private static let fails: @Sendable () async throws -> [UInt8] = { throw Offline() }

    static func gives(_ byte: UInt8) -> @Sendable () async throws -> [UInt8] { { [byte] } }

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
}
