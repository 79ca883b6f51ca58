import CXXHash
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// The one file that keeps unsafe pointers to an index's bytes and to scratch.
// Other files see buffers for the length of one call (`withMutableColumn`,
// `withBytes`); `Geodesic` and `IndexFile+Write` hand pointers to C. A test
// checks this. The invariants:
//
// 1. A region's bytes never move, and live until the region is released. Each
//    column holds its region, so no pointer outlives the bytes.
// 2. Bytes are written only while a region is made (`MemoryRegion.init(byteCount:)`,
//    `init(reading:)` and `withMutableColumn`, before the region is shared); then
//    never again.
// 3. A mapped file is replaced by rename only, never changed or cut in place. When
//    another program breaks that rule, the process that has mapped it finds a
//    wrong checksum, or is ended by SIGBUS. So a process that stays does not map:
//    `init(reading:)` copies the file, and no later change of it can be seen.
// 4. Columns start at multiples of 64 bytes, and lie wholly inside the region:
//    `column(at:count:)` checks both. Reading an index beyond `count` is a
//    programmer's mistake, caught by debug builds.
// 5. Bytes of a mapped file are used only after `verify` has passed their blocks;
//    before that they are read at most to have them near (`readAhead`).
// 6. A `ColumnView` and a `RegionGuard` hold nothing: they are used only inside
//    `PackedTree.withView`, which keeps the tree, and with it the bytes.
// 7. A `ScratchArray` owns its memory, or uses a part of a `ScratchMemory` that
//    is kept beside it; neither can be copied. Elements below `count` are
//    initialized; its capacity is asked for before it is written.

