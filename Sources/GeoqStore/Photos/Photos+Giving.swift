import GRDB
package import Geoq

/// Pictures for photos whose rows came without one.
extension Store.Photos {
    /// The photos of the account that name a file, of which the project has no
    /// picture and this device has none; by name.
    package func withoutPicture() async throws -> [EntryPhoto] {
        let photos = try await read { db in
            try EntryPhoto.all(
                db,
                """
                NOT is_uploaded AND source = (SELECT remote FROM geoq_account)
                    AND length(image_path) > 0 AND image_path NOT GLOB '*[/]*' AND image_path NOT IN ('.', '..')
                ORDER BY image_path, id
                """, [])
        }
        return try await store.work.run { [files] in photos.filter { files.size($0.id.description) == nil } }
    }

    /// Gives a photo the picture that it lacks, which is sent by the next sync. When
    /// it returns, the picture is on the disk.
    ///
    /// - Throws: `StoreError.noRow`, `StoreError.invalidValue`, `StoreError.failed`.
    package func give(_ picture: [UInt8], to photo: FeatureID) async throws {
        guard !picture.isEmpty, picture.count <= Self.mostBytes else {
            throw StoreError.invalidValue(column: "photo", reason: "it has \(picture.count) bytes")
        }
        _ = try await read { db in try EntryPhoto.kept(db, photo) }
        let hold = try await store.work.run { [files] in
            let hold = try files.holdForWriting()
            try files.write(picture, to: photo.description)
            return hold
        }
        defer { withExtendedLifetime(hold) {} }
        _ = try await sendAgain(photo)
    }
}
