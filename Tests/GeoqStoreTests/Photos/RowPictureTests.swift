import Foundation
import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// The one picture of a profile or a list in the store: shown at once, sent after
/// its row, named by its row once it is there, and gone at the project after the
/// row names it no more.
@Suite struct RowPictureTests {
    private static let list = PictureOwner.list(OutboxFixture.id(1))
    private static let path = "\(OutboxFixture.user)/\(OutboxFixture.id(1)).jpg"

    private static func text(_ bytes: [UInt8]) -> String { PictureReference.text(path, sha256: SHA256.hex(bytes)) }

    /// As if the project had taken the picture.
    ///
    /// - Parameter bytes: what is sent.
    private static func send(_ fixture: OutboxFixture, _ bytes: [UInt8]) async throws {
        let photos = fixture.store.photos
        try await photos.begin(now: fixture.now)
        let (upload, row) = try #require(try await photos.nextRowPicture(now: fixture.now, isReady: false))
        #expect(row == OutboxFixture.id(1) && upload.purpose == .cover)
        try await fixture.take(upload, at: path, bytes)
    }

    /// A cover that the project has, with its row.
    private static func sendAll(_ fixture: inout OutboxFixture, _ bytes: [UInt8]) async throws {
        try await fixture.store.photos.set(bytes, of: list)
        try await send(fixture, bytes)
        try await fixture.push()
        #expect(try await fixture.store.outbox.counts().unsent == 0)
    }

