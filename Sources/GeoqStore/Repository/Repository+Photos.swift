import GRDB
public import Geoq

extension Repository {
    /// Adds a photo to an entry. When it returns, the picture is in the folder
    /// beside the store's file, and can be shown; it is sent later.
    ///
    /// - Parameters:
    ///   - picture: the bytes of a JPEG, PNG, WebP, HEIC or PDF.
    ///   - capturedAt: when it was taken: a day, or a moment in UTC.
    /// - Throws: `StoreError.invalidValue` for a picture that is empty or too large,
    ///   and for an entry of another user's list; `StoreError.noRow` when there is
    ///   no such entry; `StoreError.mirrored`; `StoreError.failed` when the disk
    ///   does not take it.
    @discardableResult
    public func addPhoto(
        _ picture: [UInt8], to entry: FeatureID, capturedAt: String? = nil
    ) async throws -> EntryPhoto {
        try await store.photos.add(picture, to: entry, capturedAt: capturedAt)
    }

    /// The photos of an entry, at once and again after each change of them, as
    /// `watchlists()` does. They are in the order in which they were added.
    public func photos(of entry: FeatureID) -> AsyncThrowingStream<Moment<EntryPhoto>, any Error> {
        moments { db in
            try EntryPhoto.all(db, "watchlist_entry_id = ? ORDER BY created_at, fid", [entry.description])
        }
    }

    /// The picture of a photo as its user gave it; nil when it is not on this
    /// device.
    ///
    /// - Throws: `StoreError.failed` when it cannot be read.
    public func picture(of photo: EntryPhoto) async throws -> [UInt8]? {
        try await store.photos.picture(photo.id)
    }

    /// Deletes a photo, with its picture.
    ///
    /// - Throws: `StoreError.noRow`, `StoreError.mirrored`.
    public func delete(_ photo: EntryPhoto) async throws {
        try await store.photos.delete([photo.id])
    }
}
