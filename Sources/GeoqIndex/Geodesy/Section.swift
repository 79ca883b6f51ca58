/// Names a section: a kind of column, in one group of columns. The module that
/// writes the sections gives the numbers their meaning.
package struct SectionID: Hashable, Comparable, Sendable {
    package let group: UInt32
    package let kind: UInt32

    package init(group: UInt32, kind: UInt32) {
        (self.group, self.kind) = (group, kind)
    }

    package static func < (lhs: SectionID, rhs: SectionID) -> Bool {
        (lhs.group, lhs.kind) < (rhs.group, rhs.kind)
    }
}

/// Bytes of an index that belong together: one column, or one tree.
package struct Section: Sendable {
    package let id: SectionID
    /// Two numbers that tell how to read the bytes; for a column the first is
    /// its count of elements, for a tree they are its sites and items.
    let counts: (Int, Int)
    let region: MemoryRegion
    let offset: Int
    let byteCount: Int

    /// A column of its own memory.
    ///
    /// - Complexity: O(*count*).
    package init<Element: BitwiseCopyable>(_ id: SectionID, elements: [Element]) {
        let stride = MemoryLayout<Element>.stride
        let region = MemoryRegion(byteCount: elements.count * stride)
        region.withMutableColumn(of: Element.self, at: 0, count: elements.count) {
            _ = $0.update(fromContentsOf: elements)
        }
        self.init(
            id: id, counts: (elements.count, 0), region: region, offset: 0, byteCount: elements.count * stride)
    }

    /// A tree; the section holds the tree's memory.
    package init(_ id: SectionID, tree: PackedTree) {
        let layout = TreeLayout(shape: tree.shape, itemCount: tree.count)
        self.init(
            id: id, counts: (tree.siteCount, tree.count), region: tree.points.region,
            offset: tree.points.offset(of: 0), byteCount: layout.byteCount)
    }

    init(id: SectionID, counts: (Int, Int), region: MemoryRegion, offset: Int, byteCount: Int) {
        (self.id, self.counts, self.region) = (id, counts, region)
        (self.offset, self.byteCount) = (offset, byteCount)
    }

    /// The section as a column.
    ///
    /// - Throws: `IndexError.damaged` when its size does not fit its count.
    package func column<Element: BitwiseCopyable>(of type: Element.Type) throws(IndexError) -> MappedColumn<Element> {
        guard counts.0 >= 0, counts.0 == byteCount / MemoryLayout<Element>.stride else {
            throw .damaged(offset: offset, expected: "\(counts.0) elements", found: "\(byteCount) bytes")
        }
        return try region.column(of: type, at: offset, count: counts.0)
    }

    /// The section as a tree.
    ///
    /// - Throws: `IndexError.damaged` when its size does not fit its counts, or something
    ///   stands where a short leaf or node has nothing.
    /// - Complexity: O(log *sites*).
    package func tree() throws(IndexError) -> PackedTree {
        let (sites, items) = counts
        guard sites >= 0, items >= sites, items <= TreeShape.largestCount, sites > 0 || items == 0 else {
            throw .damaged(offset: offset, expected: "counts of a tree", found: "\(sites) sites, \(items) items")
        }
        let layout = TreeLayout(shape: TreeShape(siteCount: sites), itemCount: items)
        guard layout.byteCount == byteCount else {
            throw .damaged(offset: offset, expected: "\(layout.byteCount) bytes", found: "\(byteCount)")
        }
        let tree = try layout.tree(in: region, at: offset)
        try tree.checkEnds()
        return tree
    }

    /// Gives `body` the section's bytes, to be written.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: region.base + offset, count: byteCount))
    }
}
