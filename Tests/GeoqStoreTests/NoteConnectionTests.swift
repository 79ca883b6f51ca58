import GRDB
import TestSupport
import Testing

@testable import GeoqStore

/// The connection by which a store notes things for itself.
@Suite struct NoteConnectionTests {
    @Test func `a note is written by the connection that was prepared, which is closed then`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            defer { try? store.close() }
            let notes = NoteConnection(store.path)
            notes.prepare()
            #expect(notes.isPrepared)
            try notes.write { db in try db.execute(sql: "CREATE TABLE noted (word TEXT)") }
            #expect(!notes.isPrepared)
            let count = try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM noted") }
            #expect(count == 0)
        }
    }

    /// A sync that fails at once may close its store while the connection is still to be
    /// opened.
    @Test func `nothing is prepared any more when the store is closed`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            store.notes.prepare()
            #expect(store.notes.isPrepared)
            try store.close()
            #expect(!store.notes.isPrepared)
            store.notes.prepare()
            #expect(!store.notes.isPrepared, "it would be the last connection to the file")
        }
    }
}
