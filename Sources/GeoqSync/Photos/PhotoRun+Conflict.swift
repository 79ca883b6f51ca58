import Geoq
import GeoqStore

extension PhotoRun {
    /// Looks, before the picture of a profile or a list is sent, whether the project's
    /// row has got another one since the user set this one. Then, as with any other
    /// column that both sides changed, the project's value stays, its object with it,
    /// and this picture is kept among the conflicts.
    ///
    /// Storage cannot be told to replace an object only while a row is as it was. So
    /// two devices that send a picture of the same row within the same moments, between
    /// this look and the push of the row, can still replace each other's: the object is
    /// that of the device which sent last, and the row follows it
    /// (`Store.Photos.settle`). The other picture stays on its device, among the
    /// conflicts, when its row had not been taken before.
    ///
    /// - Parameter row: the profile or list.
    /// - Returns: whether the picture is not to be sent.
    /// - Throws: `SyncError`, `StoreError`, `CancellationError`.
    /// - Complexity: one request, and one more for a picture that may be there already.
    func hasLost(_ upload: PhotoUpload, of row: FeatureID) async throws -> Bool {
        guard let column = PictureColumn(upload.purpose), let there = try await pictures.row(row, of: column.table),
            try await store.photos.isOvertaken(upload, by: there)
        else { return false }
        // An earlier try has replaced the object: the row follows it.
        if upload.state == .sending, try await isThere(upload) { return false }
        return try await store.photos.lose(upload, to: there, policy: options.conflictPolicy)
    }
}
