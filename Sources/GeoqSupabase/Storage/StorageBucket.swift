package import Geoq

/// The buckets of pictures, which `SQL/storage.sql` makes. Its owner and the
/// viewers of a list may read the photos of the list's entries; profile photos and
/// covers are for all to see.
package enum StorageBucket: String, Hashable, Sendable {
    case watchlistPhotos = "watchlist-photos"
    case profilePhotos = "profile-photos"
    case listCovers = "list-covers"

    package init(_ purpose: PhotoPurpose) {
        switch purpose {
        case .observation: self = .watchlistPhotos
        case .profile: self = .profilePhotos
        case .cover: self = .listCovers
        }
    }

    /// Where a photo of an entry is. The first folder is its owner, the second the
    /// entry: by these the policies decide.
    ///
    /// - Parameter user: the owner's id.
    package static func path(user: FeatureID, entry: FeatureID, photo: FeatureID, isPDF: Bool) -> String {
        "\(user)/\(entry)/\(photo).\(isPDF ? "pdf" : "jpg")"
    }

    /// Where the photo of a user's profile is.
    package static func path(profileOf user: FeatureID) -> String { "\(user)/avatar.jpg" }

    /// Where the cover of a list is.
    ///
    /// - Parameter user: the owner's id.
    package static func path(user: FeatureID, coverOf list: FeatureID) -> String { "\(user)/\(list).jpg" }
}
