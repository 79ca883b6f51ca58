// Many elements at once: a call takes hold of the columns once, and reads of
// memory that is far away do not wait for each other. None of these functions
// is generic for other modules, where the compiler would not specialize it.

extension MappedColumn {
    /// Some elements, verified, in the order of their indices.
    @inline(__always)
    fileprivate func gathered(_ indices: [Int]) throws(IndexError) -> [Element] {
        let (view, bytes) = (ColumnView(self), RegionGuard(region))
        defer { withExtendedLifetime(self) {} }
        var values: [Element] = []
        values.reserveCapacity(indices.count)
        for index in indices {
            precondition(index >= 0 && index < count, "A column is read inside its bounds.")
            try bytes.verify(view, index, 1)
            values.append(view[index])
        }
        return values
    }
}

extension MappedColumn where Element == UInt32 {
    /// Some elements, verified, in the order of their indices.
    ///
    /// - Precondition: each index lies in 0..<count.
    /// - Complexity: O(indices).
    package func values(at indices: [Int]) throws(IndexError) -> [UInt32] { try gathered(indices) }
}

extension MappedColumn where Element == UInt8 {
    /// Texts in UTF-8; bytes that are not valid UTF-8 become U+FFFD.
    ///
    /// - Parameter offsets: where each text starts, and where the last one ends.
    /// - Throws: `IndexError.damaged` when there is no such text.
    /// - Complexity: O(bytes of the texts).
    package func texts(_ indexes: [Int], offsets: MappedColumn<UInt64>) throws(IndexError) -> [String] {
        for index in indexes where index < 0 || index >= offsets.count - 1 {
            throw .damaged(offset: 0, expected: "a text below \(offsets.count - 1)", found: "\(index)")
        }
        let (starts, ends) = (try offsets.gathered(indexes), try offsets.gathered(indexes.map { $0 + 1 }))
        // First all bytes, which lie far apart, then the work on each text.
        var bytes: [UInt8] = []
        for (first, end) in zip(starts, ends) {
            guard first <= end, end <= UInt64(count) else {
                throw .damaged(offset: 0, expected: "texts that ascend", found: "\(first), \(end)")
            }
            try withBytes(Int(first)..<Int(end)) { bytes.append(contentsOf: $0) }
        }
        var rest = bytes[...]
        return zip(starts, ends).map { first, end in
            defer { rest = rest.dropFirst(Int(end - first)) }
            return String(decoding: rest.prefix(Int(end - first)), as: UTF8.self)
        }
    }
}

extension PackedTree {
    /// The keys of some items, in the order of their positions.
    ///
    /// - Precondition: each position lies in 0..<count.
    /// - Throws: `IndexError.damaged`.
    /// - Complexity: O(positions).
    public func keys(at positions: [Int]) throws(IndexError) -> [ItemKey] { try keys.gathered(positions) }

    /// Where some items are, in the order of their positions.
    ///
    /// - Precondition: each position lies in 0..<count.
    /// - Throws: `IndexError.damaged`.
    /// - Complexity: O(positions); times log(sites) in a tree with several items
    ///   at a site.
    public func coordinates(at positions: [Int]) throws(IndexError) -> [Coordinate] {
        try withView { view throws(IndexError) in
            var found: [Coordinate] = []
            found.reserveCapacity(positions.count)
            for position in positions {
                precondition(position >= 0 && position < count, "A position lies in 0..<count.")
                found.append(try view.coordinate(ofSite: try view.site(of: position)))
            }
            return found
        }
    }
}
