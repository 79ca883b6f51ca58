import CLibUUID
package import Geoq
import GeoqIndex

/// UUIDs of rows, by libuuid.
package enum RecordUUID {
    /// The namespace of all ids that geoq derives: a random UUID, made once.
    private static let namespace = FeatureID("6b8c1f0e-53a7-4d0b-9c6d-2f1e8a4b7c35")!

    /// The UUID, version 5 (RFC 9562, section 5.5), of a row of a source.
    ///
    /// - Parameter sourceID: the source's own id, or the text that stands for
    ///   one.
    package static func derived(source: String, sourceID: String) -> FeatureID {
        // No source holds a zero byte (an id may), so different pairs never give
        // the same bytes.
        var name = Array(source.utf8)
        name.append(0)
        name.append(contentsOf: sourceID.utf8)
        return make { uuid in
            withUnsafeBytes(of: namespace.bytes) { namespace in
                name.withUnsafeBytes { name in
                    uuid_generate_sha1(
                        uuid, namespace.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        name.baseAddress?.assumingMemoryBound(to: CChar.self), name.count)
                }
            }
        }
    }

    /// A random UUID, version 4.
    static func random() -> FeatureID { .random() }

    private static func make(_ body: (UnsafeMutablePointer<UInt8>) -> Void) -> FeatureID {
        var bytes = (UInt64(0), UInt64(0))
        withUnsafeMutableBytes(of: &bytes) { raw in
            body(raw.baseAddress!.assumingMemoryBound(to: UInt8.self))
        }
        return FeatureID(key: ItemKey(high: UInt64(bigEndian: bytes.0), low: UInt64(bigEndian: bytes.1)))
    }
}

extension FeatureID {
    /// The sixteen bytes in the order of the text.
    fileprivate var bytes: (UInt64, UInt64) {
        (key.high.bigEndian, key.low.bigEndian)
    }
}
