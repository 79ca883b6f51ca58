import Geoq
import GeoqStore

extension PhotoRun {
    /// Looks, before the picture of a profile or a list is sent, whether the project's
    /// row has got another one since the user set this one. Then, as with any other
    /// column that both sides changed, the project's value stays, its object with it,
    /// and this picture is kept among the conflicts.
    ///
    /// Storage cannot be told to replace an object only while a row is as it was. So
    /// two devices can still replace each other's picture of one row, when both send
    /// between this look and the push of the row. Then the object is the picture of the
    /// device that sent last, and the row names it (`Store.Photos.settle`). The other
    /// picture stays on its device among the conflicts, unless the project had taken its
    /// row before.
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
