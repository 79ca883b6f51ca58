import GeoqSync

/// A name that is not UTF-8, which a database without an encoding may have. geoq shows it with `%F6` for a byte that is
/// part of no letter, and cannot ask for it.
enum NameOfBytes {
    /// Bytes as text, with each that is part of no letter as `%` and its two digits.
    ///
    /// - Complexity: O(bytes).
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        var (text, start) = ("", 0)
        while start < bytes.count {
            let ends = (start + 1)...min(start + 4, bytes.count)
            let letter = ends.lazy.compactMap { end in
                String(validating: bytes[start..<end], as: UTF8.self).map { (text: $0, end: end) }
            }.first
            text += letter?.text ?? "%" + String(bytes[start], radix: 16, uppercase: true)
            start = letter?.end ?? start + 1
        }
        return text
    }

    /// What is in the way of a relation that has such a name, or a column of one.
    static func obstacle(_ relation: String) -> SyncError {
        .schema("\(relation) has a name, of its own or of a column, that is not UTF-8; mirror a view with other names")
    }
}
