public import Geoq
import GeoqStore
public import GeoqSupabase

extension Account {
    /// The picture of a photo: as its user gave it when it is on this device; else
    /// what the project has of it, which is fetched once and kept. Without a network
    /// what is kept is shown.
    ///
    /// - Returns: nil for a picture that is not on this device and that no device has
    ///   sent.
    /// - Throws: `SyncError` when it is not kept and cannot be fetched; `StoreError`, as
    ///   for a photo that left the store while it was fetched; `CancellationError`.
    /// - Complexity: O(bytes of the picture); one request for a picture that is not
    ///   kept, and one more where the token has to be renewed. A request that fails
    ///   on its way is repeated twice at most.
    public func picture(of photo: EntryPhoto) async throws -> [UInt8]? {
        if let picture = try await store.photos.picture(photo.id) { return picture }
        // The value may be older than the moment in which the photo was sent.
        let photo = try await store.photos.photo(photo.id).photo
        guard let path = photo.objectPath, let key = PictureCache.Key(of: photo) else { return nil }
        return try await cache.picture(key, of: photo.id, in: store) { [pictures = ProjectPictures(patient)] in
            try await pictures.download(path)
        }
    }

    /// An address by which everyone can fetch the picture of a photo, good for a
    /// minute at least and an hour at most.
    ///
    /// - Returns: nil for a picture that no device has sent.
    /// - Throws: `SyncError`; `StoreError.noRow` for a photo that has left the store, as at a logout, or with the share
    ///   of its list; `CancellationError`.
    /// - Complexity: O(log *n*), *n* the photos; one request where no address is
    ///   kept that is good for a minute or more, as of `picture(of:)`.
    public func address(of photo: EntryPhoto) async throws -> Secret? {
        // An address that was asked for before is good for everyone who has it.
        guard let path = try await store.photos.photo(photo.id).photo.objectPath else { return nil }
        return try await addresses.address(of: path)
    }

    /// The photo of the profile of the user who is logged in: as it was set on this
    /// device; else what the project has, which is fetched once and kept.
    ///
    /// - Returns: nil when there is none.
    /// - Throws: `SyncError` when it is not kept and cannot be fetched;
    ///   `StoreError.noRow` when there is no profile yet; `CancellationError`.
    /// - Complexity: as of `picture(of:)`.
    public func profilePhoto() async throws -> [UInt8]? {
        try await picture(of: .profile)
    }

    /// The cover of a list, in the same way.
    ///
    /// - Throws: As `profilePhoto`; `StoreError.noRow` when there is no such list.
    /// - Complexity: as of `picture(of:)`.
    public func cover(of list: FeatureID) async throws -> [UInt8]? {
        try await picture(of: .list(list))
    }

    /// The picture of a profile or a list.
    private func picture(of owner: PictureOwner) async throws -> [UInt8]? {
        let picture = try await store.photos.picture(of: owner)
        if let bytes = try await store.photos.bytes(of: picture) { return bytes }
        guard let object = picture.object else { return nil }
        let bucket = StorageBucket(picture.column.purpose)
        let key = PictureCache.Key(of: object, in: picture.column)
        return try await cache.picture(key, of: owner, in: store) { [pictures = ProjectPictures(patient)] in
            try await pictures.download(object.path, from: bucket)
        }
    }
}
