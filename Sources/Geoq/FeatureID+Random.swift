import GeoqIndex

extension FeatureID {
    /// A random UUID, version 4 (RFC 9562, section 5.4).
    package static func random() -> FeatureID {
        let (high, low) = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
        return FeatureID(key: ItemKey(high: high & ~0xF000 | 0x4000, low: low & (.max >> 2) | 1 << 63))
    }
}
