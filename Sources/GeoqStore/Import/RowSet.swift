/// A set of rows of one table, one bit for each, so that memory hardly grows
/// with the file.
struct RowSet {
    private var words: [UInt64] = []
    private(set) var count = 0

    /// - Parameter row: the row's number in its table, positive.
    /// - Returns: whether the row is new in the set.
    @discardableResult
    mutating func insert(_ row: Int64) -> Bool {
        let (word, bit) = (Int(row >> 6), UInt64(1) << UInt64(row & 63))
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: max(1024, word - words.count + 1)))
        }
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        count += 1
        return true
    }

    func contains(_ row: Int64) -> Bool {
        let word = Int(row >> 6)
        return word < words.count && words[word] >> UInt64(row & 63) & 1 == 1
    }

    /// The rows of both sets, in order.
    ///
    /// - Parameter last: the highest row of interest.
    /// - Complexity: O(rows of the table / 64 + rows in both).
    func intersection(_ other: RowSet, through last: Int64) -> [Int64] {
        var rows: [Int64] = []
        for (index, (mine, theirs)) in zip(words, other.words).enumerated() where mine & theirs != 0 {
            for bit in 0..<64 where (mine & theirs) >> UInt64(bit) & 1 == 1 {
                let row = Int64(index) << 6 | Int64(bit)
                if row <= last { rows.append(row) }
            }
        }
        return rows
    }
}
