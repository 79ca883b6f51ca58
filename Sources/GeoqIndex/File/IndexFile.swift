// The format of an index file, version 4, which is that of version 3 without the words
// of names behind their first 1000 bytes. The head's numbers are little-endian, but for the one that
// tells the byte order of the payload's, which are as the machine has them.
//
// The file is a cache of what a store holds, mapped and not read. It has a head
// and a payload. The head:
//
//     byte 0    8   the letters GEOQIDX and a zero
//     byte 8    4   format version, 4
//     byte 12   4   01 02 03 04 as a number (0x0102_0304): the byte order
//     byte 16  16   the identity of the store, as its UUID's two halves
//     byte 32   8   the version of the store whose rows these are
//     byte 40   8   the token that the store drew with that version
//     byte 48   8   where the payload starts, a multiple of 16 384
//     byte 56   8   the size of the file
//     byte 64   4   the number of sections, at most 4 096
//     byte 68   4   zero
//     byte 72       40 bytes for each section: group (4), kind (4), first byte
//                   (8), size in bytes (8), two counts (8 each)
//     then      8   for each block of the payload: its checksum
//     then      8   the checksum of all bytes of the head before it
//     then          zeros up to the payload
//
// The payload is cut into blocks of 16 384 bytes, the last one shorter; a
// checksum is XXH3 (64 bits) of a block's bytes. Sections start at multiples of
// 64 bytes and hold their arrays as these lie in memory: `TreeLayout` says how a
// tree does, every other section is one array. Between sections are zeros.
//
// A reader checks the head and its checksum, and that every section lies inside
// the payload. Blocks are checked when they are first touched, or all at once,
// and with them the zeros behind the head, which no question reads.

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Whose rows an index holds.
package struct IndexStamp: Hashable, Sendable {
    /// The store's UUID.
    package var store: ItemKey
    /// The store's version.
    package var version: Int64
    /// A number that the store drew at random with that version. A copy of a
    /// store that was put back and written since may reach the same version
    /// with other rows: then its token differs.
    package var token: Int64

    package init(store: ItemKey, version: Int64, token: Int64 = 0) {
        (self.store, self.version, self.token) = (store, version, token)
    }
}

