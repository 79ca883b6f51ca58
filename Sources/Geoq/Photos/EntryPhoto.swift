/// A photo of an entry of a watchlist. The picture itself is a file beside the
/// store, an object of the project's Storage, or both.
///
/// Moments are ISO 8601 in UTC.
public struct EntryPhoto: Hashable, Sendable, Identifiable {
    /// The photo's id.
    public let id: FeatureID
    /// The entry that it belongs to.
    public let entry: FeatureID
    /// When it was taken.
    public var capturedAt: String?
    /// When the project's Storage had it; nil while it has not.
    public let uploadedAt: String?
    /// Whether the project's Storage has it.
    public let isUploaded: Bool
    /// A file name: `5f0e….jpg`.
    package let imageName: String
    /// Where it is in the bucket of photos: `{user}/{entry}/{photo}.jpg`; nil
    /// while it is not there.
    package let objectPath: String?
    package var sync = RowSync()

    package init(
        id: FeatureID, entry: FeatureID, capturedAt: String? = nil, uploadedAt: String? = nil,
        isUploaded: Bool = false, imageName: String, objectPath: String? = nil
    ) {
        (self.id, self.entry, self.capturedAt, self.uploadedAt) = (id, entry, capturedAt, uploadedAt)
        (self.isUploaded, self.imageName, self.objectPath) = (isUploaded, imageName, objectPath)
    }
}
