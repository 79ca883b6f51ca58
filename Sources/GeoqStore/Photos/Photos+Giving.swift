import Foundation
import GRDB
package import Geoq

/// A photo, profile or list of the account of which neither the project nor this
/// device has a picture. An older app may have kept one.
package struct OldPicture: Hashable, Sendable {
    package enum Owner: Hashable, Sendable {
        case photo
        case row(PictureOwner)
    }

    package let owner: Owner
    /// The photo's id, the user's, or the list's.
    package let id: FeatureID
    /// The list's title; nil for others.
    package let title: String?
    /// What the row says of its picture; nil when it says nothing.
    package let named: String?
    /// The name of the file that the row names: of a path, or of an address `file:`, which some apps kept, its last
    /// part. nil when it names none, or a path that leaves its folder (`..`), or an address of another kind.
    package let fileName: String?

    /// What the picture is for.
    package var purpose: PhotoPurpose {
        if case .row(let owner) = owner { owner.column.purpose } else { .observation }
    }

    init(_ owner: Owner, id: FeatureID, title: String?, names text: String?) {
        (self.owner, self.id, self.title) = (owner, id, title)
        named = text.flatMap { $0.isEmpty ? nil : $0 }
        fileName = named.flatMap { Self.lastPart(Self.path($0)) }
    }

    private static let scheme = "file:"

    /// The path of an address `file:/…`; any other text as it is.
    private static func path(_ text: String) -> String {
        guard text.prefix(scheme.count + 1).lowercased() == scheme + "/" else { return text }
        // Photos of a phone have what permits to read them behind `#`.
        let path = String(text.dropFirst(scheme.count).prefix { $0 != "?" && $0 != "#" })
        return path.removingPercentEncoding ?? path
    }

    private static func lastPart(_ path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, !name.isEmpty, name != ".", !parts.contains(".."), !path.contains("://"),
            !path.utf8.contains(0)
        else { return nil }
        return String(name)
    }
}

/// Pictures for rows that came without one.
extension Store.Photos {
    /// The pictures that an older app may have kept: those of photos by the names of
    /// their files and their ids, then the profile's, then those of the user's own
    /// lists by title.
    ///
    /// - Throws: `StoreError`.
    package func oldPictures() async throws -> [OldPicture] {
        let (photos, rows, sending) = try await read { db in
            let photos = try EntryPhoto.all(
                db, "is_uploaded IS NOT 1 AND source = (SELECT remote FROM geoq_account) ORDER BY image_path, id", [])
            let isOwn = """
                t.source = (SELECT remote FROM geoq_account) AND u.photo_id IS NULL
                    AND t.id <> '\(CaptureTriggers.virtualID)'
                """
            let rows = try PictureColumn.all.flatMap { column in
                let owner = column == .profile ? "t.id" : "ifnull(t.owner_id, a.user_id)"
                let isUsers = "EXISTS (SELECT 1 FROM geoq_account AS a WHERE \(owner) = a.user_id)"
                return try RowPicture.all(db, column, "\(isOwn) AND \(isUsers) ORDER BY title, t.id", [])
            }
            return (photos, rows, try String.fetchSet(db, sql: "SELECT photo_id FROM geoq_upload"))
        }
        // A picture that was written by a process which was killed then is given once more.
        let files = Set(try await store.work.run { [files] in files.names() })
        let bare = photos.filter { !files.contains($0.id.description) || !sending.contains($0.id.description) }
        return bare.map { OldPicture(.photo, id: $0.id, title: nil, names: $0.imageName) }
            + rows.filter { $0.object == nil }.map { picture in
                let owner = picture.column == .profile ? PictureOwner.profile : .list(picture.row)
                return OldPicture(.row(owner), id: picture.row, title: picture.title, names: picture.text)
            }
    }

    /// Gives a row the picture that it lacks, which is sent by the next sync. When it
    /// returns, the picture is on the disk.
    ///
    /// - Throws: `StoreError.noRow`, `StoreError.invalidValue`, `StoreError.mirrored`,
    ///   `StoreError.failed`.
    package func give(_ picture: [UInt8], to old: OldPicture) async throws {
        if case .row(let owner) = old.owner {
            try await set(picture, of: owner)
            return try await write { db in try Store.Settings.write(db, nil, for: Self.unusable + old.id.description) }
        }
        if let problem = Self.problem(with: picture) { throw Self.invalid(problem) }
        try await keep(picture, as: old.id) { db in
            _ = try EntryPhoto.kept(db, old.id)
            try Self.sendAgain(db, old.id)
            try Store.Settings.write(db, nil, for: Self.unusable + old.id.description)
        }
    }

    /// How many pictures the project has not got: those that wait to be sent, and those
    /// that it refused.
    ///
    /// - Throws: `StoreError`.
    package func countOfUnsent() async throws -> Int {
        try await read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM geoq_upload WHERE state IN ('local', 'prepared', 'sending', 'dead')")
                ?? 0
        }
    }

    private static let unusable = "unusable_picture/"

    /// Notes why what an older app kept as a row's picture cannot be used. The note
    /// goes when the row gets a picture by `give`, and at the logout.
    ///
    /// - Throws: `StoreError`.
    package func noteUnusable(_ old: OldPicture, reason: String) async throws {
        try await write { db in try Store.Settings.write(db, reason, for: Self.unusable + old.id.description) }
    }

    /// Why pictures that an older app kept cannot be used, by the photo's id, the
    /// user's, or the list's. Rows that have got a picture otherwise, or are gone, may
    /// be among them.
    ///
    /// - Throws: `StoreError`.
    package func unusable() async throws -> [FeatureID: String] {
        try await read { db in
            try Store.Settings.values(db, under: Self.unusable).reduce(into: [:]) { reasons, setting in
                if let id = FeatureID(setting.key) { reasons[id] = setting.value }
            }
        }
    }
}
