/// Where a photo's object is in the bucket of photos.
package enum PhotoPath {
    package static let bucket = "watchlist-photos"
    private static let longest = 1_024

    /// The path that a row holds: `{user}/{entry}/{photo}.jpg`. Another client may
    /// have written the address of the object; then its path is taken, and neither
    /// its host nor its signature.
    ///
    /// - Returns: nil for a text that is no path of the bucket.
    package static func path(_ text: String, in bucket: String = PhotoPath.bucket) -> String? {
        var path = Substring(text)
        if text.contains("://") {
            guard let range = text.firstRange(of: "/\(bucket)/") else { return nil }
            path = text[range.upperBound...].prefix { $0 != "?" && $0 != "#" }
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard path.utf8.count <= longest, parts.count >= 2,
            parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }),
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return String(path)
    }
}
