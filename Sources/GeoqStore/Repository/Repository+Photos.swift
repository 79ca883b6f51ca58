import GRDB
public import Geoq

extension Repository {
    /// Adds a photo to an entry. When it returns, the picture is in the folder
    /// beside the store's file, and can be shown; it is sent later.
    ///
    /// - Parameters:
    ///   - picture: the bytes of a JPEG, PNG, WebP, HEIC, AVIF or PDF.
    ///   - capturedAt: when it was taken: a moment in UTC; or a day, which becomes its noon
    ///     in mean solar time at the entry's place.
    /// - Throws: `StoreError.invalidValue` for a picture that is empty or too large,
    ///   and for an entry of another user's list; `StoreError.noRow` when there is
    ///   no such entry; `StoreError.mirrored`; `StoreError.failed` when the disk
    ///   does not take it.
    /// - Complexity: O(bytes of the picture), and O(log *n*), *n* the photos.
    @discardableResult
    public func addPhoto(
        _ picture: [UInt8], to entry: FeatureID, capturedAt: String? = nil
    ) async throws -> EntryPhoto {
        try await store.photos.add(picture, to: entry, capturedAt: capturedAt)
    }

    /// The photos of an entry, at once and again after each change of them, as
    /// `watchlists()` does. They are in the order in which they were added.
    ///
    /// - Complexity: a change of the store costs O(photos of the entry · log *n*),
    ///   and O(changes and pictures that wait to be sent); without an account O(all
    ///   photos).
    public func photos(of entry: FeatureID) -> AsyncThrowingStream<Moment<EntryPhoto>, any Error> {
        moments { db in
            try EntryPhoto.all(
                db, "watchlist_entry_id = ? ORDER BY \(MirrorTable.creationOrder), fid", [entry.description])
        }
    }

    /// The picture of a photo as its user gave it; nil when it is not on this
    /// device.
    ///
    /// - Throws: `StoreError.failed` when it cannot be read.
    /// - Complexity: O(bytes of the picture).
    public func picture(of photo: EntryPhoto) async throws -> [UInt8]? {
        try await store.photos.picture(photo.id)
    }

    /// Deletes a photo, with its picture.
    ///
    /// - Throws: `StoreError.noRow`, `StoreError.mirrored`.
    /// - Complexity: O(photos + lists + files of pictures).
    public func delete(_ photo: EntryPhoto) async throws {
        try await store.photos.delete([photo.id])
    }
}

/// The photo of the user's profile, and the covers of lists.
extension Repository {
    /// Sets the photo of the profile of the user who is logged in. When it returns,
    /// the picture is in the folder beside the store's file, and can be shown; it
    /// is sent later, and the profile names it then.
    ///
    /// - Parameter picture: the bytes of a JPEG, PNG, WebP, HEIC or AVIF.
    /// - Throws: `StoreError.invalidValue` for a picture that is empty or too large;
    ///   `StoreError.noRow` when no user is logged in, or there is no profile yet;
    ///   `StoreError.failed` when the disk does not take it.
    /// - Complexity: O(bytes of the picture), and O(photos + files of pictures).
    public func setProfilePhoto(_ picture: [UInt8]) async throws {
        try await store.photos.set(picture, of: .profile)
    }

    /// Takes the photo from the profile of the user who is logged in.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `StoreError.noRow`.
    /// - Complexity: O(photos + lists + files of pictures).
    @discardableResult
    public func clearProfilePhoto() async throws -> Bool {
        try await store.photos.clear(.profile).wasThere
    }

    /// The photo of the user's profile as it was set on this device; nil when another
    /// device has set it, or none has.
    ///
    /// - Throws: `StoreError.noRow` when no user is logged in, or there is no profile
    ///   yet; `StoreError.failed` when it cannot be read.
    /// - Complexity: O(bytes of the picture), and O(log *n*), *n* the rows of the
    ///   table.
    public func profilePhoto() async throws -> [UInt8]? {
        try await store.photos.bytes(of: store.photos.picture(of: .profile))
    }

    /// Sets the cover of a list, as `setProfilePhoto` does.
    ///
    /// - Throws: `StoreError.invalidValue` for a picture that is empty or too large,
    ///   and for another user's list; `StoreError.noRow` when there is no such list;
    ///   `StoreError.mirrored`, `StoreError.failed`.
    /// - Complexity: O(bytes of the picture), and O(photos + files of pictures).
    public func setCover(_ picture: [UInt8], of list: FeatureID) async throws {
        try await store.photos.set(picture, of: .list(list))
    }

    /// Takes the cover from a list.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `StoreError.noRow`, `StoreError.invalidValue` for another user's
    ///   list; `StoreError.mirrored`.
    /// - Complexity: O(photos + lists + files of pictures).
    @discardableResult
    public func clearCover(of list: FeatureID) async throws -> Bool {
        try await store.photos.clear(.list(list)).wasThere
    }

    /// The cover of a list as it was set on this device; nil when another device has
    /// set it, or none has.
    ///
    /// - Throws: `StoreError.noRow`, `StoreError.failed` when it cannot be read.
    /// - Complexity: O(bytes of the picture), and O(log *n*), *n* the rows of the
    ///   table.
    public func cover(of list: FeatureID) async throws -> [UInt8]? {
        try await store.photos.bytes(of: store.photos.picture(of: .list(list)))
    }
}
