import Foundation
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// What tests of pictures share.
extension OutboxFixture {
    /// A store with the account's list 1, which has the entry 2.
    static func ofPictures(_ body: (inout OutboxFixture) async throws -> Void) async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2])
            try await body(&fixture)
        }
    }

    /// The names of the files beside a store.
    static func pictureFiles(_ store: Store) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: store.path + ".photos")) ?? []).sorted()
    }

    /// As if the project had taken a picture.
    ///
    /// - Parameter bytes: what is sent.
    func take(_ given: PhotoUpload, at path: String, _ bytes: [UInt8]) async throws {
        let photos = store.photos
        var upload = given
        (upload.path, upload.contentType, upload.state) = (path, "image/jpeg", .prepared)
        (upload.bytes, upload.sha256) = (bytes.count, SHA256.hex(bytes))
        #expect(try await photos.keepReady(bytes, upload))
        #expect(try await photos.ready(upload) == bytes)
        upload.state = .sending
        #expect(try await photos.note(upload))
        #expect(try await photos.noteStored(upload, at: "2026-11-20T08:00:00Z"))
    }
}
