import Foundation
import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// The pictures of profiles and lists among all pictures, and when they are compared
/// with the project's.
@Suite struct PictureListTests {
    private static let path = "\(OutboxFixture.user)/\(OutboxFixture.id(1)).jpg"

    /// Two lists of a file, one with a cover that is none; the profile of the user, and
    /// that of another.
    private static func addRows(_ fixture: OutboxFixture) async throws {
        try await fixture.sql(
            """
            INSERT INTO geoq_source VALUES ('file', 'file');
            INSERT INTO watchlists (id, title, source, cover_image_path) VALUES
                ('\(OutboxFixture.id(5))', 'Auks', 'file', 'auk.jpg'),
                ('\(OutboxFixture.id(6))', 'Bitterns', 'file', x'FFD8FF'),
                ('\(OutboxFixture.id(7))', 'Cranes', 'file', NULL);
            INSERT INTO users (id, name, email, profile_photo, source) VALUES
                ('\(OutboxFixture.user)', 'Ann', 'a@example.org', '\(OutboxFixture.user)/avatar.jpg?v=1',
                    '\(OutboxFixture.remote)'),
                ('\(OutboxFixture.id(8))', 'Bob', 'b@example.org', 'b/avatar.jpg', 'file')
            """)
    }

    @Test func `the user's photo and all covers are listed, and each is found by the id of its row`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let photos = fixture.store.photos
            #expect(try await photos.rowPictures() == [])
            try await Self.addRows(fixture)
            try await photos.set([1, 2, 3], of: .list(OutboxFixture.id(1)))
            let listed = try await photos.rowPictures()
            #expect(listed.map(\.row.description).first == OutboxFixture.user)
            #expect(Set(listed.dropFirst().map(\.row)) == Set([1, 5, 6].map { OutboxFixture.id($0) }))
            #expect(listed.dropFirst().compactMap(\.title) == listed.dropFirst().compactMap(\.title).sorted())
            #expect(listed.first?.title == nil && listed.first?.object?.version == "v=1")
            let own = try #require(listed.first { $0.row == OutboxFixture.id(1) })
            #expect(own.fileBytes == 3 && own.upload?.state == .local && own.isOfAccount)
            let blob = try #require(listed.first { $0.row == OutboxFixture.id(6) })
            #expect(blob.text == nil && blob.upload == nil && !blob.isOfAccount, "Bytes are no name.")
            for picture in listed {
                let owner = try #require(try await photos.owner(picture.row))
                #expect(try await photos.picture(of: owner) == picture)
            }
            #expect(try await photos.owner(OutboxFixture.id(2)) == nil, "An entry.")
            #expect(try await photos.owner(OutboxFixture.id(8)) == nil, "Another user.")
            try await fixture.store.lists.delete(OutboxFixture.list(1))
            #expect(try await photos.rowPictures().count == listed.count - 1)
            #expect(try await photos.owner(OutboxFixture.id(1)) == nil)
        }
    }

    @Test func `a comparison is due a day after the first sync, and when it was said, whatever the clock does`()
        async throws
    {
        try await OutboxFixture.ofPictures { fixture in
            let photos = fixture.store.photos
            #expect(try await !photos.checkIsDue(now: 1_000))
            #expect(try await !photos.checkIsDue(now: 1_000 + 86_399))
            #expect(try await photos.checkIsDue(now: 1_000 + 86_400))
            try await photos.noteCheck(next: 900_000)
            #expect(try await !photos.checkIsDue(now: 899_999))
            #expect(try await photos.checkIsDue(now: 900_000))
            #expect(try await photos.checkIsDue(now: 900_000 - 8 * 86_400), "The clock was set back.")
        }
    }

    @Test(arguments: [true, false])
    func `a row that names another version than is there gets its own picture, or names that one`(isHere: Bool)
        async throws
    {
        try await OutboxFixture.ofPictures { fixture in
            let (photos, list) = (fixture.store.photos, OutboxFixture.list(1))
            let text = PictureReference.text(Self.path, sha256: SHA256.hex([7]))
            let object = try #require(PictureReference(text, of: .cover))
            if isHere {
                try await photos.set([7], of: .list(list.id))
                let upload = try #require(try await photos.nextRowPicture(now: fixture.now, isReady: false)?.upload)
                try await fixture.take(upload, at: Self.path, [7])
                try await fixture.push()
            } else {
                fixture.server.edit(list, ["cover_image_path": .text(text)])
                try await fixture.pull()
            }
            let there = SHA256.hex([8])
            let other = try #require(PictureReference(Self.path + "?v=12", of: .cover))
            #expect(try await photos.settleVersion(of: list, naming: other, thatIs: there) == .left)
            let unknown = RowKey(.watchlists, OutboxFixture.id(99))
            #expect(try await photos.settleVersion(of: unknown, naming: object, thatIs: there) == .left)
            let settled = try await photos.settleVersion(of: list, naming: object, thatIs: there)
            #expect(settled == (isHere ? .sentAgain : .renamed))
            #expect(
                try await fixture.value(list, "cover_image_path")
                    == (isHere ? text : PictureReference.text(Self.path, sha256: there)))
            let waiting = try await photos.nextRowPicture(now: fixture.now, isReady: false)
            #expect((waiting != nil) == isHere)
            if !isHere { #expect(try await fixture.frozen() == ["update \(list) cover_image_path"]) }
        }
    }
}
