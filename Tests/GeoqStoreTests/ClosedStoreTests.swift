import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// A store that is asked after it was closed.
@Suite struct ClosedStoreTests {
    @Test func `a closed store says so to reads, writes and notes`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            _ = try await store.rules.addWatchlist(title: "Owls")
            try store.close()
            let closed = StoreError.closed(path: store.path)
            await #expect(throws: closed) { try await store.rules.all() }
            await #expect(throws: closed) { try await store.rules.addWatchlist(title: "Ducks") }
            await #expect(throws: closed) { try await store.note { db in try db.execute(sql: "SELECT 1") } }
            #expect("\(closed)".hasSuffix("open the store anew"))
            // A second time it is closed already.
            try store.close()
        }
    }

    @Test func `a store without a connection that writes opens none once it is closed`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try Store.blank(path).close()
            let store = try Store(path: path)
            try store.close()
            await #expect(throws: StoreError.closed(path: path)) { try await store.rules.addWatchlist(title: "Owls") }
            #expect(store.openedWriter() == nil)
        }
    }

    @Test func `a write whose turn comes after the close says so`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            _ = try await store.rules.addWatchlist(title: "Owls")
            // What `close()` leaves to a write that has seen the store open.
            try store.openedWriter()?.close()
            let closed = StoreError.closed(path: store.path)
            await #expect(throws: closed) { try await store.rules.addWatchlist(title: "Ducks") }
            await #expect(throws: closed) { try await store.mirror.eraseRemoved(for: "here") }
            try store.close()
        }
    }

    @Test func `writes beside a close are in the file, or say that it is closed`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let written = await withTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        do {
                            if number == 10 { try await store.work.run { try store.close() } }
                            _ = try await store.rules.addWatchlist(title: "\(number)")
                            return 1
                        } catch StoreError.closed {
                            return 0
                        } catch {
                            Issue.record(error)
                            return 0
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            let again = try Store(path: store.path)
            #expect(try await again.rules.all().watchlists.count == written)
            try again.close()
        }
    }

    @Test func `a store that was discarded says so, too`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/birds.sqlite")
            #expect(try store.discardIfNew())
            await #expect(throws: StoreError.closed(path: store.path)) { try await store.rules.all() }
        }
    }

    @Test func `a sequence of rows ends with the error`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let moments = Repository(store).watchlists()
            try store.close()
            // The sequence may have read once before; then a change makes it read again.
            let other = try Store(path: store.path)
            _ = try await other.rules.addWatchlist(title: "Owls")
            await #expect(throws: StoreError.closed(path: store.path)) { for try await _ in moments {} }
            try other.close()
        }
    }
}
