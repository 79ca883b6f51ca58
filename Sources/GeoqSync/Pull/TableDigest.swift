public import GeoqIndex

/// What tells two sets of rows apart: for each of 256 first bytes of ids, how
/// many rows there are and the sum of 63 bits of a hash of id and token.
///
/// A remote computes it in one pass and sends 8 KB for a million rows; buckets
/// that differ are looked into. Two different sets pass for one with a chance
/// of 2⁻⁶⁰ a bucket.
public struct TableDigest: Hashable, Sendable {
    /// One of the 256.
    public struct Bucket: Hashable, Sendable {
        public var count = 0
        public var sum: UInt128 = 0

        public init() {}
    }

    public private(set) var buckets = Array(repeating: Bucket(), count: 256)

    public init() {}

    public static func == (lhs: TableDigest, rhs: TableDigest) -> Bool { lhs.buckets == rhs.buckets }

    public func hash(into hasher: inout Hasher) { hasher.combine(buckets) }

    /// How many rows there are.
    public var count: Int { buckets.reduce(0) { $0 + $1.count } }

    /// Adds a row.
    ///
    /// - Parameter token: anything but a number of 32 bits is no version, and
    ///   equals none.
    public mutating func add(_ id: ItemKey, token: Int64) {
        let index = Int(id.high >> 56)
        buckets[index].count += 1
        buckets[index].sum &+= Self.hash(id, token)
    }

    /// Takes back a row that was added.
    public mutating func remove(_ id: ItemKey, token: Int64) {
        let index = Int(id.high >> 56)
        buckets[index].count -= 1
        buckets[index].sum &-= Self.hash(id, token)
    }

    private static func hash(_ id: ItemKey, _ token: Int64) -> UInt128 {
        let isVersion = token >= 0 && token <= Int64(UInt32.max)
        return UInt128(RowHash.lower63Bits(id: id, token: isVersion ? token : -1))
    }

    /// Takes a bucket as a remote says that it is.
    ///
    /// - Returns: whether there is such a bucket.
    mutating func set(_ byte: Int, count: Int, sum: UInt128) -> Bool {
        guard buckets.indices.contains(byte), count >= 0 else { return false }
        (buckets[byte].count, buckets[byte].sum) = (count, sum)
        return true
    }

    /// The buckets that differ, as ranges of first bytes.
    public func differences(from other: TableDigest) -> [ClosedRange<UInt8>] {
        var ranges: [ClosedRange<UInt8>] = []
        for byte in UInt8.min...UInt8.max where buckets[Int(byte)] != other.buckets[Int(byte)] {
            if let last = ranges.last, last.upperBound + 1 == byte {
                ranges[ranges.count - 1] = last.lowerBound...byte
            } else {
                ranges.append(byte...byte)
            }
        }
        return ranges
    }
}
