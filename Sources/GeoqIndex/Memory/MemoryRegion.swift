#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// The files of this folder alone keep unsafe pointers to an index's bytes and to
// scratch. Others see buffers for the length of one call (`withMutableColumn`,
// `withBytes`); `Geodesic` and `IndexFile+Write` hand pointers to C. A test
// checks this. The invariants:
//
// 1. A region's bytes never move, and live until the region is released. Each
//    column holds its region, so no pointer outlives the bytes.
// 2. Bytes are written only while a region is made (`MemoryRegion.init(byteCount:)`,
//    `init(reading:head:_:)` and `withMutableColumn`, before the region is shared); then
//    never again.
// 3. A mapped file is replaced by rename only, never changed or cut in place. When
//    another program breaks that rule, the process that has mapped it finds a
//    wrong checksum, or is ended by SIGBUS. So a process that stays does not map:
//    `init(reading:head:_:)` copies the file, and no later change of it can be seen.
// 4. Columns start at multiples of 64 bytes, and lie wholly inside the region:
//    `column(of:at:count:)` checks both. Reading an index beyond `count` is a
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
    convenience init(byteCount: Int) {
        if byteCount >= Self.hugePage, let memory = Self.largeMemory(byteCount) {
            self.init(memory, byteCount: byteCount, mappedBytes: byteCount)
            return
        }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 64), alignment: 64)
        memset(memory, 0, max(byteCount, 64))
        self.init(memory, byteCount: byteCount, mappedBytes: 0)
    }

    private init(_ memory: UnsafeMutableRawPointer, byteCount: Int, mappedBytes: Int) {
        (base, self.byteCount, self.mappedBytes) = (UnsafeRawPointer(memory), byteCount, mappedBytes)
        isMapped = false
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
    /// - Parameters:
    ///   - headSize: how many bytes of its head `check` is given; all of a shorter file.
    ///   - check: throws when head and size of the file are not right, before there is
    ///     memory for the whole.
    /// - Throws: `IndexError.unreadable`, with the system's reason, such as that there is
    ///   not so much memory, or when the file becomes shorter meanwhile; what `check`
    ///   throws.
    /// - Complexity: O(bytes).
    package convenience init(
        reading path: String, head headSize: Int,
        _ check: (_ head: MemoryRegion, _ byteCount: Int) throws(IndexError) -> Void
    ) throws(IndexError) {
        let (descriptor, size) = try Self.opened(path)
        defer { close(descriptor) }
        let head = MemoryRegion(byteCount: min(headSize, size))
        try head.fill(from: descriptor, path)
        try check(head, size)
        if size < Self.hugePage {
            self.init(byteCount: size)
        } else {
            guard let memory = Self.largeMemory(size) else {
                throw .unreadable(path: path, reason: Self.systemReason())
            }
            self.init(memory, byteCount: size, mappedBytes: size)
        }
        try fill(from: descriptor, path)
    }

    /// Fills the region with a file's first bytes, before it is shared (invariant 2).
    private func fill(from descriptor: Int32, _ path: String) throws(IndexError) {
        let memory = UnsafeMutableRawPointer(mutating: base)
        var count = 0
        while count < byteCount {
            let result = pread(descriptor, memory + count, byteCount - count, off_t(count))
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
