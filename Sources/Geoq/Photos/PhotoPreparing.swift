/// Makes pictures small enough to keep and to send. geoq's own is for Linux; an
/// app on another platform gives one of its system's libraries.
public protocol PhotoPreparing: Sendable {
    /// The picture as it is kept and sent: its longest side and quality those of
    /// the purpose, never larger than it was, upright, and without anything that
    /// says where it was taken. A PDF stays as it is.
    ///
    /// The same bytes and purpose give the same bytes.
    ///
    /// - Throws: what is wrong with the picture; never returns an empty one.
    func prepare(_ original: [UInt8], for purpose: PhotoPurpose) throws -> PreparedPhoto
}

/// What a picture is for.
public enum PhotoPurpose: String, Hashable, Sendable, CaseIterable {
    /// A photo of an entry.
    case observation
    /// The picture of a user's profile.
    case profile
    /// The cover of a watchlist.
    case cover

    /// The longest side in pixels.
    public var longestSide: Int { self == .observation ? 1_200 : 800 }

    /// The quality of the JPEG, 1 to 100.
    public var quality: Int { self == .observation ? 80 : 70 }
}

/// A picture as it is kept and sent.
public struct PreparedPhoto: Hashable, Sendable {
    /// The bytes of the file; never empty.
    public var bytes: [UInt8]
    /// `image/jpeg` or `application/pdf`.
    public var contentType: String
    /// What its user should know of how it was made, in words; nil for nothing.
    package var note: String?

    /// - Parameter contentType: `image/jpeg` or `application/pdf`.
    public init(bytes: [UInt8], contentType: String) {
        (self.bytes, self.contentType) = (bytes, contentType)
    }
}
