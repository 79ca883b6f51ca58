import Foundation
import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Photos and their pictures in the store: on the disk before their rows, sent
/// after their entries, and gone at the project after they are gone here.
@Suite struct PhotoTests {
    static let picture = Array("a picture".utf8)
    static let path = "u/e/p.jpg"

    /// As if the project had taken the picture.
    static func send(_ fixture: OutboxFixture, _ photo: EntryPhoto) async throws {
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
