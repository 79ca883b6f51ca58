import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension IndexFile {
    /// Writes an index beside its place, syncs it and renames it into place: a
    /// reader sees the whole old file or the whole new one.
    ///
    /// - Parameter store: the file whose rows these are; the index gets its rights. nil for those that the process's mask
    ///   lets.
    /// - Throws: `IndexError.unreadable` with the system's reason; the file
    ///   that was there stays as it was.
    /// - Complexity: O(bytes).
    package static func write(
        _ sections: [Section], stamp: IndexStamp, to path: String, of store: String? = nil
    ) throws(IndexError) {
        precondition(sections.count <= largestSectionCount, "An index has at most 4096 sections.")
        let number = writeCount.add(1, ordering: .relaxed).newValue
        let temporary = "\(path).\(getpid()).\(number).tmp"
        // What another program left or put there, such as a link to a file of this user, is not written into.
        unlink(temporary)
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(temporary, flags, store == nil ? 0o644 : 0o600)
        guard descriptor >= 0 else {
            throw .unreadable(path: temporary, reason: MemoryRegion.systemReason())
        }
        do throws(IndexError) {
            defer { close(descriptor) }
            if let store { FileRights.copy(of: store, to: descriptor) }
            try writeAll(sections.sorted { $0.id < $1.id }, stamp, descriptor, temporary)
            guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
                throw IndexError.unreadable(path: path, reason: MemoryRegion.systemReason())
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Counts writes, so that two writes of one process have two temporary
    /// files.
    static let writeCount = Atomic<Int>(0)

    private static func writeAll(
        _ sections: [Section], _ stamp: IndexStamp, _ descriptor: Int32, _ path: String
    ) throws(IndexError) {
        var offsets: [Int] = []
        var end = 0
        for section in sections {
            offsets.append(end)
            end = (end + section.byteCount + 63) & ~63
        }
        let blockSize = BlockChecksums.blockSize
        let blocks = (end + blockSize - 1) / blockSize
        let headSize = headerSize + sections.count * sectionSize + (blocks + 1) * 8
        let payload = (headSize + blockSize - 1) / blockSize * blockSize

        var writer = BlockWriter(descriptor: descriptor, path: path, offset: payload)
        for (section, offset) in zip(sections, offsets) {
            try writer.padZeros(to: payload + offset)
            try writer.append(section)
        }
        try writer.padZeros(to: payload + end)
        try writer.flush()

        var head: [UInt8] = []
        head.reserveCapacity(payload)
        head.append(littleEndian: magic)
        head.append(littleEndian: formatVersion)
        Swift.withUnsafeBytes(of: byteOrder) { head.append(contentsOf: $0) }
        head.append(littleEndian: stamp.store.high)
        head.append(littleEndian: stamp.store.low)
        head.append(littleEndian: stamp.version)
        head.append(littleEndian: stamp.token)
        head.append(littleEndian: UInt64(payload))
        head.append(littleEndian: UInt64(payload + end))
        head.append(littleEndian: UInt32(sections.count))
        head.append(littleEndian: UInt32(0))
        for (section, offset) in zip(sections, offsets) {
            head.append(littleEndian: section.id.group)
            head.append(littleEndian: section.id.kind)
            head.append(littleEndian: UInt64(payload + offset))
            head.append(littleEndian: UInt64(section.byteCount))
            head.append(littleEndian: UInt64(section.counts.0))
            head.append(littleEndian: UInt64(section.counts.1))
        }
        for checksum in writer.checksums { head.append(littleEndian: checksum) }
        head.append(littleEndian: head.withUnsafeBytes { BlockChecksums.checksum(of: $0) })
        head.append(contentsOf: repeatElement(0, count: payload - head.count))
        var front = BlockWriter(descriptor: descriptor, path: path, offset: 0)
        try front.append(head)
        try front.flush()
    }
}

/// Writes bytes at a place in a file and sums up each block.
private struct BlockWriter {
    let descriptor: Int32
    let path: String
    /// Where the next byte goes.
    private(set) var offset: Int
    private(set) var checksums: [UInt64] = []
    private var pending: [UInt8] = []

    init(descriptor: Int32, path: String, offset: Int) {
        (self.descriptor, self.path, self.offset) = (descriptor, path, offset)
        pending.reserveCapacity(64 * BlockChecksums.blockSize)
    }

    mutating func append(_ section: Section) throws(IndexError) {
        let step = 32 * BlockChecksums.blockSize
        var start = 0
        while start < section.byteCount {
            let end = min(start + step, section.byteCount)
            section.withBytes { pending.append(contentsOf: $0[start..<end]) }
            offset += end - start
            try flush(keeping: pending.count % BlockChecksums.blockSize)
            start = end
        }
    }

    mutating func append(_ bytes: [UInt8]) throws(IndexError) {
        pending.append(contentsOf: bytes)
        offset += bytes.count
        try flush(keeping: pending.count % BlockChecksums.blockSize)
    }

    mutating func padZeros(to end: Int) throws(IndexError) {
        pending.append(contentsOf: repeatElement(0, count: end - offset))
        offset = end
    }

    /// Writes what is left, a short last block included.
    mutating func flush() throws(IndexError) {
        try flush(keeping: 0)
    }

    private mutating func flush(keeping rest: Int) throws(IndexError) {
        let count = pending.count - rest
        guard count > 0 else { return }
        let start = offset - pending.count
        var failed = false
        pending.withUnsafeBytes { bytes in
            var first = 0
            while first < count {
                let size = min(BlockChecksums.blockSize, count - first)
                checksums.append(BlockChecksums.checksum(of: .init(rebasing: bytes[first..<first + size])))
                first += size
            }
            var written = 0
            while written < count {
                let result = pwrite(descriptor, bytes.baseAddress! + written, count - written, off_t(start + written))
                if result < 0 && errno == EINTR { continue }
                guard result > 0 else {
                    failed = true
                    return
                }
                written += result
            }
        }
        if failed { throw .unreadable(path: path, reason: MemoryRegion.systemReason()) }
        pending.removeFirst(count)
    }
}

extension [UInt8] {
    fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
