package import GeoqIndex
import GeoqStore

/// A digest by which two sets of rows can be compared: for each of 256 first
/// bytes of ids, the number of rows and the sum of 63 bits of a hash of id and
/// token; and for each of the 65 536 first two bytes the lower 31 bits of that
/// sum.
///
/// A remote computes the first part in one pass and sends 8 KB for a million
/// rows. Buckets that differ are compared by the second byte, for 1.5 KB each,
/// and only then row by row. Two different sets look equal with a chance of
/// 2⁻⁶⁰ a bucket: the first sums find what the second ones miss.
package struct TableDigest: Hashable, Sendable {
    /// One of the 256.
    package struct Bucket: Hashable, Sendable {
        package var count = 0
        package var sum: UInt128 = 0

        package init(count: Int = 0, sum: UInt128 = 0) {
            (self.count, self.sum) = (count, sum)
        }

        /// Adds a row.
        mutating func add(_ row: RowMark) {
            count += 1
            sum &+= UInt128(row.hash)
        }
    }

    /// All buckets together.
    package var total: Bucket {
        buckets.reduce(into: Bucket()) { total, bucket in
            total.count += bucket.count
            total.sum &+= bucket.sum
        }
    }

    /// No table has as many rows; sums of more could overflow.
    private static let mostRows = 1 << 40

    package private(set) var buckets = Array(repeating: Bucket(), count: 256)
    /// By the first two bytes; all 0 in a digest that a remote has sent.
    private(set) var fineSums = Array(repeating: UInt32(0), count: 65_536)

    package init() {}

    package static func == (lhs: TableDigest, rhs: TableDigest) -> Bool { lhs.buckets == rhs.buckets }

    package func hash(into hasher: inout Hasher) { hasher.combine(buckets) }

    /// The smaller sum of the ids with these first two bytes.
    func fineSum(_ prefix: UInt16) -> UInt32 { fineSums[Int(prefix)] }

    /// How many rows there are.
    package var count: Int { buckets.reduce(0) { $0 + $1.count } }

    /// The token for a version that cannot be one: a negative number, from a
    /// damaged file, equals no version, as −1 does.
    package static func versionToken(_ token: Int64) -> Int64 { max(token, -1) }

    /// Adds a row.
    package mutating func add(_ id: ItemKey, token: Int64) { add(RowMark(id, token: token)) }

    /// Adds a row.
    package mutating func add(_ row: RowMark) {
        buckets[Int(row.prefix >> 8)].add(row)
        let fine = Int(row.prefix)
        fineSums[fine] = (fineSums[fine] &+ UInt32(truncatingIfNeeded: row.hash)) & Self.fineMask
    }

    /// Takes out a row that was added.
    package mutating func remove(_ id: ItemKey, token: Int64) { remove(RowMark(id, token: token)) }

    /// Takes out a row that was added.
    package mutating func remove(_ row: RowMark) {
        let index = Int(row.prefix >> 8)
        buckets[index].count -= 1
        buckets[index].sum &-= UInt128(row.hash)
        let fine = Int(row.prefix)
        fineSums[fine] = (fineSums[fine] &- UInt32(truncatingIfNeeded: row.hash)) & Self.fineMask
    }

    private static let fineMask: UInt32 = 0x7FFF_FFFF

    /// Sets a bucket to what a remote has sent.
    ///
    /// - Returns: whether there is such a bucket, and a table can have as many rows.
    package mutating func set(_ byte: Int, count: Int, sum: UInt128) -> Bool {
        guard buckets.indices.contains(byte), (0...Self.mostRows).contains(count) else { return false }
        (buckets[byte].count, buckets[byte].sum) = (count, sum)
        return true
    }

    /// The first bytes whose buckets differ.
    package func differences(from other: TableDigest) -> [UInt8] {
        (UInt8.min...UInt8.max).filter { buckets[Int($0)] != other.buckets[Int($0)] }
    }
}