/// Bytes that hold an index: made in memory, or mapped from a file.
package final class MemoryRegion: @unchecked Sendable {
    package let byteCount: Int
    let base: UnsafeRawPointer
    /// How many bytes to give back to the system; 0 for memory that was
    /// allocated.
    private let mappedBytes: Int
    /// Whether the bytes are those of a mapped file.
    private let isMapped: Bool
    private var blocks: BlockChecksums?

    /// Zeroed memory of its own.
    ///
    /// A large region comes from the system itself: it takes no room before it
    /// is written, and none after it is released.
    init(byteCount: Int) {
        self.byteCount = byteCount
        isMapped = false
        if byteCount >= Self.hugePage, let memory = Self.largeMemory(byteCount) {
            (base, mappedBytes) = (UnsafeRawPointer(memory), byteCount)
            return
        }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 64), alignment: 64)
        memset(memory, 0, max(byteCount, 64))
        (base, mappedBytes) = (UnsafeRawPointer(memory), 0)
    }

    /// Zeros from the system, from a large page's start on.
    private static func largeMemory(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        let (protection, flags) = (PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON)
        guard let start = mmap(nil, byteCount + hugePage, protection, flags, -1, 0), start != MAP_FAILED else {
            return nil
        }
        let before = (hugePage - Int(bitPattern: start) % hugePage) % hugePage
        let memory = start + before
        if before > 0 { munmap(start, before) }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let end = (byteCount + page - 1) / page * page
        let after = byteCount + hugePage - before - end
        if after > 0 { munmap(memory + end, after) }
        #if canImport(Glibc)
            // A search jumps about: with large pages the processor finds them.
            madvise(memory, byteCount, MADV_HUGEPAGE)
        #endif
        return memory
    }

    private static let hugePage = 2 << 20

    /// Maps a file for reading.
    ///
    /// - Throws: `IndexError.unreadable`, with the system's reason.
    /// - Complexity: O(1), whatever the size.
    package init(mapping path: String) throws(IndexError) {
        let (descriptor, size) = try Self.opened(path)
        defer { close(descriptor) }
        guard let mapped = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED else {
            throw .unreadable(path: path, reason: Self.systemReason())
        }
        (byteCount, mappedBytes) = (size, size)
        base = UnsafeRawPointer(mapped)
        isMapped = true
    }

    /// Reads a file into memory of its own.
    ///
    /// - Throws: `IndexError.unreadable`, with the system's reason, or when the
    ///   file becomes shorter meanwhile.
    /// - Complexity: O(bytes).
    package convenience init(reading path: String) throws(IndexError) {
        let (descriptor, size) = try Self.opened(path)
        defer { close(descriptor) }
        self.init(byteCount: size)
        let memory = UnsafeMutableRawPointer(mutating: base)
        var count = 0
        while count < size {
            let result = read(descriptor, memory + count, size - count)
            if result < 0 && errno == EINTR { continue }
            guard result >= 0 else { throw .unreadable(path: path, reason: Self.systemReason()) }
            guard result > 0 else { throw .unreadable(path: path, reason: "it became shorter while it was read") }
            count += result
        }
    }

    /// A file that is open for reading, and its size.
    private static func opened(_ path: String) throws(IndexError) -> (descriptor: Int32, size: Int) {
        // Without waiting for a writer, in case the path is a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
        do throws(IndexError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: systemReason()) }
            guard (status.st_mode & S_IFMT) == S_IFREG else { throw .unreadable(path: path, reason: "not a file") }
            guard status.st_size > 0 else { throw .notAnIndex(reason: "the file is empty") }
            return (descriptor, Int(status.st_size))
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        if mappedBytes > 0 {
            munmap(UnsafeMutableRawPointer(mutating: base), mappedBytes)
        } else {
            UnsafeMutableRawPointer(mutating: base).deallocate()
        }
    }

    /// From now on `verify` compares blocks with these checksums.
    func check(blocks: BlockChecksums) {
        self.blocks = blocks
    }

    /// Checks that bytes are those that were written, block by block, each
    /// block once. Memory that is not a mapped file has no checksums and always
    /// passes.
    ///
    /// - Complexity: O(1) when the blocks have passed before.
    @inline(__always)
    func verify(_ offset: Int, _ length: Int) throws(IndexError) {
        guard let blocks, !blocks.allPassed else { return }
        try blocks.verify(offset, length, in: self)
    }

    /// Whether no block is left to verify, so that questions need not ask.
    var isVerified: Bool { blocks.map(\.allPassed) ?? true }

    /// Verifies every block.
    ///
    /// - Complexity: O(bytes), about 10 GB/s.
    package func verifyAll() throws(IndexError) {
        try blocks?.verifyAll(in: self)
    }

    /// The XXH3 checksum of some bytes.
    func checksum(_ offset: Int, _ length: Int) -> UInt64 {
        precondition(
            offset >= 0 && length >= 0 && length <= byteCount - offset, "A checksum is of bytes inside the region.")
        return BlockChecksums.checksum(of: UnsafeRawBufferPointer(start: base + offset, count: length))
    }

    /// Elements that lie one after the other from a byte on.
    ///
    /// - Throws: `IndexError.damaged` when they do not fit inside the region.
    func column<Element: BitwiseCopyable>(
        of type: Element.Type, at offset: Int, count: Int
    ) throws(IndexError) -> MappedColumn<Element> {
        guard count >= 0, offset >= 0, offset % 64 == 0, offset <= byteCount,
            count <= (byteCount - offset) / MemoryLayout<Element>.stride
        else {
            throw .damaged(
                offset: offset, expected: "\(count) elements of \(MemoryLayout<Element>.stride) bytes",
                found: "\(byteCount - offset) bytes")
        }
        return MappedColumn(
            region: self, base: (base + offset).assumingMemoryBound(to: Element.self), count: count)
    }

    /// Fills a column before the region is shared (invariant 2).
    func withMutableColumn<Element: BitwiseCopyable, Result>(
        of type: Element.Type, at offset: Int, count: Int,
        _ body: (UnsafeMutableBufferPointer<Element>) -> Result
    ) -> Result {
        precondition(!isMapped && offset % 64 == 0, "Only memory of its own is written.")
        precondition(
            count <= (byteCount - offset) / MemoryLayout<Element>.stride, "The column fits inside the region.")
        let start = UnsafeMutableRawPointer(mutating: base + offset).assumingMemoryBound(to: Element.self)
        return body(UnsafeMutableBufferPointer(start: start, count: count))
    }

    /// Tells the system that the whole file is about to be read in order.
    func adviseSequential() {
        if isMapped { madvise(UnsafeMutableRawPointer(mutating: base), byteCount, MADV_SEQUENTIAL) }
    }

    static func systemReason() -> String {
        String(cString: strerror(errno))
    }
}

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

