/// Which items a question is about: tests on columns kept by position. All of
/// them must hold.
package struct ItemFilter: Sendable {
    /// One test of an item.
    package enum Test: Sendable {
        /// The column's category is one of these.
        case oneOf(CategoryColumn, PositionSet)
        /// The column's value lies in a range.
        case inRange(MappedColumn<Int32>, ClosedRange<Int32>)
        /// The position is one of these.
        case member(PositionSet)
    }

    package var tests: [Test]

    package init(_ tests: [Test] = []) {
        self.tests = tests
    }

    /// Every item passes.
    package static let everything = ItemFilter()

    @inline(__always)
    var acceptsEverything: Bool { tests.isEmpty }

    /// Whether an item passes.
    ///
    /// - Precondition: `position` lies inside the columns of the tests.
    /// - Complexity: O(tests).
    package func accepts(_ position: Int) throws(IndexError) -> Bool {
        for test in tests {
            switch test {
            case .oneOf(let column, let chosen):
                if !chosen.contains(Int(try column.categories.value(at: position))) { return false }
            case .inRange(let column, let range):
                if !range.contains(try column.value(at: position)) { return false }
            case .member(let set):
                if !set.contains(position) { return false }
            }
        }
        return true
    }
}

/// A set of positions, one bit each.
package struct PositionSet: Hashable, Sendable {
    private var words: [UInt64]
    package private(set) var count = 0

    /// The empty set, for positions 0..<capacity.
    package init(capacity: Int) {
        words = Array(repeating: 0, count: (capacity + 63) / 64)
    }

    /// - Precondition: `position` is not negative and below the capacity.
    package mutating func insert(_ position: Int) {
        let bit = UInt64(1) << UInt64(position & 63)
        if words[position >> 6] & bit == 0 {
            words[position >> 6] |= bit
            count += 1
        }
    }

    /// Whether a position is in the set; false beyond the capacity.
    @inline(__always)
    package func contains(_ position: Int) -> Bool {
        guard position >> 6 < words.count else { return false }
        return words[position >> 6] >> UInt64(position & 63) & 1 == 1
    }
}

extension PositionSet: Sequence {
    /// The positions, ascending.
    package func makeIterator() -> some IteratorProtocol<Int> { Positions(words) }

    private struct Positions: IteratorProtocol {
        private let words: [UInt64]
        private var index = 0
        private var rest: UInt64

        fileprivate init(_ words: [UInt64]) {
            self.words = words
            rest = words.first ?? 0
        }

        mutating func next() -> Int? {
            while rest == 0 {
                index += 1
                guard index < words.count else { return nil }
                rest = words[index]
            }
            defer { rest &= rest &- 1 }
            return index * 64 + rest.trailingZeroBitCount
        }
    }
}

extension PositionSet {
    /// All of the positions 0..<count.
    package init(all count: Int) {
        words = Array(repeating: .max, count: (count + 63) / 64)
        if count & 63 > 0 { words[words.count - 1] = (1 << UInt64(count & 63)) - 1 }
        self.count = count
    }

    /// - Precondition: `position` is not negative and below the capacity.
    package mutating func remove(_ position: Int) {
        let bit = UInt64(1) << UInt64(position & 63)
        if words[position >> 6] & bit != 0 {
            words[position >> 6] &= ~bit
            count -= 1
        }
    }
}
