import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// A cover that was set here while the project's row got another one: the
/// project's stays, and this one is kept among the conflicts.
@Suite struct LostPictureTests {
    private static let list = PictureOwner.list(OutboxFixture.id(1))
    private static let path = "\(OutboxFixture.user)/\(OutboxFixture.id(1)).jpg"

    private static func text(_ bytes: [UInt8]) -> String { PictureReference.text(path, sha256: SHA256.hex(bytes)) }

    /// The project's row names another cover; `isPulled` says whether the store has
    /// learned that before.
    @Test(arguments: [true, false])
    func `a cover that another device has replaced since is not sent, until its user takes it`(isPulled: Bool)
        async throws
    {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await store.photos.set([1], of: Self.list)
            try await fixture.sql("UPDATE watchlists SET title = 'b'")
            fixture.server.edit(OutboxFixture.list(1), ["cover_image_path": .text(Self.text([8]))])
            if isPulled { try await fixture.pull() }
            var (upload, _) = try #require(try await store.photos.nextRowPicture(now: fixture.now, isReady: false))
            (upload.path, upload.sha256) = (Self.path, SHA256.hex([9]))
            func named(_ text: String?) -> ServerRow {
                ServerRow(version: 2, values: [ColumnValue("cover_image_path", text: text)])
            }
            #expect(try await !store.photos.isOvertaken(upload, by: named(nil)), "As when it was set.")
            #expect(try await !store.photos.isOvertaken(upload, by: named(Self.text([9]))), "It is there already.")
            let there = named(Self.text([8]))
            #expect(try await store.photos.isOvertaken(upload, by: there))
            #expect(try await store.photos.lose(upload, to: there, policy: .server))
            #expect(try await store.photos.nextRowPicture(now: fixture.now, isReady: false) == nil)
            let conflict = try #require(try await store.outbox.conflicts().first)
            #expect(conflict.base == [ColumnValue("cover_image_path", .null)])
            #expect(conflict.mine == [ColumnValue("cover_image_path", .text(Self.text([9])))])
            #expect(conflict.theirs == [ColumnValue("cover_image_path", .text(Self.text([8])))])
            #expect(try await fixture.value(OutboxFixture.list(1), "cover_image_path") == Self.text([8]))
            try await fixture.checkLayers("The title is the only change.")
            try await fixture.push()
            try await fixture.checkEqual("The title is sent.")
            _ = try await store.photos.sweep()
            #expect(OutboxFixture.pictureFiles(store).count == 1, "It can still be taken.")

            #expect(try await store.outbox.takeMine([conflict.number]) == [])
            #expect(try await fixture.value(OutboxFixture.list(1), "cover_image_path") == Self.text([8]))
            let next = try #require(try await store.photos.nextRowPicture(now: fixture.now, isReady: false))
            upload = next.upload
            (upload.path, upload.sha256) = (Self.path, SHA256.hex([9]))
            #expect(try await !store.photos.isOvertaken(upload, by: there), "Its user knows that one.")
            #expect(try await store.photos.lose(upload, to: named(Self.text([7])), policy: .server))
            let last = try #require(try await store.outbox.conflicts().first)
            try await store.outbox.dismiss([last.number])
            #expect(OutboxFixture.pictureFiles(store) == [])
            try await store.photos.begin(now: fixture.now)
            #expect(try await fixture.sql("SELECT name FROM geoq_setting WHERE name GLOB '*picture*'") == [])
        }
    }

    @Test func `the later cover wins by the policy of the last write`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await store.photos.set([1], of: Self.list)
            var (upload, _) = try #require(try await store.photos.nextRowPicture(now: fixture.now, isReady: false))
            (upload.path, upload.sha256) = (Self.path, SHA256.hex([9]))
            for (moment, wins) in [("2020-01-01T00:00:00Z", true), ("2999-01-01T00:00:00Z", false)] {
                let there = ServerRow(
                    version: 2, values: [ColumnValue("cover_image_path", .text(Self.text([8])))], editedAt: moment)
                #expect(try await store.photos.lose(upload, to: there, policy: .lastWrite) != wins)
            }
        }
    }

    @Test func `a new cover that is set again was seen by its user as the first one was`() async throws {
        try await OutboxFixture.ofPictures { fixture in
            let store = fixture.store
            try await store.photos.set([1], of: Self.list)
            fixture.server.edit(OutboxFixture.list(1), ["cover_image_path": .text(Self.text([8]))])
            try await fixture.pull()
            try await store.photos.set([2], of: Self.list)
            var (upload, _) = try #require(try await store.photos.nextRowPicture(now: fixture.now, isReady: false))
            (upload.path, upload.sha256) = (Self.path, SHA256.hex([9]))
            let there = ServerRow(version: 2, values: [ColumnValue("cover_image_path", .text(Self.text([8])))])
            #expect(try await store.photos.isOvertaken(upload, by: there), "It was never shown.")
        }
    }
}
