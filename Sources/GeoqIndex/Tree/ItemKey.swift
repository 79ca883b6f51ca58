/// The 128 bits that tell items apart and break ties: smaller keys come first.
///
/// The bytes of a UUID, read as one big-endian number, so that keys order as
/// the UUIDs' text does.
public struct ItemKey: Hashable, Comparable, BitwiseCopyable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    public static func < (lhs: ItemKey, rhs: ItemKey) -> Bool {
        lhs.high != rhs.high ? lhs.high < rhs.high : lhs.low < rhs.low
    }
}
