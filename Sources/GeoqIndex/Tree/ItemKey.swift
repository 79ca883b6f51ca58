/// The 128 bits that tell items apart and break ties: smaller keys come first.
///
/// The bytes of a UUID, read as one big-endian number, so that keys order as
/// the UUIDs' text does.
public struct ItemKey: Hashable, Comparable, BitwiseCopyable, Sendable {
    /// The first eight bytes.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// - Parameters: the first and the last eight bytes, each as a big-endian number.
    public init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    public static func < (lhs: ItemKey, rhs: ItemKey) -> Bool {
        lhs.high != rhs.high ? lhs.high < rhs.high : lhs.low < rhs.low
    }
}
