import Foundation
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// A store at the path of a file without bytes, as `touch` and `mktemp` leave them.
@Suite struct EmptyFileTests {
    @Test func `a file of no bytes becomes a store, and the store can be used at once`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try Data().write(to: URL(filePath: path))
            let store = try Store(path: path)
            _ = try await store.rules.addWatchlist(title: "Owls")
            #expect(try await store.rules.all().watchlists.map(\.title) == ["Owls"])
            try store.close()
            let again = try Store(path: path, create: false)
            #expect(try await again.rules.all().watchlists.count == 1)
            try again.close()
        }
    }

    @Test func `a command that only reads makes no store of a file of no bytes`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try Data().write(to: URL(filePath: path))
            #expect(throws: StoreError.notAStore(path: path, reason: "it is empty")) {
                try Store(path: path, create: false)
            }
            #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
        }
    }

    @Test func `a file that was there before a failed command stays there`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try Data().write(to: URL(filePath: path))
            let store = try Store(path: path)
            let isRemoved = try store.discardIfNew()
            #expect(!isRemoved && FileManager.default.fileExists(atPath: path))
            try store.close()
        }
    }
}
