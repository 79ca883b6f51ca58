import Geoq
import Testing

@testable import GeoqStore

/// How rows and pictures go to the project, one after the other, and what holds them up.
extension PhotoTests {
    @Test func `a photo's row is not sent before its entry is there, and its picture (F19, F37)`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let bird = ColumnValue("bird_id", .text(OutboxFixture.bird.description))
            let entry = try await store.lists.add([bird], to: OutboxFixture.id(1), in: .watchlistEntries)
            let photo = try await store.photos.add(Self.picture, to: entry)
            #expect(try await store.outbox.counts().pending == 2)
            #expect(try await fixture.frozen().map { $0.prefix { $0 != "/" } } == ["insert watchlist_entries"])
            #expect(try await store.photos.next(now: fixture.now) == nil, "The project has no such entry.")
            try await fixture.push()
            #expect(try await fixture.frozen() == [])
            try await Self.send(fixture, photo)
            #expect(OutboxFixture.pictureFiles(store) == [photo.id.description], "What was sent is not kept.")
            #expect(
                try await fixture.frozen() == [
                    "insert observed_bird_photos/\(photo.id) captured_at,created_at,image_path,is_uploaded,"
                        + "storage_url,uploaded_at,watchlist_entry_id"
                ])
            try await fixture.push()
            #expect(try await store.outbox.counts().unsent == 0)
            let sent = try await store.photos.photo(photo.id).photo
            #expect(sent.isUploaded && sent.objectPath == Self.path && sent.uploadedAt == "2026-11-20T08:00:00Z")
            try await store.photos.begin(now: fixture.now)
            #expect(try await !store.photos.isBusy())
        }
    }

    @Test func `a photo that the project refuses is told with the reason, though it has the picture`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            try await Self.send(fixture, photo)
            #expect(try await fixture.frozen().count == 1)
            #expect(try await store.photos.photo(photo.id).refusal == nil)
            try await fixture.sql(
                """
                UPDATE geoq_operation SET state = 'dead', class = 'permanent', message = 'its entry is deleted'
                WHERE row_id = '\(photo.id)'
                """)
            #expect(try await store.photos.photo(photo.id).refusal == "its entry is deleted")
            #expect(try await store.photos.list().map(\.refusal) == ["its entry is deleted"])
            #expect(try await store.photos.usage().failed == 1)
        }
    }

    @Test func `a refused picture is shown, is sent again by its user's word, and holds up no other`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            var upload = try #require(try await store.photos.next(now: fixture.now)).upload
            (upload.state, upload.message, upload.code) = (.dead, "too large", "EntityTooLarge")
            #expect(try await store.photos.note(upload))
            let counts = try await store.outbox.counts()
            #expect(counts.failed == 1 && counts.pending == 0)
            let item = try #require(try await store.outbox.list().first)
            #expect(item.status == .failed && item.failure?.message == "too large" && item.row.id == photo.id)
            #expect(try await store.outbox.export(.all).lines.first?.contains("too large") == true)
            #expect(try await store.photos.next(now: fixture.now) == nil)
            #expect(try await store.outbox.retry(.all) == 1)
            #expect(try await store.photos.next(now: fixture.now)?.upload.state == .local)
        }
    }

    @Test func `a photo that was not sent stays when its list is deleted there, and is refused with the reason`()
        async throws
    {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            fixture.server.delete(OutboxFixture.list(1))
            try await fixture.pull()
            try await store.photos.begin(now: fixture.now)
            #expect(try await store.photos.next(now: fixture.now) == nil)
            let item = try #require(try await store.outbox.show(photo.id))
            #expect(item.status == .failed && item.failure?.kind == "permanent")
            #expect(item.failure?.message?.hasSuffix("or its list, is deleted") == true)
            #expect(OutboxFixture.pictureFiles(store).count == 1)
            #expect(try await fixture.value(OutboxFixture.entry(2), "id") == nil, "The entry is shown no more.")
            // By the user's word the photo goes, and then what it belonged to.
            #expect(try await store.outbox.discard(.all).rows == 1)
            try await fixture.pull()
            #expect(try await fixture.sql("SELECT id FROM watchlists UNION SELECT id FROM watchlist_entries") == [])
        }
    }

    @Test func `a delayed picture and a delayed deletion are told, and due at once by their user's word`() async throws
    {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            var upload = try #require(try await store.photos.next(now: fixture.now)).upload
            (upload.attempts, upload.notBefore) = (2, fixture.now + 15)
            (upload.code, upload.message) = ("SlowDown", "busy")
            #expect(try await store.photos.note(upload))
            #expect(try await store.outbox.nextMoment() == fixture.now + 15)
            #expect(try await store.outbox.nextMoment(of: .pictures) == fixture.now + 15)
            #expect(try await store.outbox.nextMoment(of: .operations) == nil)
            let failure = PendingOperation.Failure(kind: "transient", code: "SlowDown", message: "busy")
            var item = try #require(try await store.outbox.show(photo.id))
            #expect(item.failure == failure && item.attempts == 2 && item.picture?.isDelayed == true)
            #expect(item.status == .pendingCreate)
            #expect(try await store.outbox.retry(.ids([photo.id])) == 1)
            #expect(try await store.photos.next(now: fixture.now)?.upload.attempts == 0)
            item = try #require(try await store.outbox.show(photo.id))
            #expect(item.failure == nil && item.attempts == 0 && item.picture?.isDelayed == false)
            #expect(try await store.outbox.retry(.all) == 0, "It is due already.")

            try await Self.send(fixture, photo)
            try await fixture.push()
            try await store.photos.delete([photo.id])
            try await fixture.push()
            upload = try #require(try await store.photos.nextDoomed(now: fixture.now))
            (upload.code, upload.message) = ("SlowDown", "busy")
            try await store.photos.noteDoomed(upload, later: fixture.now + 15)
            #expect(try await store.photos.nextDoomed(now: fixture.now) == nil)
            item = try #require(try await store.outbox.show(photo.id))
            #expect(item.failure == failure && item.attempts == 1 && item.picture?.isDelayed == true)
            #expect(try await store.outbox.retry(.all) == 1)
            #expect(try await store.photos.nextDoomed(now: fixture.now) != nil)
        }
    }
}
