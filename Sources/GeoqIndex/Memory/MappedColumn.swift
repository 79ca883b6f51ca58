// The invariants that are named here are listed in `MemoryRegion.swift`.

/// Elements of one type inside a region, read by index.
package struct MappedColumn<Element: BitwiseCopyable>: @unchecked Sendable {
    let region: MemoryRegion
    let base: UnsafePointer<Element>
    package let count: Int

    /// Reads without verifying: for bytes that `verify` has passed.
    @inline(__always)
    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count, "A column is read inside its bounds.")
        return base[index]
    }

    /// Where an element lies in the region.
    @inline(__always)
    func offset(of index: Int) -> Int {
        UnsafeRawPointer(base + index) - region.base
    }

    /// Verifies the blocks of some elements.
    @inline(__always)
    func verify(_ first: Int, _ count: Int) throws(IndexError) {
        try region.verify(offset(of: first), count * MemoryLayout<Element>.stride)
    }

    /// Reads one element, verified.
    ///
    /// - Precondition: `index` lies in 0..<count.
    @inline(__always)
    package func value(at index: Int) throws(IndexError) -> Element {
        precondition(index >= 0 && index < count, "A column is read inside its bounds.")
        try verify(index, 1)
        return base[index]
    }

    /// The bytes of some elements, verified.
    ///
    /// - Throws: `IndexError.damaged` when the range reaches beyond the column,
    ///   as it may when another column's number was wrong.
    package func withBytes<Result>(
        _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(IndexError) -> Result {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw .damaged(
                offset: offset(of: 0), expected: "a range inside \(count) elements", found: "\(range)")
        }
        try verify(range.lowerBound, range.count)
        return body(
            UnsafeRawBufferPointer(
                start: base + range.lowerBound, count: range.count * MemoryLayout<Element>.stride))
    }
}

extension MappedColumn {
    /// A copy with memory of its own. The table of checksums needs one, so that
    /// a region does not hold itself.
    var detached: MappedColumn {
        let copy = MemoryRegion(byteCount: count * MemoryLayout<Element>.stride)
        copy.withMutableColumn(of: Element.self, at: 0, count: count) {
            _ = $0.update(fromContentsOf: UnsafeBufferPointer(start: base, count: count))
        }
        return MappedColumn(region: copy, base: copy.base.assumingMemoryBound(to: Element.self), count: count)
    }
}

/// A column without its region, for the inside of a search: retaining and
/// releasing would cost more than reading (invariant 6).
struct ColumnView<Element: BitwiseCopyable>: BitwiseCopyable {
    fileprivate let base: UnsafePointer<Element>
    let count: Int

    init(_ column: MappedColumn<Element>) {
        (base, count) = (column.base, column.count)
    }

    /// Reads without verifying: for bytes that the guard has passed.
    @inline(__always)
    subscript(index: Int) -> Element {
        assert(index >= 0 && index < count, "A column is read inside its bounds.")
        return base[index]
    }

    /// Loads elements that lie one after the other.
    @inline(__always)
    func load<Vector: SIMD>(at index: Int, as type: Vector.Type) -> Vector where Vector.Scalar == Element {
        assert(index >= 0 && index + Vector.scalarCount <= count, "A column is read inside its bounds.")
        return UnsafeRawPointer(base + index).loadUnaligned(as: Vector.self)
    }
}

/// Verifies the bytes behind a view before they are read; does nothing for a
/// region that needs no verifying.
struct RegionGuard: BitwiseCopyable {
    private let region: Unmanaged<MemoryRegion>?

    init(_ region: MemoryRegion) {
        self.region = region.isVerified ? nil : Unmanaged.passUnretained(region)
    }

    /// Verifies the blocks of some elements.
    @inline(__always)
    func verify<Element>(_ column: ColumnView<Element>, _ first: Int, _ count: Int) throws(IndexError) {
        guard let region else { return }
        try Self.verify(region, UnsafeRawPointer(column.base + first), count * MemoryLayout<Element>.stride)
    }

    @inline(never)
    private static func verify(
        _ region: Unmanaged<MemoryRegion>, _ start: UnsafeRawPointer, _ length: Int
    ) throws(IndexError) {
        let region = region.takeUnretainedValue()
        try region.verify(start - region.base, length)
    }
}
