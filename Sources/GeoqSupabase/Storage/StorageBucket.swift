package import Geoq

/// The bucket of the pictures of photos, which `SQL/storage.sql` makes. Its owner
/// and the viewers of a list may read what is in it.
package enum StorageBucket: String, Hashable, Sendable {
    case watchlistPhotos = "watchlist-photos"

    /// Where a photo of an entry is. The first folder is its owner, the second the
    /// entry: by these the policies decide.
    ///
    /// - Parameter user: the owner's id.
    package static func path(user: FeatureID, entry: FeatureID, photo: FeatureID, isPDF: Bool) -> String {
        "\(user)/\(entry)/\(photo).\(isPDF ? "pdf" : "jpg")"
    }
}
