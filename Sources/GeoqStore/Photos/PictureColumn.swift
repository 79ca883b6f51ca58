package import Geoq

/// A column that names the one picture of a row: the photo of a profile, the cover
/// of a list.
///
/// The object has one place in its bucket as long as the row lives, and a new
/// picture replaces it there. So the column has the object's path and, after it,
/// a version that is made of the picture's bytes: `{user}/avatar.jpg?v=0123456789abcdef`.
/// When the version is another one, other devices fetch the picture anew.
package struct PictureColumn: Hashable, Sendable {
    package let purpose: PhotoPurpose
    package let table: MirrorTable
    package let name: String
    /// The bucket of the project's Storage that has the objects.
    package let bucket: String

    package static let profile = PictureColumn(
        purpose: .profile, table: .profile, name: "profile_photo", bucket: "profile-photos")
    package static let cover = PictureColumn(
        purpose: .cover, table: .watchlists, name: "cover_image_path", bucket: "list-covers")
    package static let all = [profile, cover]

    private init(purpose: PhotoPurpose, table: MirrorTable, name: String, bucket: String) {
        (self.purpose, self.table, self.name, self.bucket) = (purpose, table, name, bucket)
    }

    /// - Returns: nil for the photos of entries, which have rows of their own.
    package init?(_ purpose: PhotoPurpose) {
        guard let column = Self.all.first(where: { $0.purpose == purpose }) else { return nil }
        self = column
    }
}

/// The object that a text of a `PictureColumn` names.
package struct PictureReference: Hashable, Sendable {
    /// Where it is in its bucket.
    package let path: String
    /// Which version of it; empty when the text does not say.
    package let version: String

    private static let digits = 16
    private static let longestVersion = 64

    /// - Returns: nil for a text that names no object, such as a picture that an
    ///   application has among its own files.
    package init?(_ text: String, of column: PictureColumn) {
        let bare = text.prefix { $0 != "?" && $0 != "#" }
        guard let path = PhotoPath.path(String(bare), in: column.bucket) else { return nil }
        // Older clients write the address, with a time against caches.
        let items = text.dropFirst(bare.count + 1).prefix { $0 != "#" }.split(separator: "&")
        let version = items.first { $0.hasPrefix("v=") || $0.hasPrefix("t=") }.map { String($0) } ?? ""
        (self.path, self.version) = (path, version.utf8.count <= Self.longestVersion ? version : "")
    }

    /// The beginning of the SHA-256 of the bytes that it names, in hexadecimal
    /// digits; nil when another client gave the version.
    package var digest: String? {
        let digits = version.dropFirst(2)
        let isDigest =
            version.hasPrefix("v=") && digits.utf8.count == Self.digits
            && digits.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        return isDigest ? String(digits) : nil
    }

    /// What the column says of an object.
    static func text(_ path: String, sha256: String) -> String { "\(path)?v=\(sha256.prefix(digits))" }

    /// SQL: the text of the object that an upload has stored.
    ///
    /// - Parameter upload: the name of a row of `geoq_upload`.
    static func sql(_ upload: String) -> String {
        "(\(upload).path || '?v=' || substr(\(upload).sha256, 1, \(digits)))"
    }
}
