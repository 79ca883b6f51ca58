import Foundation
import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Photos that are deleted, by themselves or with what they are of.
extension PhotoTests {
    @Test(arguments: [true, false])
    func `a guest's entry or list that is deleted takes its pictures from the disk`(withList: Bool) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source VALUES ('here', 'file');
                        INSERT INTO bird (id, common_name, source) VALUES ('\(OutboxFixture.bird)', 'Wren', 'here')
                        """)
            }
            let list = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
            let bird = ColumnValue("bird_id", .text(OutboxFixture.bird.description))
            let entry = try await store.lists.add([bird], to: list, in: .watchlistEntries)
            _ = try await store.photos.add(Self.picture, to: entry)
            let lost = try await store.photos.add(Self.picture, to: entry)
            try await store.photos.set([1, 2, 3], of: .list(list))
            #expect(OutboxFixture.pictureFiles(store).count == 3)
            try FileManager.default.removeItem(atPath: store.photos.path(lost.id))
            let usage = try await store.photos.usage()
            #expect(usage.photos == 2 && usage.files == 2 && usage.local == 2 && usage.missing == 1, "\(usage)")
            try await store.lists.delete(withList ? RowKey(.watchlists, list) : RowKey(.watchlistEntries, entry))
            #expect(OutboxFixture.pictureFiles(store).count == (withList ? 0 : 1), "A cover is its list's.")
            #expect(try await store.photos.usage().missing == 0)
        }
    }

    @Test func `a photo that was never sent leaves nothing when it is deleted`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            try await store.photos.delete([photo.id])
            #expect(OutboxFixture.pictureFiles(store) == [])
            #expect(try await store.outbox.counts().unsent == 0)
            #expect(try await !store.photos.isBusy())
        }
    }

    @Test(arguments: [false, true])
    func `an object goes after the row of its photo, and its file after it`(withEntry: Bool) async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            try await Self.send(fixture, photo)
            try await fixture.push()
            try await store.photos.begin(now: fixture.now)
            if withEntry {
                try await store.lists.delete(OutboxFixture.entry(2))
            } else {
                try await store.photos.delete([photo.id])
            }
            #expect(OutboxFixture.pictureFiles(store) == [photo.id.description], "The deletion can be undone.")
            #expect(try await store.photos.nextDoomed(now: fixture.now) == nil, "The project has the row.")
            #expect(try await store.outbox.counts().unsent > 0)
            try await fixture.push()
            #expect(try await store.outbox.counts().unsent == 1, "The object is left.")
            let doomed = try #require(try await store.photos.nextDoomed(now: fixture.now))
            #expect(doomed.path == Self.path)
            try await store.photos.noteDoomed(doomed)
            #expect(try await store.photos.sweep().removedFiles == 1)
            #expect(OutboxFixture.pictureFiles(store) == [])
            #expect(try await store.outbox.counts().unsent == 0)
        }
    }

    @Test func `a deletion that is undone brings the photo back, with its picture`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            try await Self.send(fixture, photo)
            try await fixture.push()
            try await store.photos.delete([photo.id])
            #expect(try await store.outbox.discard(.ids([photo.id])).rows == 1)
            try await store.photos.begin(now: fixture.now)
            #expect(try await !store.photos.isBusy())
            #expect(try await store.photos.picture(photo.id) == Self.picture)
            #expect(try await store.photos.photo(photo.id).photo.objectPath == Self.path)
        }
    }

    @Test func `a photo that is deleted while its picture is sent leaves no object (F19, F37)`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            var upload = try #require(try await store.photos.next(now: fixture.now)).upload
            (upload.path, upload.state, upload.sha256, upload.bytes) = (Self.path, .sending, "x", 1)
            #expect(try await store.photos.note(upload))
            try await store.photos.delete([photo.id])
            #expect(try await !store.photos.note(upload))
            #expect(try await !store.photos.noteStored(upload, at: "2026-11-20T08:00:00Z"))
            #expect(try await store.photos.nextDoomed(now: fixture.now)?.path == Self.path)
        }
    }

    @Test func `an object stays while another photo names it`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            try await Self.send(fixture, photo)
            try await fixture.push()
            try await fixture.sql(
                """
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, storage_url, is_uploaded, source)
                    VALUES ('\(OutboxFixture.id(3))', '\(OutboxFixture.id(2))', '\(Self.path)', 1, '\(OutboxFixture.remote)')
                """)
            try await store.photos.delete([photo.id])
            try await fixture.push()
            let doomed = try #require(try await store.photos.nextDoomed(now: fixture.now))
            #expect(doomed.photo == photo.id && doomed.path == nil)
        }
    }

    @Test func `a new photo of another program that does not say whether it was uploaded is sent`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await fixture.sql(
                """
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, is_uploaded, source)
                    VALUES ('\(OutboxFixture.id(3))', '\(OutboxFixture.id(2))', NULL, '\(OutboxFixture.remote)')
                """)
            #expect(try await store.photos.usage().missing == 1)
            try await store.photos.begin(now: fixture.now)
            #expect(try await store.photos.next(now: fixture.now)?.upload.photo == OutboxFixture.id(3))
        }
    }
}
