import CXXHash
import Synchronization

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