    @Test func `a cover is shown at once, and its list names it when it is there`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await store.photos.set([1, 2, 3], of: Self.list)
            var picture = try await store.photos.picture(of: Self.list)
            #expect(picture.text == nil && picture.upload?.state == .local && picture.fileBytes == 3)
            #expect(try await store.photos.bytes(of: picture) == [1, 2, 3])
            let counts = try await store.outbox.counts()
            #expect(counts.pending == 1 && counts.failed == 0, "A logout would lose it.")
            let item = try #require(try await store.outbox.list().first)
            #expect(item.row == OutboxFixture.list(1) && item.status == .pendingUpdate)
            #expect(try await store.lists.status(of: OutboxFixture.list(1)) == .pendingUpdate)
            #expect(try await store.outbox.latestEdits() != nil, "An agent sends it at once.")
            #expect(try await fixture.frozen() == [], "Nothing of the row is sent before its picture.")
            try await Self.send(fixture, [9])
            let text = Self.text([9])
            #expect(try await fixture.value(OutboxFixture.list(1), "cover_image_path") == text)
            #expect(
                try await fixture.frozen() == ["update \(OutboxFixture.list(1)) cover_image_path"])
            try await fixture.push()
            #expect(try await store.outbox.counts().unsent == 0)
            #expect(fixture.server.rows[OutboxFixture.list(1)]?.values["cover_image_path"] == .text(text))
            try await store.photos.begin(now: fixture.now)
            #expect(try await !store.photos.isBusy())
            _ = try await store.photos.sweep()
            picture = try await store.photos.picture(of: Self.list)
            #expect(picture.object?.path == Self.path && picture.upload?.state == .stored)
            #expect(try await store.photos.bytes(of: picture) == [1, 2, 3], "It is here as its user gave it.")
        }
    }

    @Test func `a cover waits for its list, and one of another user's list is refused`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            let list = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
            try await store.photos.set([1], of: .list(list))
            try await store.photos.begin(now: fixture.now)
            #expect(try await store.photos.nextRowPicture(now: fixture.now, isReady: false) == nil)
            try await fixture.push()
            #expect(try await store.photos.nextRowPicture(now: fixture.now, isReady: false)?.row == list)
            #expect(try await store.photos.nextRowPicture(now: fixture.now, isReady: true) == nil)
            await #expect(throws: StoreError.self) { try await store.photos.set([], of: Self.list) }
            await #expect(throws: StoreError.self) {
                try await store.photos.set(
                    [UInt8](repeating: 0, count: Store.Photos.mostBytes + 1), of: Self.list)
            }
            await #expect(throws: StoreError.self) { try await store.photos.set([1], of: .list(.random())) }
            await #expect(throws: StoreError.self) { try await store.photos.set([1], of: .profile) }
            try await fixture.sql(
                "UPDATE watchlists SET owner_id = '\(OutboxFixture.id(7))' WHERE id = '\(OutboxFixture.id(1))'")
            await #expect(throws: StoreError.self) { try await store.photos.set([1], of: Self.list) }
            #expect(OutboxFixture.pictureFiles(store).count == 1, "What was not set leaves nothing.")
        }
    }

    @Test func `a cover that is set again leaves only the last one, here and on its way`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await store.photos.set([1], of: Self.list)
            var (first, _) = try #require(try await store.photos.nextRowPicture(now: fixture.now, isReady: false))
            try await store.photos.set([2], of: Self.list)
            (first.state, first.path, first.sha256) = (.sending, Self.path, SHA256.hex([1]))
            #expect(try await !store.photos.note(first), "It is wanted no more.")
            #expect(OutboxFixture.pictureFiles(store).count == 1)
            try await Self.send(fixture, [2])
            try await fixture.push()
            try await store.photos.set([3], of: Self.list)
            #expect(try await store.photos.bytes(of: store.photos.picture(of: Self.list)) == [3])
            #expect(try await fixture.value(OutboxFixture.list(1), "cover_image_path") == Self.text([2]))
            try await Self.send(fixture, [3])
            try await fixture.push()
            #expect(try await store.photos.nextDoomedRowPicture(now: fixture.now) == nil, "It was replaced there.")
            try await store.photos.begin(now: fixture.now)
            _ = try await store.photos.sweep()
            #expect(OutboxFixture.pictureFiles(store).count == 1)
            #expect(try await fixture.value(OutboxFixture.list(1), "cover_image_path") == Self.text([3]))
        }
    }

    @Test(arguments: ["clear", "delete", "another program"])
    func `an object goes after its row has named it last`(how: String) async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await Self.sendAll(&fixture, [7])
            switch how {
            case "clear":
                #expect(try await store.photos.clear(Self.list).wasThere)
                #expect(try await store.photos.picture(of: Self.list).text == nil)
                #expect(OutboxFixture.pictureFiles(store) == [])
            case "delete": try await store.lists.delete(OutboxFixture.list(1))
            default: try await fixture.sql("UPDATE watchlists SET cover_image_path = NULL")
            }
            try await store.photos.begin(now: fixture.now)
            #expect(try await store.photos.nextDoomedRowPicture(now: fixture.now) == nil, "The project has the row.")
            try await fixture.push()
            #expect(try await store.outbox.counts().unsent > 0, "The object is left.")
            var late = try #require(try await store.photos.nextDoomedRowPicture(now: fixture.now))
            late.message = "busy"
            try await store.photos.noteDoomed(late, later: fixture.now + 15)
            let item = try #require(try await store.outbox.show(OutboxFixture.id(1)))
            #expect(item.failure?.message == "busy" && item.attempts == 1)
            #expect(try await store.outbox.retry(.all) == 1, "It is tried at once.")
            while let doomed = try await store.photos.nextDoomedRowPicture(now: fixture.now) {
                #expect(doomed.path == Self.path)
                #expect(doomed.sha256.map { SHA256.hex([7]).hasPrefix($0) } == true)
                try await store.photos.noteDoomed(doomed)
            }
            #expect(try await store.outbox.counts().unsent == 0)
            // What another program took is still to be settled.
            while let (upload, isReplaced) = try await store.photos.nextChangedElsewhere() {
                #expect(!isReplaced)
                try await store.photos.settle(upload, isThere: nil)
            }
            while let doomed = try await store.photos.nextDoomedRowPicture(now: fixture.now) {
                try await store.photos.noteDoomed(doomed)
            }
            _ = try await store.photos.sweep()
            #expect(OutboxFixture.pictureFiles(store) == [])
            #expect(try await !store.photos.isBusy())
        }
    }

    @Test func `a cover that is cleared comes back when that is undone, and one that was not sent leaves nothing`()
        async throws
    {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await store.photos.set([1], of: Self.list)
            #expect(try await store.outbox.discard(.ids([OutboxFixture.id(1)])).rows == 1)
            #expect(try await store.photos.picture(of: Self.list).upload == nil)
            try await store.photos.set([1], of: Self.list)
            #expect(try await store.photos.clear(Self.list).wasThere)
            #expect(try await !store.photos.clear(Self.list).wasThere)
            #expect(try await store.outbox.counts().unsent == 0)
            #expect(OutboxFixture.pictureFiles(store) == [])
            try await Self.sendAll(&fixture, [7])
            #expect(try await store.photos.clear(Self.list).wasThere)
            #expect(try await store.outbox.discard(.all).rows == 1)
            try await store.photos.begin(now: fixture.now)
            #expect(try await store.photos.nextDoomedRowPicture(now: fixture.now) == nil)
            #expect(try await !store.photos.isBusy())
            #expect(try await store.photos.picture(of: Self.list).object?.path == Self.path)
        }
    }

    @Test func `another device's cover is taken, and a row that lost names its object again`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await Self.sendAll(&fixture, [7])
            fixture.server.edit(OutboxFixture.list(1), ["cover_image_path": .text(Self.text([8]))])
            try await fixture.pull()
            var picture = try await store.photos.picture(of: Self.list)
            #expect(picture.upload == nil && picture.object?.version == String(Self.text([8]).suffix(18)))
            #expect(try await store.photos.isBusy())
            let changed = try #require(try await store.photos.nextChangedElsewhere())
            #expect(changed.isReplaced)
            // The object is this device's: the other one's was replaced.
            try await store.photos.settle(changed.upload, isThere: true)
            #expect(try await store.photos.nextChangedElsewhere() == nil)
            picture = try await store.photos.picture(of: Self.list)
            #expect(picture.text == Self.text([7]) && picture.fileBytes == 1)
            try await fixture.push()
            fixture.server.edit(OutboxFixture.list(1), ["cover_image_path": .text(Self.text([8]))])
            try await fixture.pull()
            let other = try #require(try await store.photos.nextChangedElsewhere())
            try await store.photos.settle(other.upload, isThere: false)
            _ = try await store.photos.sweep()
            #expect(OutboxFixture.pictureFiles(store) == [])
            #expect(try await store.photos.picture(of: Self.list).text == Self.text([8]))
            #expect(try await store.photos.nextDoomedRowPicture(now: fixture.now) == nil)
        }
    }

    @Test func `a logout leaves no cover of the user, and those of other lists`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await fixture.sql(
                """
                INSERT INTO geoq_source VALUES ('file', 'file');
                INSERT INTO watchlists (id, title, source) VALUES ('\(OutboxFixture.id(5))', 'Geese', 'file')
                """)
            try await store.photos.set([5], of: .list(OutboxFixture.id(5)))
            try await store.photos.set([1], of: Self.list)
            #expect(try await store.outbox.counts().unsent == 1, "The other list is not the account's.")
            #expect(try await store.account.erase(OutboxFixture.remote) > 0)
            #expect(try await store.account.finishErasure(of: OutboxFixture.remote) == nil)
            #expect(OutboxFixture.pictureFiles(store).count == 1)
            let kept = try await store.photos.picture(of: .list(OutboxFixture.id(5)))
            #expect(try await store.photos.bytes(of: kept) == [5])
        }
    }

    @Test(
        arguments: [
            ("u/avatar.jpg", "u/avatar.jpg", ""), ("u/avatar.jpg?v=12", "u/avatar.jpg", "v=12"),
            ("https://x.example/storage/v1/object/public/profile-photos/u/avatar.jpg?t=9&x=1", "u/avatar.jpg", "t=9"),
            ("https://x.example/storage/v1/object/sign/profile-photos/u/avatar.jpg?token=s", "u/avatar.jpg", ""),
            ("https://x.example/elsewhere/u/avatar.jpg", nil, ""), ("owl.jpg", nil, ""), ("u/../a.jpg", nil, ""),
            ("?v=1", nil, ""), ("", nil, ""),
        ] as [(String, String?, String)])
    func `a row names an object by path and version, or by an address`(text: String, path: String?, version: String) {
        let object = PictureReference(text, of: .profile)
        #expect(object?.path == path && object?.version ?? "" == version)
        #expect(object?.digest == nil)
        let ours = PictureReference(PictureReference.text("u/a.jpg", sha256: SHA256.hex([1])), of: .profile)
        #expect(ours?.digest.map { SHA256.hex([1]).hasPrefix($0) } == true)
    }
}