/// Memory for the arrays of one question, taken from the system at once.
struct ScratchMemory: ~Copyable {
    private let base: UnsafeMutableRawPointer
    private let byteCount: Int
    private var used = 0

    init(byteCount: Int) {
        self.byteCount = byteCount
        base = .allocate(byteCount: byteCount, alignment: 16)
    }

    deinit { base.deallocate() }

    /// Room for some elements; nil when too little is left.
    @inline(__always)
    fileprivate mutating func take<Element>(_ count: Int, of type: Element.Type) -> UnsafeMutablePointer<Element>? {
        let size = (count * MemoryLayout<Element>.stride + 15) & ~15
        guard size <= byteCount - used else { return nil }
        defer { used += size }
        return (base + used).bindMemory(to: type, capacity: count)
    }
}

/// Memory that one question fills and drops: an array without the checks for
/// uniqueness, and with room made for many elements at once (invariant 7).
struct ScratchArray<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private var ownsMemory: Bool
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        base = .allocate(capacity: self.capacity)
        ownsMemory = true
    }

    /// - Parameter memory: is used when it has room, and kept as long as the array.
    @inline(__always)
    init(capacity: Int, in memory: inout ScratchMemory) {
        let part = memory.take(capacity, of: Element.self)
        base = part ?? .allocate(capacity: capacity)
        self.capacity = capacity
        ownsMemory = part == nil
    }

    deinit {
        if ownsMemory { base.deallocate() }
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count, "An element that was written is read.")
            return base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count, "An element that was written is replaced.")
            base[index] = newValue
        }
    }

    /// Makes room for more elements.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(to: max(count + more, 2 * capacity)) }
    }

    @inline(never)
    private mutating func grow(to capacity: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        if ownsMemory { base.deallocate() }
        (base, self.capacity, ownsMemory) = (larger, capacity, true)
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        reserve(1)
        base[count] = element
        count += 1
    }

    /// Appends into room that was reserved, and keeps it only when told to: a
    /// branch that cannot be predicted costs more than a wasted write.
    @inline(__always)
    mutating func appendReserved(_ element: Element, keeping keep: Int) {
        assert(count < capacity, "Room was made before.")
        base[count] = element
        count &+= keep
    }

    /// Appends a vector into room that was reserved.
    @inline(__always)
    mutating func appendReserved<Vector: SIMD>(_ vector: Vector) where Vector.Scalar == Element {
        assert(count + Vector.scalarCount <= capacity, "Room was made before.")
        UnsafeMutableRawPointer(base + count).storeBytes(of: vector, as: Vector.self)
        count &+= Vector.scalarCount
    }

    /// Loads elements that lie one after the other.
    @inline(__always)
    func load<Vector: SIMD>(at index: Int, as type: Vector.Type) -> Vector where Vector.Scalar == Element {
        assert(index >= 0 && index + Vector.scalarCount <= count, "Elements that were written are read.")
        return UnsafeRawPointer(base + index).loadUnaligned(as: Vector.self)
    }

    /// Replaces elements that lie one after the other.
    @inline(__always)
    func store<Vector: SIMD>(_ vector: Vector, at index: Int) where Vector.Scalar == Element {
        assert(index >= 0 && index + Vector.scalarCount <= count, "Elements that were written are replaced.")
        UnsafeMutableRawPointer(base + index).storeBytes(of: vector, as: Vector.self)
    }

    /// Opens a gap at an index and puts an element into it; those behind move
    /// up by one.
    @inline(__always)
    mutating func insert(_ element: Element, at index: Int) {
        reserve(1)
        (base + index + 1).update(from: base + index, count: count - index)
        base[index] = element
        count += 1
    }

    @inline(__always)
    mutating func removeLast() -> Element {
        assert(count > 0, "There is an element to remove.")
        count &-= 1
        return base[count]
    }

    /// Keeps the first elements only.
    mutating func truncate(to count: Int) {
        assert(count <= self.count, "Elements are kept, not made.")
        self.count = count
    }

    /// Makes the array hold `count` copies of one element.
    mutating func fill(_ element: Element, count: Int) {
        self.count = 0
        reserve(count)
        base.update(repeating: element, count: count)
        self.count = count
    }

    /// Sorts some of the elements.
    ///
    /// - Complexity: O(*n* log *n*).
    func sort(_ range: Range<Int>, by areInIncreasingOrder: (Element, Element) -> Bool) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "Elements that were written are sorted.")
        var elements = UnsafeMutableBufferPointer(start: base + range.lowerBound, count: range.count)
        elements.sort(by: areInIncreasingOrder)
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

