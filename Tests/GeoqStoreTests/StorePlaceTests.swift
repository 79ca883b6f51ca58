import Foundation
import GRDB
import Geoq
import GeoqFiles
import GeoqFormats
import TestSupport
import Testing

@testable import GeoqStore

/// A store that is asked by another name than its file's.
@Suite struct StorePlaceTests {
    private static func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: target)
    }

    @Test func `what is kept beside a store is there once, whatever name it was opened by`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: false)
            let file = folder + "/data/birds.sqlite"
            try Store.blank(file).close()
            try Self.link(folder + "/near.sqlite", to: "data/birds.sqlite")
            try Self.link(folder + "/far.sqlite", to: folder + "/near.sqlite")
            for name in ["near.sqlite", "far.sqlite"] {
                let store = try Store(path: folder + "/" + name, create: false)
                #expect(store.path == file)
                _ = try await store.rules.addWatchlist(title: name)
                _ = try await store.snapshot()
                try store.close()
            }
            #expect(FileStream.isFile(file + ".index"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["data", "far.sqlite", "near.sqlite"])
        }
    }

    @Test func `a path that is too long for SQLite is told so`() async throws {
        try await withFolder { folder in
            var long = folder
            while long.utf8.count < 520 { long += "/" + String(repeating: "a", count: 100) }
            try FileManager.default.createDirectory(atPath: long, withIntermediateDirectories: true)
            let error = #expect(throws: StoreError.self) { try Store(path: long + "/birds.sqlite") }
            #expect(error?.description.contains("SQLite opens none of more than 504") == true, "\(error as Any)")
        }
    }

    @Test func `an import whose store's folder is renamed meanwhile stores nothing, and says so`() async throws {
        try await withFolder { folder in
            let rows = (0..<20_000).map { "p\($0),\(Double($0 % 180) / 2 - 45),\(Double($0 % 350) / 2)" }
            try ("name,latitude,longitude\n" + rows.joined(separator: "\n") + "\n")
                .write(toFile: folder + "/places.csv", atomically: true, encoding: .utf8)
            try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: false)
            try Store.blank(folder + "/a/birds.sqlite").close()
            let store = try Store(path: folder + "/a/birds.sqlite")
            await #expect(throws: StoreError.replaced(path: folder + "/a/birds.sqlite")) {
                try await store.imports.run(folder + "/places.csv", ImportSettings(.hotspots)) { _ in
                    try? FileManager.default.moveItem(atPath: folder + "/a", toPath: folder + "/b")
                }
            }
            try? store.close()
            #expect(FileStream.isFile(folder + "/b/birds.sqlite"), "The import has told how far it is.")
            let moved = try Store(path: folder + "/b/birds.sqlite", create: false)
            let stored = try await moved.features.count(Query(.box(.everything), layer: .hotspots))
            #expect(stored == 0)
            try moved.close()
        }
    }

    @Test func `pictures that were kept beside a link come to the store's own`() async throws {
        try await withFolder { folder in
            func write(_ words: String, _ path: String) throws {
                let place = URL(filePath: folder + "/" + path)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(words.utf8).write(to: place)
            }
            func read(_ path: String) -> String? {
                FileManager.default.contents(atPath: folder + "/" + path).map { String(decoding: $0, as: UTF8.self) }
            }
            try Store.blank(folder + "/birds.sqlite").close()
            try Self.link(folder + "/link.sqlite", to: "birds.sqlite")
            try write("one", "link.sqlite.photos/1")
            try Store(path: folder + "/link.sqlite").close()
            #expect(read("birds.sqlite.photos/1") == "one")
            try write("other", "link.sqlite.photos/1")
            try write("two", "link.sqlite.photos/2")
            try Store(path: folder + "/link.sqlite").close()
            #expect(read("birds.sqlite.photos/1") == "one" && read("birds.sqlite.photos/2") == "two")
            // What has another's name is not removed.
            #expect(read("link.sqlite.photos/1") == "other")
        }
    }

    @Test func `the log that is looked for is the file's`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: false)
            let (file, name) = (folder + "/data/birds.sqlite", folder + "/birds.sqlite")
            try Store.blank(file).close()
            try Self.link(name, to: file)
            let before = StoreFile(path: name, isImmutable: true)
            #expect(before == StoreFile(path: file, isImmutable: true))
            try Data([1]).write(to: URL(filePath: file + "-wal"))
            #expect(before != StoreFile(path: name, isImmutable: true))
        }
    }

    @Test func `a link to a file that is not there yet makes it there`() async throws {
        try await withFolder { folder in
            try Self.link(folder + "/birds.sqlite", to: "other.sqlite")
            #expect(throws: StoreError.missing(path: folder + "/other.sqlite")) {
                try Store(path: folder + "/birds.sqlite", create: false)
            }
            try Store(path: folder + "/birds.sqlite").close()
            #expect(FileStream.isFile(folder + "/other.sqlite"))
        }
    }

    @Test func `a link that leads to another store by now is noticed`() async throws {
        try await withFolder { folder in
            let name = folder + "/birds.sqlite"
            try Store.blank(folder + "/old.sqlite").close()
            try Store.blank(folder + "/new.sqlite").close()
            try Self.link(name, to: "old.sqlite")
            let store = try Store(path: name)
            try FileManager.default.removeItem(atPath: name)
            try Self.link(name, to: "new.sqlite")
            await #expect(throws: StoreError.replaced(path: name)) { try await store.rules.addWatchlist(title: "Owls") }
            try store.close()
        }
    }

    @Test func `links in a circle lead to no store`() async throws {
        try await withFolder { folder in
            try Self.link(folder + "/a.sqlite", to: "b.sqlite")
            try Self.link(folder + "/b.sqlite", to: "a.sqlite")
            #expect(throws: StoreError.self) { try Store(path: folder + "/a.sqlite") }
        }
    }

    @Test(arguments: [":memory:", "file:birds.sqlite", "FILE:birds.sqlite?mode=memory", "::", "file:"])
    func `a name that means something else to SQLite is a file's`(name: String) {
        #expect(StorePlace.path(of: name) == "./" + name)
    }

    @Test(arguments: ["birds.sqlite", "/data/file:birds.sqlite", "profile:birds.sqlite", "-", " "])
    func `another name stays as it is`(name: String) {
        #expect(StorePlace.path(of: name) == name)
    }
}
