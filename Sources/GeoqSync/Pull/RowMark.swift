import Geoq
package import GeoqIndex
import GeoqStore

/// A row as a comparison sees it: its id and token, and what a digest has of
/// them.
///
/// Of a row that has an id of its own, a remote sums hashes of the id. An id
/// that was made of the row's key a remote cannot know; it sums hashes of the
/// key.
package struct RowMark: Hashable, Sendable {
    package let id: ItemKey
    package let token: Int64
    /// Which of the 65 536 buckets of a digest the row is in.
    let prefix: UInt16
    /// 63 bits of a hash of id, or key, and token.
    let hash: UInt64

    package init(_ id: ItemKey, token: Int64) {
        (self.id, self.token) = (id, token)
        (prefix, hash) = (IDRange.prefix(of: id), RowHash.lower63Bits(id: id, token: token))
    }

    /// - Parameters:
    ///   - key: in UTF-8.
    ///   - isUTF8: whether the remote keeps texts in UTF-8; if not, it hashes
    ///     the hexadecimal digits of their UTF-8.
    package init(_ id: ItemKey, key: UnsafeBufferPointer<UInt8>, isUTF8: Bool, token: Int64) {
        (self.id, self.token) = (id, token)
        if isUTF8 {
            (prefix, hash) = Self.hashes(UnsafeRawBufferPointer(key), token)
        } else {
            (prefix, hash) = Array(HexDigits.text(key).utf8).withUnsafeBytes { Self.hashes($0, token) }
        }
    }

    package init(_ id: ItemKey, key: String, isUTF8: Bool, token: Int64) {
        var key = key
        self = key.withUTF8 { Self(id, key: $0, isUTF8: isUTF8, token: token) }
    }

    private static func hashes(_ key: UnsafeRawBufferPointer, _ token: Int64) -> (UInt16, UInt64) {
        (
            UInt16(truncatingIfNeeded: RowHash.of(key) >> 48),
            RowHash.of(key, seed: token) & UInt64(Int64.max)
        )
    }
}