/// A checksum for each block of a mapped file, and which blocks have passed.
final class BlockChecksums: @unchecked Sendable {
    /// Small enough that a short question verifies little, large enough that
    /// the checksums are 0.05 % of the file.
    static let blockSize = 16_384

    private let firstByte: Int
    private let checksums: MappedColumn<UInt64>
    private let passed: UnsafeMutablePointer<Atomic<UInt64>>
    private let wordCount: Int
    private let everything = Atomic<Bool>(false)

    /// - Parameter firstByte: where the first block starts in the region.
    init(firstByte: Int, checksums: MappedColumn<UInt64>) {
        self.firstByte = firstByte
        self.checksums = checksums
        wordCount = (checksums.count + 63) / 64
        passed = .allocate(capacity: max(wordCount, 1))
        for word in 0..<wordCount { (passed + word).initialize(to: Atomic(0)) }
    }

    deinit {
        passed.deinitialize(count: wordCount)
        passed.deallocate()
    }

    /// The XXH3 checksum of some bytes.
    static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        xxh3_64(bytes.baseAddress, bytes.count)
    }

    @inline(__always)
    var allPassed: Bool { everything.load(ordering: .relaxed) }

    func verify(_ offset: Int, _ length: Int, in region: MemoryRegion) throws(IndexError) {
        guard length > 0 else { return }
        let first = (offset - firstByte) / Self.blockSize
        let last = (offset + length - 1 - firstByte) / Self.blockSize
        guard offset >= firstByte, last < checksums.count else {
            throw .damaged(offset: offset, expected: "bytes inside the blocks", found: "bytes outside")
        }
        for block in first...last { try verify(block: block, in: region) }
    }

    func verifyAll(in region: MemoryRegion) throws(IndexError) {
        for block in 0..<checksums.count { try verify(block: block, in: region) }
        everything.store(true, ordering: .relaxed)
    }

    /// A relaxed flag is enough: the bytes never change, and two threads that
    /// verify the same block come to the same result.
    @inline(__always)
    private func verify(block: Int, in region: MemoryRegion) throws(IndexError) {
        let (word, bit) = (block / 64, UInt64(1) << UInt64(block % 64))
        if passed[word].load(ordering: .relaxed) & bit != 0 { return }
        let start = firstByte + block * Self.blockSize
        let found = region.checksum(start, min(Self.blockSize, region.byteCount - start))
        guard found == checksums[block] else {
            throw .damaged(
                offset: start, expected: "checksum \(String(checksums[block], radix: 16))",
                found: String(found, radix: 16))
        }
        passed[word].bitwiseOr(bit, ordering: .relaxed)
    }
}
