import Foundation
import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Photos and their pictures in the store: on the disk before their rows, sent
/// after their entries, and gone at the project after they are gone here.
@Suite struct PhotoTests {
    private static let picture = Array("a picture".utf8)
    private static let path = "u/e/p.jpg"

    /// As if the project had taken the picture.
    private static func send(_ fixture: OutboxFixture, _ photo: EntryPhoto) async throws {
        let photos = fixture.store.photos
        try await photos.begin(now: fixture.now)
        let (upload, entry) = try #require(try await photos.next(now: fixture.now))
        #expect(upload.photo == photo.id && entry == photo.entry)
        try await fixture.take(upload, at: path, [1, 2, 3])
    }

    @Test(arguments: [
        (-76.5, "2026-11-20T17:06:00Z"), (174.75, "2026-11-20T00:21:00Z"), (180.0, "2026-11-20T00:00:00Z"),
        (-180.0, "2026-11-20T23:59:00Z"),
    ])
    func `the day on which a photo was taken is that day at the entry's place`(longitude: Double, moment: String)
        async throws
    {
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
            let values = [
                ColumnValue("bird_id", .text(OutboxFixture.bird.description)), ColumnValue("lat", .real(42.4)),
                ColumnValue("lon", .real(longitude)),
            ]
            let entry = try await store.lists.add(values, to: list, in: .watchlistEntries)
            let day = try await store.photos.add(Self.picture, to: entry, capturedAt: "2026-11-20")
            #expect(day.capturedAt == moment)
            let exact = try await store.photos.add(Self.picture, to: entry, capturedAt: "2026-11-20T08:15:00Z")
            #expect(exact.capturedAt == "2026-11-20T08:15:00Z")
        }
    }

    @Test func `a guest's photo is on the disk with its row, and is refused when it is no picture to keep`()
        async throws
    {
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
            let photos = Repository(store)
            let photo = try await photos.addPhoto(Self.picture, to: entry, capturedAt: "2026-11-20")
            #expect(photo.entry == entry && photo.capturedAt == "2026-11-20T12:00:00Z" && !photo.isUploaded)
            #expect(OutboxFixture.pictureFiles(store) == [photo.id.description])
            #expect(try await photos.picture(of: photo) == Self.picture)
            let pdf = try await photos.addPhoto(Array("%PDF-1.7 x".utf8), to: entry)
            #expect(photo.imageName == "\(photo.id).jpg" && pdf.imageName == "\(pdf.id).pdf")
            #expect(try await store.photos.list(of: entry).map(\.fileBytes) == [9, 10])
            var stream = photos.photos(of: entry).makeAsyncIterator()
            #expect(
                try await stream.next()?.statuses.values.sorted { $0.rawValue < $1.rawValue }
                    == [.pendingOwner, .pendingOwner])
            await #expect(throws: StoreError.self) { try await photos.addPhoto([], to: entry) }
            let large = Array("%PDF-".utf8) + [UInt8](repeating: 0, count: Store.Photos.mostBytesOfPDF)
            await #expect(throws: StoreError.self) { try await photos.addPhoto(large, to: entry) }
            await #expect(throws: StoreError.self) { try await photos.addPhoto(Self.picture, to: list) }
            await #expect(throws: StoreError.self) {
                try await photos.addPhoto(Self.picture, to: entry, capturedAt: "yesterday")
            }
            #expect(OutboxFixture.pictureFiles(store).count == 2, "A picture that was not added leaves nothing.")
            try await photos.setCover([1, 2, 3], of: list)
            #expect(try await photos.cover(of: list) == [1, 2, 3])
            #expect(try await photos.clearCover(of: list))
            #expect(try await photos.cover(of: list) == nil)
            #expect(try await !photos.clearCover(of: list))
            await #expect(throws: StoreError.self, "A guest has no profile.") { try await photos.setProfilePhoto([1]) }
            await #expect(throws: StoreError.self) { try await photos.profilePhoto() }
            await #expect(throws: StoreError.self) { try await photos.clearProfilePhoto() }
            try await photos.delete(photo)
            #expect(OutboxFixture.pictureFiles(store) == [pdf.id.description])
            #expect(try await store.photos.isBusy(), "The other waits for a login.")
            try await store.lists.delete(RowKey(.watchlists, list))
            #expect(OutboxFixture.pictureFiles(store) == [], "Its picture goes with its list.")
            #expect(try await !store.photos.isBusy())
        }
    }

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

    @Test func `a sweep removes what no photo has, and finds photos without a picture`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            let lost = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            let folder = store.path + ".photos/"
            for name in [FeatureID.random().description, "\(photo.id).ready", "\(photo.id).part", "notes.txt"] {
                try Data("x".utf8).write(to: URL(filePath: folder + name))
            }
            try FileManager.default.removeItem(atPath: folder + lost.id.description)
            let found = try await store.photos.sweep(removes: false)
            #expect(found.superfluousFiles == 3 && found.removedFiles == 0 && found.missing == [lost.id])
            #expect(OutboxFixture.pictureFiles(store).count == 5, "Nothing was removed.")
            let sweep = try await store.photos.sweep()
            #expect(sweep.removedFiles == 3 && sweep.missing == [lost.id])
            #expect(OutboxFixture.pictureFiles(store) == ["\(photo.id)", "notes.txt"].sorted(), "Others' files stay.")
            try FileManager.default.createDirectory(
                atPath: folder + lost.id.description, withIntermediateDirectories: false)
            #expect(try await store.photos.sweep().missing == [lost.id], "A folder is no picture.")
            #expect(try await store.photos.photo(lost.id).fileBytes == nil)
            #expect(try await store.photos.usage().missing == 1)
        }
    }

    @Test func `a logout leaves no picture of the user`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            _ = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            let cache = PictureCache(of: store)
            let key = PictureCache.Key(bucket: "b", path: "p", version: "1")
            _ = try await cache.picture(key) { [7] }
            #expect(FileManager.default.fileExists(atPath: store.path + ".cache"))
            #expect(try await store.account.erase(OutboxFixture.remote) > 0)
            let folder = store.path + ".photos"
            var writer: FolderHold? = try PhotoFiles(of: store).holdForWriting()
            let heldUp = try await store.account.finishErasure(of: OutboxFixture.remote)
            #expect(heldUp == .pictureWriter(folder: folder))
            #expect(FileManager.default.fileExists(atPath: folder))
            withExtendedLifetime(writer) {}
            writer = nil
            #expect(try await store.account.finishErasure(of: OutboxFixture.remote) == nil)
            #expect(!FileManager.default.fileExists(atPath: store.path + ".photos"))
            #expect(!FileManager.default.fileExists(atPath: store.path + ".cache"))
            #expect(try await !store.photos.isBusy())
        }
    }

    @Test(
        arguments: [
            ("a.jpg", "a.jpg"), ("ObservedBirdPhotos/a b.jpg", "a b.jpg"),
            ("/var/mobile/Containers/Data/Application/1/Documents/a.jpg", "a.jpg"), ("../a.jpg", nil),
            ("u/../a.jpg", nil), ("..", nil), (".", nil), ("u/", nil), ("u/.", nil), ("", nil), (nil, nil),
            ("https://x.example/a.jpg", nil), ("a\0.jpg", nil),
            ("file:///var/mobile/Documents/M%C3%B6we%201.jpg", "M\u{F6}we 1.jpg"), ("FILE:/a/b.jpg", "b.jpg"),
            ("file://localhost/a/100%.jpg", "100%.jpg"), ("file:///a/IMG_1.PNG#YnBsaXN0", "IMG_1.PNG"),
            ("file:///a/%2E%2E/b.jpg", nil), ("file:///a/b%00.jpg", nil), ("file:///", nil),
            ("file:a.jpg", "file:a.jpg"),
        ] as [(String?, String?)])
    func `an older app's row names a file by its name, or by a path`(text: String?, name: String?) {
        #expect(OldPicture(.photo, id: OutboxFixture.id(1), title: nil, names: text).fileName == name)
    }

    /// A command or a page fetches a picture while another program logs the user out.
    @Test func `a picture that comes after the logout is not kept`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let photo = try await store.photos.add(Self.picture, to: OutboxFixture.id(2))
            try await Self.send(fixture, photo)
            let key = try #require(PictureCache.Key(of: try await store.photos.photo(photo.id).photo))
            let cache = PictureCache(of: store)
            let fetched = try await cache.picture(key, of: photo.id, in: store) { [7] }
            #expect(fetched == [7])
            #expect(try await cache.info().files == 1, "The row names it.")
            try await cache.clear()
            await #expect(throws: StoreError.noRow("observed_bird_photos/\(photo.id)")) {
                try await cache.picture(key, of: photo.id, in: store) {
                    _ = try await store.account.erase(OutboxFixture.remote)
                    _ = try await store.account.finishErasure(of: OutboxFixture.remote)
                    return [7]
                }
            }
            #expect(try await cache.info().files == 0)
            #expect(await cache.memory.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("u/e/p.jpg", "u/e/p.jpg"),
            ("https://x.example/storage/v1/object/sign/watchlist-photos/u/e/p.jpg?token=secret", "u/e/p.jpg"),
            ("https://x.example/elsewhere/u/e/p.jpg", nil), ("u/../p.jpg", nil), ("/u/p.jpg", nil), ("p.jpg", nil),
            ("u/e/ p.jpg", nil), ("u//p.jpg", nil), ("", nil),
        ] as [(String, String?)])
    func `a row names an object by its path, or by an address of which the path is taken`(text: String, path: String?) {
        #expect(Store.Photos.objectPath(text) == path)
    }
}