/// An index file that is open: its sections, mapped.
package struct IndexFile: Sendable {
    package let stamp: IndexStamp
    package let sections: [SectionID: Section]
    /// The size of the file.
    package let byteCount: Int
    /// How many blocks carry a checksum.
    package let blockCount: Int
    /// Where the head ends and the payload starts; zeros between.
    private let padding: Range<Int>
    private let region: MemoryRegion

    static let magic: UInt64 = 0x0058_4449_514F_4547
    static let formatVersion: UInt32 = 4
    static let byteOrder: UInt32 = 0x0102_0304
    static let headerSize = 72
    static let sectionSize = 40
    static let largestSectionCount = 4096

    /// Maps a file and checks its head.
    ///
    /// - Throws: `IndexError`: it is not there, not an index of this version, or
    ///   damaged in its head.
    /// - Complexity: O(blocks): 8 bytes of checksums for each 16 KiB.
    package init(opening path: String) throws(IndexError) {
        try self.init(region: try MemoryRegion(mapping: path))
    }

    /// Reads a file into memory of its own and verifies all of it. What happens
    /// to the file afterwards does not matter any more, even when a program
    /// cuts it or writes to it in place.
    ///
    /// - Throws: `IndexError`: it is not there, not an index of this version, or
    ///   damaged.
    /// - Complexity: O(bytes).
    package init(reading path: String) throws(IndexError) {
        let region = try MemoryRegion(reading: path, head: Self.headerSize) {
            (start: MemoryRegion, size: Int) throws(IndexError) in
            var head = HeadReader(region: start)
            _ = try Self.start(&head, byteCount: size)
        }
        try self.init(region: region)
        try verifyAll()
    }

    /// Reads a head up to the number of sections.
    ///
    /// - Parameter size: that of the file.
    /// - Throws: `IndexError`, when the file is no index of this version and this size.
    private static func start(
        _ head: inout HeadReader, byteCount size: Int
    ) throws(IndexError) -> (stamp: IndexStamp, payload: Int) {
        guard try head.next(UInt64.self) == magic else { throw .notAnIndex(reason: "other first bytes") }
        let version = try head.next(UInt32.self)
        guard version == formatVersion else { throw .notAnIndex(reason: "format version \(version)") }
        // It stands there as it lies in memory, as the payload's numbers do.
        guard try head.next(UInt32.self) == UInt32(littleEndian: byteOrder) else {
            throw .notAnIndex(reason: "other byte order")
        }
        let stamp = IndexStamp(
            store: ItemKey(high: try head.next(UInt64.self), low: try head.next(UInt64.self)),
            version: try head.next(Int64.self), token: try head.next(Int64.self))
        let (payload, expected) = (try head.nextCount(), try head.nextCount())
        guard size == expected, payload <= size, payload % BlockChecksums.blockSize == 0 else {
            throw .damaged(offset: 48, expected: "\(expected) bytes", found: "\(size) bytes")
        }
        return (stamp, payload)
    }

    private init(region: MemoryRegion) throws(IndexError) {
        var head = HeadReader(region: region)
        let size = region.byteCount
        let payload: Int
        (stamp, payload) = try Self.start(&head, byteCount: size)
        let sectionCount = Int(try head.next(UInt32.self))
        _ = try head.next(UInt32.self)
        let blocks = (size - payload + BlockChecksums.blockSize - 1) / BlockChecksums.blockSize
        let tables = Self.headerSize + sectionCount * Self.sectionSize
        guard sectionCount <= Self.largestSectionCount, blocks <= payload / 8, tables + (blocks + 1) * 8 <= payload
        else {
            throw .damaged(offset: 64, expected: "a head of \(payload) bytes", found: "\(sectionCount) sections")
        }
        head.offset = tables + blocks * 8
        let expected = try head.next(UInt64.self)
        let found = region.checksum(0, tables + blocks * 8)
        guard expected == found else {
            throw .damaged(
                offset: 0, expected: "checksum \(String(expected, radix: 16))", found: String(found, radix: 16))
        }

        head.offset = Self.headerSize
        var sections: [SectionID: Section] = [:]
        for _ in 0..<sectionCount {
            let id = SectionID(group: try head.next(UInt32.self), kind: try head.next(UInt32.self))
            let (offset, length) = (try head.nextCount(), try head.nextCount())
            let counts = (try head.nextCount(), try head.nextCount())
            guard offset >= payload, offset % 64 == 0, offset <= size, length <= size - offset else {
                throw .damaged(offset: head.offset, expected: "a section inside the payload", found: "byte \(offset)")
            }
            sections[id] = Section(id: id, counts: counts, region: region, offset: offset, byteCount: length)
        }
        self.sections = sections
        let checksums = MappedColumn<UInt64>(
            region: region, base: (region.base + tables).assumingMemoryBound(to: UInt64.self), count: blocks)
        region.check(blocks: BlockChecksums(firstByte: payload, checksums: checksums.detached))
        self.region = region
        padding = tables + (blocks + 1) * 8..<payload
        byteCount = size
        blockCount = blocks
    }

    /// Verifies every block, and the zeros between head and payload, which
    /// belong to no block.
    ///
    /// - Throws: `IndexError.damaged`, naming the first bad block.
    package func verifyAll() throws(IndexError) {
        var head = HeadReader(region: region, offset: padding.lowerBound)
        while head.offset < padding.upperBound {
            let byte = try head.next(UInt8.self)
            guard byte == 0 else {
                throw .damaged(offset: head.offset - 1, expected: "a zero behind the head", found: "\(byte)")
            }
        }
        region.adviseSequential()
        try region.verifyAll()
    }
}

/// Reads the head's numbers one after the other.
private struct HeadReader {
    let region: MemoryRegion
    var offset = 0

    mutating func next<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type
    ) throws(IndexError) -> Number {
        let size = MemoryLayout<Number>.size
        guard offset + size <= region.byteCount else {
            throw .damaged(offset: offset, expected: "\(size) more bytes", found: "the end of the file")
        }
        defer { offset += size }
        return Number(littleEndian: region.base.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// A size or a count: not negative, and small enough to calculate with.
    mutating func nextCount() throws(IndexError) -> Int {
        let start = offset
        let value = try next(UInt64.self)
        guard value < 1 << 48 else {
            throw .damaged(offset: start, expected: "a number below 2⁴⁸", found: "\(value)")
        }
        return Int(value)
    }
}
