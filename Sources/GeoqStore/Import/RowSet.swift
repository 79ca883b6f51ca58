/// A set of rows of one table.
///
/// geoq numbers rows from 1 on without gaps: such numbers take one bit each, so
/// memory hardly grows with the file. Another program may have given any
/// number: those outside `dense` are kept one by one.
struct RowSet {
    private var words: [UInt64] = []
    private var others: Set<Int64> = []
    private var bits = 0
    var count: Int { bits + others.count }

    /// The numbers that take one bit: 32 MB at most.
    static let dense: Range<Int64> = 0..<(1 << 28)

    /// - Parameter row: the row's number in its table.
    /// - Returns: whether the row is new in the set.
    @discardableResult
    mutating func insert(_ row: Int64) -> Bool {
        guard Self.dense.contains(row) else { return others.insert(row).inserted }
        let (word, bit) = (Int(row >> 6), UInt64(1) << UInt64(row & 63))
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: max(1024, word - words.count + 1)))
        }
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        bits += 1
        return true
    }

    func contains(_ row: Int64) -> Bool {
        guard Self.dense.contains(row) else { return others.contains(row) }
        let word = Int(row >> 6)
        return word < words.count && words[word] >> UInt64(row & 63) & 1 == 1
    }

    /// The rows of both sets, in order.
    ///
    /// - Parameter last: the highest row of interest.
    /// - Complexity: O(highest dense row / 64 + rows in both · log of them).
    func intersection(_ other: RowSet, through last: Int64) -> [Int64] {
        var rows = others.intersection(other.others).filter { $0 <= last }
        // What is beyond the last row is not looked at.
        let end = last < 0 ? 0 : min(words.count, other.words.count, Int(clamping: last >> 6) + 1)
        for index in 0..<end {
            let both = words[index] & other.words[index]
            guard both != 0 else { continue }
            for bit in 0..<64 where both >> UInt64(bit) & 1 == 1 {
                let row = Int64(index) << 6 | Int64(bit)
                if row <= last { rows.insert(row) }
            }
        }
        return rows.sorted()
    }
}
